import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@xyxlx/database/embedded/free-port';

const root = join(import.meta.dirname, '../..');
const folder = join(import.meta.dirname, 'peers');
const nest = join(folder, 'nestjs-prisma');

/** The same work as others do it, each a process of its own. */
export interface Peer {
  name: string;
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts bare Fastify, and NestJS with Prisma where it can be installed: without it the bench goes on, and says so. */
export async function startPeers(databaseUrl: string, say: (line: string) => void): Promise<Peer[]> {
  const peers = [await started('bare Fastify', join(folder, 'bare-fastify/server.ts'), databaseUrl)];
  const missing = madeReady(say);
  if (missing === undefined)
    peers.push(await started('NestJS + Prisma', join(nest, 'dist/server.js'), databaseUrl));
  else say(`Measured without NestJS + Prisma: ${missing}`);
  return peers;
}

/** Installs and compiles NestJS + Prisma where that is not done yet; why it can't be, if it can't. */
function madeReady(say: (line: string) => void): string | undefined {
  if (!existsSync(join(nest, 'node_modules/@nestjs/core'))) {
    say('Installing NestJS …');
    const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: nest,
      encoding: 'utf8',
    });
    if (npm.status !== 0) return `its packages can't be installed (${lastLine(npm.stderr)}).`;
  }
  const [source, compiled] = [join(nest, 'server.ts'), join(nest, 'dist/server.js')];
  if (existsSync(compiled) && statSync(compiled).mtimeMs > statSync(source).mtimeMs) return undefined;
  say('Compiling it …');
  const tsc = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', nest], {
    encoding: 'utf8',
  });
  return tsc.status === 0 ? undefined : `it does not compile (${lastLine(tsc.stdout)}).`;
}

const lastLine = (text: string | null) => text?.trim().split('\n').at(-1) ?? '';

async function started(name: string, script: string, databaseUrl: string): Promise<Peer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_URL: `${databaseUrl}?options=-c%20timezone%3DUTC`,
  };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilListening(name, child, url);
  const stop = async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  };
  return { name, url, pid: child.pid as number, stop };
}

async function untilListening(name: string, child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null) {
    if (await fetch(url).catch(() => undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${name} did not start`);
}
