import type { FoundRecord } from '@xyxlx/contracts/search';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { spell } from '@xyxlx/database/spell';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';
import { spellNames, spellUsers } from '../../platform/records/spell-names.ts';

let api: TestApi;
let maker: string;
let administrator: string;
const tenantId = tenantIdOf('A');
const otherTenantId = tenantIdOf('B');
beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  maker = await api.signIn('13800000002');
  administrator = await api.signIn('13800000001');
});
afterAll(() => api.close());

const find = async (q: string, token = maker): Promise<FoundRecord[]> => {
  const { body } = await api.call('search/findRecord', { q }, token);
  expect(body).toMatchObject({ code: 200 });
  return body.result.list;
};
const idsOf = (found: FoundRecord[]) => found.map(({ id }) => id);

/** An employee of tenant A whose name nobody else has. */
async function newEmployee(name: string, mobile: string) {
  const { prisma } = api.deps.database;
  const merchant = await prisma.merchant.findFirstOrThrow({
    where: { tenantId, state: 'ACTIVE', companyId: { not: null } },
  });
  const employeeNo = `N${mobile.slice(-6)}`;
  const { body } = await api.call(
    'employee/addEmployee',
    {
      ...{ merchantId: merchant.id, employeeNo, name, mobile, email: null, departmentId: null },
      ...{ labels: [], grade: null, hiredOn: '2026-01-05', birthday: null },
    },
    administrator,
  );
  expect(body).toMatchObject({ code: 200 });
  return prisma.employee.findFirstOrThrow({ where: { tenantId, employeeNo } });
}

