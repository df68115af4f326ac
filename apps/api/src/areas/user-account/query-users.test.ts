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

describe('queryUser', () => {
  test('masks mobile and e-mail, and never lists a password', async () => {
    const { id } = await desk.add(desk.adminA, { email: 'someone@example.com' });
    const body = await desk.act('queryUser', { keyword: '137****', pageSize: 200 }, desk.adminA);
    expect(body.result.total).toBe(0);
    const row = await desk.rowOf(id, desk.adminA);
    expect(row).toMatchObject({ email: 's***@example.com', state: 'ACTIVE', updatePassword: 0, version: 1 });
    expect(row.mobile).toMatch(/^137\*{4}\d{4}$/);
    expect(JSON.stringify(row)).not.toMatch(/argon2|hash/i);
  });

  test('finds by name, by the whole mobile and by its last four, and by nothing in between', async () => {
    const found = async (keyword: string) =>
      (await desk.act('queryUser', { keyword }, desk.platform)).result.total;
    expect(await found('财务经')).toBe(1);
    expect(await found('13800000002')).toBe(1);
    expect(await found('0002')).toBeGreaterThanOrEqual(1);
    expect(await found('1380000000')).toBe(0);
    expect(await found('%')).toBe(0);
    expect(await found("' OR 1=1 --")).toBe(0);
  });

  test('filters by state, role, company and initial password, sorts and pages', async () => {
    const total = async (filter: object) => (await desk.act('queryUser', filter, desk.platform)).result.total;
    expect(await total({ state: ['DISABLED'] })).toBe(1);
    const { id } = await desk.add(desk.adminA);
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
    const { prisma } = api.deps.database;
    const { id: companyId } = await prisma.company.create({
      data: { tenantId: tenantId('A'), name: '用户筛选公司' },
    });
    expect(await total({ companyId })).toBe(0);
    const colleague = await desk.add(desk.adminA, { companyId });
    const { list } = (await desk.act('queryUser', { companyId }, desk.platform)).result;
    expect(list.map((row: { id: string }) => row.id)).toEqual([colleague.id]);
    expect(await total({ updatePassword: 0 })).toBeGreaterThan(0);
    expect((await total({ updatePassword: 0 })) + (await total({ updatePassword: 1 }))).toBe(all + 1);
    const byName = async (pageNum: number, pageSize: number): Promise<string[]> => {
      const input = { pageNum, pageSize, sort: { field: 'name', order: 'asc' } };
      const { result } = await desk.act('queryUser', input, desk.platform);
      return result.list.map((row: { name: string }) => row.name);
    };
    const names = await byName(1, 200);
    const { rows: sorted } = await api.deps.database.pool.query(
      'SELECT name FROM unnest($1::text[]) AS name ORDER BY name',
      [names],
    );
    expect(names).toEqual(sorted.map(({ name }) => name));
    expect(await byName(2, 3)).toEqual(names.slice(3, 6));
    expect(
      (await api.call('userAccount/queryUser', { sort: { field: 'mobile', order: 'asc' } }, desk.platform))
        .status,
    ).toBe(400);
  });

  test('whoever is disabled in another tenant alone is not among the disabled here', async () => {
    const mobile = '13800000009';
    const id = await userIdOf(api, mobile);
    const setState = (state: 'ACTIVE' | 'DISABLED') =>
      api.deps.database.prisma.membership.update({
        where: { tenantId_userId: { tenantId: tenantId('B'), userId: id } },
        data: { state },
      });
    await setState('DISABLED');
    const listed = async (state: string[]) =>
      (await desk.act('queryUser', { keyword: mobile, state }, desk.adminA)).result.total;
    expect(await listed(['DISABLED', 'LOCKED'])).toBe(0);
    expect(await listed(['ACTIVE'])).toBe(1);
    await setState('ACTIVE');
  });

  test('the platform’s administrator sees every tenant, each person once; a tenant’s only the own', async () => {
    const everybody = (await desk.act('queryUser', { pageSize: 200 }, desk.platform)).result.list;
    const ids = everybody.map((row: { id: string }) => row.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain(await userIdOf(api, '13800000004'));
    const ofB = (await desk.act('queryUser', { pageSize: 200 }, desk.adminB)).result.list;
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
    const colleague = await desk.add(desk.adminA, { companyId: branch.id });
    const head = await desk.add(desk.adminA, { companyId: branch.id, roleIds: [role.id] });
    const token = await desk.tokenOf(head);
    const seen = (await desk.act('queryUser', {}, token)).result.list.map((row: { id: string }) => row.id);
    expect(seen.sort()).toEqual([colleague.id, head.id].sort());
    expect(await desk.act('getUser', { id: await userIdOf(api, '13800000002') }, token)).toEqual(missing);
  });
});
