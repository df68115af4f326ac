import { connect } from '@xyxlx/database/connect';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { postMissing } from '../../../../../tests/support/post-missing.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';
import { plenty, setThreshold } from '../../../../../tests/support/thresholds.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { writeFlows } from '../../platform/fund/fund.ts';
import { dayBefore, shanghaiDay, startOfDay } from '../../platform/time/shanghai.ts';
import { reconcile } from './reconcile.ts';
import { reconcileDays } from './reconcile-days.ts';

let api: TestApi;
let maker: string;
let checker: string;
let owner: pg.Client;
let made = 0;
let account: string;
/** The day that is over, in Asia/Shanghai. */
let day: string;
const tenantId = tenantIdOf('A');
const company = companyId('A', 0);

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  // The day that is over is of a month whose bills are open, on the first too: those of the month before are issued in the seed.
  api.clock.setBusinessOffset(86_400_000);
  maker = await api.signIn('13800000002');
  checker = await api.signIn('13800000003');
  owner = await connect(api.databaseUrl);
  day = dayBefore(shanghaiDay(api.clock.businessNow()), 1);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});
beforeEach(async () => {
  account = await newAccount();
});

const call = async (path: string, input: object, token = maker) => (await api.call(path, input, token)).body;

async function done(path: string, input: object, token = maker) {
  const body = await call(path, input, token);
  expect(body).toMatchObject({ code: 200 });
  return body.result;
}

/** An account at a bank or channel that nobody has a statement of yet. */
async function newAccount(
  kind: 'BANK' | 'CHANNEL' = 'BANK',
  key: 'A' | 'B' = 'A',
  index = 0,
): Promise<string> {
  made += 1;
  const { rows } = await owner.query(
    `INSERT INTO platform_accounts (tenant_id, platform_id, company_id, kind, name, bank, account_no, state)
     SELECT $1, p.id, $2, $4, '收款户', '银行', $3, 'ACTIVE' FROM platforms p WHERE p.tenant_id = $1 ORDER BY p.code LIMIT 1 RETURNING id`,
    [tenantIdOf(key), companyId(key, index), String(77_770_000 + made), kind],
  );
  return rows[0].id;
}

interface Said {
  no?: string;
  on?: string;
  balance?: number;
  summary?: string;
  of?: string;
}

/** A line of the statement at 10:00 of a day, in fen; less than nothing went out. */
async function line(amount: number, { no, on = day, balance = 0, summary = '', of = account }: Said = {}) {
  made += 1;
  const { tenantId: tenant } = await api.deps.database.prisma.platformAccount.findFirstOrThrow({
    where: { id: of },
  });
  const said = await api.deps.database.prisma.statementLine.create({
    data: {
      tenantId: tenant,
      accountId: of,
      bankNo: no ?? `L${made}`,
      at: new Date(startOfDay(on).getTime() + 10 * 3_600_000 + made),
      direction: amount > 0 ? 'IN' : 'OUT',
      state: amount > 0 ? 'UNCLAIMED' : 'UNMATCHED',
      amount: Math.abs(amount),
      balanceAfter: balance,
      summary,
      payer: '甲',
    },
  });
  await postMissing(api, 'statementLine');
  return said;
}

/** What `flow` writes has no transfer that it follows from. */
const byHand = ['controlledAccountsMirror'];
/** What the books say of the account, dated at noon of a day. */
async function flow(delta: number, externalNo: string, on = day): Promise<void> {
  await inTransaction(api.deps.database, (tx) =>
    writeFlows(
      tx,
      [
        {
          ...{ tenantId, companyId: company, account: 'ENTERPRISE', flow: 'SETTLE', delta, pairId: null },
          ...{ sourceId: crypto.randomUUID(), remark: externalNo, externalNo, platformAccountId: account },
        },
      ],
      { sourceType: 'test', by: '测试', now: new Date(startOfDay(on).getTime() + 12 * 3_600_000) },
    ),
  );
}

const run = (on = day, token = maker) => done('fund/runReconciliation', { day: on }, token);

async function result(on = day, of = account) {
  const { list } = await done('fund/queryReconciliation', { accountId: of, dayFrom: on, dayTo: on });
  expect(list).toHaveLength(1);
  return done('fund/getReconciliation', { id: list[0].id });
}

