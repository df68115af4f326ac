import { roleId, tenantId } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userIdOf } from '../../../../../tests/support/accounts.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { openUserDesk, type UserDesk } from '../../../../../tests/support/users.ts';

const missing = { code: 406, success: false, msg: '记录不存在', result: null };

let api: TestApi;
let desk: UserDesk;
beforeAll(async () => {
  api = await startTestApi();
  desk = await openUserDesk(api);
});
afterAll(() => api.close());

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
    const other = await api.call(`userAccount/${action}`, { id: theirs, ...input }, desk.adminB);
    const none = await api.call(`userAccount/${action}`, { id: crypto.randomUUID(), ...input }, desk.adminB);
    expect(other.body).toEqual(missing);
    expect(other.text).toBe(none.text);
    expect(await api.deps.database.prisma.user.findUnique({ where: { id: theirs } })).toEqual(before);
  });

  test('without user.view one sees oneself alone, and is told what is missing whatever the id', async () => {
    const token = await api.signIn('13800000002');
    const own = await userIdOf(api, '13800000002');
    expect(await desk.act('getUser', { id: own }, token)).toMatchObject({
      code: 200,
      result: { mobile: '13800000002' },
    });
    const colleague = { id: await userIdOf(api, '13800000003') };
    for (const input of [colleague, { id: crypto.randomUUID() }]) {
      expect(await desk.act('getUser', input, token)).toMatchObject({
        code: 406,
        result: { permission: 'user.view' },
      });
    }
  });

  test('a role or a company of another tenant is not there either', async () => {
    const input = { mobile: '13611110000', name: '新人', roleIds: [roleId('A', 'operator')] };
    expect(await desk.act('addUser', input, desk.adminB)).toEqual(missing);
    const company = await api.deps.database.prisma.company.findFirstOrThrow({
      where: { tenantId: tenantId('A') },
    });
    const inB = { ...input, roleIds: [roleId('B', 'operator')], companyId: company.id };
    expect(await desk.act('addUser', inB, desk.adminB)).toEqual(missing);
    expect(await api.deps.database.prisma.user.count({ where: { mobile: '13611110000' } })).toBe(0);
  });

  test.each(['tenantId', 'role', 'permissions', 'passwordHash', 'state', 'updatePassword'])(
    'forbidden field %s: 400 ∅',
    async (field) => {
      const made = await desk.add(desk.adminA);
      const answer = await api.call(
        'userAccount/editUser',
        { id: made.id, version: 1, name: '改名', [field]: 'x' },
        desk.adminA,
      );
      expect(answer.status).toBe(400);
      expect((await desk.rowOf(made.id)).version).toBe(1);
    },
  );
});
