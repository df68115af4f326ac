import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { binaryPath, launch, type ServerUser, serverEnvironment } from './binaries.ts';
import { commandOf, isAlive, signal, waitUntilGone } from './processes.ts';

const MAJOR = '18';

/** Makes the database directory when there is none yet, and returns the password of its owner. */
export async function ensureCluster(
  home: string,
  { user, durable, log }: { user: ServerUser; durable: boolean; log: (line: string) => void },
): Promise<string> {
  const cluster = join(home, 'cluster');
  const passwordFile = join(home, 'password');
  sweep(home);
  if (existsSync(cluster) && !isWhole(cluster)) {
    const aside = `${cluster}.broken-${Date.now()}`;
    renameSync(cluster, aside);
    log(`The database directory was incomplete; it was moved to ${aside} and a new one is made.`);
  }
  if (existsSync(cluster)) {
    checkVersion(cluster);
    if (!existsSync(passwordFile)) {
      throw new Error(`The password file ${passwordFile} is missing: put it back, or run "npm run reset".`);
    }
    handOver(cluster, user);
    return readFileSync(passwordFile, 'utf8');
  }
  log('Creating the database directory …');
  const fresh = join(home, `cluster.new-${process.pid}`);
  const password = randomBytes(24).toString('base64url');
  await initialise(fresh, password, { user, durable });
  // The password first, the directory's final name last: at whatever moment it is killed, the next start finds all or nothing.
  writeFileSync(passwordFile, password, { mode: 0o600 });
  renameSync(fresh, cluster);
  return password;
}

/** Stops a server that a killed process left running on this directory, and removes a lock that means nothing. */
export async function stopLeftover(home: string, log: (line: string) => void): Promise<void> {
  const lock = join(home, 'cluster', 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10);
  const isServer = pid > 0 && isAlive(pid) && /postgres/.test(commandOf(pid) || 'postgres');
  if (!isServer) {
    // The id may belong to something else by now, which PostgreSQL would take for a running server.
    rmSync(lock, { force: true });
    return;
  }
  log(`Stopping a database server that was left running (process ${pid}) …`);
  signal(pid, 'SIGINT');
  if (await waitUntilGone(pid, 20_000)) return;
  signal(pid, 'SIGQUIT');
  if (!(await waitUntilGone(pid, 10_000))) signal(pid, 'SIGKILL');
}

async function initialise(
  target: string,
  password: string,
  how: { user: ServerUser; durable: boolean },
): Promise<void> {
  mkdirSync(target, { mode: 0o700 });
  const passwordFile = `${target}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (how.user) {
    chownSync(target, how.user.uid, how.user.gid);
    chownSync(passwordFile, how.user.uid, how.user.gid);
  }
  const args = [
    ...['-D', target, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(how.durable ? [] : ['--no-sync']),
  ];
  const { command, args: fullArgs, options } = launch(binaryPath('initdb'), args, target, how.user);
  const child = spawn(command, fullArgs, {
    ...options,
    env: serverEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  );
  rmSync(passwordFile, { force: true });
  if (code !== 0)
    throw new Error(`PostgreSQL's initdb failed in ${target}: ${complaint.trim() || `exit code ${code}`}`);
}

function sweep(home: string): void {
  // An initdb that outlives its killed parent goes on writing for a moment.
  const whileWritten = { maxRetries: 20, retryDelay: 50 };
  for (const name of readdirSync(home)) {
    if (name.startsWith('cluster.new-')) {
      rmSync(join(home, name), { recursive: true, force: true, ...whileWritten });
    }
  }
}

function isWhole(cluster: string): boolean {
  return existsSync(join(cluster, 'PG_VERSION')) && existsSync(join(cluster, 'global', 'pg_control'));
}

function checkVersion(cluster: string): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR) {
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${version}, this is ${MAJOR}: dump and reload it.`,
    );
  }
}

/** The directory may have been made by another user, e.g. before somebody began to run this as root. */
function handOver(cluster: string, user: ServerUser): void {
  if (!user) return;
  chownSync(cluster, user.uid, user.gid);
  for (const entry of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(cluster, entry), user.uid, user.gid);
  }
}
