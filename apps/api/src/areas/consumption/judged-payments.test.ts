import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../../../tests/support/operator.ts';
import {
  type PolicyMakers,
  policyForm,
  publishDraft,
  publishPolicy,
} from '../../../../../tests/support/policies.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let makers: PolicyMakers;
let employees: { employeeId: string; merchantId: string; tenantId: string }[];
/** Who pays: somebody else in each test, so that nothing is used yet. */
let employee: (typeof employees)[number];

beforeAll(async () => {
  api = await startTestApi();
  const permissions = ['rule.view', 'rule.edit', 'consumption.view', 'consumption.refund', 'limit.adjust'];
  makers = {
    maker: (await operator(api, '规则经办', { permissions })).token,
    checker: await api.signIn('13800000003'),
  };
  const { prisma } = api.deps.database;
  const { id: tenantId } = await prisma.tenant.findUniqueOrThrow({ where: { code: 'huadong' } });
  employees = await prisma.limitAccount.findMany({
    where: {
      tenantId,
      available: { gt: 20_000 },
      expiresAt: null,
      employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE' } },
    },
    orderBy: { id: 'asc' },
  });
});
afterAll(() => api.close());

beforeEach(() => {
  employee = employees.pop() as typeof employee;
  at('12:10');
});

/** Moves business time to a time of Friday, 22 November 2030, in Asia/Shanghai: days that were closed take no payments any more. */
function at(time: string, day = '2030-11-22'): void {
  api.clock.setBusinessOffset(Date.parse(`${day}T${time}:00+08:00`) - api.clock.now().getTime());
}

const lunch = [
  { factor: 'TIME', operator: 'IN', value: [{ from: '11:00', to: '14:00' }] },
  { factor: 'DAY_KIND', operator: 'IN', value: ['WORKDAY'] },
  { factor: 'PER_PAYMENT', operator: 'LE', value: 5_000 },
  { factor: 'PER_DAY', operator: 'LE', value: 5_000 },
  { factor: 'PER_MONTH', operator: 'LE', value: 80_000 },
  { factor: 'COUNT_DAY', operator: 'LE', value: 2 },
];
const publish = (conditions: object[], given: object = {}) =>
  publishPolicy(api, makers, policyForm(employee.employeeId, { rules: [{ conditions }], ...given }));

const send = async (path: string, input: object) => (await api.call(path, input, makers.maker)).body;
const pay = (amount: number, given: object = {}) =>
  send('dev/pay', { employeeId: employee.employeeId, amount, ...given });
const available = async () => {
  const { available: left } = await api.deps.database.prisma.limitAccount.findFirstOrThrow({
    where: { employeeId: employee.employeeId },
  });
  return Number(left);
};
const used = (span: string) =>
  api.deps.database.prisma.ruleUsage.findFirstOrThrow({
    where: { employeeId: employee.employeeId, span: span as 'DAY' },
  });

