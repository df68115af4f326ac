import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import {
  addressesOf,
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/test-database.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { makePgNotifications, type PgNotifications } from '../db/pg-notifications.ts';
import { inTransaction } from '../db/transaction.ts';
import type { JobKey } from './job-kind.ts';
import { makeQueue, type Queue } from './queue.ts';

let made: TestDatabase;
let server: pg.Client;
let database: Database;
let pgNotifications: PgNotifications;
let queue: Queue;
let logged: string[];
let ended: Promise<unknown> | undefined;
beforeEach(async () => {
  made = await createTestDatabase();
  server = await connect(inject('testServerUrls')[0]);
  const addresses = await addressesOf(made);
  database = connectDatabase(addresses, 2, 5000);
  logged = [];
  ended = undefined;
  const log = pino({}, { write: (line) => logged.push(JSON.parse(line).msg) });
  pgNotifications = makePgNotifications(addresses.owner, log);
  queue = makeQueue(addresses.service, pgNotifications, log);
});
/** Once: a test may have done it. */
function end(): Promise<unknown> {
  ended ??= queue.stop(1000).then(() => pgNotifications.close());
  return ended;
}
afterEach(async () => {
  await letIn(true);
  await end();
  await database.close();
  await server.end();
  await made.drop();
});

/** Whether the database takes connections. */
const letIn = (whether: boolean) =>
  server.query(`ALTER DATABASE ${new URL(made.url).pathname.slice(1)} ALLOW_CONNECTIONS ${whether}`);

describe('a replica whose database is away for the moment in which it starts', () => {
  test('takes jobs once it is there', async () => {
    await letIn(false);
    const taken: JobKey[] = [];
    const working = queue.work(async (key) => void taken.push(key));
    await eventually(() => expect(logged).toContain('the job queue could not be started, trying again'));
    await letIn(true);
    await working;
    const key = { tenantId: crypto.randomUUID(), id: crypto.randomUUID() };
    await inTransaction(database, (tx) => queue.send(tx, key));
    await eventually(() => expect(taken).toEqual([key]));
  });

  test('hears notices once it is there', async () => {
    await letIn(false);
    const heard: string[] = [];
    const listening = pgNotifications.listen('late', (payload) => heard.push(payload));
    const words = 'the connection for notices could not be opened, trying again';
    await eventually(() => expect(logged).toContain(words));
    await letIn(true);
    await listening;
    await database.pool.query(`SELECT pg_notify('late', 'news')`);
    await eventually(() => expect(heard).toEqual(['news']));
  });

  test('ends all the same while it is away', async () => {
    await letIn(false);
    const working = queue.work(async () => undefined);
    const listening = pgNotifications.listen('late', () => undefined);
    await eventually(() => expect(new Set(logged).size).toBe(2));
    await end();
    await Promise.all([working, listening]);
  });
});
