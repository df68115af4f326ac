import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** The repository's root directory. */
export const ROOT = join(import.meta.dirname, '..');

const running = new Set<ChildProcess>();
let ending = false;

interface RunOptions {
  env?: Record<string, string>;
  /** Collects what it prints instead of passing it on as it comes. */
  quiet?: boolean;
}

export interface RunResult {
  ok: boolean;
  output: string;
}

/** Runs the script of an installed package on the Node this runs on; a signal to us reaches it too. */
export function runPackage(script: string, args: string[], options: RunOptions = {}): Promise<RunResult> {
  return run([join(ROOT, 'node_modules', script), ...args], options);
}

/** Runs Node with these arguments in the root directory, and waits for its end. */
export function run(args: string[], { env = {}, quiet = false }: RunOptions = {}): Promise<RunResult> {
  // While exiting nothing new begins, and what waits to begin never does.
  if (ending) return new Promise(() => undefined);
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => {
      running.delete(child);
      resolve({ ok: code === 0, output });
    });
  });
}

/** Passes a signal on to everything that `run` started and ends with the code a shell expects; undone by the return value. */
export function passSignals(): () => void {
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  const end = async (name: keyof typeof codes) => {
    ending = true;
    const children = [...running];
    const gone = children.map((child) => new Promise((resolve) => child.once('close', resolve)));
    for (const child of children) child.kill(name);
    await Promise.all(gone);
    process.exit(codes[name]);
  };
  const names = Object.keys(codes) as (keyof typeof codes)[];
  for (const name of names) process.on(name, end);
  return () => {
    for (const name of names) process.off(name, end);
  };
}
