import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import { companyId } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../../../../../tests/support/operator.ts';
import { paidThen, riskPayer, type Told, tenantId } from '../../../../../../tests/support/risk-payments.ts';
import { enabledRule, riskInbox } from '../../../../../../tests/support/risk-rules.ts';
import { startTestApi, type TestApi } from '../../../../../../tests/support/test-api.ts';

let api: TestApi;
let token: string;

beforeAll(async () => {
  api = await startTestApi();
  token = (await operator(api, '合规专员', { permissions: ['compliance.view', 'compliance.settings'] }))
    .token;
  // Long before anything of the seeds.
  api.clock.setBusinessOffset(Date.parse('2017-05-31T04:00:00.000Z') - Date.now());
});
afterAll(() => api.close());

const preview = async (expression: object | undefined, action = 'ALERT', more: object = {}) =>
  (await api.call('compliance/previewRule', { expression, action, ...more }, token)).body;
const template = (code: string) => riskTemplates.find((one) => one.code === code)?.expression;
const paid = async (payments: Told[]) => paidThen(api, await riskPayer(api, '2016-01-01'), payments);

test('what an unsaved expression would have found in thirty days is shown among what it looked at', async () => {
  await paid([
    { at: '2017-05-10T02:00:00Z', amount: 499_999 },
    { at: '2017-05-11T02:00:00Z', amount: 500_000 },
    // A moment too old, and one that failed.
    { at: '2017-05-01T03:59:00Z', amount: 900_000 },
    { at: '2017-05-12T02:00:00Z', amount: 900_000, state: 'FAILED' },
  ]);
  const { result } = await preview(template('LARGE'));
  expect(result).toMatchObject({ records: 2, subjects: 1, isCut: false });
  expect(result.points).toEqual([
    { at: '2017-05-10T02:00:00.000Z', amount: 499_999 },
    { at: '2017-05-11T02:00:00.000Z', amount: 500_000 },
  ]);
  expect(result.beside).toBeNull();
  expect(result.hits).toEqual([
    {
      at: '2017-05-11T02:00:00.000Z',
      amount: 500_000,
      side: 'NEW',
      // By the number, and no whole name.
      subject: { type: 'EMPLOYEE', id: expect.any(String), name: expect.stringMatching(/^\S+ .\*\*$/) },
    },
  ]);
  const lower = await preview({ ...template('LARGE'), when: { of: 'amount', op: 'GE', value: 499_999 } });
  expect(lower.result.hits).toHaveLength(2);
});

test('the merchants that its filters name are named, wherever they stand', async () => {
  const { prisma } = api.deps.database;
  const [first, second, other] = await prisma.merchant.findMany({ where: { tenantId }, take: 3 });
  const payee = (value: unknown, op = 'IN') => ({ field: 'payee', op, value });
  const expression = {
    ...template('FOCUS'),
    filters: [payee([first?.id])],
    aggregates: [
      { kind: 'COUNT', name: 'count', filters: [payee(second?.id, 'NE')] },
      { kind: 'DISTINCT', field: 'payee', name: 'kinds' },
    ],
    when: { of: 'count', op: 'GE', value: 1 },
  };
  const { result } = await preview(expression);
  const named = [first, second].map((one) => ({ id: one?.id, name: one?.name }));
  expect(result.payees).toHaveLength(2);
  expect(result.payees).toEqual(expect.arrayContaining(named));
  expect(result.payees).not.toContainEqual(expect.objectContaining({ id: other?.id }));
  expect((await preview(template('FOCUS'))).result.payees).toEqual([]);
});

test('after a hit a rolling window is quiet until it has passed', async () => {
  const at = (hour: number) => ({ at: `2017-05-20T0${hour}:00:00Z`, amount: 400_000 });
  await paid([at(0), at(1), at(2), at(3), at(4)]);
  const { result } = await preview(template('SPLIT'));
  expect(result.hits.map((hit: { at: string }) => hit.at)).toEqual(['2017-05-20T02:00:00.000Z']);
});

test('a calendar window is looked at as a whole, also where the thirty days begin within it', async () => {
  const payments = Array.from({ length: 12 }, (_, n) => ({
    at: `2017-05-01T0${Math.floor(n / 4)}:${String((n % 4) * 10).padStart(2, '0')}:00Z`,
    amount: 30_000,
  }));
  await paid(payments);
  const { result } = await preview(template('FOCUS'));
  expect(result.hits).toEqual([expect.objectContaining({ amount: 360_000 })]);
  const day = { ...template('FOCUS'), window: { kind: 'DAY' }, when: { of: 'count', op: 'GE', value: 12 } };
  expect((await preview(day)).result.hits).toEqual([expect.objectContaining({ amount: 360_000 })]);
});

