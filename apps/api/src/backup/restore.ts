/** `npm run restore -- <file>`: a backup into a database that has no tables yet. */
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { headsPathOf } from '../platform/log-chain/published-heads.ts';
import { command } from './command.ts';
import { loadBackup } from './load-backup.ts';
import { withOwnerDatabase } from './owner-database.ts';

await command('Which file? npm run restore -- <file>', async (path, settings, keys) => {
  await access(path);
  const { takenAt } = await withOwnerDatabase(settings, { mayRun: false, mayBeNew: true }, (ownerUrl) => {
    const file = createReadStream(path);
    const lines = createGunzip();
    file.on('error', (error) => lines.destroy(error));
    return loadBackup(file.pipe(lines), { ownerUrl, keys, headsPath: headsPathOf(settings) });
  });
  return `Restored as of ${takenAt}. Start the service, then check the log: 操作日志 › 验证完整性.`;
});
