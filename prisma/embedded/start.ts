import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { binaryPath, launch, serverEnvironment, serverUser } from './binaries.ts';
import { ensureCluster, stopLeftover } from './cluster.ts';
import { freePort } from './free-port.ts';
import type { GuardOrder, GuardReport } from './guard.ts';
import { claim, ownerOf } from './owner.ts';
import { signal, waitUntilGone } from './processes.ts';
import { serverSettings } from './server-settings.ts';

const DATABASE = 'xyxlx';
const MAX_LOG_BYTES = 5 * 1024 * 1024;

interface EmbeddedOptions {
  /** The application's data directory; the database lives in its subdirectory `postgres`. */
  dataDir: string;
  log: (line: string) => void;
  /** `false` gives up safety against power cuts for speed: for tests only. */
  durable?: boolean;
}

export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a private PostgreSQL on a free port of 127.0.0.1, and creates it first when `dataDir` has none.
 * It stops with `stop()`, or by itself when this process ends in any other way.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true } = options;
  const home = embeddedHome(dataDir);
  makeHome(home);
  const owner = await claim(home);
  try {
    await stopLeftover(home, log);
    const user = serverUser();
    const password = await ensureCluster(home, { user, durable, log });
    const { guard, port } = await startGuarded(home, { durable, log });
    owner.recordGuard(guard.pid ?? 0);
    const stop = async () => {
      await stopGuard(guard);
      // A guard that was killed has left its server behind.
      await stopLeftover(home, log);
      owner.release();
    };
    try {
      return { url: await ensureDatabase(port, password), stop };
    } catch (error) {
      await stopGuard(guard);
      throw error;
    }
  } catch (error) {
    owner.release();
    throw error;
  }
}

/** The directory of the embedded database inside the application's data directory. */
export function embeddedHome(dataDir: string): string {
  return join(resolve(dataDir), 'postgres');
}

/** The address of the embedded database that a process uses at this moment, if one does. */
export function runningEmbedded(dataDir: string): string | undefined {
  const home = embeddedHome(dataDir);
  if (ownerOf(home) === undefined) return undefined;
  // PostgreSQL writes its port into the fourth line.
  const port = readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[3];
  return addressOf(Number(port), readFileSync(join(home, 'password'), 'utf8'), DATABASE);
}

function addressOf(port: number, password: string, database: string): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
}

function makeHome(home: string): void {
  try {
    // The server's user must be able to pass through, and only to pass through.
    mkdirSync(home, { recursive: true, mode: 0o711 });
  } catch (error) {
    throw new Error(`The data directory can't be made: ${(error as Error).message}`);
  }
}

async function startGuarded(home: string, how: { durable: boolean; log: (line: string) => void }) {
  const cluster = join(home, 'cluster');
  const logFile = join(home, 'server.log');
  turnLog(logFile);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const args = ['-D', cluster, ...serverSettings({ port, durable: how.durable })];
    const order = { ...launch(binaryPath('postgres'), args, cluster, serverUser()), cluster, logFile };
    const started = await startGuard(order, how.log);
    if (started.guard) return { guard: started.guard, port };
    // Somebody else may have taken the port meanwhile, or a server of ours is on its way out.
    if (attempt === 5) throw new Error(`The embedded PostgreSQL did not start:\n${started.reason}`);
    await stopLeftover(home, how.log);
  }
}

type Started = { guard: ChildProcess; reason?: never } | { guard?: never; reason: string };

function startGuard(order: GuardOrder, log: (line: string) => void): Promise<Started> {
  const script = fileURLToPath(new URL('guard.ts', import.meta.url));
  // Detached: Ctrl-C goes to the terminal's whole group, and the database must outlive the API's last requests.
  const guard = spawn(process.execPath, [script, JSON.stringify(order)], {
    cwd: order.options.cwd,
    env: serverEnvironment(),
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return new Promise<Started>((resolve) => {
    guard.on('error', (error) => resolve({ reason: error.message }));
    guard.on('exit', () => resolve({ reason: `its guard ended; see ${order.logFile}` }));
    createInterface({ input: guard.stdout }).on('line', (line) => {
      const report = JSON.parse(line) as GuardReport;
      if (report.state === 'ready') resolve({ guard });
      if (report.state === 'failed') {
        resolve({ reason: report.reason });
        log(`The embedded PostgreSQL gave up: ${report.reason}`);
      }
      if (report.state === 'restarting')
        log('The embedded PostgreSQL ended unexpectedly; it is started again.');
    });
  }).finally(() => {
    // From here on neither the guard nor its pipes keep this process running.
    guard.unref();
    for (const pipe of [guard.stdin, guard.stdout]) if (pipe instanceof Socket) pipe.unref();
  });
}

async function stopGuard(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null || guard.signalCode !== null || !guard.pid) return;
  guard.ref();
  const exited = new Promise((resolve) => guard.once('exit', resolve));
  guard.stdin?.end();
  if (!(await Promise.race([exited.then(() => true), waitUntilGone(guard.pid, 30_000)])))
    signal(guard.pid, 'SIGKILL');
}

async function ensureDatabase(port: number, password: string): Promise<string> {
  const client = new pg.Client({ connectionString: addressOf(port, password, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
  return addressOf(port, password, DATABASE);
}

function turnLog(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= MAX_LOG_BYTES) return;
  rmSync(`${file}.1`, { force: true });
  renameSync(file, `${file}.1`);
}
