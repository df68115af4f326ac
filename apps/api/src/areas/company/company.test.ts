import { creditCodeCheck } from '@xyxlx/contracts/credit-code';
import { connect } from '@xyxlx/database/connect';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { waitingForLock } from '../../../../../tests/support/waiting-for-lock.ts';
import { openBills } from '../bill/open-bills.ts';

let api: TestApi;
let admin: string;
let checker: string;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn('13800000001');
  checker = await api.signIn('13800000003');
});
afterAll(() => api.close());

const first17 = '91310115MA1K35T2X';
const details = { creditCode: null, contactName: null, address: null };
const add = async (name: string, more: object = {}) =>
  (await api.call('company/addCompany', { name, parentId: null, ...details, ...more }, admin)).body;

describe('companies', () => {
  test('the tree has no circles, also when two moves race', async () => {
    const a = (await add('甲')).result;
    const b = (await add('乙', { parentId: a.id })).result;
    const c = (await add('丙')).result;
    const move = (row: typeof a, parentId: string) =>
      api.call(
        'company/editCompany',
        { id: row.id, version: row.version, name: row.name, parentId, ...details },
        admin,
      );
    expect((await move(a, b.id)).body.msg).toBe('上级公司不能是本公司或其下级');
    expect((await move(a, a.id)).body.code).toBe(406);
    const raced = await Promise.all([move(a, c.id), move(c, b.id)]);
    expect(raced.map(({ body }) => body.code).sort()).toEqual([200, 406]);
    const below = await api.call('company/queryCompany', { belowId: b.id }, admin);
    expect(below.body.code).toBe(200);
  });

  test('a credit code needs its check digit, and is there once', async () => {
    const good = first17 + creditCodeCheck(first17);
    const bad = first17 + (good.endsWith('1') ? '2' : '1');
    expect((await add('错码', { creditCode: bad })).msg).toBe('统一社会信用代码校验位不正确');
    expect((await add('有码', { creditCode: good })).code).toBe(200);
    expect((await add('重码', { creditCode: good })).msg).toBe('统一社会信用代码已存在');
  });

  test('certification: somebody else decides, and it waits unchanged', async () => {
    const code = `91310115MA1K35T3${'Y'}`;
    const row = (await add('待认证公司', { creditCode: code + creditCodeCheck(code) })).result;
    const { id, version } = row;
    const handed = await api.call('company/submitCertification', { id, version }, admin);
    expect(handed.body.result.certification).toBe('PENDING');
    expect(handed.body.result.updatedAt > row.updatedAt).toBe(true);
    const edit = { id, version: version + 1, name: '改名', parentId: null, ...details };
    expect((await api.call('company/editCompany', edit, admin)).body.msg).toContain('认证审核中');
    const todo = await api.call('approval/queryTodo', { subjectType: 'companyCertification' }, checker);
    const approval = todo.body.result.list[0];
    expect(approval).toMatchObject({ subjectId: id, canDecide: true });
    expect((await api.call('approval/approve', { id: approval.id }, admin)).body.msg).toContain('经办人不能');
    expect((await api.call('approval/approve', { id: approval.id }, checker)).body.code).toBe(200);
    const after = await api.call('company/getCompany', { id }, admin);
    expect(after.body.result.certification).toBe('VERIFIED');
  });

  test('what something belongs to can’t be deleted', async () => {
    const own = await api.call('company/getOwnCompany', {}, admin);
    const { id, version } = own.body.result;
    expect((await api.call('company/deleteCompany', { id, version }, admin)).body.msg).toContain('不能删除');
    const empty = (await add('空公司')).result;
    const gone = await api.call('company/deleteCompany', { id: empty.id, version: empty.version }, admin);
    expect(gone.body.code).toBe(200);
  });

  test('a company that only its monthly bill belongs to can be deleted', async () => {
    const { id, version } = (await add('有账单的公司')).result;
    await openBills(api.deps);
    expect(await api.deps.database.prisma.bill.count({ where: { companyId: id } })).toBe(1);
    expect((await api.call('company/deleteCompany', { id, version }, admin)).body.code).toBe(200);
    expect(await api.deps.database.prisma.bill.count({ where: { companyId: id } })).toBe(0);
  });

  test('a company can be deleted while its monthly bill is being opened', async () => {
    const { id, version } = (await add('正在开账单的公司')).result;
    const opening = await connect(api.databaseUrl);
    try {
      await opening.query('BEGIN');
      await opening.query(
        `INSERT INTO bills (tenant_id, kind, company_id, bill_no, period)
         SELECT tenant_id, 'COMPANY', id, 'G-opening', '2099-01' FROM companies WHERE id = $1`,
        [id],
      );
      const gone = api.call('company/deleteCompany', { id, version }, admin);
      await Promise.all([gone, waitingForLock(api, 1).then(() => opening.query('COMMIT'))]);
      expect((await gone).body.code).toBe(200);
    } finally {
      await opening.end();
    }
    expect(await api.deps.database.prisma.bill.count({ where: { companyId: id } })).toBe(0);
  });

  test('one default invoice title a company', async () => {
    const { id: companyId } = (await add('开票公司')).result;
    const title = {
      companyId,
      taxNo: '91310115MA1K35T2X1',
      address: null,
      phone: null,
      bank: null,
      bankAccount: null,
      email: null,
      isDefault: true,
    };
    await api.call('company/addInvoiceTitle', { title: '抬头一', ...title }, admin);
    await api.call('company/addInvoiceTitle', { title: '抬头二', ...title }, admin);
    const { list } = (await api.call('company/queryInvoiceTitle', { companyId }, admin)).body.result;
    expect(list.map((row: { isDefault: boolean }) => row.isDefault)).toEqual([true, false]);
    const again = await api.call('company/addInvoiceTitle', { title: '抬头二', ...title }, admin);
    expect(again.body.msg).toBe('抬头已存在');
  });
});
