import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operator } from '../../../../../../tests/support/operator.ts';
import { paidThen } from '../../../../../../tests/support/risk-payments.ts';
import { enabledRule, riskInbox, tenantId } from '../../../../../../tests/support/risk-rules.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';
import { riskBatch } from '../batch/risk-batch.ts';
import { handInTimings } from './timings.ts';

let api: TestApi;
let token: string;
let inboxId: string;
let payers: { employeeId: string; merchantId: string }[];
let payer: (typeof payers)[number];

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  const permissions = ['compliance.view', 'compliance.settings', 'limit.adjust', 'limit.view'];
  const officer = await operator(api, '合规专员', { permissions });
  token = officer.token;
  inboxId = await riskInbox(api, officer.session.userId);
  payers = await api.deps.database.prisma.limitAccount.findMany({
    where: {
      ...{ tenantId, available: { gt: 50_000 }, expiresAt: null },
      employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE', ruleScopes: { none: {} } } },
    },
    orderBy: { id: 'asc' },
  });
});
afterAll(() => api.close());

beforeEach(() => {
  payer = payers.pop() as typeof payer;
  api.clock.setBusinessOffset(Date.parse('2030-11-22T12:00:00+08:00') - api.clock.now().getTime());
});

const pay = async (amount: number) => {
  const payment = {
    employeeId: payer.employeeId,
    amount,
    personalAmount: 0,
    category: 'MEAL',
    channel: 'ALIPAY',
  };
  return (await api.call('dev/pay', payment, token)).body;
};
const rule = (expression: object, more: object = {}) => enabledRule(api, inboxId, expression, more);
const hitsOf = (versionId: string) =>
  api.deps.database.prisma.riskHit.findMany({
    where: { tenantId, versionId },
    include: { pending: true },
    orderBy: { id: 'asc' },
  });
const above = (value: number) => ({
  ...{ source: 'PAYMENT', subject: 'EMPLOYEE', filters: [], window: { kind: 'EVENT' }, aggregates: [] },
  when: { of: 'amount', op: 'GE', value },
});
const often = (value: number) => ({
  ...{ source: 'PAYMENT', subject: 'EMPLOYEE', filters: [], window: { kind: 'ROLLING', minutes: 60 } },
  aggregates: [{ kind: 'COUNT', name: 'count' }],
  when: { of: 'count', op: 'GE', value },
});
const list = (subjectType: string, subjectId: string, more: object = {}) =>
  api.call('compliance/addEntry', { list: 'BLACK', subjectType, subjectId, reason: '风险', ...more }, token);
const end = (id: string) =>
  api.deps.database.prisma.riskRuleVersion.update({
    where: { tenantId_id: { tenantId, id } },
    data: { state: 'DISABLED', disabledAt: new Date(), disableReason: '测试结束' },
  });

test('a payment is found in its own transaction, and what counts waits to become an alert', async () => {
  const version = await rule(above(1_000));
  expect(await pay(999)).toMatchObject({ code: 200 });
  expect(await pay(1_000)).toMatchObject({ code: 200 });
  const hits = await hitsOf(version);
  expect(hits).toMatchObject([
    {
      ...{
        subjectType: 'EMPLOYEE',
        subjectId: payer.employeeId,
        eventType: 'PAYMENT',
        shadow: false,
        declined: false,
      },
      ...{ amount: 1_000n, facts: { amount: 1_000 }, merchantId: payer.merchantId },
    },
  ]);
  expect(hits[0]?.key).toBe(hits[0]?.eventId);
  expect(hits[0]?.pending).not.toBeNull();
  await end(version);
});

test('a version on trial finds, and has no effect', async () => {
  const version = await rule(above(1), { action: 'DECLINE', shadow: true });
  expect(await pay(500)).toMatchObject({ code: 200 });
  expect(await hitsOf(version)).toMatchObject([{ shadow: true, declined: false, pending: null }]);
  await end(version);
});

test('a window looks back at what the person paid, and is quiet after a hit', async () => {
  const version = await rule(often(3));
  for (let n = 0; n < 6; n++) await pay(10);
  expect(await hitsOf(version)).toMatchObject([{ subjectId: payer.employeeId, facts: { count: 3 } }]);
  await end(version);
});

