/** `npm run backup -- <file>`: database and published heads of the operation log into one file, while the service runs or not. */
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { headsPathOf } from '../platform/log-chain/published-heads.ts';
import { command } from './command.ts';
import { withOwnerDatabase } from './owner-database.ts';
import { backupOf } from './write-backup.ts';

await command('Which file? npm run backup -- <file>', async (path, settings, keys) => {
  if (existsSync(path)) throw new Error(`${path} is there already: name a new file.`);
  const part = `${path}.part`;
  try {
    await withOwnerDatabase(settings, { mayRun: true, mayBeNew: false }, (ownerUrl) =>
      pipeline(
        backupOf({ ownerUrl, keyId: keys.sealKeyId, headsPath: headsPathOf(settings) }),
        createGzip({ level: 1 }),
        // Whole persons are in it: for the owner of the file alone.
        createWriteStream(part, { mode: 0o600 }),
      ),
    );
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
  return `Backed up to ${path} (${statSync(path).size} bytes). The keys are not in it: keep JWT_SECRET and DATA_KEY, or DATA_DIR/jwt-secret, in another place.`;
});
