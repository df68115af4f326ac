/**
 * `npm run dev`: one address with hot reload on both sides. Vite serves the console and passes the API's paths on to
 * the API, which Node restarts when one of its files changes.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '@xyxlx/database/embedded/free-port';
import { createServer } from 'vite';
import { readSettings } from '../apps/api/src/settings.ts';
import { endWithParent } from './end-with-parent.ts';
import { ROOT } from './run.ts';

const API_PATHS = ['/xyxlx', '/docs', '/openapi.json', '/healthz', '/readyz', '/metrics'];

endWithParent();
const { host, port } = settingsOrExit();
const apiPort = await freePort();
const target = `http://127.0.0.1:${apiPort}`;
const vite = await createServer({
  root: join(ROOT, 'apps/console'),
  server: {
    host,
    port,
    strictPort: true,
    proxy: Object.fromEntries(API_PATHS.map((path) => [path, { target, ws: true, xfwd: true }])),
  },
});
try {
  await vite.listen();
} catch {
  fail(`Port ${port} is taken. Set PORT to a free one.`);
}

const api = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning', 'apps/api/src/main.ts'],
  {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(apiPort), TRUST_PROXY: 'true' },
  },
);
process.stdout.write(
  `Development server with hot reload: http://${host}:${port} (the API's own port: ${apiPort})\n`,
);

let stopping = false;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
api.on('exit', () => process.exit(stopping ? 0 : 1));

function stop(): void {
  if (stopping) return;
  stopping = true;
  api.kill('SIGTERM');
  void vite.close();
}

function settingsOrExit() {
  try {
    return readSettings(process.env);
  } catch (error) {
    return fail((error as Error).message);
  }
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