test('a window that 200 records do not cover is left to the batch; one that they do is not', async () => {
  const day = (value: number) => ({ ...often(value), window: { kind: 'ROLLING', minutes: 1_440 } });
  const [covered, beyond] = [await rule(day(200)), await rule(day(201))];
  await riskBatch(api.deps, 60_000);
  const { employeeId: id, merchantId } = payer;
  const { companyId } = await api.deps.database.prisma.merchant.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: merchantId } },
  });
  const paidBefore = (count: number) => {
    const from = api.clock.businessNow().getTime() - 300 * 60_000;
    const payments = Array.from({ length: count }, (_, n) => ({ at: new Date(from + n * 60_000) }));
    const who = { id, merchantId, companyId: companyId as string, payees: [merchantId], givenBack: '' };
    return paidThen(api, who, payments);
  };
  await paidBefore(199);
  expect(await pay(10)).toMatchObject({ code: 200 });
  expect(await hitsOf(covered)).toMatchObject([{ subjectId: id, facts: { count: 200 } }]);
  expect(await pay(10)).toMatchObject({ code: 200 });
  expect(await hitsOf(beyond)).toEqual([]);
  await riskBatch(api.deps, -6 * 60_000);
  expect(await hitsOf(beyond)).toMatchObject([{ subjectId: id, facts: { count: 201 } }]);
  await end(covered);
  await end(beyond);
});

test('a rule that declines is told to the payer as nothing but 不予承兑', async () => {
  const version = await rule(often(2), { action: 'DECLINE' });
  expect(await pay(10)).toMatchObject({ code: 200 });
  expect(await pay(10)).toMatchObject({ code: 406, msg: '不予承兑' });
  expect(await hitsOf(version)).toMatchObject([{ declined: true, shadow: false }]);
  const refused = await api.deps.database.prisma.consumptionRecord.findFirst({
    where: { tenantId, employeeId: payer.employeeId },
    orderBy: { id: 'desc' },
  });
  expect(refused).toMatchObject({ state: 'FAILED', failure: '不予承兑' });
  await end(version);
});

test('whoever is on the black list pays nothing, and nobody is paid there, while the entry holds', async () => {
  const from = new Date(api.clock.businessNow().getTime() + 60_000).toISOString();
  await list('EMPLOYEE', payer.employeeId, { from });
  expect(await pay(10)).toMatchObject({ code: 200 });
  api.clock.setBusinessOffset(Date.parse(from) + 1 - api.clock.now().getTime());
  expect(await pay(10)).toMatchObject({ code: 406, msg: '不予承兑' });
  payer = payers.pop() as typeof payer;
  expect(await pay(10)).toMatchObject({ code: 200 });
  await list('PAYEE', payer.merchantId);
  expect(await pay(10)).toMatchObject({ code: 406, msg: '不予承兑' });
});

test('how long a rule takes is counted of each payment that asks it, and told as what 95 of 100 stay below', async () => {
  const { prisma } = api.deps.database;
  const [asked, told] = [await rule(above(1_000_000_000)), await rule(above(1_000_000_000))];
  await pay(10);
  await pay(10);
  await handInTimings(api.deps);
  const counted = await prisma.riskTiming.aggregate({
    where: { tenantId, versionId: asked },
    _sum: { count: true },
  });
  expect(counted._sum.count).toBe(2);

  const { ruleId } = await prisma.riskRuleVersion.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: told } },
  });
  const p95 = async () => (await api.call('compliance/getRule', { id: ruleId }, token)).body.result.p95Micros;
  await prisma.riskTiming.deleteMany({ where: { tenantId, versionId: told } });
  const took = (bucket: number, count: number, hour = '2030-11-22T00:00:00Z') =>
    prisma.riskTiming.create({
      data: { tenantId, versionId: told, hour: new Date(hour), bucket, count },
    });
  await took(3, 95);
  await took(10, 5);
  expect(await p95()).toBe(8);
  await took(10, 1, '2030-11-22T01:00:00Z');
  expect(await p95()).toBe(1_024);
  await end(asked);
  await end(told);
});

