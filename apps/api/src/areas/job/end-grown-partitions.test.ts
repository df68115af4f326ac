import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';
import { endGrownPartitions } from './end-grown-partitions.ts';

let api: TestApi;
let owner: pg.Client;
beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  owner = await connect(api.databaseUrl);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const tables = ['card_flows', 'operation_logs', 'ledger_postings'];
const countAs = (table: string, rows: number) =>
  owner.query(
    `SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text, 'reltuples', $2::real)`,
    [`${table}_first`, rows],
  );
const partitionsOf = async (table: string): Promise<number> => {
  const { rows } = await owner.query('SELECT FROM pg_inherits WHERE inhparent = $1::regclass', [table]);
  return rows.length;
};

test('a partition goes on up to twenty million rows', async () => {
  for (const table of tables) await countAs(table, 19_999_990);
  for (const _ of [1, 2, 3]) await endGrownPartitions(api.deps);
  expect(await Promise.all(tables.map(partitionsOf))).toEqual([1, 1, 1]);
});

test('past them it ends in three steps, and a partition that can’t end is told of and keeps no other from ending', async () => {
  await owner.query(
    `INSERT INTO ledger_postings SELECT tenant_id, least_id(now() + interval '100 days'), source_type, leg, slot_id, book_date, kind, debit_role,
       credit_role, amount, company_id, merchant_id, employee_id, card_id, counter_card_id, counter_company_id, platform_account_id, occurred_at
     FROM ledger_postings LIMIT 1`,
  );
  await countAs('ledger_postings', 20_000_000);
  await countAs('operation_logs', 20_000_000);
  await endGrownPartitions(api.deps);
  for (const _ of [1, 2])
    await expect(endGrownPartitions(api.deps)).rejects.toThrow('ledger_postings_first_ends');
  expect(await Promise.all(tables.map(partitionsOf))).toEqual([1, 2, 1]);
});
