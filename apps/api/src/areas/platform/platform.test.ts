import type { PlatformRow } from '@xyxlx/contracts/platform';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { registerMerchant } from '../../../../../tests/support/merchants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let maker: string;
let checker: string;
let stranger: string;
const tenantId = tenantIdOf('A');
let made = 0;

beforeAll(async () => {
  api = await startTestApi();
  const permissions = [
    'platform.view',
    'platform.edit',
    'fund.approve',
    'merchant.view',
    'merchant.edit',
    'merchant.approve',
  ];
  maker = (await operator(api, '经办人', { permissions })).token;
  checker = (await operator(api, '复核人', { permissions })).token;
  stranger = (await operator(api, '外人', { permissions }, 'beichen')).token;
});
afterAll(() => api.close());

const call = async (path: string, input: object, token = maker) => (await api.call(path, input, token)).body;
const form = (change: object = {}) => {
  made += 1;
  return { code: `P_${made}`, name: `平台${made}`, type: 'MALL', feeBps: 0, ...change };
};
const added = async (change: object = {}): Promise<PlatformRow> =>
  (await call('platform/addPlatform', form(change))).result;
const present = (id: string) => api.deps.database.prisma.platform.findFirstOrThrow({ where: { id } });
const waiting = async (subjectId: string, token = checker) =>
  (await call('approval/getSubjectApproval', { subjectType: 'platformChange', subjectId }, token)).result;
const edit = ({ id, version, name, type, feeBps }: PlatformRow, change: object) =>
  call('platform/editPlatform', { id, version, name, type, feeBps, ...change });
/** An active merchant at the platform. */
async function traderAt(platformId: string) {
  const { id, version } = await registerMerchant(api, maker, { platformId });
  expect((await call('merchant/approveMerchant', { id, version }, checker)).code).toBe(200);
  return id;
}

describe('platforms', () => {
  test('are listed with their merchants counted, found by code and name, and filtered by type and state', async () => {
    const seeded = await call('platform/queryPlatform', { keyword: 'alip' });
    expect(seeded.result.list).toEqual([
      expect.objectContaining({ code: 'ALIPAY', feeBps: 38, pendingFeeBps: null, state: 'ENABLED' }),
    ]);
    const { id } = seeded.result.list[0];
    expect(seeded.result.list[0].merchantCount).toBe(
      await api.deps.database.prisma.merchant.count({ where: { tenantId, platformId: id } }),
    );
    const row = await added();
    const found = async (filter: object) =>
      (await call('platform/queryPlatform', { pageSize: 200, ...filter })).result.list.map(
        (one: PlatformRow) => one.id,
      );
    expect(await found({ keyword: row.name })).toEqual([row.id]);
    expect(await found({ type: ['MALL'] })).toContain(row.id);
    expect(await found({ type: ['PAYMENT'] })).not.toContain(row.id);
    expect(await found({ state: ['DISABLED'] })).not.toContain(row.id);
  });

  test('somebody who sees some merchants is told how many of those', async () => {
    const some = await api.deps.database.prisma.merchant.findMany({
      where: { tenantId, platformId: { not: null } },
      take: 1,
      orderBy: { id: 'asc' },
    });
    const few = await operator(api, '少数', {
      permissions: ['platform.view'],
      dataScope: 'MERCHANTS',
      merchantIds: some.map(({ id }) => id),
    });
    const { result } = await call('platform/queryPlatform', {}, few.token);
    expect(
      result.list.map((row: PlatformRow) => row.merchantCount).reduce((a: number, b: number) => a + b),
    ).toBe(1);
  });

  test('a code is there once in a tenant, also of two at once', async () => {
    const taken = form();
    const answers = await Promise.all([1, 2, 3].map(() => call('platform/addPlatform', taken)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406, 406]);
    expect(answers.find(({ code }) => code === 406).msg).toBe('平台编码已存在');
    expect((await call('platform/addPlatform', taken, stranger)).code).toBe(200);
  });

  test.each([
    ['a code of one letter', { code: 'A' }],
    ['a code with small letters', { code: 'ab' }],
    ['a code of 21 letters', { code: 'A'.repeat(21) }],
    ['a name of 41', { name: '名'.repeat(41) }],
    ['no type', { type: 'OTHER' }],
    ['a fee below 0', { feeBps: -1 }],
    ['a fee of 1001', { feeBps: 1001 }],
    ['half a basis point', { feeBps: 0.5 }],
  ])('%s: 400 ∅', async (_name, change) => {
    const before = await api.deps.database.prisma.platform.count();
    expect((await api.call('platform/addPlatform', form(change), maker)).status).toBe(400);
    expect(await api.deps.database.prisma.platform.count()).toBe(before);
  });

  test('of another tenant is 记录不存在, for reading and changing', async () => {
    const row = await added();
    expect((await call('platform/queryPlatform', { keyword: row.name }, stranger)).result.total).toBe(0);
    const { id, version } = row;
    for (const [path, input] of [
      ['editPlatform', { id, version, name: '抢', type: 'MALL', feeBps: 0 }],
      ['disablePlatform', { id, version, reason: '停' }],
    ] as const) {
      expect(await call(`platform/${path}`, input, stranger)).toMatchObject({ code: 406, msg: '记录不存在' });
    }
    expect(await present(id)).toMatchObject({ name: row.name, state: 'ENABLED' });
  });

  test('an older version is refused', async () => {
    const row = await added();
    expect((await edit(row, { name: '新名' })).code).toBe(200);
    expect((await edit(row, { name: '旧的' })).msg).toContain('已被他人修改');
    expect((await present(row.id)).name).toBe('新名');
  });
});

