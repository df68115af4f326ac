import { connect } from '@xyxlx/database/connect';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { type GivenLot, issueLots } from '../../../../../tests/support/lots.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { policyForm, publishPolicy } from '../../../../../tests/support/policies.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';
import { plenty, setThreshold } from '../../../../../tests/support/thresholds.ts';
import { waitingForLock } from '../../../../../tests/support/waiting-for-lock.ts';
import { sql } from '../../platform/db/sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { dayBefore, shanghaiDay, startOfDay } from '../../platform/time/shanghai.ts';
import { expireLots } from './expire-lots.ts';
import { voidLots } from './void-lots.ts';

let api: TestApi;
let maker: string;
let checker: string;
const tenantId = tenantIdOf('A');
const others: string[] = [];
const permissions = [
  ...['limit.view', 'limit.adjust', 'consumption.view', 'consumption.refund'],
  ...['employee.view', 'employee.edit', 'rule.view', 'rule.edit'],
];

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  const kinds = ['limitAdjustment', 'limitAdjustmentUndo', 'consumptionRefund'];
  for (const kind of kinds) await setThreshold(api, kind, plenty);
  const free = await api.deps.database.prisma.limitAccount.findMany({
    where: {
      tenantId,
      expiresAt: null,
      employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE', ruleScopes: { none: {} } } },
    },
    orderBy: { id: 'asc' },
  });
  others.push(...free.map(({ employeeId }) => employeeId));
  await signIn();
});
afterAll(() => api.close());

/** Whoever the test is about has nothing but what it gives them; each test somebody else. */
let employeeId: string;
beforeEach(async () => {
  employeeId = others.shift() as string;
  const { available, locked } = await account();
  if (locked > 0n) await adjust('UNFREEZE', Number(locked));
  if (available + locked > 0n) await adjust('CLEAR');
});

async function signIn(): Promise<void> {
  ({ token: maker } = await operator(api, '额度经办', { permissions }));
  checker = await api.signIn('13800000003');
}

const today = () => shanghaiDay(api.clock.businessNow());
/** The day so many days after a day, in Asia/Shanghai. */
const later = (days: number, day = today()) => dayBefore(day, -days);

/** Moves the clock on to so many milliseconds after a day's midnight in Asia/Shanghai. */
async function goTo(day: string, ms = 9 * 3_600_000): Promise<void> {
  api.clock.advance(startOfDay(day).getTime() + ms - api.clock.businessNow().getTime());
  await signIn();
}

async function done(path: string, input: object) {
  const { body } = await api.call(path, input, maker);
  expect([path, body.code, body.msg]).toEqual([path, 200, '']);
  return body.result;
}
const adjust = (type: string, amount?: number) =>
  done('limit/adjustLimit', { employeeId, type, ...(amount && { amount }), reason: '调整' });
const issue = (...lots: GivenLot[]) => issueLots(api, employeeId, lots);
const pay = (amount: number): Promise<{ id: string }> => done('dev/pay', { employeeId, amount });
const refused = async (amount: number): Promise<[number, string]> => {
  const { body } = await api.call('dev/pay', { employeeId, amount }, maker);
  return [body.code, body.msg];
};
const refund = (id: string, amount: number) =>
  done('consumption/refundConsumption', { id, amount, reason: '退货' });
const account = () =>
  api.deps.database.prisma.limitAccount.findFirstOrThrow({ where: { tenantId, employeeId } });

