import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '../..');

export interface Started {
  npm: ChildProcess;
  /** What it printed so far, on both streams. */
  output(): string;
  /** Its exit code, or the name of the signal that ended it. */
  ended: Promise<number | string>;
}

/** Runs the real `npm start`, or another script, as a terminal would: in a process group of its own. */
export function npmStart(settings: Record<string, string>, script = 'start'): Started {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|VITEST|NODE_ENV|DATABASE_URL)/.test(name),
  );
  const npm = spawn('npm', ['run', script], {
    cwd: ROOT,
    env: { ...Object.fromEntries(inherited), ...settings },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | string>((resolve) => {
    npm.on('close', (code, signal) => resolve(code ?? signal ?? ''));
  });
  return { npm, output: () => output, ended };
}

/** Waits until it prints its address and `/readyz` says yes; fails with what was printed when that doesn't come. */
export async function untilReady(started: Started, address: string): Promise<void> {
  let isOver = false;
  void started.ended.then(() => {
    isOver = true;
  });
  const deadline = Date.now() + 100_000;
  while (!isOver && Date.now() < deadline) {
    // An older service may still answer at the same address.
    const isListening = started.output().includes(address);
    if (isListening && (await fetch(`${address}/readyz`).catch(() => undefined))?.status === 200) return;
    await sleep(50);
  }
  throw new Error(`It did not get ready:\n${started.output()}`);
}

/** The command lines of all processes that have this text in their command line or environment (Linux). */
export function processesWith(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return (command + environment).includes(text) ? [`${pid} ${command}`] : [];
      } catch {
        // Ended meanwhile, or somebody else's.
        return [];
      }
    });
}