describe('a fee', () => {
  test('of a new platform is 0 until somebody else agrees to another', async () => {
    const row = await added({ feeBps: 1000 });
    expect(row).toMatchObject({ feeBps: 0, pendingFeeBps: 1000 });
    const approval = await waiting(row.id);
    expect(approval.changes).toEqual([
      { field: 'feeBps', label: { zh: '费率', en: 'Fee' }, before: '0.00%', after: '10.00%' },
    ]);
    expect((await call('approval/approve', { id: approval.id }, maker)).msg).toBe(
      '经办人不能审批自己提交的事项',
    );
    expect((await call('approval/approve', { id: approval.id }, checker)).code).toBe(200);
    expect((await present(row.id)).feeBps).toBe(1000);
    const log = await api.deps.database.prisma.operationLog.findFirstOrThrow({
      where: { targetId: row.id, action: 'editPlatform' },
    });
    expect([log.before, log.after]).toEqual([{ feeBps: 0 }, { feeBps: 1000 }]);
    await expectInvariants(api);
  });

  test('waits with its reason while the rest changes at once; one waits at a time', async () => {
    const row = await added();
    const once = await edit(row, { feeBps: 38, name: '改名平台', reason: '新合同' });
    expect(once.result).toMatchObject({ name: '改名平台', feeBps: 0, pendingFeeBps: 38 });
    expect((await waiting(row.id)).reason).toBe('新合同');
    expect((await edit(once.result, { feeBps: 39 })).msg).toBe('已提交审批，请勿重复提交');
    expect((await edit(once.result, { feeBps: 0, name: '再改名' })).result).toMatchObject({
      name: '再改名',
      pendingFeeBps: 38,
    });
  });

  test.each(['reject', 'withdraw'] as const)('whose change ends in %s stays', async (end) => {
    const row = await added({ feeBps: 60 });
    const { id } = await waiting(row.id);
    const ended = await call(`approval/${end}`, { id, reason: '不符' }, end === 'reject' ? checker : maker);
    expect(ended.code).toBe(200);
    expect(await present(row.id)).toMatchObject({ feeBps: 0, version: 1 });
    expect(
      (await call('platform/queryPlatform', { keyword: row.code })).result.list[0].pendingFeeBps,
    ).toBeNull();
  });

  test('is nobody’s to change past a checker, nor to decide without 资金审核', async () => {
    const row = await added({ feeBps: 60 });
    const { prisma } = api.deps.database;
    const set = (feeBps: number) => prisma.platform.updateMany({ where: { id: row.id }, data: { feeBps } });
    await expect(set(60)).rejects.toThrow(/approved/);
    const viewer = (await operator(api, '旁观', { permissions: ['platform.view', 'platform.edit'] })).token;
    const { id } = await waiting(row.id);
    expect((await call('approval/approve', { id }, viewer)).code).toBe(406);
    expect((await call('approval/approve', { id }, checker)).code).toBe(200);
    await expect(set(0)).rejects.toThrow(/approved/);
    await expect(
      prisma.platform.create({ data: { tenantId, code: 'OVER', name: '超', feeBps: 1001 } }),
    ).rejects.toThrow(/platforms_fee_bps/);
    expect((await present(row.id)).feeBps).toBe(60);
  });
});

