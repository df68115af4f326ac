import { randomUUID } from 'node:crypto';
import { tenantId } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';

let api: TestApi;
let maker: string;
beforeAll(async () => {
  api = await startTestApi();
  maker = await api.signIn('13800000002');
});
afterAll(() => api.close());

const result = async (path: string, input: object = {}, token = maker) =>
  (await api.call(path, input, token)).body.result;

/** Everything that was paid (refunds are rows of their own) in some days, from the list itself. */
async function spent(filter: object): Promise<{ amount: number; count: number }> {
  let amount = 0;
  let count = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await result('consumption/queryConsumption', {
      type: ['CONSUME', 'TRANSFER'],
      state: ['SUCCESS', 'PARTLY_REFUNDED', 'REFUNDED', 'REVOKED'],
      pageSize: 200,
      ...filter,
      ...(cursor && { cursor }),
    });
    for (const row of page.list) amount += row.amount;
    count += page.list.length;
    if (!page.cursor) return { amount, count };
    cursor = page.cursor;
  }
}

it('the figures are those of the lists they lead to: today, the trend, the top merchants, the to-dos', async () => {
  const home = await result('home/getHome');
  const today = await spent({ paidFrom: home.today, paidTo: home.today });
  expect({ amount: home.spend.todayAmount, count: home.spend.todayCount }).toEqual(today);
  const [first] = home.trend;
  const all = await spent({ paidFrom: first.day, paidTo: home.today });
  expect(home.trend.reduce((sum: number, day: { consumeAmount: number }) => sum + day.consumeAmount, 0)).toBe(
    all.amount,
  );
  const [top] = home.topMerchants;
  expect(await spent({ paidFrom: first.day, paidTo: home.today, merchantId: top.merchant.id })).toEqual({
    amount: top.consumeAmount,
    count: top.consumeCount,
  });

  const administrator = await api.signIn('13800000001');
  // A failed batch is nobody's matter any more after a week.
  const { prisma } = api.deps.database;
  const { tenantId, id: merchantId } = await prisma.merchant.findFirstOrThrow();
  const failed = {
    tenantId,
    merchantId,
    state: 'FAILED',
    fileName: 'a.csv',
    sha256: '',
    reason: '',
  } as const;
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  await prisma.limitBatch.createMany({
    data: [1, 8].map((days) => ({ ...failed, batchNo: `LB-${days}`, createdAt: daysAgo(days) })),
  });
  const lists: Record<string, [string, object]> = {
    batchReady: ['billChange/queryBatch', { state: ['READY'] }],
    batchFailed: ['billChange/queryBatch', { state: ['FAILED', 'PARTLY_DONE', 'STOPPED'] }],
    issueFailed: ['creditLimit/queryIssue', { state: ['FAILED', 'PARTLY_DONE', 'STOPPED'] }],
    billDue: ['bill/queryBill', { waitsFor: ['ISSUE'] }],
    billDisputed: ['bill/queryBill', { waitsFor: ['ANSWER'] }],
    billAnswered: ['bill/queryBill', { waitsFor: ['REISSUE'] }],
    billToSettle: ['bill/queryBill', { waitsFor: ['SETTLE'] }],
    lotteryFailed: ['lottery/queryLottery', { state: ['FAILED'] }],
  };
  const { todos } = await result('home/getHome', {}, administrator);
  for (const { kind, count, since } of todos) {
    const [path, filters] = lists[kind] ?? [];
    if (!path) continue;
    const { total } = await result(path, { ...filters, ...(since && { createdFrom: since }) }, administrator);
    expect({ kind, count: total }).toEqual({ kind, count });
  }
  expect(todos.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['batchFailed', 'billDisputed']),
  );
  const old = { state: ['FAILED'], createdTo: shanghaiDay(daysAgo(8)) };
  expect((await result('billChange/queryBatch', old, administrator)).total).toBe(1);
});