interface Break {
  id: string;
  version: number;
  kind: string;
  differenceAmount: number;
  state: string;
  reference: string;
}

const brief = ({ breaks }: { breaks: Break[] }) =>
  breaks.map(({ kind, differenceAmount, state }) => [kind, differenceAmount, state]);
const keyOf = ({ id, version }: Break) => ({ id, version });
const reason = '核对';

async function firstBreak(): Promise<Break> {
  await run();
  return (await result()).breaks[0];
}

const fundOf = async () =>
  Number(
    (
      await api.deps.database.prisma.fundAccount.findFirstOrThrow({
        where: { tenantId, companyId: company, kind: 'ENTERPRISE' },
      })
    ).balance,
  );

describe('the reconciliation of an account at a bank', () => {
  it('is 已平 where lines and flows say the same, and marks what went out as matched', async () => {
    await line(30_000, { no: 'BAL-1', balance: 130_000 });
    const out = await line(-20_000, { balance: 110_000, summary: '提现 HZ00009001 工资' });
    await flow(30_000, 'BAL-1');
    await flow(-20_000, 'HZ00009001');
    expect(await run()).toMatchObject({ day, undecidedCount: expect.any(Number) });
    expect(await result()).toMatchObject({
      state: 'BALANCED',
      openingBalance: 100_000,
      inAmount: 30_000,
      outAmount: 20_000,
      closingBalance: 110_000,
      statementBalance: 110_000,
      differenceAmount: 0,
      lineCount: 2,
      breakCount: 0,
      breaks: [],
    });
    expect((await done('fund/getLine', { id: out.id })).state).toBe('MATCHED');
  });

  it('finds 长款, 短款, 金额不符 and 重复, which come to the difference', async () => {
    await line(50_000, { balance: 50_000 });
    await line(-2_500, { balance: 47_500 });
    await line(10_000, { no: 'AMT-1', balance: 57_500 });
    await flow(9_000, 'AMT-1');
    await flow(-7_000, 'HZ00009002');
    await line(-7_000, { balance: 50_500, summary: 'HZ00009002' });
    await line(-7_000, { balance: 43_500, summary: 'HZ00009002' });
    await flow(-4_000, 'HZ00009003');
    await run();
    const found = await result();
    expect(brief(found)).toEqual([
      ['LONG', 50_000, 'OPEN'],
      ['DUPLICATE', -7_000, 'OPEN'],
      ['LONG', 4_000, 'OPEN'],
      ['SHORT', -2_500, 'OPEN'],
      ['AMOUNT', 1_000, 'OPEN'],
    ]);
    expect(found).toMatchObject({
      state: 'BROKEN',
      inAmount: 9_000,
      outAmount: 11_000,
      closingBalance: -2_000,
      statementBalance: 43_500,
      undecidedCount: 5,
      differenceAmount: found.breaks.reduce((sum: number, one: Break) => sum + one.differenceAmount, 0),
    });
  });

  it('looks on any day, once: what comes later matches what was missing', async () => {
    await line(-6_000, { no: 'LATE-1', on: dayBefore(day, 1) });
    await run(dayBefore(day, 1));
    expect(brief(await result(dayBefore(day, 1)))).toEqual([['SHORT', -6_000, 'OPEN']]);
    await flow(-6_000, 'LATE-1');
    await run();
    expect(await result()).toMatchObject({ state: 'BALANCED', breaks: [] });
    expect(brief(await result(dayBefore(day, 1)))).toEqual([['SHORT', -6_000, 'MATCHED']]);
    expect((await result(dayBefore(day, 1))).state).toBe('BALANCED');
  });

  it('done again changes nothing, and an open break whose other side came in another amount says so', async () => {
    await line(-6_000, { no: 'AGAIN-1' });
    const first = await firstBreak();
    await run();
    expect((await result()).breaks).toEqual([first]);
    await flow(-5_000, 'AGAIN-1');
    await run();
    expect((await result()).breaks).toMatchObject([
      { id: first.id, kind: 'AMOUNT', differenceAmount: -1_000, version: first.version + 1 },
    ]);
  });

  it('a day that is not over: 406 ∅', async () => {
    const today = shanghaiDay(api.clock.businessNow());
    await line(100, { on: today });
    expect(await call('fund/runReconciliation', { day: today })).toMatchObject({
      code: 406,
      msg: '当日未结束',
    });
    expect((await done('fund/queryReconciliation', { accountId: account })).list).toEqual([]);
  });

  it('what is claimed of a line later matches its 长款', async () => {
    const { id: lineId } = await line(8_000, { balance: 8_000 });
    await firstBreak();
    const { approvalId } = await done('fund/claimTopUp', { lineId, companyId: company, remark: '' });
    await done('approval/approve', { id: approvalId }, checker);
    await run();
    expect(brief(await result())).toEqual([['LONG', 8_000, 'MATCHED']]);
    const shown = await done('platform/getAccount', { id: account });
    expect(shown).toMatchObject({ bookBalance: 8_000, statementBalance: 8_000, differenceAmount: 0 });
    await expectInvariants(api, byHand);
  });
});

