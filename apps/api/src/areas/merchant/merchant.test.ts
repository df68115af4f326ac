import { afterAll, beforeAll, expect, it } from 'vitest';
import { merchantForm } from '../../../../../tests/support/merchants.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let operator: string;
beforeAll(async () => {
  api = await startTestApi();
  operator = await api.signIn('13800000005');
});
afterAll(() => api.close());

const idsIn = async (state: string, token = operator) =>
  (await api.call('merchant/queryMerchant', { state: [state], pageSize: 3 }, token)).body.result.list.map(
    ({ id }: { id: string }) => id,
  );

it('many are disabled and enabled at once, row by row: one that can not be never stops the others', async () => {
  const active = await idsIn('ACTIVE');
  const [disabled] = await idsIn('DISABLED');
  const [foreign] = await idsIn('ACTIVE', await api.signIn('13800000004'));
  const ids = [active[0], disabled, foreign, active[1]];
  const { body } = await api.call('merchant/disableMerchant', { ids, reason: '巡检' }, operator);
  expect(body.result).toMatchObject({ done: 2, failed: 2 });
  expect(body.result.rows.map(({ id, ok }: { id: string; ok: boolean }) => [id, ok])).toEqual([
    [active[0], true],
    [disabled, false],
    [foreign, false],
    [active[1], true],
  ]);
  expect(body.result.rows[2].message).toBe('记录不存在');

  const back = await api.call(
    'merchant/enableMerchant',
    { ids: active.slice(0, 2), reason: '恢复' },
    operator,
  );
  expect(back.body.result).toMatchObject({ done: 2, failed: 0 });
  const log = await api.deps.database.prisma.operationLog.count({
    where: { targetId: { in: active.slice(0, 2) }, action: { in: ['disableMerchant', 'enableMerchant'] } },
  });
  expect(log).toBe(4);
});

it('the same credit code registered five times at once: one merchant, the others are told which', async () => {
  const form = merchantForm();
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map(() => api.call('merchant/addMerchant', form, operator)),
  );
  const refused = answers.filter(({ body }) => body.code !== 200).map(({ body }) => body);
  expect(refused).toHaveLength(4);
  for (const body of refused) {
    expect(body).toMatchObject({
      code: 406,
      msg: expect.stringMatching(/^统一社会信用代码已被商户 M\d+ 使用$/),
    });
  }
});

it('what is offered in a picker names its tenant to whoever sees several, and to nobody else', async () => {
  const administrator = await api.signIn('13800000001');
  for (const path of [
    'merchant/queryBrandOption',
    'merchant/queryPlatformOption',
    'merchant/queryCompanyOption',
    'lottery/queryActivity',
  ]) {
    const seen: { id: string; tenant: string | null }[] = (await api.call(path, {}, administrator)).body
      .result;
    expect(new Set(seen.map(({ tenant }) => tenant)).size, path).toBeGreaterThan(1);
    expect(seen.every(({ tenant }) => tenant !== null)).toBe(true);
    const own: { tenant: string | null }[] = (await api.call(path, {}, operator)).body.result;
    expect(own.length).toBeGreaterThan(0);
    expect(own.every(({ tenant }) => tenant === null)).toBe(true);
  }
});

it('a number goes on after those of its tenant, and begins with the tenant’s code: no other tenant has it', async () => {
  const numberOf = async (token: string) =>
    (await api.call('merchant/addMerchant', merchantForm(), token)).body.result.merchantNo;
  const elsewhere = await api.signIn('13800000004');
  const first = await numberOf(operator);
  const second = await numberOf(operator);
  expect(first).toMatch(/^M10\d{8}$/);
  expect(Number(second.slice(1)) - Number(first.slice(1))).toBe(1);
  expect(await numberOf(elsewhere)).toMatch(/^M11\d{8}$/);
  const { _max: newest } = await api.deps.database.prisma.merchant.aggregate({
    where: { merchantNo: { startsWith: 'M10' } },
    _max: { merchantNo: true },
  });
  expect(newest.merchantNo).toBe(second);
});
