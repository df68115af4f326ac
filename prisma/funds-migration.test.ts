import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../tests/support/test-database.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { migrationNames } from './migration-files.ts';

const [before] = migrationNames()
  .filter((name) => name < '20261122173900_funds')
  .slice(-1);

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

test('limits and payments get the company behind their merchant, and 备付金 begins with what limits hold and today’s payments took', async () => {
  await migrate(database.url, { through: before });
  const client = await connect(database.url);
  const [tenant, top, branch, empty] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const [ofTop, ofBranch, ofEmpty] = [randomUUID(), randomUUID(), randomUUID()];
  // The people that limits and payments refer to are not what is looked at.
  await client.query(`SET session_replication_role = 'replica'`);
  await client.query(`INSERT INTO tenants (id, code, name) VALUES ($1, 't', 't')`, [tenant]);
  await client.query(
    `INSERT INTO companies (id, tenant_id, parent_id, name, created_at)
     VALUES ($2, $1, NULL, 'top', '2026-01-01'), ($3, $1, $2, 'branch', '2026-01-02'), ($4, $1, $2, 'all given back', '2026-01-02')`,
    [tenant, top, branch, empty],
  );
  for (const [n, [merchant, company]] of [
    [ofTop, null],
    [ofBranch, branch],
    [ofEmpty, empty],
  ].entries()) {
    await client.query(
      `INSERT INTO merchants (id, tenant_id, company_id, merchant_no, name, short_name, credit_code, contact_name, contact_mobile, mcc, region,
         settlement_bank, settlement_account)
       VALUES ($1, $2, $3, $4, $4, 'm', $5, 'c', 'c', '5812', 'r', 'b', 'a')`,
      [merchant, tenant, company, `M${n}`, `91310115700000001${n}`],
    );
  }
  const limit = (merchant: string, available: number, locked: number, used: number) =>
    client.query(
      `INSERT INTO limit_accounts (tenant_id, merchant_id, employee_id, total, available, locked, used)
       VALUES ($1, $2, uuidv7(), $3::bigint + $4::bigint + $5::bigint, $3, $4, $5)`,
      [tenant, merchant, available, locked, used],
    );
  await limit(ofTop, 700, 300, 150);
  await limit(ofBranch, 50, 0, 0);
  const paid = (
    no: string,
    type: string,
    state: string,
    enterprise: number,
    days: number,
    merchant = ofTop,
  ) =>
    client.query(
      `INSERT INTO consumption_records (tenant_id, merchant_id, employee_id, payee_merchant_id, payment_no, type, state, amount, enterprise, personal, category,
         channel, related_id, paid_at)
       VALUES ($1, $2, uuidv7(), $2, $3, $4, $5, $6, $6, 0, 'MEAL', 'CARD', CASE WHEN $4 = 'REFUND' THEN uuidv7() END,
         now() - $7::int * interval '1 day')`,
      [tenant, merchant, no, type, state, enterprise, days],
    );
  await paid('P1', 'CONSUME', 'SUCCESS', 100, 0);
  await paid('P2', 'CONSUME', 'FAILED', 1_000, 0);
  await paid('P3', 'CONSUME', 'SUCCESS', 90, 2);
  await paid('R1', 'REFUND', 'SUCCESS', 40, 0);
  // One refund went to a limit, which was given back since; the other to a limit that had ended, and on to 企业资金.
  await paid('P4', 'CONSUME', 'REFUNDED', 30, 1, ofEmpty);
  await paid('R4', 'REFUND', 'SUCCESS', 20, 0, ofEmpty);
  await paid('R5', 'REFUND', 'SUCCESS', 10, 0, ofEmpty);
  const fund = randomUUID();
  await client.query(
    `INSERT INTO fund_accounts (id, tenant_id, company_id, kind, balance, flow_seq) VALUES ($1, $2, $3, 'ENTERPRISE', 30, 2)`,
    [fund, tenant, empty],
  );
  for (const [seq, [kind, delta, balance]] of [
    ['LIMIT_RECOVER', 20, 20],
    ['REFUND', 10, 30],
  ].entries()) {
    await client.query(
      `INSERT INTO fund_flows (tenant_id, account_id, seq, kind, delta, balance_after, source_type, source_id)
       VALUES ($1, $2, $3, $4, $5, $6, 't', $2)`,
      [tenant, fund, seq + 1, kind, delta, balance],
    );
  }
  await migrate(database.url);

  const { rows } = await client.query(
    `SELECT c.name, f.kind, f.balance::int, w.kind AS flow, w.delta::int, f.flow_seq FROM fund_accounts f JOIN companies c ON c.id = f.company_id
     LEFT JOIN fund_flows w ON w.account_id = f.id ORDER BY f.kind, c.name DESC, w.seq`,
  );
  expect(rows).toEqual([
    { name: 'top', kind: 'ENTERPRISE', balance: 0, flow: null, delta: null, flow_seq: 0 },
    { name: 'branch', kind: 'ENTERPRISE', balance: 0, flow: null, delta: null, flow_seq: 0 },
    {
      name: 'all given back',
      kind: 'ENTERPRISE',
      balance: 30,
      flow: 'LIMIT_RECOVER',
      delta: 20,
      flow_seq: 2,
    },
    { name: 'all given back', kind: 'ENTERPRISE', balance: 30, flow: 'REFUND', delta: 10, flow_seq: 2 },
    { name: 'top', kind: 'RESERVE', balance: 1_060, flow: 'OPENING', delta: 1_060, flow_seq: 1 },
    { name: 'branch', kind: 'RESERVE', balance: 50, flow: 'OPENING', delta: 50, flow_seq: 1 },
    { name: 'all given back', kind: 'RESERVE', balance: -20, flow: 'OPENING', delta: -20, flow_seq: 1 },
  ]);
  const pairs = await client.query(
    `SELECT kind, pair_id = md5($1 || ' ' || (now() AT TIME ZONE 'Asia/Shanghai')::date)::uuid AS of_day FROM fund_flows
     WHERE account_id = $2 ORDER BY seq`,
    [empty, fund],
  );
  expect(pairs.rows).toEqual([
    { kind: 'LIMIT_RECOVER', of_day: null },
    { kind: 'REFUND', of_day: true },
  ]);
  await client.query(`SET session_replication_role = 'origin'`);
  const change = client.query(`UPDATE fund_flows SET remark = 'x' WHERE account_id = $1`, [fund]);
  await expect(change).rejects.toThrow();
  const owners = await client.query(
    `SELECT c.name, count(*)::int AS count FROM (SELECT company_id FROM limit_accounts UNION ALL SELECT company_id FROM consumption_records) o
     JOIN companies c ON c.id = o.company_id GROUP BY 1 ORDER BY 1`,
  );
  expect(owners.rows).toEqual([
    { name: 'all given back', count: 3 },
    { name: 'branch', count: 1 },
    { name: 'top', count: 5 },
  ]);
  await client.end();
});
