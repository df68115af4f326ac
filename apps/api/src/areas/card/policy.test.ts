import type { CardPolicy } from '@xyxlx/contracts/card-policy';
import { usualCardPolicy } from '@xyxlx/contracts/card-policy';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let maker: string;
let checker: string;
let stranger: string;

beforeAll(async () => {
  api = await startTestApi();
  const permissions = ['card.view', 'card.product', 'card.approve'];
  maker = (await operator(api, '经办人', { permissions })).token;
  checker = (await operator(api, '复核人', { permissions })).token;
  stranger = (await operator(api, '外人', { permissions }, 'beichen')).token;
});
afterAll(() => api.close());

const call = async (path: string, input: object, token = maker) => (await api.call(path, input, token)).body;
const policy = async (token = maker): Promise<CardPolicy> => (await call('card/getPolicy', {}, token)).result;
const propose = async (change: Partial<CardPolicy>) => {
  const { approvalId: _approvalId, ...values } = await policy();
  return call('card/editPolicy', { ...values, ...change, reason: '按监管要求' });
};
const product = (change: object) =>
  call('card/addProduct', {
    ...{ code: `CP${Math.random().toString(36).slice(2, 8).toUpperCase()}`, name: '产品', form: 'PHYSICAL' },
    ...{ naming: 'NAMED', faces: [100_000], makingFee: 0, reloadable: true, mcc: [], ...change },
  });

test('is as the law has it until the tenant has set it', async () => {
  expect(await policy()).toEqual({ ...usualCardPolicy, approvalId: null, version: 0 });
});

test('changes once somebody else has agreed, for the own tenant alone, and products keep to it', async () => {
  expect((await product({ months: 36 })).msg).toBe('记名卡不得设有效期');
  const { result } = await propose({ namedExpires: true, namedMax: 80_000 });
  expect(result).toMatchObject({ namedExpires: false, version: 0, approvalId: expect.any(String) });
  expect((await call('approval/approve', { id: result.approvalId }, maker)).code).toBe(406);
  expect((await call('approval/approve', { id: result.approvalId }, checker)).code).toBe(200);
  expect(await policy()).toEqual({
    ...{ ...usualCardPolicy, namedExpires: true, namedMax: 80_000 },
    ...{ approvalId: null, version: 1 },
  });
  expect(await policy(stranger)).toMatchObject({ version: 0, namedExpires: false });
  expect((await product({ months: 36, faces: [80_000] })).code).toBe(200);
  expect((await product({ faces: [80_001] })).msg).toBe('记名卡面值不得超过 800.00 元');
});

test('of an older version, without a change, or while one waits is refused', async () => {
  expect((await propose({ version: 0 })).msg).toContain('已被他人修改');
  expect((await propose({})).msg).toBe('没有变化');
  const { result } = await propose({ redeemAfterMonths: 6 });
  expect((await propose({ redeemAfterMonths: 9 })).code).toBe(406);
  expect((await call('approval/reject', { id: result.approvalId, reason: '不必' }, checker)).code).toBe(200);
  expect(await policy()).toMatchObject({ redeemAfterMonths: 3, approvalId: null });
});

test('is the database’s to refuse: none that nobody approved, none changed', async () => {
  const { prisma } = api.deps.database;
  const tenantId = tenantIdOf('A');
  const last = await prisma.cardPolicy.findFirstOrThrow({ where: { tenantId }, orderBy: { no: 'desc' } });
  await expect(
    prisma.cardPolicy.create({ data: { ...last, no: last.no + 1, namedMax: 9_999_999n } }),
  ).rejects.toThrow(/refuse_unapproved_policy/);
  await expect(
    prisma.cardPolicy.update({
      where: { tenantId_no: { tenantId, no: last.no } },
      data: { namedMax: 9_999_999n },
    }),
  ).rejects.toThrow();
});
