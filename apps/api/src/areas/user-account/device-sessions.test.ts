import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe('devices', () => {
  test('one sees one’s own, ends one of them, and all the others', async () => {
    const made = await desk.add(desk.adminA);
    const [phone, laptop, tablet] = [
      await desk.tokenOf(made),
      await desk.tokenOf(made),
      await desk.tokenOf(made),
    ];
    const { list } = (await desk.act('querySession', {}, laptop)).result;
    expect(list).toHaveLength(3);
    expect(list.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    const own = (await desk.act('querySession', {}, phone)).result.list.find(
      ({ current }: { current: boolean }) => current,
    );
    await desk.act('endSession', { id: own.id }, laptop);
    expect((await desk.act('getUser', {}, phone)).code).toBe(403);
    expect((await desk.act('endOtherSessions', {}, laptop)).result).toEqual({ ended: 1 });
    expect((await desk.act('getUser', {}, tablet)).code).toBe(403);
    expect((await desk.act('getUser', {}, laptop)).code).toBe(200);
  });

  test('of more devices than anybody looks through the last ones are listed', async () => {
    const made = await desk.add(desk.adminA);
    const token = await desk.tokenOf(made);
    const { prisma } = api.deps.database;
    const { id: _, ...session } = await prisma.session.findFirstOrThrow({ where: { userId: made.id } });
    const earlier = new Date(session.lastRefreshAt.getTime() - 60_000);
    await prisma.session.createMany({
      data: Array.from({ length: 120 }, () => ({ ...session, lastRefreshAt: earlier })),
    });
    const { list } = (await desk.act('querySession', {}, token)).result;
    expect(list).toHaveLength(100);
    expect(list[0].current).toBe(true);
  });

  test('somebody else’s session is answered like a missing one', async () => {
    const [mine, theirs] = [await desk.add(desk.adminA), await desk.add(desk.adminA)];
    const token = await desk.tokenOf(mine);
    const [session] = (await desk.act('querySession', {}, await desk.tokenOf(theirs))).result.list;
    expect(await desk.act('endSession', { id: session.id }, token)).toEqual(missing);
    expect(
      await desk.act('endUserSession', { id: mine.id, sessionId: session.id, reason: '测试' }, desk.adminA),
    ).toEqual(missing);
  });

  test('强制下线 of one device leaves the others', async () => {
    const made = await desk.add(desk.adminA);
    const [phone, laptop] = [await desk.tokenOf(made), await desk.tokenOf(made)];
    const { list } = (await desk.act('queryUserSession', { id: made.id }, desk.adminA)).result;
    const { ended } = (
      await desk.act('endUserSession', { id: made.id, sessionId: list[0].id, reason: '可疑' }, desk.adminA)
    ).result;
    expect(ended).toBe(1);
    const codes = [(await desk.act('getUser', {}, phone)).code, (await desk.act('getUser', {}, laptop)).code];
    expect(codes.sort()).toEqual([200, 403]);
    const records = (await desk.act('queryUserLoginRecord', { id: made.id }, desk.adminA)).result;
    expect(records.total).toBe(2);
  });

  test('the sign-ins of who works in two tenants: each sees its own and what was refused, oneself and the platform all', async () => {
    const mobile = '13800000009';
    const first = await api.signIn(mobile);
    await api.call('userAccount/login', { mobile, password: 'wrong' });
    const tenants = (await desk.act('queryTenantChoice', {}, first)).result.list;
    const other = tenants.find(({ current }: { current: boolean }) => !current).tenant;
    const { token } = (await desk.act('chooseTenant', { tenantId: other.id }, first)).result;
    const { id } = (await desk.act('getUser', {}, token)).result;
    const results = async (reader: string) =>
      (await desk.act('queryUserLoginRecord', { id }, reader)).result.list.map(
        ({ result }: { result: string }) => result,
      );
    expect(await results(desk.adminA)).toEqual(['refused', 'ok']);
    expect(await results(desk.adminB)).toEqual(['ok', 'refused']);
    expect(await results(desk.platform)).toHaveLength(3);
    expect((await desk.act('queryLoginRecord', {}, token)).result.total).toBe(3);
  });
});
