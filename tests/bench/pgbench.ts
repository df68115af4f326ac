import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Whether a client of PostgreSQL is installed here: the one from npm brings none. */
export function isInstalled(program: 'pgbench' | 'psql'): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

interface Load {
  connections: number;
  ms: number;
  /** Runs so long before anything counts: its connections and plans are made. */
  warmMs?: number;
  variables?: Record<string, string>;
  /** Called with its process when what counts begins, and when it has ended. */
  edge?: (pid: number) => void;
}

/** How often a second pgbench runs one of the scripts (any of them, by chance), prepared, on so many connections. */
export async function pgbench(
  databaseUrl: string,
  scripts: readonly string[],
  { connections, ms, warmMs = 0, variables = {}, edge }: Load,
): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'xyxlx-pgbench-'));
  try {
    const files = scripts.map((script, n) => {
      const file = join(directory, `${n}.sql`);
      // It ends a statement at its semicolon, wherever lines end.
      writeFileSync(file, `${script};\n`);
      return `--file=${file}`;
    });
    const defined = Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`);
    const seconds = [warmMs, ms].map((time) => Math.round(time / 1000)) as [number, number];
    const child = spawn(
      'pgbench',
      [
        '--no-vacuum',
        '--protocol=prepared',
        '--progress=1',
        `--client=${connections}`,
        '--jobs=1',
        // It ends when enough has been seen.
        '--time=600',
        ...defined,
        ...files,
        databaseUrl,
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    // Not `close`: what it says last is not read.
    const ended = once(child, 'exit');
    return await eachSecond(child.stderr, seconds, () => edge?.(child.pid as number)).finally(() => {
      child.kill();
      return ended;
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The mean of what pgbench says each second, but for the first ones. */
async function eachSecond(
  stderr: NodeJS.ReadableStream,
  [warm, counted]: [number, number],
  edge: () => void,
): Promise<number> {
  const said: string[] = [];
  const rates: number[] = [];
  if (warm === 0) edge();
  for await (const line of createInterface(stderr)) {
    said.push(line);
    const [, rate] = /^progress: [\d.]+ s, ([\d.]+) tps, .* 0 failed/.exec(line) ?? [];
    if (rate === undefined) continue;
    rates.push(Number(rate));
    if (rates.length === warm || rates.length === warm + counted) edge();
    if (rates.length === warm + counted)
      return rates.slice(warm).reduce((sum, one) => sum + one, 0) / counted;
  }
  throw new Error(`pgbench ended:\n${said.join('\n')}`);
}
