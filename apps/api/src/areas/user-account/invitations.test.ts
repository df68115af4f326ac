import { demoPassword } from '@xyxlx/database/seed/accounts';
import { roleId, tenantId } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sentCode, userIdOf } from '../../../../../tests/support/accounts.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { type AddedUser, openUserDesk, type UserDesk } from '../../../../../tests/support/users.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const missing = { code: 406, success: false, msg: '记录不存在', result: null };
const codeGone = { code: 406, msg: '验证码错误或已失效，请重新获取' };
const newPassword = 'Kranich-am-Teich-7';

let api: TestApi;
let desk: UserDesk;
beforeAll(async () => {
  api = await startTestApi();
  desk = await openUserDesk(api);
});
afterAll(() => api.close());

const inA = { name: '甲方录入', roleIds: [roleId('A', 'auditor')] };
const inB = { name: '乙方录入', email: 'typed@example.com', roleIds: [roleId('B', 'operator')] };

/** The only one of its kind: no test meets the accounts of another. */
let mobiles = 0;
const nextMobile = () => `1391234${String(++mobiles).padStart(4, '0')}`;

const newTenant = (code: string, administrator: { name: string; mobile: string }) => ({
  code,
  name: `租户${code}`,
  packageId: null,
  expiresAt: null,
  domains: [],
  administrator,
});

async function codeOf(mobile: string): Promise<string | undefined> {
  await api.call('verificationCode/requestVerificationCode', { mobile, scene: 'acceptInvitation' });
  return sentCode(api, mobile, 'acceptInvitation');
}

const ask = async (action: string, input: object) => (await api.call(`userAccount/${action}`, input)).body;
const signIn = (mobile: string, password: string) => ask('login', { mobile, password });
const tenantsOf = async (token: string): Promise<string[]> =>
  (await desk.act('queryTenantChoice', {}, token)).result.list.map(
    (choice: { tenant: { id: string } }) => choice.tenant.id,
  );

/** Somebody whom B has made, with the password that B's administrator knows, and whom A has asked to join. */
async function strangerOfB(): Promise<AddedUser & { invitationId: string }> {
  const mobile = nextMobile();
  const made = await desk.add(desk.adminB, { ...inB, mobile });
  const answer = await desk.act('addUser', { ...inA, mobile }, desk.adminA);
  expect(answer).toMatchObject({ code: 200, result: { initialPassword: null } });
  return { ...made, invitationId: answer.result.id };
}

/** Opens the invitations of a mobile with a code and accepts the first. */
async function accept(mobile: string, more: { newPassword?: string } = {}) {
  const verificationCode = await codeOf(mobile);
  const { result } = await ask('openInvitation', { mobile, verificationCode });
  const [{ id }] = result.list;
  return { opened: result, answer: await ask('acceptInvitation', { mobile, verificationCode, id, ...more }) };
}