/** The parts of the account as numbers, lots apart. */
async function limits(): Promise<Record<string, number>> {
  const { available, locked, used, recovered, lotAvailable, lotLocked } = await account();
  const parts = { general: available - lotAvailable, lots: lotAvailable, locked, lotLocked, used, recovered };
  return Object.fromEntries(Object.entries(parts).map(([part, value]) => [part, Number(value)]));
}
/** The parts of a lot that are not zero. */
async function lot(id: string | undefined): Promise<Record<string, number | string>> {
  const { available, locked, used, recovered, voided, endReason } =
    await api.deps.database.prisma.limitLot.findFirstOrThrow({ where: { tenantId, id: id as string } });
  const parts = Object.entries({ available, locked, used, recovered, voided }).filter(
    ([, value]) => value !== 0n,
  );
  return {
    ...Object.fromEntries(parts.map(([part, value]) => [part, Number(value)])),
    ...(endReason && { endReason }),
  };
}
async function fund(kind: 'ENTERPRISE' | 'RESERVE' = 'ENTERPRISE'): Promise<number> {
  const { companyId } = await account();
  const found = await api.deps.database.prisma.fundAccount.findFirstOrThrow({
    where: { tenantId, companyId, kind },
  });
  return Number(found.balance);
}
/** What an act gives to the company's 企业资金. */
async function gained(act: () => Promise<unknown>): Promise<number> {
  const before = await fund();
  await act();
  return (await fund()) - before;
}
const links = () =>
  api.deps.database.prisma.limitAdjustment.findMany({
    where: { tenantId, employeeId },
    orderBy: { seq: 'asc' },
  });

describe('a payment', () => {
  it('example 8: takes the soonest end first, general money last; a refund gives back last taken first', async () => {
    const start = today();
    const [first, second] = await issue(
      { amount: 2_000, lastDay: later(10) },
      { amount: 1_500, lastDay: later(41) },
    );
    await adjust('INCREASE', 5_000);
    const { id } = await pay(3_000);
    expect(await lot(first)).toEqual({ used: 2_000 });
    expect(await lot(second)).toEqual({ used: 1_000, available: 500 });
    expect(await limits()).toMatchObject({ general: 5_000, lots: 500, used: expect.any(Number) });
    const { used } = await limits();
    await goTo(later(12, start));
    expect(await gained(() => refund(id, 1_500))).toBe(500);
    expect(await lot(second)).toEqual({ available: 1_500 });
    expect(await lot(first)).toMatchObject({ used: 1_500, recovered: 500 });
    expect(await limits()).toMatchObject({ general: 5_000, lots: 1_500, used: (used as number) - 1_500 });
    expect((await links()).at(-1)).toMatchObject({
      type: 'RECOVER',
      source: 'SYSTEM',
      delta: -500n,
      lotId: first,
    });
    await expectInvariants(api);
  });

  it('takes the oldest of lots that end together, and those that never end after all that do', async () => {
    const [never, old, young] = await issue(
      { amount: 100 },
      { amount: 100, lastDay: later(5) },
      { amount: 100, lastDay: later(5) },
    );
    await pay(150);
    expect([await lot(old), await lot(young), await lot(never)]).toEqual([
      { used: 100 },
      { used: 50, available: 50 },
      { available: 100 },
    ]);
    await adjust('INCREASE', 40);
    await pay(160);
    expect([await lot(never), (await limits()).general]).toEqual([{ used: 100 }, 30]);
    await expectInvariants(api);
  });

  it('takes lots of the 制度 that judges it and lots without one, and no other’s', async () => {
    const makers = { maker, checker };
    const rules = [{ conditions: [{ factor: 'PER_PAYMENT', operator: 'LE', value: 1_000_000 }] }];
    const lunch = await publishPolicy(api, makers, policyForm(employeeId, { rules, priority: 1 }));
    const travel = await publishPolicy(
      api,
      makers,
      policyForm(employeeId, { rules, categories: ['TRAVEL'], priority: 1 }),
    );
    const [ofTravel, ofLunch, ofAny] = await issue(
      { amount: 1_000, lastDay: later(1), institutionId: travel.id },
      { amount: 1_000, lastDay: later(2), institutionId: lunch.id },
      { amount: 1_000, lastDay: later(3) },
    );
    expect(await done('dev/pay', { employeeId, amount: 1_200, category: 'MEAL' })).toMatchObject({
      enterpriseAmount: 1_200,
    });
    expect([await lot(ofTravel), await lot(ofLunch), await lot(ofAny)]).toEqual([
      { available: 1_000 },
      { used: 1_000 },
      { used: 200, available: 800 },
    ]);
    // What the other 制度 has is no money here: 8.00 yuan are left under this one.
    const trial = await done('rule/tryPayment', {
      ...{ employeeId, amount: 900, personalAmount: 0, category: 'MEAL', channel: 'ALIPAY' },
      at: api.clock.businessNow().toISOString(),
    });
    expect(trial).toMatchObject({ outcome: 'SPLIT', allowedAmount: 800 });
    expect(await done('dev/pay', { employeeId, amount: 900, category: 'MEAL' })).toMatchObject({
      enterpriseAmount: 800,
      personalAmount: 100,
    });
    expect(await lot(ofTravel)).toEqual({ available: 1_000 });
    await expectInvariants(api);
  });

  it('without a 制度 spends no lot that has one', async () => {
    const rules = [{ conditions: [{ factor: 'PER_PAYMENT', operator: 'LE', value: 1_000_000 }] }];
    const somebody = others.at(-1) as string;
    const { id } = await publishPolicy(api, { maker, checker }, policyForm(somebody, { rules }));
    await issue({ amount: 1_000, institutionId: id });
    expect(await refused(1)).toEqual([406, expect.stringContaining('可用额度余额不足')]);
    await adjust('INCREASE', 1);
    await pay(1);
    expect(await limits()).toMatchObject({ general: 0, lots: 1_000 });
  });
});