it('a second into a month the chart ends with its first day, and what was paid a minute before is yesterday’s', async () => {
  const local = new Date(Date.now() + 8 * 60 * 60_000);
  // Not the next one: on the last day of a month what other tests paid today would be of the day before it.
  const month = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 2, 1) - 8 * 60 * 60_000;
  const { list } = await result('employee/queryEmployee', { state: ['ACTIVE'], pageSize: 200 });
  const payer = list.find((row: { availableLimit: number }) => row.availableLimit >= 1000);

  api.clock.setBusinessOffset(month - Date.now() - 60_000);
  expect((await api.call('dev/pay', { employeeId: payer.id, amount: 300 }, maker)).body.msg).toBe('');
  const before = await result('home/getHome');
  api.clock.setBusinessOffset(month - Date.now() + 1000);
  expect((await api.call('dev/pay', { employeeId: payer.id, amount: 200 }, maker)).body.msg).toBe('');
  const after = await result('home/getHome');

  expect(before.spend).toMatchObject({ todayAmount: 300, todayCount: 1 });
  expect(after.spend).toMatchObject({ todayAmount: 200, todayCount: 1, yesterdayAmount: 300 });
  expect(after.today).toMatch(/-01$/);
  expect(after.trend).toHaveLength(30);
  expect(after.trend.at(-1)).toMatchObject({ day: after.today, consumeAmount: 200 });
  expect(after.trend.at(-2)).toMatchObject({ day: before.today, consumeAmount: 300 });
});

it('says whose figures they are; who sees every tenant chooses one and has what its own people have', async () => {
  const [{ body: mine }, { body: theirs }] = await Promise.all([
    api.call('home/getHome', {}, maker),
    api.call('home/getHome', {}, await api.signIn('13800000004')),
  ]);
  expect(mine.result.whose).toEqual({ tenant: '华东福利科技', company: null, merchantCount: null });
  const administrator = await api.signIn('13800000001');
  const every = await result('home/getHome', {}, administrator);
  expect(every.whose).toEqual({ tenant: null, company: null, merchantCount: null });
  const one = await result('home/getHome', { tenantId: tenantId('B') }, administrator);
  expect(one.whose).toEqual(theirs.result.whose);
  for (const part of ['fund', 'limits', 'spend', 'trend', 'topMerchants']) {
    expect({ [part]: one[part] }).toEqual({ [part]: theirs.result[part] });
  }
  expect(one.todos, 'one’s own to-dos stay').toEqual(every.todos);
  expect(await result('home/getHome', { tenantId: tenantId('A') })).toMatchObject({ fund: mine.result.fund });
  for (const [asked, token] of [
    [tenantId('B'), maker],
    [randomUUID(), administrator],
  ] as const) {
    expect((await api.call('home/getHome', { tenantId: asked }, token)).body).toMatchObject({
      code: 406,
      msg: '记录不存在',
    });
  }
});

it('says of which part of a tenant they are: a company with those below it, or merchants', async () => {
  const { prisma } = api.deps.database;
  const company = await prisma.company.findFirstOrThrow({
    where: { tenantId: tenantId('A'), name: '杭州分公司' },
  });
  const whose = async (scope: Parameters<typeof operator>[2]) =>
    (await result('home/getHome', {}, (await operator(api, '看数', scope)).token)).whose;
  expect(
    await whose({ permissions: ['home.view'], dataScope: 'COMPANY_TREE', companyId: company.id }),
  ).toEqual({ tenant: '华东福利科技', company: '杭州分公司', merchantCount: null });
  const merchants = await prisma.merchant.findMany({ where: { tenantId: tenantId('A') }, take: 2 });
  expect(
    await whose({
      permissions: ['home.view'],
      dataScope: 'MERCHANTS',
      merchantIds: merchants.map(({ id }) => id),
    }),
  ).toEqual({ tenant: '华东福利科技', company: null, merchantCount: 2 });
});
