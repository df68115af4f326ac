import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../connect.ts';
import { ownerOf } from './owner.ts';
import { isAlive, waitUntilGone } from './processes.ts';
import { startEmbeddedPostgres } from './start.ts';

let dataDir: string;
const log = vi.fn<(line: string) => void>();
const children: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'xyxlx-embedded-'));
  log.mockClear();
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await expectNothingLeft();
  rmSync(dataDir, { recursive: true });
});

const start = () => startEmbeddedPostgres({ dataDir, log, durable: false });

/** Another process that starts the database and then waits to be killed. */
async function startElsewhere(): Promise<{ process: ChildProcess; url: string }> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('start.ts', import.meta.url))});
    const { url } = await startEmbeddedPostgres({ dataDir: process.argv[1], log() {}, durable: false });
    console.log(url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const url of createInterface({ input: child.stdout })) return { process: child, url };
  throw new Error('The other process ended.');
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = await connect(url);
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function serverPid(): number {
  const lock = join(dataDir, 'postgres/cluster/postmaster.pid');
  return existsSync(lock) ? Number.parseInt(readFileSync(lock, 'utf8'), 10) : 0;
}

async function expectNothingLeft(): Promise<void> {
  const pid = serverPid();
  if (pid) expect(await waitUntilGone(pid, 10_000)).toBe(true);
}

test('keeps the data from one start to the next, and the password to its owner', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept (id int)');
  await first.stop();
  expect(serverPid()).toBe(0);

  const second = await start();
  expect(await query(second.url, 'SELECT * FROM kept')).toEqual([]);
  expect(await query(second.url, 'SHOW server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
  await second.stop();
  expect(statSync(join(dataDir, 'postgres/password')).mode & 0o077).toBe(0);
});

test('stops the server when the process that started it is killed, and starts again on the same data', async () => {
  const other = await startElsewhere();
  await query(other.url, 'CREATE TABLE kept (id int)');
  const pid = serverPid();
  other.process.kill('SIGKILL');

  const again = await start();
  expect(isAlive(pid)).toBe(false);
  expect(await query(again.url, 'SELECT * FROM kept')).toEqual([]);
  await again.stop();
});

test('stops a server that lost its guard as well', async () => {
  const other = await startElsewhere();
  const pid = serverPid();
  const owner = JSON.parse(readFileSync(join(dataDir, 'postgres/owner.json'), 'utf8')) as {
    guard: { pid: number };
  };
  process.kill(owner.guard.pid, 'SIGKILL');
  other.process.kill('SIGKILL');

  const again = await start();
  expect(isAlive(pid)).toBe(false);
  await again.stop();
});

test('refuses, in one sentence, a directory that another live process uses', async () => {
  const other = await startElsewhere();

  await expect(start()).rejects.toThrow(/is in use by process \d+: stop that one first/);
  expect(ownerOf(join(dataDir, 'postgres'))).toBe(other.process.pid);
  expect(await query(other.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('starts the server again, on the same port, when it dies', async () => {
  const { url, stop } = await start();
  process.kill(serverPid(), 'SIGKILL');

  await expect
    .poll(() => query(url, 'SELECT 1 AS one').catch(() => []), { timeout: 15_000 })
    .toEqual([{ one: 1 }]);
  expect(log).toHaveBeenCalledWith(expect.stringContaining('started again'));
  await stop();
});

test('heals what a killed first start left: half a directory', async () => {
  const { stop } = await start();
  await stop();
  const home = join(dataDir, 'postgres');
  rmSync(join(home, 'cluster/global/pg_control'));

  const again = await start();
  expect(await query(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await again.stop();
  expect(readdirSync(home).filter((name) => name.startsWith('cluster.broken-'))).toHaveLength(1);
});

test('a process that is killed while the database is being made leaves nothing running', async () => {
  const starting = startElsewhere().catch(() => undefined);
  await expect.poll(() => existsSync(join(dataDir, 'postgres/owner.json')), { interval: 5 }).toBe(true);
  await sleep(300);
  children.at(-1)?.kill('SIGKILL');
  await starting;

  const { url, stop } = await start();
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await stop();
});
