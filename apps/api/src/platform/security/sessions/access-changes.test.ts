import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userIdOf } from '../../../../../../tests/support/accounts.ts';
import { startTestApi, type TestApi } from '../../../../../../tests/support/test-api.ts';

/** Administrates tenant B, where nobody else is at work. */
const mobile = '13800000004';
const refused = { code: 406, result: { permission: 'merchant.view' } };

let api: TestApi;
let replica: TestApi;
let platform: string;
let member: string;
beforeAll(async () => {
  api = await startTestApi();
  replica = await api.replica();
  platform = await api.signIn('13800000001');
});
afterAll(async () => {
  await replica.close();
  await api.close();
});
beforeEach(async () => {
  member = await api.signIn(mobile);
  // Both know the caller as they were before.
  expect(await codes()).toEqual([200, 200]);
});

const list = async () => {
  const answers = await Promise.all(
    [api, replica].map((on) => on.call('merchant/queryMerchant', {}, member)),
  );
  return answers.map(({ body }) => body);
};
const codes = async () => (await list()).map(({ code }) => code);
const totals = async () => (await list()).map(({ result }) => result.total);
const change = async (path: string, input: object) => {
  const { body } = await api.call(path, input, platform);
  expect(body).toMatchObject({ code: 200 });
  return body.result;
};
const tenantB = async () => (await change('tenant/queryTenant', { keyword: 'beichen' })).list[0];
const editTenant = async (changes: object) => {
  const { id, version, name, expiresAt, domains, package: pack } = await tenantB();
  const kept = { id, version, name, packageId: pack?.id ?? null, expiresAt, domains };
  return change('tenant/editTenant', { ...kept, ...changes });
};

describe('what one may do changes on the very next call, on another replica too', () => {
  test('a role that allows less, and more again', async () => {
    const { prisma } = api.deps.database;
    const role = await prisma.role.findFirstOrThrow({
      where: { code: 'tenant-admin', tenant: { code: 'beichen' } },
    });
    const { id, permissions } = role;
    await prisma.role.updateMany({ where: { id }, data: { permissions: ['role.view'] } });
    expect(await list()).toMatchObject([refused, refused]);
    await prisma.role.updateMany({ where: { id }, data: { permissions } });
    expect(await codes()).toEqual([200, 200]);
  });

  test('a role taken away and given', async () => {
    const { prisma } = api.deps.database;
    const membership = { user: { mobile } };
    const given = await prisma.membershipRole.findFirstOrThrow({ where: { membership } });
    await prisma.membershipRole.deleteMany({ where: { membership } });
    expect(await list()).toMatchObject([refused, refused]);
    await prisma.membershipRole.create({ data: given });
    expect(await codes()).toEqual([200, 200]);
  });

  test('another package, and another content of the package', async () => {
    const { id } = await change('tenant/addPackage', {
      code: 'bare',
      name: '最小版',
      permissionGroups: ['role'],
      maxAccounts: null,
    });
    await editTenant({ packageId: id });
    expect(await list()).toMatchObject([refused, refused]);
    await change('tenant/editPackage', {
      id,
      version: 1,
      name: '最小版',
      permissionGroups: ['role', 'merchant'],
      maxAccounts: null,
    });
    expect(await codes()).toEqual([200, 200]);
    await editTenant({ packageId: null });
  });

  test('a scope that ends at the own company, and a company that moves below it', async () => {
    const { prisma } = api.deps.database;
    const { tenantId, id } = await prisma.membership.findFirstOrThrow({ where: { user: { mobile } } });
    const [all] = await totals();
    const [own, other] = await Promise.all(
      ['一', '二'].map((name) => prisma.company.create({ data: { tenantId, name: `范围${name}` } })),
    );
    const role = { tenantId, code: 'tenant-admin' };
    await prisma.role.updateMany({ where: role, data: { dataScope: 'COMPANY_TREE' } });
    await prisma.membership.updateMany({ where: { id }, data: { companyId: own?.id ?? '' } });
    expect(await totals()).toEqual([0, 0]);
    const [merchant] = await prisma.merchant.findMany({ where: { tenantId, state: 'PENDING' }, take: 1 });
    const moved = { id: merchant?.id ?? '' };
    await prisma.merchant.updateMany({ where: moved, data: { companyId: other?.id ?? '' } });
    expect(await totals()).toEqual([0, 0]);
    await prisma.company.updateMany({ where: { id: other?.id ?? '' }, data: { parentId: own?.id ?? '' } });
    expect(await totals()).toEqual([1, 1]);
    await prisma.company.updateMany({ where: { id: other?.id ?? '' }, data: { parentId: null } });
    expect(await totals()).toEqual([0, 0]);
    await prisma.role.updateMany({ where: role, data: { dataScope: 'TENANT' } });
    expect(await totals()).toEqual([all, all]);
    await prisma.membership.updateMany({ where: { id }, data: { companyId: null } });
  });

  test('a tenant that is suspended', async () => {
    const { id, version } = await tenantB();
    await change('tenant/suspendTenant', { id, version, reason: '欠费' });
    expect(await codes()).toEqual([403, 403]);
    await change('tenant/resumeTenant', { id, version: version + 1, reason: '已缴清' });
    expect(await codes()).toEqual([403, 403]);
  });

  test('a member who is disabled', async () => {
    const { prisma } = api.deps.database;
    const where = { userId: await userIdOf(api, mobile) };
    await prisma.membership.updateMany({ where, data: { state: 'DISABLED' } });
    expect(await codes()).toEqual([403, 403]);
    await prisma.membership.updateMany({ where, data: { state: 'ACTIVE' } });
    expect(await codes()).toEqual([200, 200]);
  });
});
