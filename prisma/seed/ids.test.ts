import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts';
import { connect } from '../connect.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'small' });
  client = await connect(database.url);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('every seeded id is a UUIDv7 of a time that has been', async () => {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.column_name = 'id' AND c.data_type = 'uuid'`,
  );
  let seen = 0;
  for (const { name } of tables) {
    const { rows } = await client.query<{ all: number; good: number }>(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE uuid_extract_version(id) = 7
         AND uuid_extract_timestamp(id) BETWEEN '2025-01-01Z' AND now())::int AS good FROM ${name}`,
    );
    expect([name, rows[0]?.good]).toEqual([name, rows[0]?.all]);
    seen += rows[0]?.all ?? 0;
  }
  expect(seen).toBeGreaterThan(4000);
});

test.each([
  ['consumption_records', 'paid_at'],
  ['limit_adjustments', 'created_at'],
  ['lottery_records', 'drawn_at'],
  ['fund_flows', 'created_at'],
  ['bills', 'created_at'],
  ['approvals', 'created_at'],
  ['operation_logs', 'created_at'],
])('the ids of %s are of their %s', async (table, column) => {
  const { rows } = await client.query(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE uuid_extract_timestamp(id) = date_trunc('milliseconds', ${column}))::int AS good FROM ${table}`,
  );
  expect(rows[0].all).toBeGreaterThan(0);
  expect(rows[0].good).toBe(rows[0].all);
});
