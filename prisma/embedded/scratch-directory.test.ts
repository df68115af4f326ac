import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { scratchDirectory } from './scratch-directory.ts';
import { startEmbeddedPostgres } from './start.ts';

const script = `
  const { scratchDirectory } = await import(${JSON.stringify(new URL('scratch-directory.ts', import.meta.url))});
  const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('start.ts', import.meta.url))});
  const dataDir = scratchDirectory('killed');
  await startEmbeddedPostgres({ dataDir, log() {}, durable: false });
  console.log(dataDir);
  setInterval(() => {}, 1000);`;

test('what a killed process left in memory goes with the next directory there, and what is in use stays', async () => {
  const used = scratchDirectory('used');
  const { stop } = await startEmbeddedPostgres({ dataDir: used, log: () => undefined, durable: false });
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [left = ''] = (await once(createInterface(child.stdout), 'line')) as string[];
  expect(existsSync(left)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');

  const next = scratchDirectory('next');
  // Where there is no file system in memory with plenty of room, the operating system tidies up.
  expect(existsSync(left)).toBe(!left.startsWith('/dev/shm/'));
  expect(existsSync(used)).toBe(true);

  await stop();
  for (const directory of [used, left, next]) rmSync(directory, { recursive: true, force: true });
});
