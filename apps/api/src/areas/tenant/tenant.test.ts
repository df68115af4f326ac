import { demoPassword } from '@xyxlx/database/seed/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let admin: string;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn('13800000001');
});
afterAll(() => api.close());

const signIn = (mobile: string, password = demoPassword) =>
  api.call('userAccount/login', { mobile, password });
const tenantB = async () => {
  const { body } = await api.call('tenant/queryTenant', { keyword: 'beichen' }, admin);
  return body.result.list[0];
};
const edit = async (changes: object) => {
  const { id, version, name, expiresAt, domains, package: pack } = await tenantB();
  return api.call(
    'tenant/editTenant',
    { id, version, name, packageId: pack?.id ?? null, expiresAt, domains, ...changes },
    admin,
  );
};

describe('tenants', () => {
  test('expired: sign-in refused, sessions 403; paid again, it goes on', async () => {
    const token = await api.signIn('13800000004');
    expect((await edit({ expiresAt: '2026-01-01T00:00:00.000Z' })).body.result.state).toBe('EXPIRED');
    expect((await api.call('userAccount/getUser', {}, token)).body.code).toBe(403);
    expect((await signIn('13800000004')).body.msg).toBe('账号或密码错误');
    await edit({ expiresAt: null });
    expect((await signIn('13800000004')).body.code).toBe(200);
  });

  test('suspended: its sessions end and stay ended', async () => {
    const token = await api.signIn('13800000004');
    const { id, version } = await tenantB();
    const suspended = await api.call('tenant/suspendTenant', { id, version, reason: '欠费' }, admin);
    expect(suspended.body.result.state).toBe('SUSPENDED');
    await api.call('tenant/resumeTenant', { id, version: version + 1, reason: '已缴清' }, admin);
    expect((await api.call('userAccount/getUser', {}, token)).body.code).toBe(403);
    expect((await signIn('13800000004')).body.code).toBe(200);
  });

  test('a package limits menus and accounts, on the next call', async () => {
    const made = await api.call(
      'tenant/addPackage',
      { code: 'tiny', name: '体验版', permissionGroups: ['merchant', 'user', 'tenant'], maxAccounts: 1 },
      admin,
    );
    const token = await api.signIn('13800000004');
    expect((await api.call('role/queryRole', {}, token)).body.code).toBe(200);
    await edit({ packageId: made.body.result.id });
    expect((await api.call('role/queryRole', {}, token)).body.result).toEqual({ permission: 'role.view' });
    const why = await api.call('role/explainPermission', { permission: 'role.view' }, token);
    expect(why.body.result).toMatchObject({ held: false, missingFromPackage: true });
    const { permissions } = (await api.call('userAccount/getUser', {}, token)).body.result;
    expect(permissions.every((one: string) => /^(merchant|user|tenant)\./.test(one))).toBe(true);

    const roles = await api.deps.database.prisma.role.findFirstOrThrow({
      where: { tenant: { code: 'beichen' }, code: 'employee' },
    });
    await api.deps.database.prisma.role.updateMany({ where: { id: roles.id }, data: { permissions: [] } });
    const over = await api.call(
      'userAccount/addUser',
      { mobile: '13900000001', name: '多余', roleIds: [roles.id] },
      token,
    );
    expect(over.body.msg).toContain('账号数已达套餐上限 1 个');
    await edit({ packageId: null });
    const { id, version } = made.body.result;
    expect((await api.call('tenant/deletePackage', { id, version }, admin)).body.code).toBe(200);
  });

  test('a new tenant can be used at once, sees itself alone, and has no platform role', async () => {
    const { body } = await api.call(
      'tenant/addTenant',
      {
        code: 'nanfang',
        name: '南方服务',
        packageId: null,
        expiresAt: null,
        domains: ['nanfang.example.com'],
        administrator: { mobile: '13911112222', name: '南方管理员' },
      },
      admin,
    );
    expect(body.code).toBe(200);
    const { token } = (await signIn('13911112222', body.result.initialPassword)).body.result;
    const seen = await api.call('tenant/queryTenant', {}, token);
    expect(seen.body.result.list[0].merchantCode, 'after those of the other tenants').toBe(12);
    expect(seen.body.result.list.map((row: { code: string }) => row.code)).toEqual(['nanfang']);
    const roles = await api.call('role/queryRole', { pageSize: 50 }, token);
    expect(roles.body.result.list.map((row: { code: string }) => row.code)).not.toContain('platform-admin');
    // Its company has a fund that others can transfer to, and is the administrator's.
    const [fund, ...more] = (await api.call('fund/queryAccount', {}, token)).body.result.list;
    expect(fund).toMatchObject({ company: { name: '南方服务' }, kind: 'ENTERPRISE', balance: 0 });
    expect(more).toEqual([]);
    const member = await api.deps.database.prisma.membership.findFirstOrThrow({
      where: { user: { mobile: '13911112222' } },
    });
    expect(member.companyId).toBe(fund.company.id);
    const taken = await edit({ domains: ['nanfang.example.com'] });
    expect(taken.body.msg).toBe('域名已被其他租户使用');
  });

  test('one’s own neither is suspended nor has expired: nobody could take that back', async () => {
    const { body } = await api.call('tenant/queryTenant', { keyword: 'huadong' }, admin);
    const [{ id, version, name, domains, package: pack }] = body.result.list;
    const own = { id, version, name, packageId: pack?.id ?? null, domains };
    const expiresAt = api.clock.businessNow().toISOString();
    const refused = { code: 406, msg: '不能停用自己所在的租户' };
    const edited = await api.call('tenant/editTenant', { ...own, expiresAt }, admin);
    expect(edited.body).toMatchObject(refused);
    const suspended = await api.call('tenant/suspendTenant', { id, version, reason: '试试' }, admin);
    expect(suspended.body).toMatchObject(refused);
    const later = new Date(api.clock.businessNow().getTime() + 60_000).toISOString();
    const extended = await api.call('tenant/editTenant', { ...own, expiresAt: later }, admin);
    expect(extended.body).toMatchObject({ code: 200, result: { state: 'ACTIVE' } });
    const back = { ...own, version: version + 1, expiresAt: null };
    expect((await api.call('tenant/editTenant', back, admin)).body.code).toBe(200);
  });

  test('only platform administrators change tenants', async () => {
    const { id, version } = await tenantB();
    const token = await api.signIn('13800000004');
    const { body } = await api.call('tenant/suspendTenant', { id, version, reason: '试试' }, token);
    expect(body).toMatchObject({ code: 406, result: { permission: 'tenant.edit' } });
  });

  test('a tenant’s own role that may edit tenants is told that only the platform adds one, or an administrator to one', async () => {
    const { token, session } = await operator(api, '自称平台', {
      permissions: ['tenant.edit', 'tenant.view'],
    });
    const administrator = { name: '外人', mobile: '13755550001' };
    const refused = { code: 406, msg: '仅平台管理员可操作' };
    for (const id of [session.tenantId, (await tenantB()).id]) {
      const { body } = await api.call('tenant/addAdministrator', { id, administrator }, token);
      expect(body).toMatchObject(refused);
    }
    const whole = {
      name: '新租户',
      code: 'xin',
      administrator,
      packageId: null,
      expiresAt: null,
      domains: [],
    };
    expect((await api.call('tenant/addTenant', whole, token)).body).toMatchObject(refused);
  });
});
