import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../tests/support/test-database.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { migrationNames } from './migration-files.ts';

const names = migrationNames();
const before = names[names.findIndex((name) => name.endsWith('_kinds_of_bills')) - 1];

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

test('top-ups and fees leave the bills of merchants, and adjustments get the company whose fund they moved', async () => {
  await migrate(database.url, { through: before });
  const client = await connect(database.url);
  const [tenant, then, now, merchant, account, fund, old] = Array.from({ length: 7 }, () => randomUUID());
  // What they refer to is not what is looked at.
  await client.query(`SET session_replication_role = 'replica'`);
  await client.query(`INSERT INTO companies (id, tenant_id, name) VALUES ($2, $1, 'then'), ($3, $1, 'now')`, [
    tenant,
    then,
    now,
  ]);
  await client.query(
    `INSERT INTO limit_accounts (id, tenant_id, merchant_id, employee_id, company_id) VALUES ($1, $2, $3, $1, $4)`,
    [account, tenant, merchant, now],
  );
  await client.query(
    `INSERT INTO fund_accounts (id, tenant_id, company_id, kind) VALUES ($2, $1, $3, 'ENTERPRISE'), ($4, $1, $5, 'ENTERPRISE')`,
    [tenant, old, then, fund, now],
  );
  const [alone, batch] = [randomUUID(), randomUUID()];
  for (const [seq, [kind, account_, source]] of [
    ['LIMIT_ISSUE', old, alone],
    ['LIMIT_RECOVER', old, batch],
  ].entries()) {
    await client.query(
      `INSERT INTO fund_flows (tenant_id, account_id, seq, kind, delta, balance_after, source_type, source_id)
       VALUES ($1, $2, $3, $4, 1, 1, 't', $5)`,
      [tenant, account_, seq + 1, kind, source],
    );
  }
  await client.query(
    `INSERT INTO consumption_records (tenant_id, merchant_id, company_id, employee_id, payee_merchant_id, payment_no, type, state, amount, enterprise,
       personal, category, channel, related_id, paid_at)
     VALUES ($1, $2, $3, $4, $2, 'R1', 'REFUND', 'SUCCESS', 5, 5, 0, 'MEAL', 'CARD', uuidv7(), now())`,
    [tenant, merchant, then, account],
  );
  for (const [seq, [id, type, reason, of]] of [
    [alone, 'INCREASE', 'by itself', null],
    [randomUUID(), 'DECREASE', 'of a batch', batch],
    [randomUUID(), 'RECOVER', 'R1', null],
    [randomUUID(), 'INCREASE', 'without a flow', null],
  ].entries()) {
    await client.query(
      `INSERT INTO limit_adjustments (id, tenant_id, merchant_id, employee_id, account_id, seq, type, source, before, delta, after, reason, batch_id)
       VALUES ($1, $2, $3, $4, $4, $5, $6, 'BATCH', 0, 1, 1, $7, $8)`,
      [id, tenant, merchant, account, seq + 1, type, reason, of],
    );
  }
  for (const [n, [kind, amount, at]] of [
    ['TOP_UP', 1_000, '2026-08-10'],
    ['FEE', 30, '2026-09-05'],
    // The first instant of October in Shanghai.
    ['TOP_UP', 200, '2026-09-30T16:00:00Z'],
  ].entries()) {
    await client.query(
      `INSERT INTO merchant_flows (tenant_id, merchant_id, flow_no, kind, amount, occurred_at) VALUES ($1, $2, $3, $4, $5, $6)`,
      [tenant, merchant, `F${n}`, kind, amount, at],
    );
  }
  const bills: [string, string, number, number, number, number, number][] = [
    // Period, state, opening, top-ups, issued, fee, closing.
    ['2026-08', 'SETTLED', 0, 1_000, 50, 0, 1_050],
    ['2026-09', 'ISSUED', 1_050, 0, 7, 30, 1_027],
    ['2026-10', 'OPEN', 0, 0, 0, 0, 0],
  ];
  for (const [period, state, opening, topUp, issued, fee, closing] of bills) {
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO bills (tenant_id, merchant_id, bill_no, period, state, opening, top_up, issued, consumed, refunded, recovered, fee, closing)
       VALUES ($1, $2, $3, $3, $4, $5, $6, $7, 0, 0, 0, $8, $9) RETURNING id`,
      [tenant, merchant, period, state, opening, topUp, issued, fee, closing],
    );
    if (state === 'ISSUED')
      await client.query(
        `INSERT INTO approvals (tenant_id, subject_type, subject_id, subject_label, maker_name, amount) VALUES ($1, 'billConfirmation', $2, '', '', $3)`,
        [tenant, rows[0]?.id, closing],
      );
  }
  await migrate(database.url);

  const adjustments = await client.query(
    `SELECT a.reason, c.name FROM limit_adjustments a JOIN companies c ON c.id = a.company_id ORDER BY a.seq`,
  );
  expect(adjustments.rows).toEqual([
    { reason: 'by itself', name: 'then' },
    { reason: 'of a batch', name: 'then' },
    { reason: 'R1', name: 'then' },
    { reason: 'without a flow', name: 'now' },
  ]);
  const { rows } = await client.query(
    `SELECT kind, period, opening::int, top_up::int, issued::int, fee::int, closing::int FROM bills ORDER BY period`,
  );
  const none = { kind: 'MERCHANT', top_up: 0, fee: 0 };
  expect(rows).toEqual([
    { ...none, period: '2026-08', opening: 0, issued: 50, closing: 50 },
    { ...none, period: '2026-09', opening: 50, issued: 7, closing: 57 },
    { ...none, period: '2026-10', opening: 0, issued: 0, closing: 0 },
  ]);
  const waiting = await client.query('SELECT amount::int FROM approvals');
  expect(waiting.rows).toEqual([{ amount: 57 }]);
  await client.query(`SET session_replication_role = 'origin'`);
  await expect(client.query(`UPDATE limit_adjustments SET reason = 'x'`)).rejects.toThrow();
  await client.end();
});
