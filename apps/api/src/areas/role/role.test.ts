import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { keepBuiltInRoles } from './keep-built-in-roles.ts';

let api: TestApi;
let admin: string;
let tenantAdmin: string;
let auditor: string;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn('13800000001');
  tenantAdmin = await api.signIn('13800000004');
  auditor = await api.signIn('13800000008');
});
afterAll(() => api.close());

const power = { dataScope: 'TENANT', permissions: ['merchant.view'], ceilingAmount: null };
const userIdOf = async (token: string) => (await api.call('userAccount/getUser', {}, token)).body.result.id;
const roleOf = async (token: string, code: string) => {
  const { body } = await api.call('role/queryRole', { pageSize: 200 }, token);
  return body.result.list.find((row: { code: string }) => row.code === code);
};

describe('roles', () => {
  test('a change is felt on the next call', async () => {
    const { body: made } = await api.call('role/addRole', { name: '查日志', ...power }, admin);
    const role = made.result;
    const refused = await api.call('role/addRole', { name: 'x', ...power }, auditor);
    expect(refused.body).toMatchObject({ code: 406, result: { permission: 'role.edit' } });

    const edited = await api.call(
      'role/editRole',
      {
        id: role.id,
        version: role.version,
        name: '管角色',
        ...power,
        permissions: ['role.view', 'role.edit'],
      },
      admin,
    );
    expect(edited.body.result.permissions).toEqual(['role.view', 'role.edit']);
    await api.call('role/setRoleMembers', { id: role.id, addUserIds: [await userIdOf(auditor)] }, admin);
    const narrow = { ...power, permissions: ['role.view'] };
    expect((await api.call('role/addRole', { name: '新角色', ...narrow }, auditor)).body.code).toBe(200);

    const stale = await api.call('role/editRole', { id: role.id, version: 1, name: '旧', ...power }, admin);
    expect(stale.body.msg).toBe('记录已被他人修改，请刷新后重试');
    await api.call('role/setRoleMembers', { id: role.id, removeUserIds: [await userIdOf(auditor)] }, admin);
    expect((await api.call('role/addRole', { name: '又一个', ...narrow }, auditor)).body.code).toBe(406);
    const gone = await api.call('role/deleteRole', { id: role.id, version: 2 }, admin);
    expect(gone.body.code).toBe(200);
  });

  test('the same name five times at once: one role, the others are refused', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => api.call('role/addRole', { name: '同名', ...power }, admin)),
    );
    const messages = answers.map(({ body }) => body.msg).sort();
    expect(messages).toEqual(['', ...Array(4).fill('角色名称已存在')]);
  });

  test('built-in roles are locked', async () => {
    const operator = await roleOf(admin, 'operator');
    const { id, version } = operator;
    expect((await api.call('role/editRole', { id, version, name: '运营2', ...power }, admin)).body.msg).toBe(
      '内置角色不能修改或删除',
    );
    expect((await api.call('role/deleteRole', { id, version }, admin)).body.code).toBe(406);
  });

  test('nobody makes or gives a role that allows more than their own', async () => {
    const all = await api.call('role/addRole', { name: '全平台', ...power, dataScope: 'ALL' }, tenantAdmin);
    expect(all.body.msg).toContain('不能授予超出您自身');
    const platform = await api.call(
      'role/addRole',
      { name: '管租户', ...power, permissions: ['tenant.edit'] },
      tenantAdmin,
    );
    expect(platform.body.code).toBe(406);
    const builtIn = await roleOf(tenantAdmin, 'platform-admin');
    expect(builtIn.grantable).toBe(false);
    const up = await api.call(
      'role/setRoleMembers',
      { id: builtIn.id, addUserIds: [await userIdOf(tenantAdmin)] },
      tenantAdmin,
    );
    expect(up.body.code).toBe(406);
  });

  test('the last administrator can’t be removed', async () => {
    const role = await roleOf(tenantAdmin, 'tenant-admin');
    const { body } = await api.call(
      'role/setRoleMembers',
      { id: role.id, removeUserIds: [await userIdOf(tenantAdmin)] },
      tenantAdmin,
    );
    expect(body.msg).toContain('不能移除最后一位管理员');
    expect((await api.call('role/queryRole', {}, tenantAdmin)).body.code).toBe(200);
  });

  test('why can’t I see it: the permission that is missing, and who can grant it', async () => {
    const { body } = await api.call('role/explainPermission', { endpoint: 'role/addRole' }, auditor);
    expect(body.result).toMatchObject({ permission: 'role.edit', held: false, missingFromPackage: false });
    expect(body.result.explanation).toContain('缺少权限「角色 · 新增与修改」');
    expect(body.result.grantors.map((one: { name: string }) => one.name)).toContain('平台管理员');
    expect(body.result.rolesWithIt.map((one: { name: string }) => one.name)).toContain('租户管理员');
    const held = await api.call('role/explainPermission', { permission: 'role.view' }, auditor);
    expect(held.body.result).toMatchObject({ held: true, throughRoles: [{ name: '只读审计' }] });
  });

  test('what is a part of another action comes with it: who edits cards freezes them, and can grant it', async () => {
    const maker = await api.signIn('13800000002');
    const { body } = await api.call('role/explainPermission', { endpoint: 'card/freezeCard' }, maker);
    const { held, rolesWithIt, throughRoles } = body.result;
    expect([held, throughRoles.map(({ code }: { code: string }) => code)]).toEqual([true, ['finance-maker']]);
    const codes = rolesWithIt.map(({ code }: { code: string }) => code);
    expect(codes.toSorted()).toEqual(['finance-maker', 'platform-admin', 'support', 'tenant-admin']);
    const lacking = await api.call('role/explainPermission', { permission: 'card.freeze' }, auditor);
    expect(lacking.body.result).toMatchObject({ held: false, throughRoles: [] });
  });

  test('the permission tree names the calls that need each action', async () => {
    const { body } = await api.call('role/getPermissionTree', {}, auditor);
    const group = body.result.groups.find((one: { group: string }) => one.group === 'role');
    const edit = group.actions.find((one: { permission: string }) => one.permission === 'role.edit');
    expect(edit.held).toBe(false);
    expect(edit.endpoints.map((one: { path: string }) => one.path)).toContain('role/addRole');
  });

  test('a release that gives a built-in role more reaches stored tenants, on the next call, once, and is logged', async () => {
    const { prisma } = api.deps.database;
    const { id, tenantId } = await prisma.role.findFirstOrThrow({
      where: { code: 'auditor', tenant: { code: 'huadong' } },
    });
    await prisma.role.updateMany({ where: { id }, data: { permissions: ['merchant.view'] } });
    await prisma.role.deleteMany({ where: { tenantId, code: 'support' } });
    const custom = (await api.call('role/addRole', { name: '不受版本影响', ...power }, admin)).body.result;
    expect((await api.call('role/queryRole', {}, auditor)).body.code).toBe(406);

    const [one, two] = await Promise.all([keepBuiltInRoles(api.deps), keepBuiltInRoles(api.deps)]);
    expect(one + two).toBe(2);
    expect((await api.call('role/queryRole', {}, auditor)).body.code).toBe(200);
    expect(await roleOf(admin, 'auditor')).toMatchObject({ updatedBy: '系统' });
    expect(await roleOf(admin, 'support')).toMatchObject({ builtIn: true, name: '客服' });
    expect((await api.call('role/getRole', { id: custom.id }, admin)).body.result.permissions).toEqual([
      'merchant.view',
    ]);
    const logged = await prisma.operationLog.findMany({
      where: { action: 'keepBuiltInRoles', targetId: id },
    });
    expect(logged).toMatchObject([
      { actorId: null, actorName: '系统', before: { permissions: ['merchant.view'] } },
    ]);
  });

  test('a smaller package puts what a role holds to sleep; roles can be given all the same, and never more than one’s own', async () => {
    const { prisma } = api.deps.database;
    const pack = await prisma.tenantPackage.findUniqueOrThrow({ where: { code: 'basic' } });
    await prisma.tenant.update({ where: { code: 'beichen' }, data: { packageId: pack.id } });
    const tree = (await api.call('role/getPermissionTree', {}, tenantAdmin)).body.result.groups;
    const limits = tree.find(({ group }: { group: string }) => group === 'limit');
    expect(limits.inPackage).toBe(false);
    const me = (await api.call('userAccount/getUser', {}, tenantAdmin)).body.result;
    expect(me.permissions).not.toContain('limit.adjust');
    const why = await api.call('role/explainPermission', { permission: 'limit.adjust' }, tenantAdmin);
    expect(why.body.result).toMatchObject({ held: false, missingFromPackage: true, grantors: [] });

    const operator = await roleOf(tenantAdmin, 'operator');
    expect(operator.grantable).toBe(true);
    const added = await api.call(
      'userAccount/addUser',
      { mobile: '13922223333', name: '北辰运营', roleIds: [operator.id] },
      tenantAdmin,
    );
    expect(added.body.code, added.text).toBe(200);
    // Somebody with fewer permissions grants fewer, inactive ones included: a larger package would activate them for the other user.
    const lesser = await api.call(
      'role/addRole',
      { name: '人事', ...power, permissions: ['user.view', 'user.edit', 'role.view'] },
      tenantAdmin,
    );
    const { id, version } = added.body.result;
    await api.call('userAccount/editUser', { id, version, roleIds: [lesser.body.result.id] }, tenantAdmin);
    const { token } = (
      await api.call('userAccount/login', {
        mobile: '13922223333',
        password: added.body.result.initialPassword,
      })
    ).body.result;
    expect((await roleOf(token, 'operator')).grantable).toBe(false);

    await prisma.tenant.update({ where: { code: 'beichen' }, data: { packageId: null } });
    expect((await api.call('userAccount/getUser', {}, tenantAdmin)).body.result.permissions).toContain(
      'limit.adjust',
    );
  });

  test('several removed at once: what is built in, and what somebody has, stays', async () => {
    const made = (await api.call('role/addRole', { name: '临时一', ...power }, admin)).body.result;
    const used = (await api.call('role/addRole', { name: '临时二', ...power }, admin)).body.result;
    await api.call('role/setRoleMembers', { id: used.id, addUserIds: [await userIdOf(auditor)] }, admin);
    const builtIn = await roleOf(admin, 'support');
    const { body } = await api.call('role/deleteRoles', { ids: [made.id, used.id, builtIn.id] }, admin);
    expect(body.result.rows.map(({ message }: { message: string }) => message)).toEqual([
      '',
      '该角色下还有 1 名成员，请先移除',
      '内置角色不能修改或删除',
    ]);
  });
});
