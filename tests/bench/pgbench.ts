import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether a client of PostgreSQL is installed here: the one from npm brings none. */
export function isInstalled(program: 'pgbench' | 'psql'): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

/** How often a second pgbench runs one of the statements (any of them, by chance), prepared, on so many connections. */
export async function pgbench(
  databaseUrl: string,
  statements: readonly string[],
  { connections, ms }: { connections: number; ms: number },
): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'xyxlx-pgbench-'));
  try {
    const files = statements.map((statement, n) => {
      const file = join(directory, `${n}.sql`);
      // It ends a statement at its semicolon, wherever lines end.
      writeFileSync(file, `${statement};\n`);
      return `--file=${file}`;
    });
    const { stdout } = await run('pgbench', [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${connections}`,
      '--jobs=1',
      `--time=${Math.round(ms / 1000)}`,
      ...files,
      databaseUrl,
    ]);
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
