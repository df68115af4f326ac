import { demoPassword } from '@xyxlx/database/seed/accounts';
import { roleId, tenantId } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userIdOf } from '../../../../../tests/support/accounts.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

const missing = { code: 406, success: false, msg: '记录不存在', result: null };
const stale = { code: 406, success: false, msg: '记录已被他人修改，请刷新后重试', result: null };

let api: TestApi;
/** Platform administrator; administrator of tenant A alone; administrator of tenant B. */
let platform: string;
let adminA: string;
let adminB: string;
beforeAll(async () => {
  api = await startTestApi();
  platform = await api.signIn('13800000001');
  adminB = await api.signIn('13800000004');
  const made = await add(platform, { roleIds: [roleId('A', 'tenant-admin')], name: '甲方管理员' });
  adminA = await tokenOf(made);
});
afterAll(() => api.close());

const act = async (action: string, input: object, token: string) =>
  (await api.call(`userAccount/${action}`, input, token)).body;

interface Made {
  id: string;
  version: number;
  mobile: string;
  password: string;
}

let numbers = 0;
async function add(token: string, input: object = {}): Promise<Made> {
  numbers += 1;
  const mobile = `1370000${String(numbers).padStart(4, '0')}`;
  const body = await act(
    'addUser',
    { mobile, name: `用户${numbers}`, roleIds: [roleId('A', 'operator')], ...input },
    token,
  );
  expect(body).toMatchObject({ code: 200 });
  return { ...body.result, mobile, password: body.result.initialPassword };
}

async function tokenOf({ mobile, password }: Made): Promise<string> {
  return (await api.call('userAccount/login', { mobile, password })).body.result.token;
}

const rowOf = async (id: string, token = platform) => {
  const { result } = await act('queryUser', { pageSize: 200 }, token);
  return result.list.find((row: { id: string }) => row.id === id);
};
const logsOf = (targetId: string) =>
  api.deps.database.prisma.operationLog.findMany({ where: { targetId }, orderBy: { createdAt: 'asc' } });