describe('the end of a lot', () => {
  it('example 10: until its last millisecond it is spent, from midnight on not, recovered or not', async () => {
    const last = later(8);
    const [id] = await issue({ amount: 30_000, lastDay: last });
    await pay(18_000);
    await goTo(last, 86_400_000 - 60_000);
    const midnight = startOfDay(later(1, last)).getTime();
    const { businessNow } = api.clock;
    try {
      api.clock.businessNow = () => new Date(midnight - 1);
      await pay(1);
      api.clock.businessNow = () => new Date(midnight);
      expect(await refused(1)).toEqual([406, expect.stringContaining('可用额度余额不足')]);
    } finally {
      api.clock.businessNow = businessNow;
    }
    await goTo(later(1, last), 0);
    expect(await limits()).toMatchObject({ general: 0, lots: 11_999 });
    expect(await gained(() => expireLots(api.deps))).toBe(11_999);
    expect(await lot(id)).toEqual({ used: 18_001, recovered: 11_999, endReason: 'EXPIRED' });
    expect(await limits()).toMatchObject({ general: 0, lots: 0 });
    expect((await links()).at(-1)).toMatchObject({
      type: 'RECOVER',
      source: 'SYSTEM',
      reason: '额度到期',
      lotId: id,
    });
    expect(await gained(() => expireLots(api.deps))).toBe(0);
    await expectInvariants(api);
  });

  it('is one flow for all that end together, and two replicas take it back once', async () => {
    const last = later(1);
    const people = others.splice(0, 3);
    for (const one of people)
      await issueLots(api, one, [
        { amount: 500, lastDay: last },
        { amount: 250, lastDay: last },
      ]);
    const companies = await api.deps.database.prisma.limitAccount.findMany({
      where: { employeeId: { in: people } },
      distinct: ['companyId'],
    });
    await goTo(later(1, last), 60_000);
    const before = await api.deps.database.prisma.fundFlow.count({
      where: { tenantId, kind: 'LIMIT_RECOVER' },
    });
    // Somebody holds one of the limits until both have found the same lots and wait for it.
    const owner = await connect(api.databaseUrl);
    await owner.query('BEGIN');
    await owner.query('SELECT FROM limit_accounts WHERE employee_id = $1 FOR UPDATE', [people[0]]);
    const both = Promise.all([expireLots(api.deps), expireLots(api.deps)]);
    await waitingForLock(api, 2);
    await owner.query('COMMIT');
    await owner.end();
    await both;
    const after = await api.deps.database.prisma.fundFlow.count({
      where: { tenantId, kind: 'LIMIT_RECOVER' },
    });
    // 企业资金 and 备付金 of each company.
    expect(after - before).toBe(2 * companies.length);
    const ended = await api.deps.database.prisma.limitLot.findMany({
      where: { tenantId, account: { employeeId: { in: people } } },
    });
    expect(ended.map(({ recovered, endReason }) => [Number(recovered), endReason]).sort()).toEqual([
      ...Array.from({ length: 3 }, () => [250, 'EXPIRED']),
      ...Array.from({ length: 3 }, () => [500, 'EXPIRED']),
    ]);
    await expectInvariants(api);
  });

  it('leaves what is frozen; unfreezing recovers it at once', async () => {
    const last = later(2);
    const [id] = await issue({ amount: 1_000, lastDay: last });
    await adjust('INCREASE', 300);
    await adjust('FREEZE', 700);
    // General money is frozen before any lot.
    expect(await limits()).toMatchObject({ general: 0, lots: 600, locked: 700, lotLocked: 400 });
    await goTo(later(1, last), 60_000);
    expect(await gained(() => expireLots(api.deps))).toBe(600);
    expect(await lot(id)).toEqual({ locked: 400, recovered: 600, endReason: 'EXPIRED' });
    expect(await gained(() => adjust('UNFREEZE', 700))).toBe(400);
    expect(await lot(id)).toEqual({ recovered: 1_000, endReason: 'EXPIRED' });
    expect(await limits()).toMatchObject({ general: 300, lots: 0, locked: 0, lotLocked: 0 });
    expect((await links()).slice(-2)).toMatchObject([
      { type: 'UNFREEZE', delta: 700n, lotId: null },
      { type: 'RECOVER', delta: -400n, lotId: id },
    ]);
    await expectInvariants(api);
  });

  it('unfreezing what is frozen of a lot that lives gives it back to the lot', async () => {
    const [id] = await issue({ amount: 1_000, lastDay: later(2) });
    await adjust('FREEZE', 400);
    await adjust('UNFREEZE', 100);
    expect(await lot(id)).toEqual({ available: 700, locked: 300 });
    expect(await limits()).toMatchObject({ general: 0, lots: 700, locked: 300, lotLocked: 300 });
    await expectInvariants(api);
  });
});

