import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../tests/support/test-api.ts';

let api: TestApi;
let owner: pg.Client;
beforeAll(async () => {
  api = await startTestApi({ seed: 'none' });
  owner = await connect(api.databaseUrl);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const statusOf = async (path: string) => (await fetch(`${api.url}${path}`)).status;

test('a database that lacks a migration: /readyz 503 until it is applied, /healthz 200', async () => {
  const last = 'migration_name = (SELECT max(migration_name) FROM _prisma_migrations)';
  await owner.query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE ${last}`);
  const answer = await fetch(`${api.url}/readyz`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await statusOf('/healthz')).toBe(200);
  await owner.query(`UPDATE _prisma_migrations SET rolled_back_at = NULL WHERE ${last}`);
  expect(await statusOf('/readyz')).toBe(200);
});