describe('queryUser', () => {
  test('masks mobile and e-mail, and never lists a password', async () => {
    const { id } = await add(adminA, { email: 'someone@example.com' });
    const body = await act('queryUser', { keyword: '137****', pageSize: 200 }, adminA);
    expect(body.result.total).toBe(0);
    const row = await rowOf(id, adminA);
    expect(row).toMatchObject({ email: 's***@example.com', state: 'ACTIVE', updatePassword: 0, version: 1 });
    expect(row.mobile).toMatch(/^137\*{4}\d{4}$/);
    expect(JSON.stringify(row)).not.toMatch(/argon2|hash/i);
  });

  test('finds by name, by the whole mobile and by its last four, and by nothing in between', async () => {
    const found = async (keyword: string) => (await act('queryUser', { keyword }, platform)).result.total;
    expect(await found('财务经')).toBe(1);
    expect(await found('13800000002')).toBe(1);
    expect(await found('0002')).toBeGreaterThanOrEqual(1);
    expect(await found('1380000000')).toBe(0);
    expect(await found('%')).toBe(0);
    expect(await found("' OR 1=1 --")).toBe(0);
  });

  test('filters by state, role, company and initial password, sorts and pages', async () => {
    const total = async (filter: object) => (await act('queryUser', filter, platform)).result.total;
    expect(await total({ state: ['DISABLED'] })).toBe(1);
    const { id } = await add(adminA);
    await api.deps.database.prisma.user.update({
      where: { id },
      data: { lockedUntil: new Date('2100-01-01') },
    });
    expect(await total({ state: ['LOCKED'] })).toBe(1);
    expect(await total({ state: ['DISABLED', 'LOCKED'] })).toBe(2);
    const all = await total({});
    expect(await total({ state: ['ACTIVE'] })).toBe(all - 2);
    expect(await total({ state: ['ACTIVE', 'LOCKED', 'DISABLED'] })).toBe(all);
    expect(await total({ roleId: roleId('A', 'auditor') })).toBe(1);
    expect((await total({ updatePassword: 0 })) + (await total({ updatePassword: 1 }))).toBe(all);
    const page = await act(
      'queryUser',
      { pageNum: 2, pageSize: 3, sort: { field: 'name', order: 'asc' } },
      platform,
    );
    expect(page.result.list).toHaveLength(3);
    expect(
      (await api.call('userAccount/queryUser', { sort: { field: 'mobile', order: 'asc' } }, platform)).status,
    ).toBe(400);
  });

  test('the platform’s administrator sees every tenant, each person once; a tenant’s only the own', async () => {
    const everybody = (await act('queryUser', { pageSize: 200 }, platform)).result.list;
    const ids = everybody.map((row: { id: string }) => row.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain(await userIdOf(api, '13800000004'));
    const ofB = (await act('queryUser', { pageSize: 200 }, adminB)).result.list;
    expect(ofB.every((row: { tenant: { id: string } }) => row.tenant.id === tenantId('B'))).toBe(true);
    expect(ofB.map((row: { name: string }) => row.name).sort()).toEqual(['租户管理员', '跨租户运营'].sort());
  });

  test('whoever sees a company and those below it lists their people and no others', async () => {
    const { prisma } = api.deps.database;
    const branch = await prisma.company.findFirstOrThrow({ where: { name: '上海分公司' } });
    const role = await prisma.role.create({
      data: {
        tenantId: tenantId('A'),
        code: 'branch',
        name: '分公司人事',
        dataScope: 'COMPANY_TREE',
        permissions: ['user.view'],
      },
    });
    const colleague = await add(adminA, { companyId: branch.id });
    const head = await add(adminA, { companyId: branch.id, roleIds: [role.id] });
    const token = await tokenOf(head);
    const seen = (await act('queryUser', {}, token)).result.list.map((row: { id: string }) => row.id);
    expect(seen.sort()).toEqual([colleague.id, head.id].sort());
    expect(await act('getUser', { id: await userIdOf(api, '13800000002') }, token)).toEqual(missing);
  });
});

describe('another tenant’s id: 406 记录不存在, byte-identical to a missing one', () => {
  test.each<[string, object]>([
    ['getUser', {}],
    ['editUser', { version: 1, name: '改名' }],
    ['deleteUser', { version: 1, reason: '测试' }],
    ['enableUser', { version: 1 }],
    ['unlockUser', { version: 1 }],
    ['resetUserPassword', { version: 1, reason: '测试' }],
    ['revealUser', { reason: '测试' }],
    ['queryUserSession', {}],
    ['endUserSession', { reason: '测试' }],
    ['queryUserLoginRecord', {}],
  ])('%s', async (action, input) => {
    const theirs = await userIdOf(api, '13800000002');
    const before = await api.deps.database.prisma.user.findUnique({ where: { id: theirs } });
    const other = await api.call(`userAccount/${action}`, { id: theirs, ...input }, adminB);
    const none = await api.call(`userAccount/${action}`, { id: crypto.randomUUID(), ...input }, adminB);
    expect(other.body).toEqual(missing);
    expect(other.text).toBe(none.text);
    expect(await api.deps.database.prisma.user.findUnique({ where: { id: theirs } })).toEqual(before);
  });

  test('a role or a company of another tenant is not there either', async () => {
    const input = { mobile: '13611110000', name: '新人', roleIds: [roleId('A', 'operator')] };
    expect(await act('addUser', input, adminB)).toEqual(missing);
    const company = await api.deps.database.prisma.company.findFirstOrThrow({
      where: { tenantId: tenantId('A') },
    });
    const inB = { ...input, roleIds: [roleId('B', 'operator')], companyId: company.id };
    expect(await act('addUser', inB, adminB)).toEqual(missing);
    expect(await api.deps.database.prisma.user.count({ where: { mobile: '13611110000' } })).toBe(0);
  });

  test.each(['tenantId', 'role', 'permissions', 'passwordHash', 'state', 'updatePassword'])(
    'forbidden field %s: 400 ∅',
    async (field) => {
      const made = await add(adminA);
      const answer = await api.call(
        'userAccount/editUser',
        { id: made.id, version: 1, name: '改名', [field]: 'x' },
        adminA,
      );
      expect(answer.status).toBe(400);
      expect((await rowOf(made.id)).version).toBe(1);
    },
  );
});

describe('addUser', () => {
  test('answers an initial password once; the new user signs in with it and is asked to change it', async () => {
    const made = await add(adminA);
    const { body } = await api.call('userAccount/login', { mobile: made.mobile, password: made.password });
    expect(body.result.user).toMatchObject({ updatePassword: 0, roles: [{ code: 'operator' }] });
    const [logged] = await logsOf(made.id);
    expect(logged).toMatchObject({ action: 'addUser', actorName: '甲方管理员', after: { roles: ['运营'] } });
    expect(JSON.stringify(logged)).not.toContain(made.password);
    expect(JSON.stringify(logged)).not.toContain(made.mobile);
  });

  test('the same mobile twice in a tenant: one gets through, even at once', async () => {
    const input = { mobile: '13622220000', name: '同号', roleIds: [roleId('A', 'operator')] };
    const answers = await Promise.all([act('addUser', input, adminA), act('addUser', input, platform)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(await act('addUser', input, adminA)).toMatchObject({
      code: 406,
      msg: '该手机号/邮箱的用户已存在',
    });
  });

  test('who has an account in another tenant joins with it and keeps the password', async () => {
    const input = { mobile: '13800000008', name: '借调审计', roleIds: [roleId('B', 'auditor')] };
    expect((await act('addUser', input, adminB)).result.initialPassword).toBeNull();
    const { body } = await api.call('userAccount/login', { mobile: '13800000008', password: demoPassword });
    expect(body.result.user.name).toBe('只读审计');
    const choice = await act('queryTenantChoice', {}, body.result.token);
    expect(choice.result.list).toHaveLength(2);
  });

  test('nobody can give a role that may do more than they may', async () => {
    const input = { mobile: '13633330000', name: '越权', roleIds: [roleId('A', 'platform-admin')] };
    expect(await act('addUser', input, adminA)).toMatchObject({
      code: 406,
      msg: expect.stringContaining('平台管理员'),
    });
    const options = await act('queryUserOption', {}, adminA);
    const grantable = Object.fromEntries(
      options.result.roles.map((role: { code: string; grantable: boolean }) => [role.code, role.grantable]),
    );
    expect(grantable).toMatchObject({ 'platform-admin': false, 'tenant-admin': true, operator: true });
  });
});

describe('editUser', () => {
  test('changes what is named and nothing else, and logs before and after', async () => {
    const made = await add(adminA, { email: 'old@example.com' });
    const row = (await act('editUser', { id: made.id, version: 1, name: '新名', email: null }, adminA))
      .result;
    expect(row).toMatchObject({
      name: '新名',
      email: null,
      version: 2,
      roles: [{ code: 'operator' }],
      updatedBy: '甲方管理员',
    });
    const logged = (await logsOf(made.id)).at(-1);
    expect(logged).toMatchObject({
      action: 'editUser',
      before: { email: 'o***@example.com' },
      after: { name: '新名', email: null },
    });
    expect(Object.keys(logged?.after as object)).toEqual(['name', 'email']);
  });

  test('a stale version is 406 ∅; of two editors at once one gets through', async () => {
    const made = await add(adminA);
    const edit = (name: string) => act('editUser', { id: made.id, version: 1, name }, adminA);
    const answers = await Promise.all([edit('甲'), edit('乙')]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(await edit('丙')).toEqual(stale);
    expect((await rowOf(made.id)).version).toBe(2);
  });

  test('roles are given and taken one by one, and count on the next call', async () => {
    const made = await add(adminA);
    const token = await tokenOf(made);
    const roleIds = [roleId('A', 'operator'), roleId('A', 'finance-maker')];
    await act('editUser', { id: made.id, version: 1, roleIds }, adminA);
    expect((await act('getUser', {}, token)).result.permissions).toContain('fund.transfer');
    await act('editUser', { id: made.id, version: 2, roleIds: [roleId('A', 'auditor')] }, adminA);
    expect((await act('getUser', {}, token)).result.permissions).not.toContain('merchant.edit');
  });

  test('a tenant’s administrator can touch neither who may do more, nor who also belongs elsewhere', async () => {
    const chief = await userIdOf(api, '13800000001');
    const { version } = await rowOf(chief);
    for (const [action, input] of [
      ['editUser', { name: '改名' }],
      ['resetUserPassword', { reason: '接管' }],
      ['deleteUser', { reason: '接管' }],
    ] as const) {
      expect(await act(action, { id: chief, version, ...input }, adminA)).toMatchObject({
        code: 406,
        msg: expect.stringContaining('权限高于您'),
      });
    }
    expect(await act('endUserSession', { id: chief, reason: '接管' }, adminA)).toMatchObject({ code: 406 });
    const both = await userIdOf(api, '13800000009');
    const reset = await act('resetUserPassword', { id: both, version: 1, reason: '接管' }, adminA);
    expect(reset).toMatchObject({ code: 406, msg: expect.stringContaining('其他租户') });
  });

  test('a mobile that is taken is refused ∅', async () => {
    const made = await add(adminA);
    const answer = await act(
      'editUser',
      { id: made.id, version: 1, name: '改名', mobile: '13800000002' },
      adminA,
    );
    expect(answer).toMatchObject({ code: 406, msg: '该手机号/邮箱已被使用' });
    expect(await rowOf(made.id)).toMatchObject({ version: 1 });
  });
});

describe('deleteUser', () => {
  test('disables, keeps the history, and enableUser takes it back', async () => {
    const made = await add(adminA);
    expect(await act('deleteUser', { id: made.id, version: 1, reason: '离职' }, adminA)).toMatchObject({
      code: 200,
    });
    expect(await rowOf(made.id)).toMatchObject({ state: 'DISABLED', version: 2 });
    expect((await logsOf(made.id)).map(({ action, reason }) => [action, reason])).toEqual([
      ['addUser', null],
      ['deleteUser', '离职'],
    ]);
    const login = () => api.call('userAccount/login', { mobile: made.mobile, password: made.password });
    expect((await login()).body).toMatchObject({ code: 406, msg: '账号或密码错误' });
    await act('enableUser', { id: made.id, version: 2 }, adminA);
    expect((await login()).body.code).toBe(200);
  });

  test('it ends the sessions in the tenant, and only there', async () => {
    const both = '13800000009';
    const inA = await api.signIn(both);
    const inB = (await act('chooseTenant', { tenantId: tenantId('B') }, await api.signIn(both))).result.token;
    const { id, version } = (await act('getUser', {}, inA)).result;
    await act('deleteUser', { id, version, reason: '项目结束' }, adminB);
    expect((await act('getUser', {}, inB)).code).toBe(403);
    expect((await act('getUser', {}, inA)).code).toBe(200);
  });

  test('nobody can disable themselves', async () => {
    const { id, version } = (await act('getUser', {}, adminA)).result;
    expect(await act('deleteUser', { id, version, reason: '误操作' }, adminA)).toMatchObject({ code: 406 });
  });
});

describe('the last administrator can’t go', () => {
  test('two administrators who disable each other at once: one stays', async () => {
    const { prisma } = api.deps.database;
    const one = await userIdOf(api, '13800000004');
    const made = await act(
      'addUser',
      { mobile: '13644440000', name: '第二管理员', roleIds: [roleId('B', 'tenant-admin')] },
      adminB,
    );
    const two = made.result.id;
    const tokenTwo = await tokenOf({
      ...made.result,
      mobile: '13644440000',
      password: made.result.initialPassword,
    });
    const versionOne = (await prisma.user.findUniqueOrThrow({ where: { id: one } })).version;
    const answers = await Promise.all([
      act('deleteUser', { id: two, version: 1, reason: '互相停用' }, adminB),
      act('deleteUser', { id: one, version: versionOne, reason: '互相停用' }, tokenTwo),
    ]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    const active = await prisma.membership.count({
      where: {
        tenantId: tenantId('B'),
        state: 'ACTIVE',
        roles: { some: { role: { code: 'tenant-admin' } } },
      },
    });
    expect(active).toBe(1);
    await prisma.membership.updateMany({
      where: { userId: one, tenantId: tenantId('B') },
      data: { state: 'ACTIVE' },
    });
    adminB = await api.signIn('13800000004');
  });

  test('nor give up the role: of the tenant and of the platform', async () => {
    const chief = await userIdOf(api, '13800000001');
    const { version } = await rowOf(chief);
    const answer = await act(
      'editUser',
      { id: chief, version, roleIds: [roleId('A', 'tenant-admin')] },
      platform,
    );
    expect(answer).toMatchObject({ code: 406, msg: expect.stringContaining('最后一位管理员') });
    expect((await act('getUser', {}, platform)).result.permissions).toContain('tenant.edit');
  });
});

describe('resetUserPassword, unlockUser, revealUser', () => {
  test('a reset sets the flag back to 0 and answers a password for one use', async () => {
    const id = await userIdOf(api, '13800000003');
    const { initialPassword } = (
      await act('resetUserPassword', { id, version: 1, reason: '本人申请' }, adminA)
    ).result;
    expect(await rowOf(id)).toMatchObject({ updatePassword: 0, version: 2 });
    const login = (password: string) => api.call('userAccount/login', { mobile: '13800000003', password });
    expect((await login(demoPassword)).body.code).toBe(406);
    expect((await login(initialPassword)).body.result.user.updatePassword).toBe(0);
    expect((await logsOf(id)).at(-1)).toMatchObject({ action: 'resetUserPassword', reason: '本人申请' });
  });

  test('a locked user can sign in again once unlocked', async () => {
    const made = await add(adminA);
    for (let tries = 0; tries < 10; tries++)
      await api.call('userAccount/login', { mobile: made.mobile, password: 'wrong' });
    expect(await rowOf(made.id)).toMatchObject({ state: 'LOCKED' });
    await act('unlockUser', { id: made.id, version: 1 }, adminA);
    expect(await tokenOf(made)).toEqual(expect.any(String));
  });

  test('查看 asks a reason and is logged; without the permission it is 406', async () => {
    const made = await add(adminA, { email: 'full@example.com' });
    expect((await api.call('userAccount/revealUser', { id: made.id }, adminA)).status).toBe(400);
    const { result } = await act('revealUser', { id: made.id, reason: '电话核实' }, adminA);
    expect(result).toEqual({ mobile: made.mobile, email: 'full@example.com' });
    expect((await logsOf(made.id)).at(-1)).toMatchObject({ action: 'revealUser', reason: '电话核实' });
    const auditor = await api.signIn('13800000008');
    expect(await act('revealUser', { id: made.id, reason: '好奇' }, auditor)).toMatchObject({
      code: 406,
      result: { permission: 'user.reveal' },
    });
  });
});

describe('devices', () => {
  test('one sees one’s own, ends one of them, and all the others', async () => {
    const made = await add(adminA);
    const [phone, desk, tablet] = [await tokenOf(made), await tokenOf(made), await tokenOf(made)];
    const { list } = (await act('querySession', {}, desk)).result;
    expect(list).toHaveLength(3);
    expect(list.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    const own = (await act('querySession', {}, phone)).result.list.find(
      ({ current }: { current: boolean }) => current,
    );
    await act('endSession', { id: own.id }, desk);
    expect((await act('getUser', {}, phone)).code).toBe(403);
    expect((await act('endOtherSessions', {}, desk)).result).toEqual({ ended: 1 });
    expect((await act('getUser', {}, tablet)).code).toBe(403);
    expect((await act('getUser', {}, desk)).code).toBe(200);
  });

  test('somebody else’s session is answered like a missing one', async () => {
    const [mine, theirs] = [await add(adminA), await add(adminA)];
    const token = await tokenOf(mine);
    const [session] = (await act('querySession', {}, await tokenOf(theirs))).result.list;
    expect(await act('endSession', { id: session.id }, token)).toEqual(missing);
    expect(
      await act('endUserSession', { id: mine.id, sessionId: session.id, reason: '测试' }, adminA),
    ).toEqual(missing);
  });

  test('强制下线 of one device leaves the others', async () => {
    const made = await add(adminA);
    const [phone, desk] = [await tokenOf(made), await tokenOf(made)];
    const { list } = (await act('queryUserSession', { id: made.id }, adminA)).result;
    const { ended } = (
      await act('endUserSession', { id: made.id, sessionId: list[0].id, reason: '可疑' }, adminA)
    ).result;
    expect(ended).toBe(1);
    const codes = [(await act('getUser', {}, phone)).code, (await act('getUser', {}, desk)).code];
    expect(codes.sort()).toEqual([200, 403]);
    const records = (await act('queryUserLoginRecord', { id: made.id }, adminA)).result;
    expect(records.total).toBe(2);
  });
});

describe('preferences', () => {
  test('are kept per user and tenant, replaced, and removed with null', async () => {
    const token = await tokenOf(await add(adminA));
    const save = (name: string, value: unknown) =>
      api.call('preference/savePreference', { name, value }, token);
    const all = async (input: object = {}) =>
      (await api.call('preference/getPreferences', input, token)).body.result.documents;
    await save('merchant.columns', ['name', 'state']);
    await save('merchant.views', { 常用: { state: ['ACTIVE'] } });
    await save('merchant.columns', ['name']);
    expect(await all()).toEqual({
      'merchant.columns': ['name'],
      'merchant.views': { 常用: { state: ['ACTIVE'] } },
    });
    expect(await all({ names: ['merchant.views'] })).toEqual({
      'merchant.views': { 常用: { state: ['ACTIVE'] } },
    });
    await save('merchant.views', null);
    expect(Object.keys(await all())).toEqual(['merchant.columns']);
    expect((await api.call('preference/getPreferences', {}, adminA)).body.result.documents).toEqual({});
  });

  test.each([
    ['too large', { name: 'big', value: 'x'.repeat(17_000) }],
    ['not storable', { name: 'nul', value: 'a\u0000b' }],
    ['a name with a path', { name: '../x', value: 1 }],
  ])('%s: 400 ∅', async (_name, input) => {
    expect((await api.call('preference/savePreference', input, adminA)).status).toBe(400);
  });
});
