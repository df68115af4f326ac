import { roleId, tenantId } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userIdOf } from '../../../../../tests/support/accounts.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { openUserDesk, type UserDesk } from '../../../../../tests/support/users.ts';

let api: TestApi;
let desk: UserDesk;
beforeAll(async () => {
  api = await startTestApi();
  desk = await openUserDesk(api);
});
afterAll(() => api.close());

describe('the last administrator can’t go', () => {
  test('two administrators who disable each other at once: one stays', async () => {
    const { prisma } = api.deps.database;
    const one = await userIdOf(api, '13800000004');
    const made = await desk.act(
      'addUser',
      { mobile: '13644440000', name: '第二管理员', roleIds: [roleId('B', 'tenant-admin')] },
      desk.adminB,
    );
    const two = made.result.id;
    const tokenTwo = await desk.tokenOf({
      ...made.result,
      mobile: '13644440000',
      password: made.result.initialPassword,
    });
    const versionOne = (await prisma.user.findUniqueOrThrow({ where: { id: one } })).version;
    const answers = await Promise.all([
      desk.act('deleteUser', { id: two, version: 1, reason: '互相停用' }, desk.adminB),
      desk.act('deleteUser', { id: one, version: versionOne, reason: '互相停用' }, tokenTwo),
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
    desk.adminB = await api.signIn('13800000004');
  });

  test('nor give up the role: of the tenant and of the platform', async () => {
    const chief = await userIdOf(api, '13800000001');
    const { version } = await desk.rowOf(chief);
    const answer = await desk.act(
      'editUser',
      { id: chief, version, roleIds: [roleId('A', 'tenant-admin')] },
      desk.platform,
    );
    expect(answer).toMatchObject({ code: 406, msg: expect.stringContaining('最后一位管理员') });
    expect((await desk.act('getUser', {}, desk.platform)).result.permissions).toContain('tenant.edit');
  });
});
