import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@xyxlx/database/embedded/free-port';
import { scratchDirectory } from '@xyxlx/database/embedded/scratch-directory';
import { startEmbeddedPostgres } from '@xyxlx/database/embedded/start';
import { buildConsoleIfStale } from '../../../scripts/console-build.ts';
import { startStubChannel } from '../../../scripts/stub-channel/server.ts';
import { lenientTimeouts } from '../../support/lenient-timeouts.ts';
import { startSmtpStub } from '../../support/smtp-stub.ts';
import { otherName } from './other-name.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Whose e-mails the stub server refuses once. */
const refusedOnce = /^full-/;

/**
 * Brings up the real service for the whole suite: seeded database, built console, slider captcha; the stub channel, bound as 支付宝; and a server that
 * takes its e-mails.
 */
export default async function startForAll(): Promise<() => Promise<void>> {
  await buildConsoleIfStale();
  const port = String(process.env.BROWSER_TEST_PORT);
  const channelPort = await freePort();
  const refused = new Set<string>();
  const mails = await startSmtpStub((address) => {
    if (!refusedOnce.test(address) || refused.has(address)) return null;
    refused.add(address);
    return 552;
  });
  const stop = await startService(port, {
    ...{ SEED: 'small', CHANNEL_HOSTS: `127.0.0.1:${channelPort}` },
    ...{ SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: '商户平台 <no-reply@platform.example>' },
  });
  try {
    const { server } = await startStubChannel(`http://127.0.0.1:${port}`, channelPort);
    return async () => {
      server.close();
      server.closeAllConnections();
      await stop();
      await mails.close();
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts the service with the built console on a port of this machine and a database of its own; answers what stops it. */
export async function startService(
  port: string,
  settings: Record<string, string>,
): Promise<() => Promise<void>> {
  const dataDir = scratchDirectory('browser');
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
  const service = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'apps/api/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: port,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      JWT_SECRET: 'nobody but the browser tests signs with this secret',
      CAPTCHA_PROVIDER: 'slider',
      DEV_TOOLS: 'on',
      DEV_TOOLS_HOSTS: otherName,
      LOG_LEVEL: 'warn',
      ...lenientTimeouts,
      // So that a list of the small seed is long enough for an export to become a job.
      EXPORT_STREAM_ROWS: '200',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => service.on('exit', () => resolve()));
  const stop = async () => {
    service.kill('SIGTERM');
    await ended;
    await database.stop();
    rmSync(dataDir, { recursive: true });
  };
  try {
    await Promise.race([untilReady(port), ended.then(() => Promise.reject(new Error('The service ended.')))]);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilReady(port: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error('The service did not get ready within a minute.');
}
