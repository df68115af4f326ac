import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPassword } from '@xyxlx/database/seed/accounts';
import supertest from 'supertest';
import { backlog, buildApp } from '../../apps/api/src/app.ts';
import { registry } from '../../apps/api/src/areas.ts';
import type { Clock } from '../../apps/api/src/core/clock.ts';
import type { Deps } from '../../apps/api/src/core/deps.ts';
import { makeLog } from '../../apps/api/src/core/log.ts';
import { makeDeps } from '../../apps/api/src/make-deps.ts';
import { databaseAddresses } from '../../apps/api/src/platform/db/service-address.ts';
import { readSettings } from '../../apps/api/src/platform/settings/settings.ts';
import { asService } from './collect-statements.ts';
import { lenientTimeouts } from './lenient-timeouts.ts';
import { localChannels } from './local-channels.ts';
import { lookedAt } from './looked-at.ts';
import { createTestDatabase } from './test-database.ts';

interface TestClock extends Clock {
  /** Moves both times forward, in milliseconds. */
  advance(ms: number): void;
}

/** A clock that starts now and moves only with the machine's and by `advance`. */
export function testClock(): TestClock {
  let ahead = 0;
  let business = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    businessNow: () => new Date(Date.now() + ahead + business),
    setBusinessOffset: (ms) => {
      business = ms;
    },
    advance: (ms) => {
      ahead += ms;
    },
  };
}

export interface TestApi {
  deps: Deps;
  clock: TestClock;
  url: string;
  /** The owner's, past the service and its rights. */
  databaseUrl: string;
  /** POSTs to `area/action`, with the token when there is one. */
  call(path: string, input?: object, token?: string, headers?: Record<string, string>): supertest.Test;
  /** The token of a demo account. */
  signIn(mobile: string): Promise<string>;
  /** Another instance of the service on the same database. */
  replica(): Promise<TestApi>;
  close(): Promise<void>;
}

interface TestApiOptions {
  seed?: 'none' | 'small';
  /** Settings by their names in the environment. */
  settings?: Record<string, string>;
  /** Takes the place of what the settings would make. */
  override?: (deps: Deps) => Partial<Deps>;
}

/** `settings` with which a token outlives the longest walk on a slow machine, and a clock that is moved on by an hour. */
export const longSessions = { ACCESS_TOKEN_TTL: '2h', REFRESH_IDLE_TTL: '2h' };

/** An `override` with which nothing moves records along by itself: no job runs, and no scheduled task. */
export function withoutJobs({ jobs }: Deps): Partial<Deps> {
  return { jobs: { ...jobs, work: async () => undefined } };
}

/** The real service over HTTP on a database of its own, with a clock that tests can move. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const database = await createTestDatabase({ seed: options.seed ?? 'small' });
  // Heads of the operation log's chains are published there: every test's database has chains of its own.
  const dataDir = mkdtempSync(join(tmpdir(), 'xyxlx-api-'));
  const settings = { DATA_DIR: dataDir, ...options.settings };
  const first = await startTestApiOn(database.url, { ...options, settings });
  return {
    ...first,
    close: async () => {
      await first.close();
      await database.drop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** The seeds' money of 90 days would become hundreds of vouchers beside each test: those that are about them call the duty themselves. */
const schedule = registry.schedule.filter(({ name }) => name !== 'sealLedger');

/** The same on a database that the test has made and takes away itself. */
export async function startTestApiOn(
  databaseUrl: string,
  options: TestApiOptions = {},
  clock: TestClock = testClock(),
): Promise<TestApi> {
  const settings = readSettings({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: '6',
    ...lenientTimeouts,
    JWT_SECRET: 'a secret for tests that is long enough',
    DEV_TOOLS: 'on',
    CAPTCHA_PROVIDER: 'off',
    // A 500 that no test expects tells its cause.
    LOG_LEVEL: 'error',
    ...options.settings,
  });
  const addresses = await databaseAddresses(settings, databaseUrl);
  const made = makeDeps(settings, addresses, makeLog(settings.logLevel), clock, schedule);
  const looked = { ...made, registry: lookedAt(made.registry) };
  const deps = { ...looked, paymentChannels: localChannels, ...options.override?.(looked) };
  const app = await asService(async () => {
    const built = await buildApp(deps);
    await built.listen({ host: '127.0.0.1', port: 0, backlog });
    return built;
  });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const call: TestApi['call'] = (path, input = {}, token, headers = {}) =>
    supertest(url)
      .post(`/xyxlx/${path}`)
      .set({ Resourcestype: 'PC', ...(token && { Authorization: token }), ...headers })
      .send(input);

  return {
    deps,
    clock,
    url,
    databaseUrl,
    call,
    signIn: async (mobile) => {
      const { body } = await call('userAccount/login', { mobile, password: demoPassword });
      return body.result.token;
    },
    replica: () => startTestApiOn(databaseUrl, options, clock),
    close: async () => {
      await app.close();
      await deps.database.close();
    },
  };
}