describe('names', () => {
  it('who is called just so stands before those whose names begin so', async () => {
    await newEmployee('韩岳峙一', '13911120001');
    await newEmployee('韩岳峙二', '13911120002');
    // By number they would be the last.
    const { id } = await newEmployee('韩岳峙', '13911129999');
    const found = (await find('韩岳峙')).filter(({ kind }) => kind === 'employee');
    expect(found[0]?.id).toBe(id);
  });

  it('five of a kind are told, in however many ways there are more', async () => {
    const numbered = ['甲', '乙', '丙', '丁'];
    for (const [n, name] of numbered.entries()) await newEmployee(`编号${name}`, `1391150000${n}`);
    for (const [n, name] of numbered.entries()) await newEmployee(`N5000${name}`, `1391160000${n}`);
    expect((await find('N5000')).filter(({ kind }) => kind === 'employee')).toHaveLength(5);
  });

  it('an employee is found by name, mobile, pinyin in any spacing and case, and initials, as soon as they are there', async () => {
    const { id } = await newEmployee('欧阳欣怡', '13911110001');
    for (const typed of [
      '欧阳欣怡',
      '欧阳',
      '13911110001',
      'ouyangxinyi',
      "Ou yang xin'yi",
      'ouyangx',
      'oyxy',
      'OYX',
    ]) {
      expect({ typed, found: idsOf(await find(typed)) }).toEqual({
        typed,
        found: expect.arrayContaining([id]),
      });
    }
    expect(idsOf(await find('1391111000'))).not.toContain(id);
    expect(idsOf(await find('xinyi'))).not.toContain(id);
  });

  it('who is called otherwise is found by the new name alone', async () => {
    const { id, version } = await newEmployee('仇万里', '13911110002');
    const { body } = await api.call(
      'employee/editEmployee',
      {
        ...{ id, version, name: '尉迟昭明', departmentId: null, labels: [], grade: null },
        hiredOn: '2026-01-05',
      },
      administrator,
    );
    expect(body).toMatchObject({ code: 200 });
    expect(idsOf(await find('yuchizhaoming'))).toContain(id);
    expect(idsOf(await find('qiuwanli'))).not.toContain(id);
  });

  it('a merchant is found by number, credit code, mobile, a part of its name in characters, pinyin or initials', async () => {
    const merchant = await api.deps.database.prisma.merchant.findFirstOrThrow({
      where: { tenantId, name: { contains: '晨光小厨滨江' } },
    });
    for (const typed of [
      ...[merchant.merchantNo, merchant.creditCode, merchant.contactMobile],
      ...['晨光小厨滨江', 'chenguangxiaochubin', 'cgxcbj'],
    ]) {
      expect({ typed, found: idsOf(await find(typed)) }).toEqual({
        typed,
        found: expect.arrayContaining([merchant.id]),
      });
    }
  });

  it('a store is found by its name, pinyin and initials, as soon as it is called so', async () => {
    const { prisma } = api.deps.database;
    const merchant = await prisma.merchant.findFirstOrThrow({ where: { tenantId, state: 'ACTIVE' } });
    const place = { region: '上海市', address: '测试路 1 号' };
    const { body } = await api.call(
      'store/addStore',
      { merchantId: merchant.id, name: '徐汇漕宝店', ...place },
      administrator,
    );
    expect(body).toMatchObject({ code: 200 });
    const { id, version } = body.result;
    for (const typed of ['徐汇漕宝', 'xuhuicaobao', 'XHCB']) {
      expect({ typed, found: idsOf(await find(typed)) }).toEqual({
        typed,
        found: expect.arrayContaining([id]),
      });
    }
    const renamed = await api.call(
      'store/editStore',
      { id, version, name: '奉贤南桥店', ...place },
      administrator,
    );
    expect(renamed.body).toMatchObject({ code: 200 });
    expect(idsOf(await find('fxnq'))).toContain(id);
    expect(idsOf(await find('xhcb'))).not.toContain(id);
  });

  it('a user of the own tenant is found by pinyin and initials, spelled by the clock where SQL wrote the name', async () => {
    const {
      session: { userId },
    } = await operator(api, '皇甫静姝', { permissions: ['consumption.view'] });
    expect(idsOf(await find('huangfujingshu', administrator))).not.toContain(userId);
    await spellUsers(api.deps);
    for (const typed of ['huangfujingshu', 'huangfu', 'HFJS']) {
      expect({ typed, found: idsOf(await find(typed, administrator)) }).toEqual({
        typed,
        found: expect.arrayContaining([userId]),
      });
    }
  });

  it('a seeded store is spelled as one that is typed', async () => {
    const stores = await api.deps.database.prisma.store.findMany({ where: { tenantId } });
    expect(stores.filter(({ name, nameInitials }) => nameInitials !== spell(name).nameInitials)).toEqual([]);
    expect(stores.filter(({ name, namePinyin }) => namePinyin !== spell(name).namePinyin)).toEqual([]);
  });

  it('rows that SQL wrote without are spelled by the clock, those of a tenant that stands still are not, and nothing else of them changes', async () => {
    const { prisma } = api.deps.database;
    const before = await prisma.employee.findFirstOrThrow({ where: { tenantId, state: 'ACTIVE' } });
    const other = await prisma.employee.findFirstOrThrow({ where: { tenantId: otherTenantId } });
    const unspelled = { namePinyin: null, nameInitials: null };
    for (const { tenantId, id } of [before, other]) {
      await prisma.employee.update({ where: { tenantId_id: { tenantId, id } }, data: unspelled });
    }
    await prisma.tenant.update({ where: { code: 'beichen' }, data: { state: 'SUSPENDED' } });
    await spellNames(api.deps, 'employees');
    await prisma.tenant.update({ where: { code: 'beichen' }, data: { state: 'ACTIVE' } });
    const read = ({ tenantId, id }: typeof before) =>
      prisma.employee.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
    expect(await read(before)).toEqual({ ...before, ...spell(before.name) });
    expect(await read(other)).toMatchObject(unspelled);
  });

  it('surnames are read as surnames, letters and digits stay, and of a long name the first forty characters count', () => {
    expect(spell('单小明')).toEqual({ namePinyin: 'shanxiaoming', nameInitials: 'sxm' });
    expect(spell('ABC 吕2号店')).toEqual({ namePinyin: 'abclv2haodian', nameInitials: 'al2hd' });
    expect(spell('王'.repeat(600)).nameInitials).toHaveLength(40);
  });
});

