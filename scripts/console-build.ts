import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passSignals, ROOT, runPackage } from './run.ts';

const STAMP = join(ROOT, 'node_modules/.cache/console-sources.sha256');
const SOURCES = ['apps/console', 'apps/board', 'packages/contracts'];
const IGNORED = new Set(['node_modules', 'dist', '.turbo']);

/** Builds the console and its sub-application when its sources, the contracts or a dependency changed since the last build. */
export async function buildConsoleIfStale(): Promise<void> {
  const hash = sourcesHash();
  const isBuilt = existsSync(join(ROOT, 'apps/console/dist/index.html'));
  if (isBuilt && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  process.stdout.write('Building the console …\n');
  const undo = passSignals();
  const { ok, output } = await runPackage(
    'turbo/bin/turbo',
    [
      'run',
      'build',
      '--filter=@xyxlx/console',
      '--filter=@xyxlx/board',
      '--ui=stream',
      '--output-logs=errors-only',
    ],
    { quiet: true, env: { TURBO_TELEMETRY_DISABLED: '1' } },
  );
  undo();
  if (!ok) throw new Error(`The console could not be built:\n${output}`);
  mkdirSync(join(STAMP, '..'), { recursive: true });
  writeFileSync(STAMP, hash);
}

function sourcesHash(): string {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  for (const file of SOURCES.flatMap(filesIn)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesIn(directory: string): string[] {
  return readdirSync(join(ROOT, directory), { withFileTypes: true })
    .filter(({ name }) => !IGNORED.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${directory}/${entry.name}`;
      return entry.isDirectory() ? filesIn(path) : [path];
    });
}