describe('a payment', () => {
  test('example 1: above 50 yuan it is the employee’s; what is declined is a record that says why', async () => {
    const { code } = await publish(lunch, { name: '午餐' });
    const before = await available();
    const paid = await pay(5_800);
    expect(paid.result).toMatchObject({
      state: 'SUCCESS',
      amount: 5_800,
      enterpriseAmount: 5_000,
      personalAmount: 800,
      ruleVersion: `${code}@1`,
    });
    expect(await available()).toBe(before - 5_000);
    expect((await send('consumption/explainDecision', { id: paid.result.id })).result).toMatchObject({
      outcome: 'SPLIT',
      institution: { code, name: '午餐' },
      versionNo: 1,
      rule: 1,
      askedAmount: 5_800,
      allowedAmount: 5_000,
      personalAmount: 800,
    });

    at('12:40');
    const paymentNo = `P${Date.now()}DECLINED`;
    const declined = await pay(1_200, { paymentNo });
    const msg = '今日已用 50.00 元，上限 50.00 元，剩余 0.00 元，本次 12.00 元';
    expect(declined).toMatchObject({ code: 406, msg });
    expect(await available()).toBe(before - 5_000);
    const where = { tenantId_paymentNo: { tenantId: employee.tenantId, paymentNo } };
    const record = await api.deps.database.prisma.consumptionRecord.findUniqueOrThrow({ where });
    expect(record).toMatchObject({ state: 'FAILED', failure: msg, ruleVersion: `${code}@1` });
    expect((await send('consumption/explainDecision', { id: record.id })).result).toMatchObject({
      outcome: 'DECLINED',
      allowedAmount: 0,
      reasons: [{ code: 'PER_DAY', words: msg, usedAmount: 5_000, capAmount: 5_000, leftAmount: 0 }],
    });
    // Told again, it is the same payment: no second record, the same answer.
    expect(await pay(1_200, { paymentNo })).toMatchObject({ code: 406, msg });
    expect(await pay(1_300, { paymentNo })).toMatchObject({ msg: '交易流水号已被另一笔支付使用' });
    expect(await used('DAY')).toMatchObject({ amount: 5_000n, count: 1 });
  });

  test('example 2: of a month with 12 yuan left the company pays 12', async () => {
    await publish([{ factor: 'PER_MONTH', operator: 'LE', value: 80_000 }]);
    const { employeeId } = employee;
    const more = { employeeId, type: 'INCREASE', amount: 90_000, reason: '餐补' };
    expect(await send('limit/adjustLimit', more)).toMatchObject({ code: 200 });
    at('12:00', '2030-11-04');
    expect((await pay(78_800)).result).toMatchObject({ enterpriseAmount: 78_800 });
    at('12:10');
    expect((await pay(2_500)).result).toMatchObject({ enterpriseAmount: 1_200, personalAmount: 1_300 });
  });

  test('example 6: a refund makes room in the day, its payment still counts', async () => {
    await publish(lunch);
    const { result } = await pay(5_800);
    const refund = { id: result.id, amount: 2_000, reason: '退菜' };
    expect(await send('consumption/refundConsumption', refund)).toMatchObject({ code: 200 });
    expect(await used('DAY')).toMatchObject({ amount: 3_000n, count: 1 });
    at('13:00');
    expect((await pay(2_500)).result).toMatchObject({ enterpriseAmount: 2_000, personalAmount: 500 });
    expect(await used('DAY')).toMatchObject({ amount: 5_000n, count: 2 });
  });

  test('example 7: of two at once at a cap the second gets what the first left', async () => {
    await publish(lunch);
    const raced = await Promise.all([pay(3_000), pay(3_000)]);
    expect(raced.map(({ result }) => [result.enterpriseAmount, result.personalAmount]).sort()).toEqual([
      [2_000, 1_000],
      [3_000, 0],
    ]);
  });

  test('example 8: a version with a higher cap goes on from what was used', async () => {
    const caps = (value: number) => [{ factor: 'PER_DAY', operator: 'LE', value }];
    const first = await publish(caps(5_000));
    await pay(4_000);
    const { id, version, name, newest } = first;
    const rules = [{ key: newest.rules[0]?.key, conditions: caps(6_000) }];
    const form = policyForm(employee.employeeId, { name, rules });
    const edited = await send('rule/editInstitution', { ...form, id, version });
    expect(edited).toMatchObject({ code: 200 });
    await publishDraft(api, makers, edited.result);
    expect((await pay(2_500)).result).toMatchObject({
      enterpriseAmount: 2_000,
      ruleVersion: `${first.code}@2`,
    });
  });

  test('a payment that is revoked counts no more', async () => {
    await publish(lunch);
    const { result } = await pay(2_000);
    expect(await send('consumption/revokeConsumption', { id: result.id, reason: '误刷' })).toMatchObject({
      code: 200,
    });
    expect(await used('DAY')).toMatchObject({ amount: 0n, count: 0 });
    expect(await used('TOTAL')).toMatchObject({ amount: 0n, count: 0 });
  });

  test('the part that the employee chose to pay is told apart from the one that the rules left', async () => {
    await publish(lunch);
    const paymentNo = `P${Date.now()}SPLIT`;
    const given = { personalAmount: 300, paymentNo };
    const first = await pay(5_800, given);
    expect(first.result).toMatchObject({ enterpriseAmount: 5_000, personalAmount: 800 });
    // The same as it was asked, not as it was split.
    expect((await pay(5_800, given)).result.id).toBe(first.result.id);
    expect(await pay(5_800, { ...given, personalAmount: 800 })).toMatchObject({ code: 406 });
  });

  test('without a policy it passes within the limit, and nothing is kept of a decision', async () => {
    const paid = await pay(300);
    expect(paid.result).toMatchObject({ ruleVersion: null, enterpriseAmount: 300 });
    expect((await send('consumption/explainDecision', { id: paid.result.id })).result).toBeNull();
    const left = await available();
    expect(await pay(left + 1)).toMatchObject({ code: 406, msg: '可用额度余额不足' });
  });

  test('keeps who was paid, as the payee was then', async () => {
    const { prisma } = api.deps.database;
    const { tenantId, merchantId } = employee;
    const payee = await prisma.merchant.findFirstOrThrow({
      where: { tenantId, state: 'ACTIVE', id: { not: merchantId }, brandId: { not: null } },
      include: { brand: true },
    });
    const { id, name, mcc, city, brandId } = payee;
    const paid = await pay(100, { payeeMerchantId: id });
    const was = { id, name, brand: { id: brandId, name: payee.brand?.name }, mcc, city };
    expect(paid.result.payee).toEqual(was);
    await prisma.merchant.update({
      where: { tenantId_id: { tenantId, id } },
      data: { mcc: '9999', city: '110105', brandId: null },
    });
    const again = await send('consumption/getConsumption', { id: paid.result.id });
    expect(again.result.payee).toEqual(was);
    const told = await pay(100, { payeeMerchantId: id, mcc: '5812', city: '310104' });
    expect(told.result.payee).toMatchObject({ mcc: '5812', city: '310104' });
  });
});

describe('what can not be paid whatever the rules say', () => {
  test('is a record, too, and the limit stays as it is', async () => {
    const { prisma } = api.deps.database;
    const { tenantId, employeeId } = employee;
    const before = await available();
    const where = { tenantId_id: { tenantId, id: employeeId } };
    await prisma.employee.update({ where, data: { state: 'FROZEN' } });
    const paymentNo = `P${Date.now()}FROZEN`;
    expect(await pay(100, { paymentNo })).toMatchObject({ code: 406, msg: '员工或额度不可用' });
    expect(
      await prisma.consumptionRecord.findUniqueOrThrow({
        where: { tenantId_paymentNo: { tenantId, paymentNo } },
      }),
    ).toMatchObject({ state: 'FAILED', failure: '员工或额度不可用', ruleVersion: null });
    expect(await available()).toBe(before);
    await prisma.employee.update({ where, data: { state: 'ACTIVE' } });
    // It was declined then, and stays so.
    expect(await pay(100, { paymentNo })).toMatchObject({ code: 406, msg: '员工或额度不可用' });
  });
});

test('afterwards every invariant holds', async () => {
  const { ok, list } = (await send('dev/invariants', {})).result;
  expect(list.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['decidedPayments', 'usageIsPayments', 'onePublishedVersion']),
  );
  expect([ok, list.filter((one: { ok: boolean }) => !one.ok)]).toEqual([true, []]);
});