describe('a break', () => {
  it('of a fee is adjusted once somebody else agrees: one flow, both sides the same', async () => {
    const { id: lineId } = await line(-2_500);
    const found = await firstBreak();
    const before = await fundOf();
    const { approvalId, state } = await done('fund/adjustBreak', { ...keyOf(found), reason: '银行手续费' });
    expect(state).toBe('SUBMITTED');
    expect(await fundOf()).toBe(before);
    expect((await call('approval/approve', { id: approvalId })).msg).toBe('经办人不能审批自己提交的事项');
    expect(await call('fund/adjustBreak', { ...keyOf(found), reason })).toMatchObject({ msg: '差异已处理' });
    const two = await Promise.all(
      [checker, checker].map((token) => call('approval/approve', { id: approvalId }, token)),
    );
    expect(two.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(await fundOf()).toBe(before - 2_500);
    expect(await result()).toMatchObject({
      state: 'BALANCED',
      breaks: [{ state: 'ADJUSTED', reason: '银行手续费' }],
    });
    const { list } = await done('fund/queryFlow', { kind: ['ADJUST'], companyId: company });
    expect(list[0]).toMatchObject({ deltaAmount: -2_500, externalNo: found.reference, pairId: null });
    expect((await done('fund/getLine', { id: lineId })).state).toBe('MATCHED');
    await run();
    expect(brief(await result())).toEqual([['SHORT', -2_500, 'ADJUSTED']]);
    await expectInvariants(api, byHand);
  });

  it.each(['reject', 'withdraw'] as const)(
    'whose adjustment ends in %s is open again, its line free',
    async (end) => {
      const { id: lineId } = await line(1_234);
      const found = await firstBreak();
      const before = await fundOf();
      const { approvalId: id } = await done('fund/adjustBreak', { ...keyOf(found), reason: '存款利息' });
      expect((await call('fund/claimTopUp', { lineId, companyId: company, remark: '' })).msg).toBe(
        '该流水已被认领',
      );
      await done(`approval/${end}`, { id, reason }, end === 'reject' ? checker : maker);
      expect((await result()).breaks[0]).toMatchObject({ state: 'OPEN', reason: null });
      expect((await done('fund/getLine', { id: lineId })).state).toBe('UNCLAIMED');
      expect(await fundOf()).toBe(before);
      await expectInvariants(api, byHand);
    },
  );

  it('of interest within a threshold that the tenant raised is adjusted at once', async () => {
    await line(1_234);
    const found = await firstBreak();
    const before = await fundOf();
    await setThreshold(api, 'fundAdjustment', plenty);
    const answer = await done('fund/adjustBreak', { ...keyOf(found), reason: '存款利息' });
    await setThreshold(api, 'fundAdjustment', { amount: 0 });
    expect(answer).toMatchObject({ approvalId: null, state: 'ADJUSTED' });
    expect(await fundOf()).toBe(before + 1_234);
    await expectInvariants(api, byHand);
  });

  it('that the fund does not cover, or whose line somebody claims, is not adjusted', async () => {
    await line(-1_000_000_000_000);
    const { approvalId } = await done('fund/adjustBreak', { ...keyOf(await firstBreak()), reason });
    expect((await call('approval/approve', { id: approvalId }, checker)).msg).toBe('企业资金余额不足');
    await done('approval/withdraw', { id: approvalId });
    account = await newAccount();
    const { id: lineId } = await line(500);
    const found = await firstBreak();
    await done('fund/claimTopUp', { lineId, companyId: company, remark: '' });
    expect(await call('fund/adjustBreak', { ...keyOf(found), reason })).toMatchObject({
      code: 406,
      msg: '该流水正在认领，请先撤回或等待审核',
    });
  });

  /** Credits a line to the company, as two people do. */
  async function claim(lineId: string): Promise<void> {
    const { approvalId: id } = await done('fund/claimTopUp', { lineId, companyId: company, remark: '' });
    await done('approval/approve', { id }, checker);
  }

  it.each(['OPEN', 'SUSPENDED'])(
    'that is %s is matched at once when its line is claimed and credited',
    async (state) => {
      const { id: lineId } = await line(700);
      const found = await firstBreak();
      if (state === 'SUSPENDED') await done('fund/suspendBreak', { ...keyOf(found), reason });
      const before = await fundOf();
      await claim(lineId);
      expect(await result()).toMatchObject({ state: 'BALANCED', breaks: [{ state: 'MATCHED' }] });
      expect(await fundOf()).toBe(before + 700);
      await expectInvariants(api, byHand);
    },
  );

  it('that its credit does not make up for stays, and is decided once its day is reconciled again', async () => {
    await flow(300, 'L700');
    const { id: lineId } = await line(700, { no: 'L700' });
    const found = await firstBreak();
    expect(found).toMatchObject({ kind: 'AMOUNT', differenceAmount: 400 });
    await claim(lineId);
    expect(brief(await result())).toEqual([['AMOUNT', 400, 'OPEN']]);
    expect((await call('fund/adjustBreak', { ...keyOf(found), reason })).msg).toBe(
      '差异金额已变化，请先重新对账',
    );
    await run();
    expect(brief(await result())).toEqual([['AMOUNT', -300, 'OPEN']]);
  });

  it('of a line that a threshold lets through is matched at once too, and adjusted by nobody after', async () => {
    const { id: lineId } = await line(700);
    const found = await firstBreak();
    await setThreshold(api, 'topUpClaim', plenty);
    const answer = await done('fund/claimTopUp', { lineId, companyId: company, remark: '' });
    await setThreshold(api, 'topUpClaim', { amount: 0 });
    expect(answer).toMatchObject({ approvalId: null, state: 'MATCHED' });
    expect(brief(await result())).toEqual([['LONG', 700, 'MATCHED']]);
    expect(await call('fund/adjustBreak', { ...keyOf(found), reason })).toMatchObject({
      code: 406,
      msg: '差异已处理',
    });
  });

  it('that the books have made up for by now is neither adjusted, matched nor suspended', async () => {
    await line(-2_500, { no: 'F2500' });
    await flow(-1_000, 'HZ1000');
    const other = await line(-1_000);
    await run();
    const breaks: Break[] = (await result()).breaks;
    await flow(-2_500, 'F2500');
    await flow(-1_000, other.bankNo);
    for (const { differenceAmount, ...found } of breaks.filter((one) => one.differenceAmount < 0)) {
      for (const act of ['adjustBreak', 'matchBreak', 'suspendBreak']) {
        const body = await call(`fund/${act}`, { ...keyOf({ differenceAmount, ...found }), reason });
        expect(body, act).toMatchObject({ code: 406, msg: '差异已处理' });
      }
    }
    const missing = breaks.find((one) => one.differenceAmount === 1_000) as Break;
    const body = await call('fund/matchBreak', { ...keyOf(missing), lineId: other.id, reason });
    expect(body).toMatchObject({ code: 406, msg: '差异已处理' });
  });

  it('that has come to another amount is decided once its day is reconciled again', async () => {
    await line(-2_500, { no: 'F2501' });
    const found = await firstBreak();
    const suspended = await done('fund/suspendBreak', { ...keyOf(found), reason: '待查' });
    await flow(-2_000, 'F2501');
    expect(await call('fund/adjustBreak', { ...keyOf(suspended), reason })).toMatchObject({
      code: 406,
      msg: '差异金额已变化，请先重新对账',
    });
    await run();
    const [now] = (await result()).breaks;
    expect(now).toMatchObject({ state: 'SUSPENDED', differenceAmount: -500, kind: 'AMOUNT', reason: '待查' });
    expect((await done('fund/adjustBreak', { ...keyOf(now), reason })).state).toBe('SUBMITTED');
  });

  it('whose adjustment waits while the books make up for it is not approved, and matched once that is rejected', async () => {
    await line(-2_500, { no: 'F2502' });
    const { approvalId: id } = await done('fund/adjustBreak', { ...keyOf(await firstBreak()), reason });
    await flow(-2_500, 'F2502');
    const before = await fundOf();
    expect(await call('approval/approve', { id }, checker)).toMatchObject({ code: 406, msg: '差异已处理' });
    expect(await fundOf()).toBe(before);
    await done('approval/reject', { id, reason }, checker);
    await run();
    expect(brief(await result())).toEqual([['SHORT', -2_500, 'MATCHED']]);
  });

  it('is adjusted once where its line is claimed at the same time', async () => {
    const { id: lineId } = await line(700);
    const found = await firstBreak();
    await setThreshold(api, 'topUpClaim', plenty);
    await setThreshold(api, 'fundAdjustment', plenty);
    const before = await fundOf();
    const both = await Promise.all([
      call('fund/claimTopUp', { lineId, companyId: company, remark: '' }),
      call('fund/adjustBreak', { ...keyOf(found), reason }),
    ]);
    await setThreshold(api, 'topUpClaim', { amount: 0 });
    await setThreshold(api, 'fundAdjustment', { amount: 0 });
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 406]);
    expect(await fundOf()).toBe(before + 700);
    await expectInvariants(api, byHand);
  });

  it('is matched by hand with the line that makes up for it, and both stay explained', async () => {
    await flow(-9_000, 'HZ00009010');
    const { id: lineId } = await line(-9_000, { summary: '工资代发' });
    const other = await line(-8_000);
    await run();
    const breaks: Break[] = (await result()).breaks;
    const missing = breaks.find(({ differenceAmount }) => differenceAmount === 9_000) as Break;
    expect(
      (await done('fund/queryBreakLine', { id: missing.id })).map(({ id }: { id: string }) => id),
    ).toEqual([lineId]);
    for (const given of [{}, { lineId: other.id }]) {
      expect(await call('fund/matchBreak', { ...keyOf(missing), ...given, reason })).toMatchObject({
        code: 406,
        msg: '没有可抵平的流水，请选择同一账户、金额相抵的待处理流水',
      });
    }
    expect(await done('fund/matchBreak', { ...keyOf(missing), lineId, reason })).toMatchObject({
      state: 'MATCHED',
      reason,
    });
    expect((await done('fund/getLine', { id: lineId })).state).toBe('MATCHED');
    await run();
    expect(brief(await result()).toSorted()).toEqual([
      ['LONG', 9_000, 'MATCHED'],
      ['SHORT', -8_000, 'OPEN'],
      ['SHORT', -9_000, 'MATCHED'],
    ]);
    expect((await result()).state).toBe('BROKEN');
    await expectInvariants(api, byHand);
  });

  it('that is suspended waits on, and is adjusted or matched later', async () => {
    await line(-2_500);
    const found = await firstBreak();
    const suspended = await done('fund/suspendBreak', { ...keyOf(found), reason: '待查' });
    expect(suspended).toMatchObject({ state: 'SUSPENDED', reason: '待查' });
    expect((await result()).state).toBe('BROKEN');
    expect((await call('fund/suspendBreak', { ...keyOf(suspended), reason })).msg).toBe('差异已处理');
    expect(await call('fund/adjustBreak', { ...keyOf(found), reason })).toMatchObject({ code: 406 });
    expect((await done('fund/adjustBreak', { ...keyOf(suspended), reason })).state).toBe('SUBMITTED');
  });

  it('of what others may not see, or by who may not: 406 ∅', async () => {
    await line(-2_500);
    const found = await firstBreak();
    const reconciliationId = (await result()).id;
    const { token } = await operator(api, '分公司', {
      permissions: ['fund.reconcile'],
      dataScope: 'COMPANY_TREE',
      companyId: companyId('A', 1),
    });
    const other = await api.signIn('13800000004');
    for (const stranger of [token, other]) {
      for (const [path, input] of [
        ['fund/getReconciliation', { id: reconciliationId }],
        ['fund/queryBreakLine', { id: found.id }],
      ] as const) {
        const body = await call(path, input, stranger);
        expect(body.code === 406 || body.result.length === 0).toBe(true);
      }
      for (const act of ['matchBreak', 'suspendBreak', 'adjustBreak']) {
        expect((await call(`fund/${act}`, { ...keyOf(found), reason }, stranger)).code).toBe(406);
      }
    }
    expect((await call('fund/suspendBreak', { ...keyOf(found), reason }, checker)).code).toBe(406);
    // A day is reconciled of the accounts that the caller sees.
    const own = await newAccount('BANK', 'A', 1);
    await line(700, { of: own });
    await run(day, token);
    expect((await done('fund/queryReconciliation', {}, token)).list).toMatchObject([
      { account: { id: own } },
    ]);
    expect(await result()).toMatchObject({ updatedBy: '财务经办', breaks: [found] });
  });
});