describe('putting a platform out of use', () => {
  test('waits until it has no active merchant; then no merchant becomes active there', async () => {
    const row = await added();
    const merchant = await traderAt(row.id);
    const disable = () =>
      call('platform/disablePlatform', { id: row.id, version: row.version, reason: '合同到期' });
    expect(await disable()).toMatchObject({ code: 406, msg: '仍有正常商户，不能停用' });
    await expect(
      api.deps.database.prisma.platform.updateMany({ where: { id: row.id }, data: { state: 'DISABLED' } }),
    ).rejects.toThrow(/Active merchants/);
    expect((await call('merchant/disableMerchant', { ids: [merchant], reason: '停用' })).result.done).toBe(1);
    expect((await disable()).result).toMatchObject({ state: 'DISABLED', merchantCount: 1 });

    const words = expect.stringContaining('已停用，请先启用该平台');
    const enabled = await call('merchant/enableMerchant', { ids: [merchant], reason: '启用' });
    expect(enabled.result).toMatchObject({ done: 0, rows: [{ ok: false, message: words }] });
    await expect(
      api.deps.database.prisma.merchant.updateMany({ where: { id: merchant }, data: { state: 'ACTIVE' } }),
    ).rejects.toThrow(/must be in use/);
    const other = await registerMerchant(api, maker);
    const moved = { ...other.form, id: other.id, version: other.version, platformId: row.id };
    expect(await call('merchant/editMerchant', moved)).toMatchObject({ code: 406, msg: words });
    expect((await registerMerchant(api, maker, { platformId: row.id })).id).toBeUndefined();

    const back = await call('platform/enablePlatform', { id: row.id, version: row.version + 1 });
    expect(back.result.state).toBe('ENABLED');
    expect((await call('merchant/enableMerchant', { ids: [merchant], reason: '启用' })).result.done).toBe(1);
  });

  test('a merchant that was handed in before is not approved after', async () => {
    const row = await added();
    const { id, version } = await registerMerchant(api, maker, { platformId: row.id });
    await call('platform/disablePlatform', { id: row.id, version: 1, reason: '停用' });
    const approved = await call('merchant/approveMerchant', { id, version }, checker);
    expect(approved).toMatchObject({ code: 406, msg: expect.stringContaining('已停用') });
    expect((await api.deps.database.prisma.merchant.findFirstOrThrow({ where: { id } })).state).toBe(
      'PENDING',
    );
  });

  test('at the moment in which a merchant becomes active: one of the two is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const row = await added();
      const { id, version } = await registerMerchant(api, maker, { platformId: row.id });
      const [approved, disabled] = await Promise.all([
        call('merchant/approveMerchant', { id, version }, checker),
        call('platform/disablePlatform', { id: row.id, version: 1, reason: '停用' }),
      ]);
      expect([approved.code, disabled.code].sort()).toEqual([200, 406]);
    }
  });

  test('offers it to no merchant, and still to the filter', async () => {
    const row = await added();
    await call('platform/disablePlatform', { id: row.id, version: 1, reason: '停用' });
    const { result } = await call('merchant/queryPlatformOption', {});
    expect(result).toContainEqual({ id: row.id, name: row.name, tenant: null, state: 'DISABLED' });
  });
});
