import { randomUUID } from 'node:crypto';
import { defaultChart } from '@xyxlx/contracts/ledger-roles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../tests/support/test-database.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { migrationNames } from './migration-files.ts';

const [before] = migrationNames()
  .filter((name) => name < '20261123012607_ledger_and_vouchers')
  .slice(-1);

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

test('a tenant that was there gets the default chart, and the periods from its first money on', async () => {
  await migrate(database.url, { through: before });
  const client = await connect(database.url);
  const [tenant, idle] = [randomUUID(), randomUUID()];
  // The people that the adjustment refers to are not what is looked at.
  await client.query(`SET session_replication_role = 'replica'`);
  await client.query(`INSERT INTO tenants (id, code, name) VALUES ($1, 't', 't'), ($2, 'i', 'i')`, [
    tenant,
    idle,
  ]);
  await client.query(
    `INSERT INTO limit_adjustments (tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after, reason, created_at)
     VALUES ($1, $1, $1, $1, $1, 1, 'INCREASE', 'SYSTEM', 0, 1, 1, 'r', date_trunc('month', now()) - interval '40 days')`,
    [tenant],
  );
  await client.query(`SET session_replication_role = 'origin'`);
  await migrate(database.url);

  const chart = await client.query(
    `SELECT a.tenant_id AS tenant, a.code, a.name, a.side, a.role FROM ledger_accounts a
     LEFT JOIN ledger_accounts p ON p.tenant_id = a.tenant_id AND p.id = a.parent_id
     WHERE coalesce(p.code, '') = CASE WHEN length(a.code) > 4 THEN left(a.code, -3) ELSE '' END ORDER BY a.code`,
  );
  for (const id of [tenant, idle]) {
    const rows = chart.rows.filter((row) => row.tenant === id).map(({ tenant: _, ...row }) => row);
    expect(rows).toEqual(defaultChart);
  }
  const periods = await client.query('SELECT tenant_id, period, state FROM ledger_periods ORDER BY period');
  const { rows: months } = await client.query(
    `SELECT $1 AS tenant_id, to_char(m, 'YYYY-MM') AS period, 'OPEN' AS state FROM generate_series(
       date_trunc('month', (date_trunc('month', now()) - interval '40 days') AT TIME ZONE 'Asia/Shanghai'),
       date_trunc('month', now() AT TIME ZONE 'Asia/Shanghai'), interval '1 month') m ORDER BY m`,
    [tenant],
  );
  expect(months.length).toBeGreaterThan(1);
  expect(periods.rows).toEqual(months);
  await client.end();
});
