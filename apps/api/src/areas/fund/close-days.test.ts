import { connect } from '@xyxlx/database/connect';
import { idOf } from '@xyxlx/database/seed/random';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';
import { plenty, setThreshold } from '../../../../../tests/support/thresholds.ts';
import { dayBefore, shanghaiDay, startOfDay } from '../../platform/time/shanghai.ts';
import { closeDays } from './close-days.ts';
import { settleDays } from './settle-days.ts';

let api: TestApi;
let maker: string;
let owner: pg.Client;
const tenantId = tenantIdOf('A');
const company = companyId('A', 1);
const minute = 60_000;

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  owner = await connect(api.databaseUrl);
  for (const kind of ['limitAdjustment', 'consumptionRefund']) await setThreshold(api, kind, plenty);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

/** Moves the clock to so many minutes past the next midnight in Asia/Shanghai, with a new session; the day that is over then. */
async function pastMidnight(minutes: number): Promise<string> {
  const day = shanghaiDay(api.clock.businessNow());
  const at = startOfDay(dayBefore(day, -1)).getTime() + minutes * minute;
  api.clock.advance(at - api.clock.businessNow().getTime());
  maker = await api.signIn('13800000002');
  return day;
}

/** A new day on which nobody has paid yet, all days before it closed. */
async function newDay(): Promise<void> {
  await pastMidnight(31);
  await closeDays(api.deps);
}

async function done(path: string, input: object) {
  const { body } = await api.call(path, input, maker);
  expect(body).toMatchObject({ code: 200 });
  return body.result;
}

/** Somebody of the company with so much to spend, whose merchant's platform takes so many basis points. */
async function payer(amount: number, feeBps: number): Promise<string> {
  const { prisma } = api.deps.database;
  const { employeeId, merchantId } = await prisma.limitAccount.findFirstOrThrow({
    where: {
      tenantId,
      companyId: company,
      employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE', platformId: { not: null } } },
    },
  });
  await owner.query('BEGIN');
  await owner.query(`SET LOCAL session_replication_role = 'replica'`);
  await owner.query(
    `UPDATE platforms p SET fee_bps = $2 FROM merchants m WHERE m.id = $1 AND p.tenant_id = m.tenant_id AND p.id = m.platform_id`,
    [merchantId, feeBps],
  );
  await owner.query('COMMIT');
  await done('limit/adjustLimit', { employeeId, type: 'INCREASE', amount, reason: '补发' });
  return employeeId;
}

const pay = (employeeId: string, amount: number): Promise<{ id: string }> =>
  done('dev/pay', { employeeId, amount });
const refund = (id: string, amount: number) =>
  done('consumption/refundConsumption', { id, amount, reason: '退货' });

async function refundToEnded(employeeId: string, id: string, amount: number): Promise<void> {
  const { prisma } = api.deps.database;
  const expiresAt = api.clock.businessNow();
  await prisma.limitAccount.updateMany({ where: { tenantId, employeeId }, data: { expiresAt } });
  await refund(id, amount);
  await prisma.limitAccount.updateMany({ where: { tenantId, employeeId }, data: { expiresAt: null } });
}

async function balances(): Promise<Record<string, number>> {
  const rows = await api.deps.database.prisma.fundAccount.findMany({
    where: { tenantId, companyId: company },
  });
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, Number(balance)]));
}

