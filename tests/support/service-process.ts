import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@xyxlx/database/embedded/free-port';

/** What signs the tokens of every such process. */
export const jwtSecret = 'a secret for tests that is long enough';

const root = join(import.meta.dirname, '../..');

export interface ServiceProcess {
  process: ChildProcess;
  url: string;
  /** What it printed so far. */
  output(): string;
  /** Its exit code, or the name of the signal that ended it. */
  ended: Promise<number | string>;
}

/** The real service as a process of its own on a test database: one that can be killed. */
export async function startService(
  databaseUrl: string,
  settings: Record<string, string> = {},
  logFile?: string,
): Promise<ServiceProcess> {
  const service = await launchService(databaseUrl, settings, logFile);
  try {
    await untilReady(service);
    return service;
  } catch (error) {
    service.process.kill('SIGKILL');
    await service.ended;
    throw error;
  }
}

/** The same while it still starts; it prints into `logFile` where there is one, so that nobody reads along. */
export async function launchService(
  databaseUrl: string,
  settings: Record<string, string> = {},
  logFile?: string,
): Promise<ServiceProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // As in startTestApi: no service takes the heads of another database's chains for those of its own.
  const dataDir = mkdtempSync(join(tmpdir(), 'xyxlx-service-'));
  const printed = logFile === undefined ? 'pipe' : openSync(logFile, 'w');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'apps/api/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      // Each start compiles the same files: from the second on it takes half of the time.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      JWT_SECRET: jwtSecret,
      CAPTCHA_PROVIDER: 'off',
      DEV_TOOLS: 'on',
      NODE_ENV: 'test',
      SEED: 'none',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', printed, printed],
  });
  if (typeof printed === 'number') closeSync(printed);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => {
      rmSync(dataDir, { recursive: true });
      resolve(code ?? signal ?? '');
    });
  });
  return {
    process: child,
    url,
    output: () => (logFile === undefined ? output : readFileSync(logFile, 'utf8')),
    ended,
  };
}

/** Waits until `/readyz` says yes; fails with what was printed when that doesn't come. */
export async function untilReady({ url, process: child, output }: ServiceProcess): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (child.exitCode === null && Date.now() < deadline) {
    if ((await fetch(`${url}/readyz`).catch(() => undefined))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The service did not get ready:\n${output()}`);
}