describe('adjustments', () => {
  it('take in reverse: general money, then the latest end', async () => {
    const [soon, late, never] = await issue(
      { amount: 100, lastDay: later(2) },
      { amount: 100, lastDay: later(9) },
      { amount: 100 },
    );
    await adjust('INCREASE', 50);
    await adjust('DECREASE', 30);
    expect(await limits()).toMatchObject({ general: 20, lots: 300 });
    expect(await gained(() => adjust('DECREASE', 170))).toBe(170);
    expect([await lot(never), await lot(late), await lot(soon)]).toEqual([
      { voided: 100 },
      { voided: 50, available: 50 },
      { available: 100 },
    ]);
    await adjust('RECOVER', 70);
    expect([await lot(late), await lot(soon)]).toEqual([
      { voided: 50, recovered: 50 },
      { recovered: 20, available: 80 },
    ]);
    await adjust('CLEAR');
    expect(await lot(soon)).toEqual({ recovered: 20, voided: 80 });
    expect(await limits()).toMatchObject({ general: 0, lots: 0 });
    await expectInvariants(api);
  });

  it('of a lot can not be undone by themselves', async () => {
    await issue({ amount: 100 });
    const id = (await links()).at(-1)?.id;
    const { body } = await api.call('limit/undoAdjustment', { id, reason: '撤销' }, maker);
    expect([body.code, body.msg]).toEqual([406, '限时额度的记录不能单独撤销']);
    expect(await limits()).toMatchObject({ lots: 100 });
  });
});

test('example 7: a void takes what is unspent; a refund after it goes to the company’s fund', async () => {
  const [id] = await issue({ amount: 10_000 });
  const payment = await pay(3_500);
  const { prisma } = api.deps.database;
  const { batchId, total } = {
    ...(await prisma.issueRow.findFirstOrThrow({ where: { lotId: id as string } })),
    ...(await account()),
  };
  const { batchNo } = await prisma.issueBatch.findFirstOrThrow({ where: { id: batchId } });
  await prisma.issueRow.updateMany({ where: { batchId }, data: { state: 'TO_VOID' } });
  const take = () =>
    inTransaction(api.deps.database, async (tx) => {
      const taken = await voidLots(tx, {
        ...{ tenantId, batchId, batchNo, which: sql`TRUE`, source: 'BATCH', reason: '作废' },
        ...{ by: { userId: null, userName: '财务经办' }, now: api.clock.businessNow() },
      });
      const where = { tenantId_id: { tenantId, id: batchId } };
      await tx.issueBatch.update({ where, data: { takenBackAmount: { increment: taken.amount } } });
      return taken;
    });
  expect(
    await gained(async () => expect(await take()).toEqual({ voided: 1, failed: 0, amount: 6_500 })),
  ).toBe(6_500);
  expect(await lot(id)).toEqual({ used: 3_500, voided: 6_500, endReason: 'VOIDED' });
  expect(Number(total - (await account()).total)).toBe(6_500);
  expect(await prisma.issueRow.findFirstOrThrow({ where: { batchId } })).toMatchObject({
    state: 'VOIDED',
    takenBack: 6_500n,
  });
  expect(await gained(() => refund(payment.id, 1_000))).toBe(1_000);
  expect(await lot(id)).toEqual({ used: 2_500, recovered: 1_000, voided: 6_500, endReason: 'VOIDED' });
  await prisma.issueRow.updateMany({ where: { batchId }, data: { state: 'TO_VOID' } });
  expect(await take()).toEqual({ voided: 0, failed: 1, amount: 0 });
  await expectInvariants(api);
});

