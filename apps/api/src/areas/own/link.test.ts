import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../../../../tests/support/operator.ts';
import { ownUser } from '../../../../../tests/support/own-user.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let hr: string;
const tenantId = tenantIdOf('A');
/** Employees of tenant A whom no test has had yet. */
let free: { id: string; mobile: string; merchantId: string }[];

beforeAll(async () => {
  api = await startTestApi();
  const permissions = ['employee.view', 'employee.edit', 'user.view', 'user.edit'];
  hr = (await operator(api, '人事', { permissions })).token;
  free = await api.deps.database.prisma.employee.findMany({
    where: { tenantId, state: 'ACTIVE', userId: null, limitAccount: { locked: 0 } },
    orderBy: { id: 'asc' },
  });
});
afterAll(() => api.close());

const someone = () => free.pop() as (typeof free)[number];
const employee = (id: string) =>
  api.deps.database.prisma.employee.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
const account = async (token: string) => (await api.call('own/getAccount', {}, token)).body.result;

/** Somebody of the tenant who signs in with the mobile of one of its employees. */
async function signedIn() {
  const whose = someone();
  const userId = await ownUser(api, { tenantId, mobile: whose.mobile });
  return { ...whose, userId, token: await api.signIn(whose.mobile) };
}

test('who signs in with a proved mobile is the employee who has it, and the log says so', async () => {
  const { id, userId, token } = await signedIn();
  const { name, employeeNo } = await employee(id);
  expect(await account(token)).toMatchObject({ employee: { name, employeeNo }, unlinked: null });
  expect((await employee(id)).userId).toBe(userId);
  const logs = await api.deps.database.prisma.operationLog.findMany({ where: { targetId: id } });
  expect(logs).toEqual([
    expect.objectContaining({
      module: 'employee',
      action: 'linkUser',
      actorId: userId,
      targetType: 'employee',
    }),
  ]);
});

test('signing in again changes and logs nothing', async () => {
  const { id, mobile } = await signedIn();
  const before = await employee(id);
  await api.signIn(mobile);
  expect(await employee(id)).toEqual(before);
  expect(await api.deps.database.prisma.operationLog.count({ where: { targetId: id } })).toBe(1);
});

test('a mobile that an administrator wrote opens nothing before its owner has proved it', async () => {
  const { id, mobile } = someone();
  await ownUser(api, { tenantId, mobile, isProved: false });
  const token = await api.signIn(mobile);
  expect(await account(token)).toMatchObject({ employee: null, unlinked: 'UNPROVED', lots: [] });
  expect((await employee(id)).userId).toBeNull();
});

test('a user whose mobile no employee of the tenant has is told so', async () => {
  const mobile = '13911110001';
  await ownUser(api, { tenantId, mobile });
  expect(await account(await api.signIn(mobile))).toMatchObject({ employee: null, unlinked: 'NO_EMPLOYEE' });
});

test('an employee of another tenant with the same mobile is somebody else', async () => {
  const other = await api.deps.database.prisma.employee.findFirstOrThrow({
    where: { tenantId: tenantIdOf('B'), state: 'ACTIVE' },
  });
  await ownUser(api, { tenantId, mobile: other.mobile });
  expect(await account(await api.signIn(other.mobile))).toMatchObject({ unlinked: 'NO_EMPLOYEE' });
  const where = { tenantId_id: { tenantId: other.tenantId, id: other.id } };
  expect((await api.deps.database.prisma.employee.findUniqueOrThrow({ where })).userId).toBeNull();
});

test('who can see nothing of their own is not linked', async () => {
  const { id, mobile } = someone();
  const userId = await ownUser(api, { tenantId, mobile });
  await api.deps.database.prisma.membershipRole.deleteMany({ where: { tenantId, membership: { userId } } });
  await api.signIn(mobile);
  expect((await employee(id)).userId).toBeNull();
});