test('who sees a part of the tenant is shown what was found of that part, and nobody themself', async () => {
  api.clock.setBusinessOffset(Date.parse('2015-05-31T04:00:00.000Z') - Date.now());
  const [ours, theirs] = [companyId('A', 1), companyId('A', 2)];
  const [own, other] = [
    await riskPayer(api, '2015-01-01', null, ours),
    await riskPayer(api, '2015-01-01', null, theirs),
  ];
  await paidThen(api, own, [{ at: '2015-05-10T02:00:00Z', amount: 500_000 }]);
  await paidThen(api, other, [{ at: '2015-05-11T02:00:00Z', amount: 600_000 }]);
  const permissions = ['compliance.view', 'compliance.settings'];
  const ofCompany = await operator(api, '一家公司', {
    permissions,
    dataScope: 'COMPANY_TREE',
    companyId: ours,
  });
  const ofMerchant = await operator(api, '一家商户', {
    permissions,
    dataScope: 'MERCHANTS',
    merchantIds: [other.merchantId],
  });
  const seen = async (by: string) => {
    const { result } = (
      await api.call('compliance/previewRule', { expression: template('LARGE'), action: 'ALERT' }, by)
    ).body;
    const { records, subjects, points, hits } = result;
    return { records, subjects, points: points.map(amountOf), hits: hits.map(amountOf) };
  };
  const amountOf = ({ amount }: { amount: number }) => amount;
  const one = (amount: number) => ({ records: 1, subjects: 1, points: [amount], hits: [amount] });
  expect(await seen(token)).toEqual({
    records: 2,
    subjects: 2,
    points: [500_000, 600_000],
    hits: [500_000, 600_000],
  });
  expect(await seen(ofCompany.token)).toEqual(one(500_000));
  expect(await seen(ofMerchant.token)).toEqual(one(600_000));

  const { prisma } = api.deps.database;
  const where = { tenantId_id: { tenantId, id: own.id } };
  await prisma.employee.update({ where, data: { userId: ofCompany.session.userId } });
  expect(await seen(ofCompany.token)).toEqual({ records: 0, subjects: 0, points: [], hits: [] });
});

/** The id of a rule whose enabled version says that. */
async function ruleThatSays(expression: object | undefined): Promise<string> {
  const { session } = await operator(api, '合规专员', { permissions: ['compliance.view'] });
  const id = await enabledRule(api, await riskInbox(api, session.userId), expression ?? {});
  const where = { tenantId_id: { tenantId, id } };
  return (await api.deps.database.prisma.riskRuleVersion.findUniqueOrThrow({ where })).ruleId;
}

test('what it would find stands beside what the enabled version of its rule finds', async () => {
  api.clock.setBusinessOffset(Date.parse('2014-05-31T04:00:00.000Z') - Date.now());
  await paid([
    { at: '2014-05-10T02:00:00Z', amount: 500_000 },
    { at: '2014-05-11T02:00:00Z', amount: 600_000 },
    { at: '2014-05-12T02:00:00Z', amount: 700_000 },
  ]);
  const ruleId = await ruleThatSays({
    ...template('LARGE'),
    when: { of: 'amount', op: 'LE', value: 600_000 },
  });
  const { result } = await preview(
    { ...template('LARGE'), when: { of: 'amount', op: 'GE', value: 600_000 } },
    'ALERT',
    { ruleId },
  );
  expect(result.hits.map(({ amount, side }: { amount: number; side: string }) => [amount, side])).toEqual([
    [600_000, 'BOTH'],
    [700_000, 'NEW'],
  ]);
  expect(result.beside).toEqual({
    ...{ no: 1, both: 1, onlyNew: 1 },
    onlyOld: [expect.objectContaining({ at: '2014-05-10T02:00:00.000Z', amount: 500_000, side: 'OLD' })],
  });
});

test('calendar windows are set beside each other by the window, whatever their sums are', async () => {
  api.clock.setBusinessOffset(Date.parse('2013-05-31T04:00:00.000Z') - Date.now());
  const morning = (day: number, n: number) => ({ at: `2013-05-0${day}T0${n}:00:00Z`, amount: 100_000 });
  await paid([morning(6, 1), morning(6, 2), morning(6, 3), morning(7, 1), morning(7, 2)]);
  const daily = (least: number, kind = 'DAY') => ({
    ...template('FOCUS'),
    window: { kind },
    aggregates: [{ kind: 'COUNT', name: 'count' }],
    when: { of: 'count', op: 'GE', value: least },
  });
  const ruleId = await ruleThatSays(daily(2));
  const { result } = await preview(daily(3), 'ALERT', { ruleId });
  expect(result.beside).toMatchObject({ both: 1, onlyNew: 0, onlyOld: [{ amount: 200_000 }] });
});

test('a rule of another tenant is none to be set beside', async () => {
  const stranger = await operator(
    api,
    '外人',
    { permissions: ['compliance.view', 'compliance.settings'] },
    'beichen',
  );
  const asked = {
    expression: template('LARGE'),
    action: 'ALERT',
    ruleId: await ruleThatSays(template('LARGE')),
  };
  expect((await api.call('compliance/previewRule', asked, stranger.token)).body).toMatchObject({
    ...{ code: 406, msg: '记录不存在' },
  });
});

test('what could never be found, or not while a payment waits, is refused in words', async () => {
  const never = { ...template('LARGE'), filters: [{ field: 'amount', op: 'LT', value: 5 }] };
  expect(await preview(never)).toMatchObject({ code: 406, msg: '规则条件永不成立' });
  expect(await preview(template('FOCUS'), 'DECLINE')).toMatchObject({
    code: 406,
    msg: '表达式无法在线执行：自然日、周、月须批量计算',
  });
});