test('an entry of the black list holds while its removal waits to be decided', async () => {
  await list('EMPLOYEE', payer.employeeId);
  const { prisma } = api.deps.database;
  const entry = await prisma.riskListEntry.findFirstOrThrow({
    where: { tenantId, subjectId: payer.employeeId },
  });
  const removal = { id: entry.id, version: entry.version, reason: '已核实' };
  expect((await api.call('compliance/removeEntry', removal, token)).body.result.state).toBe('REMOVING');
  expect(await pay(10)).toMatchObject({ code: 406, msg: '不予承兑' });
});

test('a declined payment is found by a rule that asks for any outcome', async () => {
  const left = riskTemplates.find(({ code }) => code === 'LEFT');
  const expression = { ...left?.expression, when: { of: 'amount', op: 'GE', value: 1 } };
  const version = await rule(expression);
  const paid = await rule({ ...expression, filters: [] });
  expect(await pay(1_000_000_000_000)).toMatchObject({ code: 406 });
  expect(await hitsOf(version)).toMatchObject([{ declined: false }]);
  expect(await hitsOf(paid)).toEqual([]);
  await end(version);
  await end(paid);
});

test('a broken rule stops no payment, and is put on trial after ten failures in an hour', async () => {
  const version = await rule({ source: 'NOTHING' });
  for (let n = 0; n < 9; n++) expect(await pay(10)).toMatchObject({ code: 200 });
  const isNow = () =>
    api.deps.database.prisma.riskRuleVersion.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id: version } },
    });
  expect((await isNow()).state).toBe('ENABLED');
  const before = api.clock.businessNow().getTime();
  expect(await pay(10)).toMatchObject({ code: 200 });
  const { state, shadowSince } = await isNow();
  expect(state).toBe('SHADOW');
  // By the business clock, as every trial.
  expect(shadowSince?.getTime()).toBeGreaterThanOrEqual(before);
  const told = await api.deps.database.prisma.notification.findMany({
    where: { tenantId, kind: 'compliance.ruleBroken' },
  });
  expect(told.length).toBeGreaterThan(0);
  await end(version);
});

test('an operator on the black list moves no money', async () => {
  const maker = await operator(api, '经办', { permissions: ['limit.adjust'] });
  await list('OPERATOR', maker.session.userId);
  const input = { employeeId: payer.employeeId, type: 'INCREASE', amount: 1, reason: '测试' };
  const { body } = await api.call('limit/adjustLimit', input, maker.token, {
    'Idempotency-Key': crypto.randomUUID(),
  });
  expect(body).toMatchObject({ code: 406, msg: '操作受限，请联系合规' });
});

test('who is on the white list for a rule is declined by others alone, and what that rule finds is kept', async () => {
  const [spared, other] = [
    await rule(above(1_000), { action: 'DECLINE' }),
    await rule(above(5_000), { action: 'DECLINE' }),
  ];
  const { ruleId } = await api.deps.database.prisma.riskRuleVersion.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: spared } },
  });
  expect(await pay(1_000)).toMatchObject({ code: 406, msg: '不予承兑' });
  const to = new Date(api.clock.businessNow().getTime() + 86_400_000).toISOString();
  const checker = await operator(api, '合规主管', { permissions: ['compliance.view', 'compliance.decide'] });
  for (const [subjectType, subjectId, code] of [
    ['PAYEE', payer.merchantId, 406],
    ['EMPLOYEE', payer.employeeId, 200],
  ] as const) {
    const { body } = await list(subjectType, subjectId, { list: 'WHITE', ruleIds: [ruleId], to });
    expect(await pay(1_000)).toMatchObject({ code: 406 });
    const { id } = await api.deps.database.prisma.approval.findFirstOrThrow({
      where: { tenantId, subjectId: body.result.entries[0].requestId },
    });
    expect((await api.call('approval/approve', { id }, checker.token)).body).toMatchObject({ code: 200 });
    expect(await pay(1_000), 'the rule is about who pays').toMatchObject({ code });
  }
  expect(await pay(5_000)).toMatchObject({ code: 406, msg: '不予承兑' });
  expect((await hitsOf(spared)).map(({ declined }) => declined)).toEqual([true, true, true, true, false]);
  expect((await hitsOf(other)).map(({ declined }) => declined)).toEqual([true]);
  await list('EMPLOYEE', payer.employeeId);
  expect(await pay(1_000)).toMatchObject({ code: 406 });
  for (const version of [spared, other]) await end(version);
});
