import { connect } from '@xyxlx/database/connect';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { dayBefore, shanghaiDay, startOfDay } from '../../platform/time/shanghai.ts';
import { startBackfills } from './backfill.ts';

let api: TestApi;
let owner: pg.Client;
const tenantId = tenantIdOf('A');

beforeAll(async () => {
  api = await startTestApi();
  owner = await connect(api.databaseUrl);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

const columns = `tenant_id, source_id, source_type, leg, book_date, kind, debit_role, credit_role, amount, company_id, counter_company_id,
  merchant_id, employee_id, card_id, counter_card_id, platform_account_id, occurred_at`;

/** As it was before there was a ledger: the money, and none of its postings. */
async function forget(): Promise<void> {
  await owner.query('BEGIN');
  await owner.query(`SET LOCAL session_replication_role = 'replica'`);
  await owner.query('DELETE FROM ledger_postings; DELETE FROM ledger_slots; DELETE FROM ledger_backfills');
  await owner.query('INSERT INTO ledger_backfills (tenant_id) SELECT DISTINCT tenant_id FROM ledger_periods');
  await owner.query('COMMIT');
}

async function backfilled(): Promise<void> {
  await Promise.all([startBackfills(api.deps), startBackfills(api.deps)]);
  await eventually(
    async () =>
      expect(await api.deps.database.prisma.ledgerBackfill.count({ where: { finishedAt: null } })).toBe(0),
    { timeout: 60_000 },
  );
}

const legs = async (where: string, values: unknown[] = []) =>
  (
    await owner.query({
      text: `SELECT kind, debit_role, credit_role, amount::int, book_date::text FROM ledger_postings WHERE ${where} ORDER BY source_id, leg`,
      values,
      rowMode: 'array',
    })
  ).rows;

/** The 备付金 of a company of whose days none were closed before: what it had paid until then, in fen, and the flow that says so. */
async function openReserve(company: string): Promise<{ flow: string; day: string; paid: number }> {
  const today = shanghaiDay(api.clock.businessNow());
  const day = dayBefore(today, 20);
  const opened = new Date(startOfDay(day).getTime() + 9 * 3_600_000);
  const { rows: flows } = await owner.query(
    `INSERT INTO fund_flows (tenant_id, account_id, seq, kind, delta, balance_after, source_type, source_id, created_at)
     SELECT tenant_id, id, flow_seq + 1, 'OPENING', 1, balance + 1, 'company', company_id, $3 FROM fund_accounts
     WHERE tenant_id = $1 AND company_id = $2 AND kind = 'RESERVE' RETURNING id`,
    [tenantId, company, opened],
  );
  const { rows } = await owner.query(
    `SELECT sum(CASE type WHEN 'REFUND' THEN -enterprise ELSE enterprise END)::int AS paid FROM consumption_records
     WHERE tenant_id = $1 AND company_id = $2 AND state NOT IN ('PROCESSING', 'FAILED') AND paid_at < $3`,
    [tenantId, company, startOfDay(day)],
  );
  expect(rows[0].paid).toBeGreaterThan(0);
  return { flow: flows[0].id, day, paid: rows[0].paid };
}

/** Money that a bank dated before the first day of the books; both. */
async function earlyLine(): Promise<{ line: string; firstDay: string }> {
  const { prisma } = api.deps.database;
  const { period } = await prisma.ledgerPeriod.findFirstOrThrow({
    where: { tenantId },
    orderBy: { period: 'asc' },
  });
  const firstDay = `${period}-01`;
  const { accountId } = await prisma.statementLine.findFirstOrThrow({ where: { tenantId } });
  const at = new Date(startOfDay(firstDay).getTime() - 3 * 86_400_000);
  const figures = { direction: 'IN', amount: 700, balanceAfter: 700, state: 'UNCLAIMED' } as const;
  const { id } = await prisma.statementLine.create({
    data: { tenantId, accountId, bankNo: 'EARLY', at, ...figures },
  });
  return { line: id, firstDay };
}

test('posts what the seed posted, once, with what was there before the books; what is posted meanwhile stays', async () => {
  await owner.query(`CREATE TEMP TABLE seeded AS SELECT ${columns} FROM ledger_postings`);
  const [{ count }] = (await owner.query('SELECT count(*)::int FROM seeded')).rows;
  expect(count).toBeGreaterThan(2_000);
  const opening = await openReserve(companyId('A', 2));
  const early = await earlyLine();
  await forget();
  const token = await api.signIn('13800000001');
  const { prisma } = api.deps.database;
  const { employeeId } = await prisma.limitAccount.findFirstOrThrow({
    where: {
      tenantId,
      available: { gte: 500 },
      employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE' } },
    },
  });
  const { body } = await api.call('dev/pay', { employeeId, amount: 500 }, token);
  expect(body.code).toBe(200);
  const period = early.firstDay.slice(0, 7);
  const close = async () =>
    (await api.call('voucher/closePeriod', { period }, await api.signIn('13800000002'))).body.msg;
  expect(await close()).toBe('历史数据入账中');
  await backfilled();
  expect(await close()).not.toBe('历史数据入账中');

  const difference = (one: string, other: string) =>
    owner.query(`SELECT ${columns} FROM ${one} EXCEPT SELECT ${columns} FROM ${other}`);
  expect((await difference('seeded', 'ledger_postings')).rows).toEqual([]);
  const more = (await difference('ledger_postings', 'seeded')).rows.map(({ source_id: id }) => id);
  expect(more.sort()).toEqual([body.result.id, opening.flow, early.line].sort());
  expect(await legs('source_id = $1', [opening.flow])).toEqual([
    ['OPENING', 'SETTLEMENT', 'BANK', opening.paid, opening.day],
  ]);
  expect(await legs('source_id = $1', [early.line])).toEqual([
    ['RECEIPT', 'BANK', 'UNCLAIMED', 700, early.firstDay],
  ]);

  const all = () => prisma.job.findMany({ where: { kind: 'ledgerBackfill' } });
  await eventually(async () =>
    expect((await all()).map(({ state }) => state)).toEqual(['SUCCEEDED', 'SUCCEEDED']),
  );
  const jobs = await all();
  for (const { total, done } of jobs) expect(done).toBe(total);
  expect(await prisma.operationLog.count({ where: { action: 'backfillLedger' } })).toBe(2);
  await startBackfills(api.deps);
  expect(await prisma.job.count({ where: { kind: 'ledgerBackfill' } })).toBe(2);
});
