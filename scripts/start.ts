/** `npm start`: the console built when stale, then the API in this very process, which serves both. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { readSettings } from '../apps/api/src/platform/settings/settings.ts';
import { buildConsoleIfStale } from './console-build.ts';
import { endWithParent } from './end-with-parent.ts';

endWithParent();
// Kept with the packages: what was compiled once is not compiled again at the next start.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
try {
  // The API reads them again; a wrong one is told before the console is built.
  readSettings(process.env);
  await buildConsoleIfStale();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
await import('../apps/api/src/main.ts');