describe('only what one’s lists show', () => {
  it('a kind whose list one may not see is not found, and approvals are found by everybody', async () => {
    const { prisma } = api.deps.database;
    const payment = await prisma.consumptionRecord.findFirstOrThrow({ where: { tenantId } });
    const bill = await prisma.bill.findFirstOrThrow({ where: { tenantId } });
    const approval = await prisma.approval.findFirstOrThrow({
      where: { tenantId, subjectType: 'merchantRegistration' },
    });
    const { token } = await operator(api, '只看账单', { permissions: ['bill.view'] });
    expect(await find(payment.paymentNo, token)).toEqual([]);
    expect(await find(bill.billNo, token)).toContainEqual(
      expect.objectContaining({ kind: 'bill', id: bill.id }),
    );
    expect(await find(approval.subjectLabel, token)).toContainEqual(
      expect.objectContaining({ kind: 'approval', id: approval.id, title: '商户登记' }),
    );
    expect((await find(approval.subjectLabel, token)).map(({ kind }) => kind)).not.toContain('merchant');
  });

  it('of a data scope only its own is found: by number, by name and by pinyin', async () => {
    const { prisma } = api.deps.database;
    const [own, foreign] = await prisma.merchant.findMany({
      where: { tenantId, employees: { some: {} } },
      include: { employees: { take: 1 } },
      take: 2,
    });
    if (!own || !foreign) throw new Error('Two merchants with employees are needed.');
    const { token } = await operator(api, '一家商户', {
      ...{ permissions: ['employee.view', 'merchant.view', 'consumption.view'] },
      ...{ dataScope: 'MERCHANTS', merchantIds: [own.id] },
    });
    const typed = ({ employees: [one] }: typeof own) => [
      one?.employeeNo,
      one?.name,
      one?.mobile,
      one?.namePinyin,
    ];
    const idOf = ({ employees: [one] }: typeof own) => one?.id as string;
    for (const q of typed(own)) expect(idsOf(await find(q as string, token))).toContain(idOf(own));
    for (const q of typed(foreign))
      expect(idsOf(await find(q as string, token))).not.toContain(idOf(foreign));
    expect(idsOf(await find(own.merchantNo, token))).toContain(own.id);
    for (const q of [foreign.merchantNo, foreign.name, foreign.creditCode]) {
      expect(idsOf(await find(q, token))).not.toContain(foreign.id);
    }
  });

  it('nothing of another tenant is found, except by who sees them all', async () => {
    const { prisma } = api.deps.database;
    const merchant = await prisma.merchant.findFirstOrThrow({
      where: { tenantId: otherTenantId, employees: { some: {} } },
      include: { employees: { take: 1 } },
    });
    const payment = await prisma.consumptionRecord.findFirstOrThrow({
      where: { tenantId: otherTenantId },
    });
    const [employee] = merchant.employees;
    for (const [q, id] of [
      [merchant.merchantNo, merchant.id],
      [merchant.name, merchant.id],
      [employee?.employeeNo, employee?.id],
      [payment.paymentNo, payment.id],
    ] as [string, string][]) {
      expect(idsOf(await find(q))).not.toContain(id);
      expect(idsOf(await find(q, administrator))).toContain(id);
    }
  });
});

