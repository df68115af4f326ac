import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@xyxlx/database/connect';
import { startEmbeddedPostgres } from '@xyxlx/database/embedded/start';
import { migrate } from '@xyxlx/database/migrate';
import type { TestProject } from 'vitest/node';
import { seedAndPost } from '../../apps/api/src/embed.ts';
import { jwtSecret } from './service-process.ts';

interface TestServer {
  url: string;
  /** Where the tests leave the statements that the service sent. */
  statementsDir: string;
  stop(): Promise<void>;
}

/** Several projects ask for it; all of them share one server, wherever this module is loaded. */
const shared = globalThis as { xyxlxTestServer?: Promise<TestServer> };

/** Starts one PostgreSQL with the templates that `createTestDatabase` copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.xyxlxTestServer ??= startServer();
  const server = await shared.xyxlxTestServer;
  project.provide('testServerUrl', server.url);
  project.provide('statementsDir', server.statementsDir);
  return () => server.stop();
}

async function startServer(): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'xyxlx-test-'));
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
  const admin = await connect(url);
  try {
    await admin.query('CREATE DATABASE template_none');
    await migrate(urlOf(url, 'template_none'));
    await admin.query('CREATE DATABASE template_small TEMPLATE template_none STRATEGY FILE_COPY');
    await seedAndPost(urlOf(url, 'template_small'), 'small', [jwtSecret]);
  } finally {
    await admin.end();
  }
  const statementsDir = mkdtempSync(join(tmpdir(), 'xyxlx-statements-'));
  let stopped: Promise<void> | undefined;
  return {
    url,
    statementsDir,
    stop: () => {
      stopped ??= stop().then(() => {
        for (const directory of [dataDir, statementsDir]) rmSync(directory, { recursive: true });
      });
      return stopped;
    },
  };
}

function urlOf(serverUrl: string, database: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;
}
