import { demoPassword } from '@xyxlx/database/seed/accounts';
import { roleId, tenantId } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userIdOf } from '../../../../../tests/support/accounts.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { openUserDesk, type UserDesk } from '../../../../../tests/support/users.ts';

const stale = { code: 406, success: false, msg: '记录已被他人修改，请刷新后重试', result: null };

let api: TestApi;
let desk: UserDesk;
beforeAll(async () => {
  api = await startTestApi();
  desk = await openUserDesk(api);
});
afterAll(() => api.close());

describe('addUser', () => {
  test('answers an initial password once; the new user signs in with it and is asked to change it', async () => {
    const made = await desk.add(desk.adminA);
    const { body } = await api.call('userAccount/login', { mobile: made.mobile, password: made.password });
    expect(body.result.user).toMatchObject({ updatePassword: 0, roles: [{ code: 'operator' }] });
    const [logged] = await desk.logsOf(made.id);
    expect(logged).toMatchObject({ action: 'addUser', actorName: '甲方管理员', after: { roles: ['运营'] } });
    expect(JSON.stringify(logged)).not.toContain(made.password);
    expect(JSON.stringify(logged)).not.toContain(made.mobile);
  });

  test('the same mobile twice in a tenant: one gets through, even at once', async () => {
    const input = { mobile: '13622220000', name: '同号', roleIds: [roleId('A', 'operator')] };
    const answers = await Promise.all([
      desk.act('addUser', input, desk.adminA),
      desk.act('addUser', input, desk.platform),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(await desk.act('addUser', input, desk.adminA)).toMatchObject({
      code: 406,
      msg: '该手机号/邮箱的用户已存在',
    });
  });

  test('six users added at once: none waits for another until the database breaks the deadlock', async () => {
    const add = (n: number) =>
      desk.act(
        'addUser',
        { mobile: `1362222100${n}`, name: '同时', roleIds: [roleId('A', 'operator')] },
        n % 2 ? desk.adminA : desk.platform,
      );
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(add));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('nobody can give a role that may do more than they may', async () => {
    const input = { mobile: '13633330000', name: '越权', roleIds: [roleId('A', 'platform-admin')] };
    expect(await desk.act('addUser', input, desk.adminA)).toMatchObject({
      code: 406,
      msg: expect.stringContaining('平台管理员'),
    });
    const options = await desk.act('queryUserOption', {}, desk.adminA);
    const grantable = Object.fromEntries(
      options.result.roles.map((role: { code: string; grantable: boolean }) => [role.code, role.grantable]),
    );
    expect(grantable).toMatchObject({ 'platform-admin': false, 'tenant-admin': true, operator: true });
  });
});

describe('editUser', () => {
  test('changes what is named and nothing else, and logs before and after', async () => {
    const made = await desk.add(desk.adminA, { email: 'old@example.com' });
    const row = (
      await desk.act('editUser', { id: made.id, version: 1, name: '新名', email: null }, desk.adminA)
    ).result;
    expect(row).toMatchObject({
      name: '新名',
      email: null,
      version: 2,
      roles: [{ code: 'operator' }],
      updatedBy: '甲方管理员',
    });
    const logged = (await desk.logsOf(made.id)).at(-1);
    expect(logged).toMatchObject({
      action: 'editUser',
      before: { email: 'o***@example.com' },
      after: { name: '新名', email: null },
    });
    expect(Object.keys(logged?.after as object)).toEqual(['name', 'email']);
  });

  test('a stale version is 406 ∅; of two editors at once one gets through', async () => {
    const made = await desk.add(desk.adminA);
    const edit = (name: string) => desk.act('editUser', { id: made.id, version: 1, name }, desk.adminA);
    const answers = await Promise.all([edit('甲'), edit('乙')]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(await edit('丙')).toEqual(stale);
    expect((await desk.rowOf(made.id)).version).toBe(2);
  });

  test('roles are given and taken one by one, and count on the next call', async () => {
    const made = await desk.add(desk.adminA);
    const token = await desk.tokenOf(made);
    const roleIds = [roleId('A', 'operator'), roleId('A', 'finance-maker')];
    await desk.act('editUser', { id: made.id, version: 1, roleIds }, desk.adminA);
    expect((await desk.act('getUser', {}, token)).result.permissions).toContain('fund.transfer');
    await desk.act('editUser', { id: made.id, version: 2, roleIds: [roleId('A', 'auditor')] }, desk.adminA);
    expect((await desk.act('getUser', {}, token)).result.permissions).not.toContain('merchant.edit');
  });

  test('a tenant’s administrator can touch neither who may do more, nor who also belongs elsewhere', async () => {
    const chief = await userIdOf(api, '13800000001');
    const { version } = await desk.rowOf(chief);
    for (const [action, input] of [
      ['editUser', { name: '改名' }],
      ['resetUserPassword', { reason: '接管' }],
      ['deleteUser', { reason: '接管' }],
    ] as const) {
      expect(await desk.act(action, { id: chief, version, ...input }, desk.adminA)).toMatchObject({
        code: 406,
        msg: expect.stringContaining('权限高于您'),
      });
    }
    expect(await desk.act('endUserSession', { id: chief, reason: '接管' }, desk.adminA)).toMatchObject({
      code: 406,
    });
    const both = await userIdOf(api, '13800000009');
    const reset = await desk.act('resetUserPassword', { id: both, version: 1, reason: '接管' }, desk.adminA);
    expect(reset).toMatchObject({ code: 406, msg: expect.stringContaining('其他租户') });
  });

  test('a mobile that is taken is refused ∅', async () => {
    const made = await desk.add(desk.adminA);
    const answer = await desk.act(
      'editUser',
      { id: made.id, version: 1, name: '改名', mobile: '13800000002' },
      desk.adminA,
    );
    expect(answer).toMatchObject({ code: 406, msg: '该手机号/邮箱已被使用' });
    expect(await desk.rowOf(made.id)).toMatchObject({ version: 1 });
  });
});

describe('deleteUser', () => {
  test('disables, keeps the history, and enableUser takes it back', async () => {
    const made = await desk.add(desk.adminA);
    expect(
      await desk.act('deleteUser', { id: made.id, version: 1, reason: '离职' }, desk.adminA),
    ).toMatchObject({
      code: 200,
    });
    expect(await desk.rowOf(made.id)).toMatchObject({ state: 'DISABLED', version: 2 });
    expect((await desk.logsOf(made.id)).map(({ action, reason }) => [action, reason])).toEqual([
      ['addUser', null],
      ['deleteUser', '离职'],
    ]);
    const login = () => api.call('userAccount/login', { mobile: made.mobile, password: made.password });
    expect((await login()).body).toMatchObject({ code: 406, msg: '账号或密码错误' });
    await desk.act('enableUser', { id: made.id, version: 2 }, desk.adminA);
    expect((await login()).body.code).toBe(200);
  });

  test('it ends the sessions in the tenant, and only there', async () => {
    const both = '13800000009';
    const inA = await api.signIn(both);
    const inB = (await desk.act('chooseTenant', { tenantId: tenantId('B') }, await api.signIn(both))).result
      .token;
    const { id, version } = (await desk.act('getUser', {}, inA)).result;
    await desk.act('deleteUser', { id, version, reason: '项目结束' }, desk.adminB);
    expect((await desk.act('getUser', {}, inB)).code).toBe(403);
    expect((await desk.act('getUser', {}, inA)).code).toBe(200);
  });

  test('nobody can disable themselves', async () => {
    const { id, version } = (await desk.act('getUser', {}, desk.adminA)).result;
    expect(await desk.act('deleteUser', { id, version, reason: '误操作' }, desk.adminA)).toMatchObject({
      code: 406,
    });
  });
});

describe('resetUserPassword, unlockUser, revealUser', () => {
  test('a reset sets the flag back to 0 and answers a password for one use', async () => {
    const id = await userIdOf(api, '13800000003');
    const { initialPassword } = (
      await desk.act('resetUserPassword', { id, version: 1, reason: '本人申请' }, desk.adminA)
    ).result;
    expect(await desk.rowOf(id)).toMatchObject({ updatePassword: 0, version: 2 });
    const login = (password: string) => api.call('userAccount/login', { mobile: '13800000003', password });
    expect((await login(demoPassword)).body.code).toBe(406);
    expect((await login(initialPassword)).body.result.user.updatePassword).toBe(0);
    expect((await desk.logsOf(id)).at(-1)).toMatchObject({ action: 'resetUserPassword', reason: '本人申请' });
  });

  test('a locked user can sign in again once unlocked', async () => {
    const made = await desk.add(desk.adminA);
    for (let tries = 0; tries < 10; tries++)
      await api.call('userAccount/login', { mobile: made.mobile, password: 'wrong' });
    expect(await desk.rowOf(made.id)).toMatchObject({ state: 'LOCKED' });
    await desk.act('unlockUser', { id: made.id, version: 1 }, desk.adminA);
    expect(await desk.tokenOf(made)).toEqual(expect.any(String));
  });

  test('查看 asks a reason and is logged; without the permission it is 406', async () => {
    const made = await desk.add(desk.adminA, { email: 'full@example.com' });
    expect((await api.call('userAccount/revealUser', { id: made.id }, desk.adminA)).status).toBe(400);
    const { result } = await desk.act('revealUser', { id: made.id, reason: '电话核实' }, desk.adminA);
    expect(result).toEqual({ mobile: made.mobile, email: 'full@example.com' });
    expect((await desk.logsOf(made.id)).at(-1)).toMatchObject({ action: 'revealUser', reason: '电话核实' });
    const auditor = await api.signIn('13800000008');
    expect(await desk.act('revealUser', { id: made.id, reason: '好奇' }, auditor)).toMatchObject({
      code: 406,
      result: { permission: 'user.reveal' },
    });
  });
});

describe('several users at once', () => {
  test('each by itself: disabled, enabled and given a role, with what was refused named and logged', async () => {
    const [one, two] = [await desk.add(desk.adminA), await desk.add(desk.adminA)];
    const own = (await desk.act('getUser', {}, desk.adminA)).result.id;
    const missing = crypto.randomUUID();
    const ids = [one.id, two.id, own, missing];
    const session = await desk.tokenOf(one);
    const disabled = (await desk.act('disableUsers', { ids, reason: '盘点' }, desk.adminA)).result;
    expect(disabled).toMatchObject({ done: 2, failed: 2 });
    expect(disabled.rows.map(({ message }: { message: string }) => message)).toEqual([
      '',
      '',
      '不能停用自己的账号',
      '记录不存在',
    ]);
    expect((await desk.act('getUser', {}, session)).code).toBe(403);
    const logs = await desk.logsOf(one.id);
    expect(logs.at(-1)).toMatchObject({ action: 'deleteUser', reason: '盘点', result: 'SUCCESS' });
    expect((await desk.logsOf(own)).at(-1)).toMatchObject({ action: 'disableUsers', result: 'REFUSED' });

    const enabled = await desk.act('enableUsers', { ids: [one.id, two.id], reason: '恢复' }, desk.adminA);
    expect(enabled.result).toMatchObject({ done: 2, failed: 0 });
    const given = { ids: [one.id, two.id], roleId: roleId('A', 'support') };
    expect((await desk.act('assignRole', given, desk.adminA)).result.done).toBe(2);
    const again = (await desk.act('assignRole', given, desk.adminA)).result;
    expect(again.rows[0].message).toBe('用户已有该角色');
    const { roles } = (await desk.act('getUser', { id: one.id }, desk.adminA)).result;
    expect(roles.map(({ code }: { code: string }) => code).sort()).toEqual(['operator', 'support']);
    const above = { ids: [one.id], roleId: roleId('A', 'platform-admin') };
    expect((await desk.act('assignRole', above, desk.adminA)).result).toMatchObject({ done: 0, failed: 1 });
  });
});