describe('stores, lines of statements, vouchers and users', () => {
  it('are found within the data scope alone, by who may list them', async () => {
    const { prisma } = api.deps.database;
    const [own, foreign] = await prisma.store.findMany({
      where: { tenantId },
      distinct: ['merchantId'],
      take: 2,
    });
    if (!own || !foreign) throw new Error('Stores of two merchants are needed.');
    const { token } = await operator(api, '一家商户', {
      permissions: ['merchant.view', 'topup.view', 'voucher.view', 'user.view'],
      ...{ dataScope: 'MERCHANTS', merchantIds: [own.merchantId] },
    });
    expect(await find(own.storeNo, token)).toContainEqual(
      expect.objectContaining({ kind: 'store', id: own.id, title: own.name, amount: null }),
    );
    for (const q of [foreign.storeNo, foreign.name])
      expect(idsOf(await find(q, token))).not.toContain(foreign.id);
    const { token: other } = await operator(api, '无商户权限', { permissions: ['employee.view'] });
    expect(idsOf(await find(own.storeNo, other))).not.toContain(own.id);
    // Users of no company of theirs, books that add companies up, and accounts of other companies: none of it is theirs.
    const line = await prisma.statementLine.findFirst({ where: { tenantId } });
    const voucher = await prisma.voucher.findFirst({ where: { tenantId, number: { not: null } } });
    const typed = [
      line?.bankNo,
      voucher && `${voucher.period} ${voucher.word}-${voucher.number}`,
      '13800000002',
    ];
    for (const q of typed.filter((one) => typeof one === 'string'))
      expect((await find(q, token)).map(({ kind }) => kind).filter((kind) => kind !== 'employee')).toEqual(
        [],
      );
  });

  it('of another tenant are not found, a line only by who may see its list', async () => {
    const { prisma } = api.deps.database;
    const store = await prisma.store.findFirstOrThrow({ where: { tenantId: otherTenantId } });
    const account = await prisma.platformAccount.findFirstOrThrow({ where: { tenantId } });
    const foreignAccount = await prisma.platformAccount.findFirst({ where: { tenantId: otherTenantId } });
    const lineOf = (of: { tenantId: string; id: string }, bankNo: string) =>
      prisma.statementLine.create({
        data: {
          ...{ tenantId: of.tenantId, accountId: of.id, bankNo, direction: 'IN', amount: 12_300n },
          ...{ balanceAfter: 12_300n, at: new Date(), payer: '晨光贸易有限公司', state: 'UNCLAIMED' },
        },
      });
    const line = await lineOf(account, 'ZS20991231000001');
    if (foreignAccount) {
      const foreign = await lineOf(foreignAccount, 'ZS20991231000002');
      expect(idsOf(await find('ZS20991231', maker))).not.toContain(foreign.id);
      expect(idsOf(await find('ZS20991231', administrator))).toContain(foreign.id);
    }
    for (const q of ['ZS20991231000001', 'zs20991231', '晨光贸易'])
      expect({ q, found: await find(q) }).toEqual({
        q,
        found: expect.arrayContaining([
          expect.objectContaining({
            kind: 'statementLine',
            id: line.id,
            amount: 12_300,
            title: '晨光贸易有限公司',
          }),
        ]),
      });
    const { token } = await operator(api, '不看充值', { permissions: ['fund.view'] });
    expect(await find('ZS20991231000001', token)).toEqual([]);
    expect(idsOf(await find(store.storeNo))).not.toContain(store.id);
    expect(idsOf(await find(store.name))).not.toContain(store.id);
  });

  it('a user is found by name in one’s own tenant, by the whole of what they sign in with, and once', async () => {
    const users = async (q: string, token: string) =>
      (await find(q, token))
        .filter(({ kind }) => kind === 'user')
        .map(({ title, number }) => [title, number]);
    expect(await users('财务经办', administrator)).toContainEqual(['财务经办', '138****0002']);
    expect(await users('13800000002', administrator)).toEqual([['财务经办', '138****0002']]);
    expect(await users('1380000000', administrator)).toEqual([]);
    const administratorOfB = await api.signIn('13800000004');
    expect(await users('13800000002', administratorOfB)).toEqual([]);
    expect(await users('财务经办', administratorOfB)).toEqual([]);
  });
});

it('what was typed is taken literally, and what is only spaces finds nothing', async () => {
  for (const q of ['%', '_%', "'; DROP", '\\', '   '])
    expect({ q, found: await find(q) }).toEqual({ q, found: [] });
});

it('of a session 120 calls a minute are answered, of another session of the same person more', async () => {
  const { token } = await operator(api, '打字很快', { permissions: [] });
  const codes: number[] = [];
  for (let n = 0; n < 121; n++)
    codes.push((await api.call('search/findRecord', { q: ' ' }, token)).body.code);
  expect(codes).toEqual([...Array(120).fill(200), 429]);
  expect(await find('张', maker)).not.toEqual([]);
});
