/**
 * `npm run dev`: one address with hot reload on both sides. Vite serves the console and passes the API's paths on to
 * the API, which Node restarts when one of its files changes.
 */
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@xyxlx/database/embedded/free-port';
import { createServer, type Plugin } from 'vite';
import { readSettings } from '../apps/api/src/platform/settings/settings.ts';
import { endWithParent } from './end-with-parent.ts';
import { ROOT } from './run.ts';

const API_PATHS = ['/xyxlx', '/docs', '/openapi.json', '/healthz', '/readyz', '/metrics'];

endWithParent();
const {
  host,
  port,
  signOn: { publicUrl },
} = settingsOrExit();
const apiPort = await freePort();
const target = `http://127.0.0.1:${apiPort}`;
const vite = await createServer({
  root: join(ROOT, 'apps/console'),
  plugins: [waitForApi()],
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
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(apiPort),
      TRUST_PROXY: '1',
      PUBLIC_URL: publicUrl,
    },
  },
);
process.stdout.write(`Development server with hot reload; the API's own port: ${apiPort}\n`);

let stopping = false;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
api.on('exit', () => process.exit(stopping ? 0 : 1));

function stop(): void {
  if (stopping) return;
  stopping = true;
  api.kill('SIGTERM');
  void vite.close();
}

/** What is asked of the API while it starts again is answered when it is back, for at most half a minute. */
function waitForApi(): Plugin {
  return {
    name: 'wait-for-api',
    configureServer: ({ middlewares }) => {
      middlewares.use(async ({ url = '' }, _, next) => {
        const deadline = Date.now() + 30_000;
        if (API_PATHS.some((path) => url.startsWith(path))) {
          while (!(await isListening(apiPort)) && Date.now() < deadline) await sleep(100);
        }
        next();
      });
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
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
