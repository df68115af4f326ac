import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@xyxlx/database/connect';
import { scratchDirectory } from '@xyxlx/database/embedded/scratch-directory';
import { startEmbeddedPostgres } from '@xyxlx/database/embedded/start';
import { migrate } from '@xyxlx/database/migrate';
import type { TestProject } from 'vitest/node';
import { seedAndPost } from '../../apps/api/src/embed.ts';
import { citusCluster } from './citus-cluster.ts';
import { jwtSecret } from './service-process.ts';

interface TestServer {
  /** The coordinator's and the workers' where tests run on a cluster; else the one there is. */
  urls: [string, ...string[]];
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
  project.provide('testServerUrls', server.urls);
  project.provide('statementsDir', server.statementsDir);
  return () => server.stop();
}

async function startServer(): Promise<TestServer> {
  if (process.env.CITUS_URL) return onCluster(process.env.CITUS_URL);
  const dataDir = scratchDirectory('test');
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
    urls: [url],
    statementsDir,
    stop: () => {
      stopped ??= stop().then(() => {
        for (const directory of [dataDir, statementsDir]) rmSync(directory, { recursive: true });
      });
      return stopped;
    },
  };
}

/** The cluster is somebody's: what the tests make there stays until they run again, but for the databases of their files. */
async function onCluster(citusUrl: string): Promise<TestServer> {
  const { servers, createDatabase, distribute } = await citusCluster(citusUrl);
  for (const server of servers) {
    const admin = await connect(server);
    for (const name of ['template_none', 'template_small']) {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
    await admin.end();
  }
  for (const [name, seed] of [
    ['template_none', 'none'],
    ['template_small', 'small'],
  ] as const) {
    await createDatabase(name);
    await migrate(urlOf(citusUrl, name));
    await seedAndPost(urlOf(citusUrl, name), seed, [jwtSecret]);
    await distribute(name);
  }
  const statementsDir = mkdtempSync(join(tmpdir(), 'xyxlx-statements-'));
  return {
    urls: servers,
    statementsDir,
    stop: async () => rmSync(statementsDir, { recursive: true, force: true }),
  };
}

function urlOf(serverUrl: string, database: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;
}
