/**
 * Runs before the other commands, on whatever Node is there: installs what is missing, generates the database client.
 * Plain JavaScript, because nothing is installed yet when a fresh clone runs it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(root, ...parts);

if (!existsSync(at('node_modules/.bin/node')) || !matchesLockfile()) {
  say('Installing the packages (about a minute, once) …');
  // The packages want the pinned Node, which every script runs on; the Node that installs them may be older.
  npm('ci', '--loglevel=error', '--no-audit', '--no-fund');
}

const newest = Math.max(
  newestIn(at('prisma/schema')),
  ...['value-columns', 'type-value-columns'].map((name) => timeOf(at(`prisma/${name}.ts`))),
);
if (isOlder(at('prisma/client/client.ts'), newest)) {
  say('Generating the database client …');
  npm('run', 'db:generate', '--silent');
}

function matchesLockfile() {
  const installedFile = at('node_modules/.package-lock.json');
  const lockFile = at('package-lock.json');
  if (!isOlder(installedFile, timeOf(lockFile))) return true;
  // Newer by its date alone, e.g. after changing branches to and fro: compare what counts.
  const installed = packagesOf(installedFile);
  const wanted = Object.entries(packagesOf(lockFile)).filter(
    ([path, { link, optional }]) => path.includes('node_modules/') && !link && !optional,
  );
  const same = wanted.every(([path, { version }]) => installed[path]?.version === version);
  if (same) utimesSync(installedFile, new Date(), new Date());
  return same;
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

function newestIn(directory) {
  return Math.max(...readdirSync(directory).map((name) => timeOf(join(directory, name))));
}

function isOlder(file, time) {
  return !existsSync(file) || timeOf(file) < time;
}

function timeOf(file) {
  return statSync(file).mtimeMs;
}

function npm(...args) {
  // The very npm that runs this script, else the one on the path.
  const own = process.env.npm_execpath;
  const { status, error } = own
    ? spawnSync(process.execPath, [own, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status === 0) return;
  say(`"npm ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}.`);
  process.exit(1);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
