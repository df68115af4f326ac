import { creditCodeCheck } from '@xyxlx/contracts/credit-code';
import type { Company } from '@xyxlx/database/client/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let maker: string;
let checker: string;
let row: Company;

beforeAll(async () => {
  api = await startTestApi();
  const permissions = ['company.view', 'company.edit', 'company.approve'];
  maker = (await operator(api, '经办人', { permissions })).token;
  checker = (await operator(api, '复核人', { permissions })).token;
  const { tenantId } = await api.deps.sessions.authenticate(maker);
  row = await api.deps.database.prisma.company.create({
    data: {
      tenantId,
      name: '已认证公司',
      creditCode: codeOf('91310115MA1K35T5A'),
      certification: 'VERIFIED',
    },
  });
});
afterAll(() => api.close());

const codeOf = (first17: string) => first17 + creditCodeCheck(first17);
const present = () => api.deps.database.prisma.company.findFirstOrThrow({ where: { id: row.id } });
const edit = async (change: object) => {
  const { id, version, name, creditCode, contactName, address, parentId } = await present();
  const kept = { id, version, name, creditCode, contactName, address, parentId };
  return (await api.call('company/editCompany', { ...kept, ...change }, maker)).body;
};
const waiting = async () =>
  (
    await api.call(
      'approval/getSubjectApproval',
      { subjectType: 'companyChange', subjectId: row.id },
      checker,
    )
  ).body.result;
const decide = async (kind: string, id: string, token = checker) =>
  (await api.call(`approval/${kind}`, { id, reason: '已核对' }, token)).body;

it('name and credit code of a certified company wait for somebody else; it stays certified, and the rest changes at once', async () => {
  const creditCode = codeOf('91310115MA1K35T5B');
  expect((await edit({ name: '更名公司', creditCode, address: '新地址' })).code).toBe(200);
  expect(await present()).toMatchObject({
    name: '已认证公司',
    creditCode: row.creditCode,
    address: '新地址',
    certification: 'VERIFIED',
  });
  const approval = await waiting();
  expect(
    approval.changes.map(({ field, before, after }: Record<string, string>) => [field, before, after]),
  ).toEqual([
    ['name', '已认证公司', '更名公司'],
    ['creditCode', row.creditCode, creditCode],
  ]);
  expect((await edit({ name: '第三个名字' })).code).toBe(406);
  const { id, version } = await present();
  expect((await api.call('company/deleteCompany', { id, version }, maker)).body.code).toBe(406);
  expect((await decide('approve', approval.id, maker)).code).toBe(406);
  expect((await decide('approve', approval.id)).code).toBe(200);
  expect(await present()).toMatchObject({ name: '更名公司', creditCode, certification: 'VERIFIED' });
  await expectInvariants(api);
});

it('a rejected change leaves the company as it was; the database takes none that was not approved', async () => {
  await edit({ name: '不批的名字' });
  const kept = await present();
  expect((await decide('reject', (await waiting()).id)).code).toBe(200);
  expect(await present()).toEqual(kept);
  for (const data of [{ name: '绕过' }, { creditCode: null }]) {
    await expect(
      api.deps.database.prisma.company.updateMany({ where: { id: row.id }, data }),
    ).rejects.toThrow(/approved/);
  }
});

it('a name that another company took meanwhile is refused on approval, and the change waits on', async () => {
  await edit({ name: '抢注的名字' });
  const { tenantId } = row;
  await api.deps.database.prisma.company.create({ data: { tenantId, name: '抢注的名字' } });
  const { id } = await waiting();
  expect((await decide('approve', id)).msg).toBe('公司名称已存在');
  expect((await waiting()).state).toBe('PENDING');
  expect((await decide('withdraw', id, maker)).code).toBe(200);
});
