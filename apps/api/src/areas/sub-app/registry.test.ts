import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let admin: string;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn('13800000001');
});
afterAll(() => api.close());

const help = {
  ...{ code: 'help', nameZh: '帮助', nameEn: 'Help', place: 5 },
  ...{ address: 'https://help.example.com/', permission: 'merchant.view' },
};
const call = async (action: string, input: object = {}, token = admin) =>
  (await api.call(`subApp/${action}`, input, token)).body;
/** What somebody has in the menu. */
const menuOf = async (token: string): Promise<string[]> =>
  (await call('querySubApp', {}, token)).result.list.map(({ code }: { code: string }) => code);

test('one is registered out of use, comes into the menu of whoever has its permission, in its order, and leaves it', async () => {
  const added = (await call('addSubApp', help)).result;
  expect(added).toMatchObject({ ...help, state: 'DISABLED', version: 1, createdBy: '平台管理员' });
  const seller = (await operator(api, '商户员', { permissions: ['merchant.view', 'home.view'] })).token;
  const other = (await operator(api, '其他人', { permissions: ['home.view'] })).token;
  expect(await menuOf(seller)).toEqual(['board']);

  const enabled = (await call('enableSubApp', { id: added.id, version: 1 })).result;
  expect(enabled).toMatchObject({ state: 'ENABLED', version: 2 });
  expect(await menuOf(seller)).toEqual(['board', 'help']);
  expect(await menuOf(other)).toEqual(['board']);

  const { code: _, ...fields } = help;
  const edit = { ...fields, id: added.id, version: 2, place: 0, nameZh: '先看', permission: null };
  expect((await call('editSubApp', edit)).result).toMatchObject({ place: 0, permission: null, version: 3 });
  // Of the same place the code decides.
  await api.deps.database.prisma.subApp.updateMany({ where: { code: 'board' }, data: { place: 1 } });
  expect(await menuOf(other)).toEqual(['help', 'board']);

  const off = await call('disableSubApp', { id: added.id, version: 3, reason: '合同到期' });
  expect(off.result).toMatchObject({ state: 'DISABLED' });
  expect(await menuOf(seller)).toEqual(['board']);
  const logged = await api.deps.database.prisma.operationLog.findMany({
    where: { targetType: 'subApp', targetId: added.id },
    orderBy: { id: 'asc' },
    select: { action: true, before: true, after: true, reason: true },
  });
  expect(logged).toMatchObject([
    { action: 'addSubApp', after: help },
    { action: 'enableSubApp', before: { state: 'DISABLED' }, after: { state: 'ENABLED' } },
    { action: 'editSubApp', before: { nameZh: '帮助', place: 5 }, after: { nameZh: '先看', place: 0 } },
    { action: 'disableSubApp', reason: '合同到期' },
  ]);
});

test('the address of one in use stays, a stale version is refused, a code is nobody else’s', async () => {
  const board = (await call('queryRegisteredSubApp', { keyword: 'board' })).result.list[0];
  const { id, version, nameZh, nameEn, permission, place, address } = board;
  const edit = { id, version, nameZh, nameEn, permission, place, address };
  expect(await call('editSubApp', { ...edit, address: 'https://evil.example.com/' })).toMatchObject({
    code: 406,
    result: { issues: [{ path: 'address', message: '启用中的子应用不能更换地址，请先停用' }] },
  });
  expect(await call('editSubApp', { ...edit, version: version + 1 })).toMatchObject({ code: 406 });
  expect(await call('addSubApp', { ...help, code: 'board' })).toMatchObject({
    code: 406,
    result: { issues: [{ path: 'code' }] },
  });
  expect((await call('getSubApp', { id })).result).toEqual(board);
});

test.each([
  'http://plain.example.com/',
  '//other.example.com/',
  'javascript:alert(1)',
  'https://user@host.example.com/',
  '/with space/',
])('%s is no address', async (address) => {
  expect(await call('addSubApp', { ...help, code: 'wrong', address })).toMatchObject({ code: 400 });
});

test('a host that is none is told at its field', async () => {
  expect(await call('addSubApp', { ...help, code: 'wrong', address: 'https://[::/' })).toMatchObject({
    ...{ code: 406, result: { issues: [{ path: 'address' }] } },
  });
});

test('the registry is found by words and state', async () => {
  const codes = async (input: object) =>
    (await call('queryRegisteredSubApp', input)).result.list.map(({ code }: { code: string }) => code);
  expect(await codes({ keyword: '看板' })).toEqual(['board']);
  expect(await codes({ keyword: 'help.example' })).toEqual(['help']);
  expect(await codes({ state: ['DISABLED'] })).toEqual(['help']);
});

test('with the permission alone nobody of a tenant sees or changes the registry', async () => {
  const permissions = ['service.view', 'service.subapp'];
  const { token } = await operator(api, '租户运维', { permissions });
  expect((await call('queryRegisteredSubApp', {}, token)).result.list).toEqual([]);
  const { id, version } = await api.deps.database.prisma.subApp.findFirstOrThrow({
    where: { code: 'board' },
  });
  const { code: _, ...fields } = help;
  for (const [action, input] of [
    ['getSubApp', { id }],
    ['editSubApp', { id, version, ...fields }],
    ['disableSubApp', { id, version, reason: '试' }],
  ] as const) {
    expect(await call(action, input, token)).toMatchObject({ code: 406, msg: '记录不存在' });
  }
  expect(await call('addSubApp', { ...help, code: 'mine' }, token)).toMatchObject({
    code: 406,
    msg: '仅平台管理员可操作',
  });
});