describe('whoever knows a password that the owner never chose gets into no further tenant', () => {
  test('the tenant that added the mobile first does not get into the second by its initial password', async () => {
    const { mobile, password, id, version } = await strangerOfB();
    const { token, user } = (await signIn(mobile, password)).result;
    expect(user.tenant.id).toBe(tenantId('B'));
    expect(await tenantsOf(token)).toEqual([tenantId('B')]);
    expect(await desk.act('chooseTenant', { tenantId: tenantId('A') }, token)).toEqual(missing);
    // Nor by a password that was reset, nor by one changed after signing in.
    const reset = await desk.act('resetUserPassword', { id, version, reason: '再试' }, desk.adminB);
    expect(reset.code).toBe(200);
    const again = (await signIn(mobile, reset.result.initialPassword)).result.token;
    expect(await tenantsOf(again)).toEqual([tenantId('B')]);
  });

  test('the owner accepts with a code and a password of their own; the old one, its sessions and B’s reach end', async () => {
    const { mobile, password, id } = await strangerOfB();
    const held = (await signIn(mobile, password)).result.token;
    const own = 'Changed-By-Admin-1';
    await desk.act('updatePassword', { mobile, oldPassword: password, newPassword: own }, held);
    const inside = (await signIn(mobile, own)).result.token;

    const verificationCode = await codeOf(mobile);
    const opened = (await ask('openInvitation', { mobile, verificationCode })).result;
    expect(opened).toMatchObject({
      passwordNeeded: true,
      list: [{ tenant: { name: '华东福利科技' }, roles: [{ code: 'auditor' }], invitedBy: '甲方管理员' }],
    });
    const input = { mobile, verificationCode, id: opened.list[0].id };
    expect(await ask('acceptInvitation', input)).toMatchObject({ code: 406, msg: '请设置新密码' });
    expect(await ask('acceptInvitation', { ...input, newPassword: own })).toMatchObject({
      code: 406,
      msg: '不能与当前密码相同',
    });
    expect(await ask('acceptInvitation', { ...input, newPassword })).toMatchObject({ code: 200 });

    expect((await desk.act('getUser', {}, inside)).code).toBe(403);
    expect((await signIn(mobile, own)).code).toBe(406);
    const { token } = (await signIn(mobile, newPassword)).result;
    expect((await tenantsOf(token)).sort()).toEqual([tenantId('A'), tenantId('B')].sort());
    const { version } = await desk.rowOf(id);
    expect(await desk.act('resetUserPassword', { id, version, reason: '接管' }, desk.adminB)).toMatchObject({
      code: 406,
      msg: expect.stringContaining('其他租户'),
    });
  });

  test('an account moved to another mobile takes the invitation nowhere: its owner is whoever holds the number', async () => {
    const { mobile, id, version, invitationId } = await strangerOfB();
    const elsewhere = nextMobile();
    await desk.act('editUser', { id, version, mobile: elsewhere }, desk.adminB);
    expect(await codeOf(elsewhere)).toBeUndefined();
    const verificationCode = await codeOf(mobile);
    const stolen = { mobile: elsewhere, verificationCode, id: invitationId, newPassword };
    expect(await ask('acceptInvitation', stolen)).toMatchObject(codeGone);
    expect(await ask('acceptInvitation', { ...stolen, mobile })).toMatchObject({ code: 200 });
    const { token, user } = (await signIn(mobile, newPassword)).result;
    expect(user).toMatchObject({ name: '甲方录入', updatePassword: 1 });
    expect(user.id).not.toBe(id);
    expect(await tenantsOf(token)).toEqual([tenantId('A')]);
  });

  test('a mobile that an administrator wrote over one that was proved is unproved, and its bindings end when the owner accepts', async () => {
    const own = nextMobile();
    const victim = nextMobile();
    const { id } = await desk.add(desk.adminB, { ...inB, mobile: own });
    const { prisma } = api.deps.database;
    await api.call('verificationCode/requestVerificationCode', { mobile: own, scene: 'resetPassword' });
    const verificationCode = await sentCode(api, own, 'resetPassword');
    await ask('resetPassword', { mobile: own, verificationCode, newPassword: 'Set-With-A-Code-1' });
    await prisma.externalAccount.create({ data: { provider: 'oauth', externalId: own, userId: id } });
    const { version } = await desk.rowOf(id);
    expect((await desk.act('editUser', { id, version, mobile: victim }, desk.adminB)).code).toBe(200);
    await desk.act('addUser', { ...inA, mobile: victim }, desk.adminA);

    const { opened, answer } = await accept(victim, { newPassword });
    expect(opened.passwordNeeded).toBe(true);
    expect(answer.code).toBe(200);
    expect((await signIn(victim, 'Set-With-A-Code-1')).code).toBe(406);
    expect(await prisma.externalAccount.count({ where: { userId: id } })).toBe(0);
  });

  test('a code of one’s own accepts no invitation of somebody else', async () => {
    const own = await strangerOfB();
    const other = await strangerOfB();
    const verificationCode = await codeOf(own.mobile);
    const stolen = { mobile: own.mobile, verificationCode, id: other.invitationId, newPassword };
    expect(await ask('acceptInvitation', stolen)).toMatchObject({
      code: 406,
      msg: expect.stringContaining('邀请已失效'),
    });
    expect((await ask('acceptInvitation', { ...stolen, id: own.invitationId })).code).toBe(200);
  });

  test('the database lets nobody into a second tenant who was not asked', async () => {
    const { prisma } = api.deps.database;
    const { id: userId } = await desk.add(desk.adminB, { ...inB, mobile: nextMobile() });
    await expect(prisma.membership.create({ data: { tenantId: tenantId('A'), userId } })).rejects.toThrow(
      'was not asked to join',
    );
  });

  test('the first administrator of a new tenant is asked too, and nobody is in it before', async () => {
    const { mobile, password } = await desk.add(desk.adminB, { ...inB, mobile: nextMobile() });
    const tenant = newTenant('zhenghe', { name: '首位管理员', mobile });
    const made = (await api.call('tenant/addTenant', tenant, desk.platform)).body.result;
    expect(made).toMatchObject({ initialPassword: null, accountCount: 0 });
    expect(await tenantsOf((await signIn(mobile, password)).result.token)).toEqual([tenantId('B')]);
    const [row] = (await desk.act('queryUser', { keyword: '首位管理员' }, desk.platform)).result.list;
    expect(row).toMatchObject({ state: 'PENDING', tenant: { id: made.id } });
    await accept(mobile, { newPassword });
    const { token } = (await signIn(mobile, newPassword)).result;
    const there = (await desk.act('chooseTenant', { tenantId: made.id }, token)).result.user;
    expect(there.roles).toMatchObject([{ code: 'tenant-admin' }]);
  });
});