test('example 13: who leaves loses what is unspent of each lot, frozen or not', async () => {
  const [lunch, gift] = await issue({ amount: 30_000, lastDay: later(20) }, { amount: 1_000 });
  await adjust('INCREASE', 77);
  await adjust('FREEZE', 500);
  await pay(14_000);
  const { prisma } = api.deps.database;
  const leave = () => done('employee/leaveEmployee', { ids: [employeeId], reason: '个人原因' });
  expect(await gained(leave)).toBe(16_000 + 1_000 + 77);
  expect(await lot(lunch)).toEqual({ used: 14_000, recovered: 16_000, endReason: 'LEFT' });
  expect(await lot(gift)).toEqual({ recovered: 1_000, endReason: 'LEFT' });
  expect(await limits()).toMatchObject({ general: 0, lots: 0, locked: 0, lotLocked: 0 });
  const flows = await prisma.fundFlow.findMany({
    where: {
      tenantId,
      sourceId: { in: (await links()).map(({ id }) => id) },
      kind: 'LIMIT_RECOVER',
      delta: { gt: 0 },
    },
  });
  expect(flows.map(({ delta }) => Number(delta)).filter((delta) => delta === 17_077)).toHaveLength(1);
  await expectInvariants(api);
});

test('an employee’s lots are listed with what they hold, the soonest end first, and general money beside them', async () => {
  const [soon, never, spent] = await issue(
    { amount: 6_500, lastDay: later(7) },
    { amount: 100 },
    { amount: 300, lastDay: later(1) },
  );
  await adjust('INCREASE', 40);
  await pay(320);
  const list = async () => done('limit/queryLot', { employeeId });
  const [first, ...rest] = (await list()).lots;
  expect([first, ...rest]).toMatchObject([
    { id: soon, availableLimit: 6_480, usedLimit: 20, lastDay: later(7), state: 'LIVE', institution: null },
    { id: never, availableLimit: 100, usedLimit: 0, lastDay: null, state: 'LIVE' },
  ]);
  expect((await list()).generalLimit).toBe(40);
  expect((await list()).lots.map(({ id }: { id: string }) => id)).not.toContain(spent);
  expect(first.sourceNo).toMatch(/^PL-/);

  await adjust('FREEZE', 40 + 100 + 80);
  await goTo(later(8), 60_000);
  // Nobody has recovered it yet, and yet it is over.
  expect((await list()).lots[0]).toMatchObject({
    id: soon,
    availableLimit: 6_400,
    lockedLimit: 80,
    state: 'EXPIRED',
  });
  await expireLots(api.deps);
  expect((await list()).lots).toMatchObject([
    { id: soon, availableLimit: 0, lockedLimit: 80, recoveredLimit: 6_400, state: 'EXPIRED' },
    { id: never, availableLimit: 0, lockedLimit: 100, state: 'LIVE' },
  ]);
  const { token } = await operator(api, '别处', {
    permissions: ['limit.view'],
    dataScope: 'MERCHANTS',
    merchantIds: [],
  });
  const { body } = await api.call('limit/queryLot', { employeeId }, token);
  expect([body.code, body.msg]).toEqual([406, '记录不存在']);
});