describe('the reconciliation of an account at a channel', () => {
  it('compares its lines with the payments of its company at its platform', async () => {
    account = await newAccount('CHANNEL');
    const { rows } = await owner.query<{ id: string; payment_no: string; amount: string; type: string }>(
      `SELECT p.id, p.payment_no, p.amount, p.type FROM consumption_records p
       JOIN merchants m ON m.tenant_id = p.tenant_id AND m.id = p.payee_merchant_id
       JOIN platform_accounts a ON a.tenant_id = p.tenant_id AND a.id = $1 AND a.platform_id = m.platform_id AND a.company_id = p.company_id
       WHERE (p.paid_at AT TIME ZONE 'Asia/Shanghai')::date = $2::date AND p.state NOT IN ('PROCESSING', 'FAILED') ORDER BY p.payment_no`,
      [account, day],
    );
    expect(rows.length).toBeGreaterThan(1);
    const signed = (n: number) => Number(rows[n]?.amount) * (rows[n]?.type === 'REFUND' ? -1 : 1);
    await run();
    expect((await done('fund/queryReconciliation', { accountId: account })).list).toEqual([]);
    await line(signed(0) + 1, { no: rows[0]?.payment_no as string });
    for (let n = 2; n < rows.length; n++) await line(signed(n), { no: rows[n]?.payment_no as string });
    await line(555, { no: 'NOBODY-1' });
    await run();
    expect(brief(await result()).toSorted()).toEqual(
      [
        ['AMOUNT', 1, 'OPEN'],
        ['LONG', 555, 'OPEN'],
        [signed(1) > 0 ? 'SHORT' : 'LONG', -signed(1), 'OPEN'],
      ].toSorted(),
    );
    const total = rows.reduce((sum, _, n) => sum + signed(n), 0);
    const { inAmount, outAmount } = await result();
    expect(inAmount - outAmount).toBe(total);
  });
});