test('who has set the password with a code keeps it and stays signed in', async () => {
  const mobile = '13800000007';
  const token = await api.signIn(mobile);
  await desk.act('addUser', { ...inB, mobile }, desk.adminB);
  expect((await desk.act('getInvitationCount', {}, token)).result).toEqual({ count: 1 });
  const { opened, answer } = await accept(mobile);
  expect(opened.passwordNeeded).toBe(false);
  expect(answer.code).toBe(200);
  expect((await desk.act('getInvitationCount', {}, token)).result).toEqual({ count: 0 });
  expect(await tenantsOf(token)).toEqual([tenantId('A'), tenantId('B')]);
  expect((await signIn(mobile, demoPassword)).code).toBe(200);
});

describe('until it is accepted', () => {
  const mobile = '13800000008';
  let invitationId: string;
  let personId: string;
  beforeAll(async () => {
    personId = await userIdOf(api, mobile);
    await signIn(mobile, 'a wrong one');
    await api.signIn(mobile);
    invitationId = (await desk.act('addUser', { ...inB, mobile }, desk.adminB)).result.id;
  });

  test('the tenant that asks sees what was typed and nothing else of the person', async () => {
    const rows = (await desk.act('queryUser', { state: ['PENDING'] }, desk.adminB)).result.list;
    expect(rows).toMatchObject([
      {
        id: invitationId,
        name: '乙方录入',
        mobile: '138****0008',
        email: 't***@example.com',
        state: 'PENDING',
        avatarUrl: null,
        lastLoginAt: null,
        updatePassword: 1,
        createdBy: '租户管理员',
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('只读审计');
    const byName = { keyword: '只读审计', state: ['PENDING'] };
    expect((await desk.act('queryUser', byName, desk.adminB)).result.total).toBe(0);
    const file = await api.call(
      'userAccount/exportUserInfo',
      { format: 'csv', state: ['PENDING'] },
      desk.adminB,
    );
    const [, ...lines] = file.text.trim().split(/\r?\n/);
    expect(lines).toEqual([
      expect.stringMatching(/^乙方录入,138\*\*\*\*0008,t\*\*\*@example.com,,运营,待确认,,/),
    ]);
  });

  test.each<[string, object]>([
    ['getUser', {}],
    ['editUser', { version: 1, name: '改名' }],
    ['deleteUser', { version: 1, reason: '测试' }],
    ['unlockUser', { version: 1 }],
    ['resetUserPassword', { version: 1, reason: '测试' }],
    ['revealUser', { reason: '测试' }],
    ['queryUserSession', {}],
    ['endUserSession', { reason: '测试' }],
    ['queryUserLoginRecord', {}],
  ])('%s finds neither the person nor the invitation', async (action, input) => {
    for (const id of [personId, invitationId]) {
      expect(await desk.act(action, { id, ...input }, desk.adminB)).toEqual(missing);
    }
  });

  test('the administrator of the person’s own tenant edits, unlocks and resets them as before', async () => {
    const { version } = await desk.rowOf(personId);
    const edited = await desk.act('editUser', { id: personId, version, name: '只读审计' }, desk.adminA);
    expect(edited.code).toBe(200);
    const lockedUntil = new Date('2100-01-01');
    await api.deps.database.prisma.user.update({ where: { id: personId }, data: { lockedUntil } });
    const unlocked = await desk.act('unlockUser', { id: personId, version: version + 1 }, desk.adminA);
    expect(unlocked.code).toBe(200);
    const reset = { id: personId, version: version + 2, reason: '本人申请' };
    expect((await desk.act('resetUserPassword', reset, desk.adminA)).code).toBe(200);
  });

  test('the owner is told by message and notification, the own tenant by its log, neither by whom', async () => {
    const { prisma } = api.deps.database;
    const message = await prisma.outboxMessage.findFirstOrThrow({ where: { mobile, scene: 'invitation' } });
    expect(message).toMatchObject({ code: null, text: expect.stringContaining('“北辰企业服务”邀请您加入') });
    const notification = await prisma.notification.findFirstOrThrow({
      where: { userId: personId, kind: 'invitation.pending' },
    });
    expect(notification).toMatchObject({ tenantId: tenantId('A'), link: '/invitation' });
    const logged = (await desk.logsOf(personId)).find(({ action }) => action === 'askedToJoin');
    expect(logged).toMatchObject({
      tenantId: tenantId('A'),
      actorId: null,
      actorTenantId: null,
      targetLabel: '只读审计',
    });
    expect(JSON.stringify([notification, logged])).not.toMatch(/北辰|租户管理员|乙方/);
  });

  test('the same mobile can’t be asked twice, nor can another tenant’s administrator touch the invitation', async () => {
    expect(await desk.act('addUser', { ...inB, mobile }, desk.adminB)).toMatchObject({
      code: 406,
      msg: expect.stringContaining('已邀请'),
    });
    const reason = '越界';
    expect(await desk.act('cancelInvitation', { id: invitationId, reason }, desk.adminA)).toEqual(missing);
    expect(await desk.act('resendInvitation', { id: invitationId }, desk.adminA)).toEqual(missing);
  });
});

describe('resend and cancel', () => {
  test('an invitation is over after seven days; sent again it holds for another seven', async () => {
    const { mobile, invitationId } = await strangerOfB();
    api.clock.advance(7 * day);
    desk = await openUserDesk(api);
    expect(await codeOf(mobile)).toBeUndefined();
    expect((await desk.act('resendInvitation', { id: invitationId }, desk.adminA)).code).toBe(200);
    const { expiresAt } = await api.deps.database.prisma.invitation.findFirstOrThrow({
      where: { id: invitationId },
    });
    expect(expiresAt.getTime() - api.clock.now().getTime()).toBeGreaterThan(7 * day - minute);
    expect(expiresAt.getTime() - api.clock.now().getTime()).toBeLessThanOrEqual(7 * day);
    expect(
      await api.deps.database.prisma.outboxMessage.count({ where: { mobile, scene: 'invitation' } }),
    ).toBe(2);
    api.clock.advance(2 * minute);
    const verificationCode = await codeOf(mobile);
    const input = { mobile, verificationCode, id: invitationId, newPassword };
    api.clock.advance(minute);
    const answers = await Promise.all([ask('acceptInvitation', input), ask('acceptInvitation', input)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
    const actions = (await desk.logsOf(invitationId)).map(({ action }) => action);
    expect(actions).toEqual(['inviteUser', 'resendInvitation']);
  });

  test('a code that came before the end opens nothing after it', async () => {
    const { mobile, invitationId: id } = await strangerOfB();
    await api.deps.database.prisma.invitation.updateMany({
      where: { id },
      data: { expiresAt: new Date(api.clock.now().getTime() + minute) },
    });
    const verificationCode = await codeOf(mobile);
    api.clock.advance(2 * minute);
    const late = await ask('acceptInvitation', { mobile, verificationCode, id, newPassword });
    expect(late).toMatchObject({ code: 406, msg: expect.stringContaining('邀请已失效') });
    expect((await ask('openInvitation', { mobile, verificationCode })).result.list).toEqual([]);
  });

  test('a cancelled one is gone, is logged with its reason, and the mobile can be asked again', async () => {
    const { mobile, invitationId: id } = await strangerOfB();
    const verificationCode = await codeOf(mobile);
    expect((await desk.act('cancelInvitation', { id, reason: '填错号码' }, desk.adminA)).code).toBe(200);
    expect((await ask('acceptInvitation', { mobile, verificationCode, id, newPassword })).code).toBe(406);
    expect((await desk.logsOf(id)).at(-1)).toMatchObject({ action: 'cancelInvitation', reason: '填错号码' });
    expect((await desk.act('addUser', { ...inA, mobile }, desk.adminA)).code).toBe(200);
  });

  test('an invitation with a role above one’s own can be neither sent again nor cancelled', async () => {
    const { mobile } = await desk.add(desk.adminB, { ...inB, mobile: nextMobile() });
    const above = { mobile, name: '高管', roleIds: [roleId('A', 'platform-admin')] };
    const { id } = (await desk.act('addUser', above, desk.platform)).result;
    for (const [action, input] of [
      ['resendInvitation', { id }],
      ['cancelInvitation', { id, reason: '越权' }],
    ] as const) {
      expect(await desk.act(action, input, desk.adminA)).toMatchObject({
        code: 406,
        msg: expect.stringContaining('权限高于您'),
      });
    }
  });

  test('a mobile is asked at most ten times a day, whoever asks', async () => {
    const { mobile } = await desk.add(desk.adminB, { ...inB, mobile: nextMobile() });
    const asked = { ...inA, mobile };
    const { id } = (await desk.act('addUser', asked, desk.adminA)).result;
    const answers: number[] = [];
    for (let n = 0; n < 9; n++) answers.push((await desk.act('resendInvitation', { id }, desk.adminA)).code);
    // Adding the account counted as the first, asking for it as the second.
    expect(answers).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429]);
  });

  test('a role that is offered and a package that is full are counted with the invitations', async () => {
    const { prisma } = api.deps.database;
    const role = await prisma.role.create({
      data: { tenantId: tenantId('A'), code: 'offered', name: '待授予', dataScope: 'SELF', permissions: [] },
    });
    const { mobile } = await desk.add(desk.adminB, { ...inB, mobile: nextMobile() });
    await desk.act('addUser', { mobile, name: '甲', roleIds: [role.id] }, desk.adminA);
    const deleted = await api.call('role/deleteRole', { id: role.id, version: 1 }, desk.adminA);
    expect(deleted.body).toMatchObject({ code: 406, msg: expect.stringContaining('待确认的邀请') });

    const seats = await prisma.membership.count({ where: { tenantId: tenantId('B'), state: 'ACTIVE' } });
    const asked = await prisma.invitation.count({ where: { tenantId: tenantId('B') } });
    const full = await prisma.tenantPackage.create({
      data: { code: 'tight', name: '刚好', permissionGroups: ['user'], maxAccounts: seats + asked + 1 },
    });
    await prisma.tenant.update({ where: { id: tenantId('B') }, data: { packageId: full.id } });
    const last = { ...inB, mobile: '13800000002' };
    const over = { ...inB, mobile: '13800000003' };
    expect((await desk.act('addUser', last, desk.adminB)).code).toBe(200);
    expect(await desk.act('addUser', over, desk.adminB)).toMatchObject({
      code: 406,
      msg: expect.stringContaining('账号数已达'),
    });
    expect((await accept(last.mobile)).answer.code).toBe(200);
    await prisma.tenant.update({ where: { id: tenantId('B') }, data: { packageId: null } });
  });
});

describe('declining', () => {
  test('takes the owner’s code, ends that one invitation, and tells its tenant no more than that', async () => {
    const { mobile, invitationId: id, id: userId } = await strangerOfB();
    const other = await strangerOfB();
    const verificationCode = await codeOf(mobile);
    const no = { mobile, verificationCode, id };
    expect(await ask('declineInvitation', { ...no, verificationCode: '000000' })).toMatchObject(codeGone);
    expect(await ask('declineInvitation', { ...no, id: other.invitationId })).toMatchObject({
      code: 406,
      msg: expect.stringContaining('邀请已失效'),
    });
    const { prisma } = api.deps.database;
    expect(await prisma.invitation.count({ where: { id: { in: [id, other.invitationId] } } })).toBe(2);

    expect((await ask('declineInvitation', no)).code).toBe(200);
    expect(await prisma.invitation.count({ where: { id: { in: [id, other.invitationId] } } })).toBe(1);
    expect((await ask('openInvitation', { mobile, verificationCode })).result.list).toEqual([]);
    expect((await ask('acceptInvitation', { ...no, newPassword })).code).toBe(406);
    expect((await ask('declineInvitation', no)).code).toBe(406);
    expect(await prisma.membership.count({ where: { userId } })).toBe(1);
    const logged = (await desk.logsOf(id)).at(-1);
    expect(logged).toMatchObject({
      tenantId: tenantId('A'),
      action: 'declineInvitation',
      targetLabel: '甲方录入',
      actorId: null,
      ip: '',
    });
    expect((await desk.act('addUser', { ...inA, mobile }, desk.adminA)).code).toBe(200);
  });

  test('one and accepting another takes one code', async () => {
    const { mobile, invitationId } = await strangerOfB();
    const third = await api.call(
      'tenant/addTenant',
      newTenant('sanfang', { name: '三方', mobile }),
      desk.platform,
    );
    expect(third.body.code).toBe(200);
    const verificationCode = await codeOf(mobile);
    const { list } = (await ask('openInvitation', { mobile, verificationCode })).result;
    const wanted = list.find((one: { id: string }) => one.id !== invitationId);
    expect((await ask('declineInvitation', { mobile, verificationCode, id: invitationId })).code).toBe(200);
    const yes = { mobile, verificationCode, id: wanted.id, newPassword };
    expect((await ask('acceptInvitation', yes)).code).toBe(200);
    const { token } = (await signIn(mobile, newPassword)).result;
    expect((await tenantsOf(token)).sort()).toEqual([tenantId('B'), third.body.result.id].sort());
  });

  test('an invitation that is over can’t be declined', async () => {
    const { mobile, invitationId: id } = await strangerOfB();
    await api.deps.database.prisma.invitation.updateMany({
      where: { id },
      data: { expiresAt: new Date(api.clock.now().getTime() + minute) },
    });
    const verificationCode = await codeOf(mobile);
    api.clock.advance(minute);
    expect((await ask('declineInvitation', { mobile, verificationCode, id })).code).toBe(406);
    expect(await api.deps.database.prisma.invitation.count({ where: { id } })).toBe(1);
  });
});

describe('a tenant that nobody has joined', () => {
  const detail = async (id: string) =>
    (await api.call('tenant/getTenant', { id }, desk.platform)).body.result;
  const name = async (id: string, administrator: { name: string; mobile: string }, token = desk.platform) =>
    (await api.call('tenant/addAdministrator', { id, administrator }, token)).body;
  const next = () => ({ name: '接任管理员', mobile: nextMobile() });

  test('its invitation is sent again, cancelled and replaced by another administrator’s, by the platform alone', async () => {
    const { mobile } = await desk.add(desk.adminB, { ...inB, mobile: nextMobile() });
    const made = await api.call(
      'tenant/addTenant',
      newTenant('kongzhi', { name: '甲', mobile }),
      desk.platform,
    );
    const { id } = made.body.result;
    const { withoutMembers } = await detail(id);
    expect(withoutMembers.invitation).toMatchObject({ name: '甲', mobile: expect.stringContaining('****') });
    const invitationId = withoutMembers.invitation.id;
    expect(await name(id, next())).toMatchObject({ code: 406, msg: expect.stringContaining('待本人确认') });
    expect((await desk.act('resendInvitation', { id: invitationId }, desk.platform)).code).toBe(200);
    const cancelled = { id: invitationId, reason: '填错号码' };
    expect((await desk.act('cancelInvitation', cancelled, desk.platform)).code).toBe(200);
    expect((await detail(id)).withoutMembers).toEqual({ invitation: null });

    const administrator = next();
    expect((await name(id, administrator, desk.adminA)).code).toBe(406);
    const { result } = await name(id, administrator);
    expect((await detail(id)).withoutMembers).toBeNull();
    const { user } = (await signIn(administrator.mobile, result.initialPassword)).result;
    expect(user).toMatchObject({ tenant: { id }, roles: [{ code: 'tenant-admin' }] });
    const log = (await desk.logsOf(id)).at(-1);
    expect(log).toMatchObject({
      tenantId: id,
      module: 'tenant',
      action: 'addAdministrator',
      after: { administrator: '接任管理员' },
    });
    expect(await name(id, next())).toMatchObject({ code: 406, msg: expect.stringContaining('已有成员') });
  });

  test('whose first administrator said no gets another, who is asked where there is an account; two at once, one', async () => {
    const { mobile } = await desk.add(desk.adminB, { ...inB, mobile: nextMobile() });
    const { id } = (
      await api.call('tenant/addTenant', newTenant('jujue', { name: '甲', mobile }), desk.platform)
    ).body.result;
    const { invitation } = (await detail(id)).withoutMembers;
    const verificationCode = await codeOf(mobile);
    await ask('declineInvitation', { mobile, verificationCode, id: invitation.id });
    const known = await desk.add(desk.adminB, { ...inB, mobile: nextMobile() });
    const answers = await Promise.all([
      name(id, { name: '乙', mobile: known.mobile }),
      name(id, { name: '丙', mobile }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(answers.find(({ code }) => code === 200).result).toEqual({ initialPassword: null });
    const { prisma } = api.deps.database;
    expect(await prisma.invitation.count({ where: { tenantId: id } })).toBe(1);
  });
});

describe('initial passwords expire', () => {
  test('after seven days the right one gets its own words, a wrong one the usual; a new one opens again', async () => {
    const made = await desk.add(desk.adminA);
    api.clock.advance(7 * day - minute);
    expect((await signIn(made.mobile, made.password)).code).toBe(200);
    api.clock.advance(minute);
    desk = await openUserDesk(api);
    expect(await signIn(made.mobile, made.password)).toMatchObject({
      code: 406,
      msg: expect.stringContaining('初始密码已过期'),
    });
    expect(await signIn(made.mobile, 'wrong')).toMatchObject({ code: 406, msg: '账号或密码错误' });
    const { version } = await desk.rowOf(made.id);
    const reset = { id: made.id, version, reason: '过期' };
    const { initialPassword } = (await desk.act('resetUserPassword', reset, desk.adminA)).result;
    expect((await signIn(made.mobile, initialPassword)).code).toBe(200);
  });

  test('one that its owner has changed does not', async () => {
    const made = await desk.add(desk.adminA);
    const token = await desk.tokenOf(made);
    const change = { mobile: made.mobile, oldPassword: made.password, newPassword };
    expect((await desk.act('updatePassword', change, token)).success).toBe(true);
    api.clock.advance(8 * day);
    expect((await signIn(made.mobile, newPassword)).code).toBe(200);
  });
});