test('the link is gone at once when the unit writes another mobile, and comes back with the old one', async () => {
  const { id, mobile, token } = await signedIn();
  const edit = async (to: string) => {
    const { name, version, departmentId, labels, grade, hiredOn } = await employee(id);
    const input = {
      id,
      version,
      name,
      departmentId,
      labels,
      grade,
      hiredOn: hiredOn.toISOString().slice(0, 10),
    };
    expect((await api.call('employee/editEmployee', { ...input, mobile: to }, hr)).body.code).toBe(200);
  };
  await edit('13911110002');
  expect((await employee(id)).userId).toBeNull();
  expect(await account(token)).toMatchObject({ unlinked: 'NO_EMPLOYEE' });
  await edit(mobile);
  expect(await account(token)).toMatchObject({ unlinked: 'NO_EMPLOYEE' });
  expect(await account(await api.signIn(mobile))).toMatchObject({ unlinked: null });
});

test('the link counts no more once the user’s own mobile is another one, or proved no more', async () => {
  const { userId, token } = await signedIn();
  const { prisma } = api.deps.database;
  await prisma.user.update({ where: { id: userId }, data: { provenAt: null } });
  expect(await account(token)).toMatchObject({ employee: null, unlinked: 'UNPROVED' });
  await prisma.user.update({ where: { id: userId }, data: { provenAt: new Date(), mobile: '13911110003' } });
  expect(await account(token)).toMatchObject({ employee: null, unlinked: 'NO_EMPLOYEE' });
});

test('the next owner of a mobile takes the place of the one who had it', async () => {
  const { id, mobile, userId, token } = await signedIn();
  const { prisma } = api.deps.database;
  await prisma.user.update({ where: { id: userId }, data: { mobile: '13911110004' } });
  const next = await ownUser(api, { tenantId, mobile });
  expect(await account(await api.signIn(mobile))).toMatchObject({ unlinked: null });
  expect((await employee(id)).userId).toBe(next);
  expect(await account(token)).toMatchObject({ unlinked: 'NO_EMPLOYEE' });
});

test('who changes to the mobile of another employee leaves the first', async () => {
  const { id, userId } = await signedIn();
  const other = someone();
  await api.deps.database.prisma.user.update({ where: { id: userId }, data: { mobile: other.mobile } });
  const { name } = await employee(other.id);
  expect(await account(await api.signIn(other.mobile))).toMatchObject({ employee: { name } });
  expect([(await employee(id)).userId, (await employee(other.id)).userId]).toEqual([null, userId]);
});

test('who has left has nothing of their own any more, and is linked with nobody again', async () => {
  const { id, mobile, token } = await signedIn();
  const left = await api.call('employee/leaveEmployee', { ids: [id], reason: '个人原因' }, hr);
  expect(left.body.result.rows).toEqual([expect.objectContaining({ ok: true })]);
  expect((await employee(id)).userId).toBeNull();
  expect(await account(token)).toMatchObject({ unlinked: 'NO_EMPLOYEE' });
  expect(await account(await api.signIn(mobile))).toMatchObject({ unlinked: 'NO_EMPLOYEE' });
});

test('of two units that know one mobile the first is linked, and stays it', async () => {
  const { prisma } = api.deps.database;
  const [first, second] = [someone(), someone()];
  await prisma.employee.update({
    where: { tenantId_id: { tenantId, id: second.id } },
    data: { mobile: first.mobile, createdAt: new Date() },
  });
  const userId = await ownUser(api, { tenantId, mobile: first.mobile });
  for (const _ of [1, 2]) {
    await api.signIn(first.mobile);
    expect((await employee(first.id)).userId).toBe(userId);
  }
  expect((await employee(second.id)).userId).toBeNull();
});

test('the database links one user with one employee of a tenant, no one who has left, and no stranger', async () => {
  const { userId } = await signedIn();
  const { prisma } = api.deps.database;
  const link = (id: string, data: object) =>
    prisma.employee.update({ where: { tenantId_id: { tenantId, id } }, data });
  await expect(link(someone().id, { userId })).rejects.toThrow(/[Uu]nique/);
  const outside = await prisma.membership.findFirstOrThrow({
    where: { tenantId: tenantIdOf('B'), user: { memberships: { none: { tenantId } } } },
  });
  await expect(link(someone().id, { userId: outside.userId })).rejects.toThrow(/[Ff]oreign key/);
  const inside = await prisma.membership.findFirstOrThrow({ where: { tenantId, employee: null } });
  const gone = { userId: inside.userId, state: 'LEFT', stateReason: 'x', leftOn: new Date('2026-01-01') };
  await expect(link(someone().id, gone)).rejects.toThrow(/employees_left_unlinked/);
});