describe('the database refuses', () => {
  it('an account and day twice, figures that do not add up, and taking one away', async () => {
    await line(-100);
    await run();
    const { prisma } = api.deps.database;
    const { id: _, ...row } = await prisma.reconciliation.findFirstOrThrow({
      where: { tenantId, accountId: account },
    });
    await expect(prisma.reconciliation.create({ data: row })).rejects.toThrow(/Unique/);
    await expect(
      prisma.reconciliation.create({ data: { ...row, day: new Date('2020-01-01'), closing: 1n } }),
    ).rejects.toThrow(/reconciliations_figures/);
    await expect(
      prisma.reconciliation.deleteMany({ where: { tenantId, accountId: account } }),
    ).rejects.toThrow(/permission denied/);
  });

  it('a second break of a number while one waits, and any change of one that is decided', async () => {
    await line(-100);
    const { id } = await firstBreak();
    const { prisma } = api.deps.database;
    const where = { tenantId, id };
    const set = (data: object) => prisma.reconciliationBreak.updateMany({ where, data });
    const { id: _, ...row } = await prisma.reconciliationBreak.findFirstOrThrow({ where });
    await expect(prisma.reconciliationBreak.create({ data: row })).rejects.toThrow(/Unique/);
    await expect(set({ state: 'ADJUSTED' })).rejects.toThrow(/refuse_other_break/);
    await expect(set({ reference: 'other' })).rejects.toThrow(/refuse_other_break/);
    await set({ state: 'SUBMITTED' });
    await expect(set({ state: 'ADJUSTED' })).rejects.toThrow(/refuse_unapproved_money/);
    await expect(set({ difference: -99n, amount: 99n })).rejects.toThrow(/refuse_other_break/);
    await expect(prisma.reconciliationBreak.deleteMany({ where })).rejects.toThrow(/refuse_other_break/);
    await set({ state: 'OPEN' });
    await set({ state: 'MATCHED' });
    await expect(set({ reason: 'other' })).rejects.toThrow(/refuse_other_break/);
    await expect(prisma.reconciliationBreak.deleteMany({ where })).rejects.toThrow(/refuse_other_break/);
  });

  it('an adjustment of what a top-up has credited', async () => {
    const { id: lineId } = await line(700);
    const { id } = await firstBreak();
    const { prisma } = api.deps.database;
    const set = (state: 'SUBMITTED' | 'ADJUSTED') =>
      prisma.reconciliationBreak.updateMany({ where: { tenantId, id }, data: { state } });
    await set('SUBMITTED');
    const { approvalId } = await done('fund/claimTopUp', { lineId, companyId: company, remark: '' });
    await done('approval/approve', { id: approvalId }, checker);
    await expect(set('ADJUSTED')).rejects.toThrow(/a top-up has credited the line/);
  });
});