/** What an act moves of the company's accounts. */
async function moved(act: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await balances();
  await act();
  const changes = Object.entries(await balances()).map(
    ([kind, balance]) => [kind, balance - (before[kind] ?? 0)] as const,
  );
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

const closeOf = (day: string) =>
  api.deps.database.prisma.fundDayClose.findUnique({
    where: { tenantId_day_companyId: { tenantId, companyId: company, day: new Date(day) } },
  });

/** From then on payments have other times than they were posted with, and 待结算 was paid out without a transfer. */
const byHand = ['postingsOnce', 'controlledAccountsMirror'];

describe('the close of a day', () => {
  it('example 11: 备付金, 待结算, 企业资金 and 手续费 of C 1,234,567, R_live 30,000, R_dead 4,500 at 38 bps', async () => {
    await newDay();
    const employeeId = await payer(1_234_567, 38);
    const { id } = await pay(employeeId, 1_234_567);
    await refund(id, 30_000);
    expect(await moved(() => refundToEnded(employeeId, id, 4_500))).toEqual({ ENTERPRISE: 4_500 });
    const day = await pastMidnight(30);
    expect(await moved(() => closeDays(api.deps))).toEqual({
      RESERVE: -1_204_567,
      SETTLEMENT: 1_200_067,
      ENTERPRISE: -4_560,
      FEE: 4_560,
    });
    expect(await closeOf(day)).toMatchObject({
      consumed: 1_234_567n,
      refundedLive: 30_000n,
      refundedDead: 4_500n,
      cards: 0n,
      fee: 4_560n,
    });
    const kind = ['CONSUME_CLOSE', 'REFUND'];
    const { list } = await done('fund/queryFlow', { companyId: company, kind, createdFrom: day });
    const ofDay: {
      kind: string;
      sourceNo: string;
      account: { kind: string };
      deltaAmount: number;
      pairId: string;
    }[] = list.filter(
      (row: { kind: string; sourceNo: string }) => row.kind === 'REFUND' || row.sourceNo === day,
    );
    const shown = ofDay.map((row) => [row.account.kind, row.kind, row.deltaAmount]);
    expect(shown.sort()).toEqual([
      ['ENTERPRISE', 'REFUND', 4_500],
      ['RESERVE', 'CONSUME_CLOSE', -1_204_567],
      ['SETTLEMENT', 'CONSUME_CLOSE', 1_200_067],
    ]);
    expect(new Set(ofDay.map(({ pairId }) => pairId)).size).toBe(1);
    const flows = await api.deps.database.prisma.fundFlow.findMany({
      where: { tenantId, kind: 'FEE', account: { companyId: company } },
      orderBy: { createdAt: 'desc' },
      take: 2,
    });
    expect(flows.map(({ delta }) => Number(delta)).sort((a, b) => a - b)).toEqual([-4_560, 4_560]);
    for (const { createdAt, remark } of flows) {
      expect([shanghaiDay(createdAt), remark]).toEqual([dayBefore(day, -1), day]);
    }
    await expectInvariants(api);
  });

  it.each([
    [125, 0, 1],
    [124, 0, 0],
    [300, 175, 1],
    [300, 300, 0],
  ])('example 11: %i paid and %i given back at 40 bps cost %i', async (amount, back, fee) => {
    await newDay();
    const { id } = await pay(await payer(amount, 40), amount);
    if (back > 0) await refund(id, back);
    const day = await pastMidnight(30);
    await closeDays(api.deps);
    expect((await closeOf(day))?.fee).toBe(BigInt(fee));
    await expectInvariants(api);
  });

  it('a fee is rounded for each merchant that was paid, at its own platform’s rate', async () => {
    await newDay();
    const employeeId = await payer(1_000, 40);
    const { prisma } = api.deps.database;
    const { merchantId } = await prisma.limitAccount.findFirstOrThrow({ where: { tenantId, employeeId } });
    const own = await prisma.merchant.findFirstOrThrow({ where: { id: merchantId } });
    const others = { tenantId, state: 'ACTIVE' } as const;
    const same = await prisma.merchant.findFirstOrThrow({
      where: { ...others, platformId: own.platformId, id: { not: merchantId } },
    });
    const none = await prisma.merchant.findFirstOrThrow({
      where: { ...others, platformId: { not: own.platformId }, platform: { feeBps: 0 } },
    });
    for (const payeeMerchantId of [merchantId, same.id, none.id]) {
      await done('dev/pay', { employeeId, amount: 125, payeeMerchantId });
    }
    const day = await pastMidnight(30);
    await closeDays(api.deps);
    expect(await closeOf(day)).toMatchObject({ consumed: 375n, fee: 2n });
    await expectInvariants(api);
  });

  it('comes at 00:30 and not a moment before; what was paid at 23:59:59.999 is in, at 00:00 is not', async () => {
    await newDay();
    const employeeId = await payer(1_000, 0);
    const late = startOfDay(dayBefore(shanghaiDay(api.clock.businessNow()), -1)).getTime() - 1;
    await pay(employeeId, 7);
    const day = await pastMidnight(0);
    await pay(employeeId, 100);
    await owner.query('BEGIN');
    await owner.query(`SET LOCAL session_replication_role = 'replica'`);
    await owner.query(
      `UPDATE consumption_records SET paid_at = CASE enterprise WHEN 7 THEN $2::timestamptz ELSE $3::timestamptz END
       WHERE employee_id = $1 AND enterprise IN (7, 100) AND paid_at > $2::timestamptz - interval '1 day'`,
      [employeeId, new Date(late), new Date(late + 1)],
    );
    await owner.query('COMMIT');
    api.clock.advance(late + 1 + 29 * minute + 55_000 - api.clock.businessNow().getTime());
    expect(await moved(() => closeDays(api.deps))).toEqual({});
    expect(await closeOf(day)).toBeNull();
    api.clock.advance(late + 1 + 30 * minute - api.clock.businessNow().getTime());
    expect(await moved(() => closeDays(api.deps))).toEqual({ RESERVE: -7, SETTLEMENT: 7 });
    await expectInvariants(api, byHand);
  });

  it('is done once, by several replicas at once and again and again, and is logged', async () => {
    await newDay();
    await pay(await payer(500, 100), 500);
    const day = await pastMidnight(30);
    const close = () => closeDays(api.deps);
    expect(await moved(() => Promise.all([close(), close(), close()]))).toEqual({
      RESERVE: -500,
      SETTLEMENT: 500,
      ENTERPRISE: -5,
      FEE: 5,
    });
    expect(await moved(close)).toEqual({});
    const logs = await api.deps.database.prisma.operationLog.findMany({
      where: { tenantId, action: 'closeDays', targetId: day },
    });
    expect(logs.map(({ after }) => after)).toEqual([{ closed: 1, waiting: 0, feeAmount: 5 }]);
    await expectInvariants(api, byHand);
  });

  it('of nights that were missed is made up for, day by day', async () => {
    await newDay();
    const employeeId = await payer(300, 0);
    await pay(employeeId, 100);
    const first = await pastMidnight(10);
    await pay(employeeId, 200);
    const second = await pastMidnight(10);
    await pastMidnight(40);
    await closeDays(api.deps);
    expect([(await closeOf(first))?.consumed, (await closeOf(second))?.consumed]).toEqual([100n, 200n]);
    await expectInvariants(api, byHand);
  });

  it('a fee that 企业资金 does not cover waits for a night on which it does, and is dated then', async () => {
    await newDay();
    await pay(await payer(10_000, 100), 10_000);
    const { prisma } = api.deps.database;
    const fund = { tenantId, companyId: company, kind: 'ENTERPRISE' } as const;
    const { balance, frozen } = await prisma.fundAccount.findFirstOrThrow({ where: fund });
    await prisma.fundAccount.updateMany({ where: fund, data: { frozen: balance - 99n } });
    const day = await pastMidnight(30);
    expect(await moved(() => closeDays(api.deps))).toEqual({ RESERVE: -10_000, SETTLEMENT: 10_000 });
    expect(await closeOf(day)).toMatchObject({ fee: 100n, feePaidAt: null });
    await prisma.fundAccount.updateMany({ where: fund, data: { frozen: balance - 100n } });
    expect(await moved(() => closeDays(api.deps))).toEqual({});
    await pastMidnight(30);
    expect(await moved(() => closeDays(api.deps))).toEqual({ ENTERPRISE: -100, FEE: 100 });
    expect((await closeOf(day))?.feePaidAt).toEqual(expect.any(Date));
    await prisma.fundAccount.updateMany({ where: fund, data: { frozen } });
    await expectInvariants(api, byHand);
  });

  it('a day that 待结算 does not cover stays open for the next close', async () => {
    await newDay();
    const employeeId = await payer(9_000, 0);
    const { id } = await pay(employeeId, 5_000);
    await newDay();
    // What is owed was settled in the meantime.
    const { SETTLEMENT: owed = 0 } = await balances();
    await owner.query(
      `WITH paid AS (UPDATE fund_accounts SET balance = 0, flow_seq = flow_seq + 1 WHERE tenant_id = $1 AND company_id = $2 AND kind = 'SETTLEMENT'
         RETURNING id, flow_seq)
       INSERT INTO fund_flows (tenant_id, account_id, seq, kind, delta, balance_after, source_type, source_id, external_no, platform_account_id,
         created_at)
       SELECT $1, id, flow_seq, 'SETTLE', $3, 0, 't', id, 'HZ00009000', $4, $5 FROM paid`,
      [tenantId, company, -owed, idOf('platformAccount/A/0'), api.clock.businessNow()],
    );
    await refund(id, 3_000);
    const open = await pastMidnight(30);
    expect(await moved(() => closeDays(api.deps))).toEqual({});
    expect(await closeOf(open)).toMatchObject({ refundedLive: 3_000n, closedAt: null });
    await expectInvariants(api, byHand);
    await pay(employeeId, 4_000);
    await pastMidnight(30);
    expect(await moved(() => closeDays(api.deps))).toEqual({ RESERVE: -1_000, SETTLEMENT: 1_000 });
    expect((await closeOf(open))?.closedAt).toEqual(expect.any(Date));
    await expectInvariants(api, byHand);
  });

  it('what came back today to a limit of an earlier day can be recovered before the night', async () => {
    await newDay();
    const { prisma } = api.deps.database;
    const employeeId = await payer(1_000, 0);
    const { id } = await pay(employeeId, 1_000);
    await newDay();
    await refund(id, 1_000);
    const { id: reserve, balance } = await prisma.fundAccount.findFirstOrThrow({
      where: { tenantId, companyId: company, kind: 'RESERVE' },
    });
    await owner.query('BEGIN');
    await owner.query(`SET LOCAL session_replication_role = 'replica'`);
    // As if nobody else of the company had anything.
    await owner.query('UPDATE fund_accounts SET balance = 0 WHERE id = $1', [reserve]);
    await owner.query('COMMIT');
    await done('limit/adjustLimit', { employeeId, type: 'RECOVER', amount: 1_000, reason: '回收' });
    expect((await balances()).RESERVE).toBe(-1_000);
    await owner.query('UPDATE fund_accounts SET balance = balance + $2 WHERE id = $1', [reserve, balance]);
    await pastMidnight(30);
    expect(await moved(() => closeDays(api.deps))).toEqual({ RESERVE: 1_000, SETTLEMENT: -1_000 });
  });

  it('leaves out what was paid before a company’s days began to be closed, and what failed', async () => {
    await newDay();
    const { rows } = await owner.query(
      `INSERT INTO companies (tenant_id, name) VALUES ($1, '日结前') RETURNING id`,
      [tenantId],
    );
    const [{ id }] = rows;
    const paid = (no: string, state: string, at: Date) =>
      owner.query(
        `INSERT INTO consumption_records (tenant_id, merchant_id, company_id, employee_id, payee_merchant_id, payment_no, type, state, amount,
           enterprise, personal, category, channel, paid_at)
         SELECT tenant_id, merchant_id, $2, employee_id, merchant_id, $3, 'CONSUME', $4, 5, 5, 0, 'MEAL', 'CARD', $5
         FROM limit_accounts WHERE tenant_id = $1 AND available > 0 LIMIT 1`,
        [tenantId, id, no, state, at],
      );
    const keep = async () => {
      const now = api.clock.businessNow();
      await owner.query(
        `INSERT INTO consumption_days (tenant_id, day, merchant_id) SELECT $1, $2::date, merchant_id FROM limit_accounts WHERE tenant_id = $1 LIMIT 1
         ON CONFLICT DO NOTHING`,
        [tenantId, shanghaiDay(now)],
      );
      return now;
    };
    await paid('PBEFORE1', 'SUCCESS', await keep());
    await pastMidnight(0);
    await owner.query(
      `WITH opened AS (INSERT INTO fund_accounts (tenant_id, company_id, kind, flow_seq) VALUES ($1, $2, 'RESERVE', 1) RETURNING id)
       INSERT INTO fund_flows (tenant_id, account_id, seq, kind, delta, balance_after, source_type, source_id, created_at)
       SELECT $1, id, 1, 'OPENING', 0, 0, 'opening', id, $3 FROM opened`,
      [tenantId, id, api.clock.businessNow()],
    );
    await paid('PAFTER1', 'SUCCESS', await keep());
    await paid('PAFTER2', 'FAILED', await keep());
    await paid('PAFTER3', 'PROCESSING', await keep());
    const day = await pastMidnight(30);
    await closeDays(api.deps);
    const closes = await api.deps.database.prisma.fundDayClose.findMany({
      where: { tenantId, companyId: id },
    });
    expect(closes.map((close) => [close.day.toISOString().slice(0, 10), close.consumed])).toEqual([
      [day, 5n],
    ]);
    await owner.query(`DELETE FROM consumption_records WHERE tenant_id = $1 AND company_id = $2`, [
      tenantId,
      id,
    ]);
  });

  test('what the database refuses, whoever writes', async () => {
    const refused = (text: string, message: RegExp) => expect(owner.query(text)).rejects.toThrow(message);
    const row = `WHERE tenant_id = '${tenantId}' AND company_id = '${company}' AND closed_at IS NOT NULL`;
    await refused(`UPDATE fund_day_closes SET consumed = consumed + 1 ${row}`, /refuse_other_close/);
    await refused(`UPDATE fund_day_closes SET closed_at = NULL ${row}`, /refuse_other_close/);
    await refused(`UPDATE fund_day_closes SET fee_paid_at = now() ${row} AND fee = 0`, /fund_day_closes_fee/);
    await refused(`DELETE FROM fund_day_closes ${row}`, /append-only/);
    await refused(
      `INSERT INTO fund_day_closes (tenant_id, day, company_id, consumed, refunded_live, refunded_dead, fee)
       SELECT tenant_id, day, company_id, 1, 0, 0, 0 FROM fund_day_closes ${row} LIMIT 1`,
      /fund_day_closes_pkey/,
    );
    await refused(
      `INSERT INTO fund_day_closes (tenant_id, day, company_id, consumed, refunded_live, refunded_dead, fee)
       VALUES ('${tenantId}', '2001-01-01', '${company}', -1, 0, 0, 0)`,
      /fund_day_closes_figures/,
    );
    await refused(
      `INSERT INTO fund_flows (tenant_id, account_id, seq, kind, delta, balance_after, source_type, source_id, pair_id)
       SELECT tenant_id, id, flow_seq + 1, 'CONSUME_CLOSE', -1, balance - 1, 't', id, uuidv7() FROM fund_accounts
       WHERE tenant_id = '${tenantId}' AND company_id = '${company}' AND kind = 'RESERVE'`,
      /refuse_half_pair/,
    );
  });
});

describe('which days and fees are covered', () => {
  const day = (day: string, owed: number, fee = 0, wasClosed = false) => ({
    ...{ companyId: 'c', day, reserved: owed, owed, fee, wasClosed },
  });
  const outcome = (days: ReturnType<typeof day>[], free: Record<string, number>) =>
    Object.fromEntries(
      settleDays(days, (_, kind) => free[kind] ?? 0).map(({ day, isClosed, isFeePaid }) => [
        day,
        `${isClosed ? 'closed' : 'open'}${isFeePaid ? ' paid' : ''}`,
      ]),
    );

  it('days that add come first, then the oldest; one that is not covered holds up none behind it', () => {
    const days = [day('1', -50), day('2', -30), day('3', 40), day('4', -10)];
    expect(outcome(days, {})).toEqual({ 1: 'open', 2: 'closed', 3: 'closed', 4: 'closed' });
    expect(outcome(days, { SETTLEMENT: 10 })).toEqual({ 1: 'closed', 2: 'open', 3: 'closed', 4: 'open' });
  });

  it('fees are taken of closed days alone, in the same order, each whole', () => {
    const days = [day('1', 5, 6, true), day('2', -1, 1), day('3', 5, 5), day('4', 5, 4)];
    expect(outcome(days, { ENTERPRISE: 10 })).toEqual({
      1: 'closed paid',
      2: 'closed',
      3: 'closed',
      4: 'closed paid',
    });
    expect(outcome([day('1', -1, 1)], { ENTERPRISE: 10 })).toEqual({ 1: 'open' });
  });
});
