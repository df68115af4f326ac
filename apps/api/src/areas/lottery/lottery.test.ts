import type { LotteryState } from '@xyxlx/contracts/lottery';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wonDraw } from '../../../../../tests/support/draws.ts';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { expireDraws } from './expire-draws.ts';

let api: TestApi;
let operator: string;
beforeAll(async () => {
  api = await startTestApi();
  operator = await api.signIn('13800000005');
});
afterAll(() => api.close());

const draws = async (filter: object) =>
  (await api.call('lottery/queryLottery', { pageSize: 50, ...filter }, operator)).body.result.list;
const won = (state?: LotteryState) => wonDraw(api, tenantIdOf('A'), 'COUPON', state);
const award = async (ids: string[]) =>
  (await api.call('lottery/awardLottery', { ids, reason: '补发' }, operator)).body.result;

it('补发 of many answers row by row: what waits or failed is awarded, the rest says why', async () => {
  const { prisma } = api.deps.database;
  const [expired, waiting, failed] = [await won(), await won(), await won('FAILED')];
  await prisma.lotteryRecord.updateMany({ where: { id: expired.id }, data: { expiresAt: new Date(0) } });
  const [done] = await draws({ state: ['AWARDED'] });
  const missing = crypto.randomUUID();
  const result = await award([waiting.id, failed.id, expired.id, done.id, missing]);
  expect(result).toMatchObject({ done: 2, failed: 3 });
  expect(result.rows.map(({ message }: { message: string }) => message)).toEqual([
    '',
    '',
    // The service's own clock may have been there first.
    expect.stringMatching(/^奖品已过期$|^当前状态为已过期，无需补发$/),
    '当前状态为已发放，无需补发',
    '记录不存在',
  ]);
  await expectInvariants(api);
});

it('a prize is awarded once, however many ask at once; its limit comes out of the fund once', async () => {
  const { prisma } = api.deps.database;
  const draw = await prisma.lotteryRecord.findFirstOrThrow({
    where: { prizeType: 'LIMIT', state: { in: ['PENDING', 'FAILED'] }, employee: { state: 'ACTIVE' } },
    orderBy: { id: 'asc' },
  });
  await prisma.lotteryRecord.updateMany({
    where: { id: draw.id },
    data: { expiresAt: new Date(Date.now() + 86_400_000) },
  });
  const available = async () =>
    (await prisma.limitAccount.findFirstOrThrow({ where: { employeeId: draw.employeeId } })).available;
  const before = await available();
  const token = await api.signIn('13800000001');
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => api.call('lottery/awardLottery', { ids: [draw.id], reason: '补发' }, token)),
  );
  expect(answers.map(({ body }) => body.result.done).sort()).toEqual([0, 0, 0, 1]);
  expect(await available()).toBe(before + draw.value);
  await expectInvariants(api);
});

it('stock < 0 and spent > budget: the database refuses both, whoever writes', async () => {
  const { prisma } = api.deps.database;
  const prize = await prisma.lotteryPrize.findFirstOrThrow();
  await expect(
    prisma.lotteryPrize.updateMany({
      where: { id: prize.id },
      data: { stock: { decrement: prize.stock + 1 } },
    }),
  ).rejects.toThrow(/check/i);
  const { activityId: id } = prize;
  const { budget } = await prisma.lotteryActivity.findFirstOrThrow({ where: { id } });
  await expect(
    prisma.lotteryActivity.updateMany({ where: { id }, data: { spent: budget + 1n } }),
  ).rejects.toThrow(/check/i);
});

it('a prize expires by the clock when its validity is over: stock and budget get it back, once, whoever does it', async () => {
  const { prisma } = api.deps.database;
  const now = api.clock.businessNow();
  const [pending, failed, valid] = [await won(), await won('FAILED'), await won()];
  // Nothing else is due at that moment.
  await prisma.lotteryRecord.updateMany({
    where: { state: { in: ['PENDING', 'FAILED'] } },
    data: { expiresAt: new Date(now.getTime() + 86_400_000) },
  });
  const over = [pending, failed];
  await expireDraws(api.deps);
  const budgets = async () =>
    Object.fromEntries((await prisma.lotteryActivity.findMany()).map(({ id, spent }) => [id, spent]));
  const stocks = async () =>
    Object.fromEntries((await prisma.lotteryPrize.findMany()).map(({ id, stock }) => [id, stock]));
  const before = { budgets: await budgets(), stocks: await stocks() };
  await prisma.lotteryRecord.updateMany({
    where: { id: { in: over.map(({ id }) => id) } },
    data: { expiresAt: now },
  });

  await Promise.all([expireDraws(api.deps), expireDraws(api.deps), expireDraws(api.deps)]);
  await expireDraws(api.deps);

  for (const { activityId, prizeId, value } of over) {
    before.budgets[activityId] = (before.budgets[activityId] as bigint) - value;
    before.stocks[prizeId as string] = (before.stocks[prizeId as string] as number) + 1;
  }
  expect({ budgets: await budgets(), stocks: await stocks() }).toEqual(before);
  const states = async (ids: string[]) =>
    (await prisma.lotteryRecord.findMany({ where: { id: { in: ids } } })).map(({ state }) => state);
  expect(await states(over.map(({ id }) => id))).toEqual(['EXPIRED', 'EXPIRED']);
  expect(await states([valid.id])).toEqual(['PENDING']);
  const administrator = await api.signIn('13800000001');
  const late = await api.call('lottery/awardLottery', { ids: [pending.id], reason: '补发' }, administrator);
  expect(late.body.result.rows[0].message).toBe('当前状态为已过期，无需补发');

  const { body } = await api.call('operationLog/queryOperationLog', { action: 'expireDraws' }, administrator);
  const logged = body.result.list.map(({ target }: { target: { label: string } }) => target.label);
  for (const { lotteryNo } of over) {
    expect(logged.filter((label: string) => label === lotteryNo)).toHaveLength(1);
  }
  expect(body.result.list[0]).toMatchObject({
    actor: { id: null, name: '系统' },
    actionLabel: { zh: '奖品过期' },
  });
  await expectInvariants(api);
});
