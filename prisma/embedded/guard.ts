/**
 * A process of its own that owns the PostgreSQL server. Its standard input is a pipe from the process that started it:
 * when that one ends, in whatever way, even by kill -9, the pipe closes and the server is stopped.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Launch } from './binaries.ts';

/** What the guard is told when it is started, as JSON in its first argument. */
export interface GuardOrder extends Launch {
  cluster: string;
  logFile: string;
}

/** What the guard reports, one JSON object a line. */
export type GuardReport = { state: 'ready' | 'restarting' } | { state: 'failed'; reason: string };

const MAX_QUICK_FAILURES = 30;
const order = JSON.parse(process.argv[2] ?? '') as GuardOrder;
let server: ChildProcess | undefined;
let stopping = false;

// A signal to the whole group or container reaches the API as well: it decides when the database may go.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
// The reader of the reports may be gone.
process.stdout.on('error', () => undefined);
process.stdin.on('error', stop).on('end', stop).on('close', stop).resume();

let quickFailures = 0;
let everReady = false;
while (!stopping) {
  const startedAt = Date.now();
  await runServer();
  if (stopping) break;
  quickFailures = Date.now() - startedAt > 10_000 ? 0 : quickFailures + 1;
  // Before it was ever ready the starter decides what to do; later a crash of the server is ours to mend.
  if (!everReady || quickFailures > MAX_QUICK_FAILURES) {
    report({ state: 'failed', reason: lastLines() });
    break;
  }
  report({ state: 'restarting' });
  // Its own children keep the shared memory for a moment longer.
  await sleep(200);
}
process.exit(0);

async function runServer(): Promise<void> {
  const logDescriptor = openSync(order.logFile, 'a', 0o600);
  const child = spawn(order.command, order.args, {
    ...order.options,
    stdio: ['ignore', logDescriptor, logDescriptor],
  });
  closeSync(logDescriptor);
  server = child;
  const ended = new Promise<void>((resolve) =>
    child.on('error', () => resolve()).on('exit', () => resolve()),
  );
  if (stopping) stop();
  void announceReady(child);
  await ended;
  server = undefined;
}

async function announceReady(child: ChildProcess): Promise<void> {
  while (server === child && !stopping) {
    if (isReady(child.pid)) {
      everReady = true;
      report({ state: 'ready' });
      return;
    }
    await sleep(15);
  }
}

/** The server keeps its state in the eighth line of its lock file; pg_ctl looks there too. */
function isReady(pid: number | undefined): boolean {
  const lock = join(order.cluster, 'postmaster.pid');
  const lines = existsSync(lock) ? readFileSync(lock, 'utf8').split('\n') : [];
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
}

/** Fast shutdown first; a server that doesn't obey is taken down harder, its log makes that safe. */
function stop(): void {
  stopping = true;
  server?.kill('SIGINT');
  setTimeout(() => server?.kill('SIGQUIT'), 20_000).unref();
  setTimeout(() => server?.kill('SIGKILL'), 25_000).unref();
}

function report(what: GuardReport): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

function lastLines(): string {
  return readFileSync(order.logFile, 'utf8').trimEnd().split('\n').slice(-5).join('\n');
}