// Last: it moves the clock.
describe('the night', () => {
  it('reconciles at 02:00, once, whoever else does, and makes up for nights that were missed', async () => {
    await reconcileDays(api.deps);
    const today = shanghaiDay(api.clock.businessNow());
    await line(4_000, { on: today, balance: 4_000 });
    const at = (days: number, hours: number) =>
      startOfDay(dayBefore(today, -days)).getTime() + hours * 3_600_000;
    const daysOf = async () =>
      (
        await api.deps.database.prisma.reconciliation.findMany({
          where: { tenantId, accountId: account },
          orderBy: { day: 'asc' },
        })
      ).map((one) => [one.day.toISOString().slice(0, 10), one.updatedBy]);
    const moveTo = (instant: number) => api.clock.advance(instant - api.clock.businessNow().getTime());
    // Its own clock: by that of the tests, which goes on, two o'clock could have come.
    const early = { ...api.deps.clock, businessNow: () => new Date(at(1, 2) - 1) };
    await reconcileDays({ ...api.deps, clock: early });
    expect(await daysOf()).toEqual([]);
    moveTo(at(1, 2));
    await Promise.all([reconcileDays(api.deps), reconcileDays(api.deps)]);
    expect(await daysOf()).toEqual([[today, '系统']]);
    maker = await api.signIn('13800000002');
    checker = await api.signIn('13800000003');
    await done('fund/runReconciliation', { day: today });
    await reconcileDays(api.deps);
    expect(await daysOf()).toEqual([[today, '财务经办']]);
    moveTo(at(4, 2));
    await reconcileDays(api.deps);
    expect((await daysOf()).map(([one]) => one)).toEqual([0, -1, -2, -3].map((n) => dayBefore(today, n)));
    const logged = await api.deps.database.prisma.operationLog.findMany({
      where: { tenantId, action: 'reconcileDays', targetId: today },
    });
    expect(logged).toHaveLength(1);
  });

  test('of a day with thousands of lines is a handful of statements', async () => {
    const on = '2026-01-05';
    await owner.query(
      `INSERT INTO statement_lines (tenant_id, account_id, bank_no, direction, amount, balance_after, at, state)
       SELECT $1, $2, 'N' || n, 'OUT', 100, -100 * n, $3::timestamptz + n * interval '1 s', 'UNMATCHED' FROM generate_series(1, 5000) n`,
      [tenantId, account, startOfDay(on)],
    );
    await inTransaction(api.deps.database, (tx) =>
      reconcile(tx, {
        tenantId,
        days: [{ accountId: account, day: on }],
        now: api.clock.businessNow(),
        by: '测试',
      }),
    );
    const { rows } = await owner.query(
      `SELECT count(*)::int AS breaks, sum(difference)::int AS difference FROM reconciliation_breaks WHERE account_id = $1 AND day = $2`,
      [account, on],
    );
    expect(rows[0]).toEqual({ breaks: 5000, difference: -500_000 });
  });
});
