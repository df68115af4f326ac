import type { PlatformAccountRow } from '@xyxlx/contracts/platform-account';
import { platformId } from '@xyxlx/database/seed/merchants';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let maker: string;
let checker: string;
const tenantId = tenantIdOf('A');
let made = 0;

beforeAll(async () => {
  api = await startTestApi();
  const permissions = ['platform.view', 'platform.edit', 'fund.approve'];
  maker = (await operator(api, '经办人', { permissions })).token;
  checker = (await operator(api, '复核人', { permissions })).token;
});
afterAll(() => api.close());

const call = async (path: string, input: object, token = maker) => (await api.call(path, input, token)).body;
const form = (change: object = {}) => {
  made += 1;
  return {
    platformId: platformId('A', 0),
    companyId: companyId('A', 0),
    kind: 'BANK',
    name: '华东福利科技总部',
    bank: '招商银行',
    accountNo: `62258888${String(made).padStart(8, '0')}`,
    ...change,
  };
};
type HandedIn = PlatformAccountRow & { approvalId: string };
const added = async (change: object = {}): Promise<HandedIn> =>
  (await call('platform/addAccount', form(change))).result;
const inUse = async (change: object = {}): Promise<HandedIn> => {
  const row = await added(change);
  expect((await call('approval/approve', { id: row.approvalId }, checker)).code).toBe(200);
  return { ...row, version: row.version + 1 };
};
const present = (id: string) => api.deps.database.prisma.platformAccount.findFirstOrThrow({ where: { id } });
const edit = (row: PlatformAccountRow, change: object, token = maker) => {
  const { id, version, platform, company, name, bank } = row;
  const kept = { id, version, platformId: platform.id, companyId: company.id, name, bank };
  return call('platform/editAccount', { ...kept, ...change }, token);
};
const approvalOf = async (id: string, token = checker) =>
  (await call('approval/getApproval', { id }, token)).result;

describe('an account that is added', () => {
  test('waits, masked, and is in use once somebody else has approved all of it', async () => {
    const accountNo = '6225881234567890';
    const row = await added({ accountNo });
    expect(row).toMatchObject({
      state: 'PENDING',
      accountNo: '**** 7890',
      statementBalance: null,
      differenceAmount: null,
    });
    const approval = await approvalOf(row.approvalId);
    expect(
      approval.changes.map(({ field, before, after }: Record<string, string>) => [field, before, after]),
    ).toEqual([
      ['platformId', null, '支付宝商户平台'],
      ['companyId', null, '华东福利科技总部'],
      ['kind', null, '银行账户'],
      ['name', null, '华东福利科技总部'],
      ['bank', null, '招商银行'],
      ['accountNo', null, '**** 7890'],
    ]);
    const revealed = await call(
      'approval/revealChange',
      { id: row.approvalId, reason: '核对开户许可证' },
      checker,
    );
    expect(revealed.result).toContainEqual(expect.objectContaining({ field: 'accountNo', after: accountNo }));
    expect((await call('approval/approve', { id: row.approvalId }, maker)).code).toBe(406);
    expect((await call('approval/approve', { id: row.approvalId }, checker)).code).toBe(200);
    expect(await present(row.id)).toMatchObject({ state: 'ACTIVE', accountNo });
    const logs = await api.deps.database.prisma.operationLog.findMany({ where: { targetId: row.id } });
    expect(logs.map(({ action }) => action).sort()).toEqual([
      'addAccount',
      'addAccount',
      'approve',
      'revealChange',
      'submit',
    ]);
    expect(JSON.stringify(logs.map(({ before, after }) => [before, after]))).not.toContain(accountNo);
    await expectInvariants(api);
  });

  test.each([
    ['reject', 'REJECTED'],
    ['withdraw', 'WITHDRAWN'],
  ] as const)('and ends in %s is corrected and handed in again', async (end, state) => {
    const row = await added();
    expect((await edit(row, { name: '等待中' })).msg).toBe('已提交审批，请勿重复提交');
    const input = { id: row.approvalId, reason: '户名不符' };
    expect((await call(`approval/${end}`, input, end === 'reject' ? checker : maker)).code).toBe(200);
    expect(await present(row.id)).toMatchObject({ state, name: row.name });
    const corrected = form().accountNo;
    const again = await edit({ ...row, version: 2 }, { name: '更正户名', accountNo: corrected });
    expect(again.result).toMatchObject({
      state: 'PENDING',
      name: '更正户名',
      accountNo: `**** ${corrected.slice(-4)}`,
    });
    expect((await call('approval/approve', { id: again.result.approvalId }, checker)).code).toBe(200);
    expect(await present(row.id)).toMatchObject({
      state: 'ACTIVE',
      name: '更正户名',
      accountNo: corrected,
    });
  });

  test('the number is there once a platform, also of two at once, and at another platform again', async () => {
    const twin = form();
    const answers = await Promise.all([1, 2].map(() => call('platform/addAccount', twin)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 406]);
    expect(answers.find(({ code }) => code === 406).msg).toBe('账号已存在');
    expect((await call('platform/addAccount', { ...twin, platformId: platformId('A', 1) })).code).toBe(200);
  });

  test.each([
    ['7 digits', { accountNo: '1234567' }],
    ['31 digits', { accountNo: '1'.repeat(31) }],
    ['letters', { accountNo: '6225A8881234' }],
    ['no kind', { kind: 'CASH' }],
    ['two lines', { name: '一\n二' }],
  ])('with %s: 400 ∅', async (_name, change) => {
    const before = await api.deps.database.prisma.platformAccount.count();
    expect((await api.call('platform/addAccount', form(change), maker)).status).toBe(400);
    expect(await api.deps.database.prisma.platformAccount.count()).toBe(before);
  });

  test('8 and 30 digits are numbers', async () => {
    expect((await added({ accountNo: '12345678' })).accountNo).toBe('**** 5678');
    expect((await added({ accountNo: '9'.repeat(30) })).accountNo).toBe('**** 9999');
  });

  test.each([
    ['platform', { platformId: platformId('B', 0) }],
    ['company', { companyId: companyId('B', 0) }],
  ])('at another tenant’s %s: 记录不存在', async (_name, change) => {
    expect(await call('platform/addAccount', form(change))).toMatchObject({ code: 406, msg: '记录不存在' });
  });
});

describe('an account in use', () => {
  test('keeps its values until somebody else has approved the new ones, old beside new', async () => {
    const row = await inUse();
    const before = await present(row.id);
    const handed = await edit(row, { bank: '交通银行', accountNo: '6222600000001111', reason: '换开户行' });
    expect(handed.result).toMatchObject({ state: 'ACTIVE', bank: row.bank, accountNo: row.accountNo });
    const { approvalId } = handed.result;
    const approval = await approvalOf(approvalId);
    expect(approval.reason).toBe('换开户行');
    expect(
      approval.changes.map(({ field, before: old, after }: Record<string, string>) => [field, old, after]),
    ).toEqual([
      ['bank', row.bank, '交通银行'],
      ['accountNo', row.accountNo, '**** 1111'],
    ]);
    expect((await edit(handed.result, { bank: '第三家' })).msg).toBe('已提交审批，请勿重复提交');
    expect(await present(row.id)).toMatchObject({ bank: before.bank, accountNo: before.accountNo });
    expect((await call('approval/approve', { id: approvalId }, checker)).code).toBe(200);
    expect(await present(row.id)).toMatchObject({
      bank: '交通银行',
      accountNo: '6222600000001111',
      state: 'ACTIVE',
    });
    await expectInvariants(api);
  });

  test.each(['reject', 'withdraw'] as const)('whose change ends in %s is as it was', async (end) => {
    const row = await inUse();
    const { result } = await edit(row, { bank: '交通银行' });
    const kept = await present(row.id);
    const input = { id: result.approvalId, reason: '不符' };
    expect((await call(`approval/${end}`, input, end === 'reject' ? checker : maker)).code).toBe(200);
    expect(await present(row.id)).toEqual(kept);
    expect(kept).toMatchObject({ bank: row.bank, state: 'ACTIVE' });
  });

  test('a form saved as it was hands nothing in', async () => {
    const row = await inUse();
    expect((await edit(row, {})).result.approvalId).toBeNull();
  });

  test('a number that another account took meanwhile is refused on approval, and the change waits on', async () => {
    const row = await inUse();
    const accountNo = '6222600000007777';
    const { result } = await edit(row, { accountNo });
    await added({ accountNo });
    expect((await call('approval/approve', { id: result.approvalId }, checker)).msg).toBe('账号已存在');
    expect((await approvalOf(result.approvalId)).state).toBe('PENDING');
  });

  test('is nobody’s to change or to bring into use past a checker, whoever writes', async () => {
    const { prisma } = api.deps.database;
    const row = await inUse();
    for (const data of [
      { accountNo: '6222600000008888' },
      { name: '别人' },
      { state: 'REJECTED' as const },
      { kind: 'CHANNEL' as const },
    ]) {
      await expect(prisma.platformAccount.updateMany({ where: { id: row.id }, data })).rejects.toThrow(
        /approved/,
      );
    }
    const waits = await added();
    const use = (data: object) =>
      prisma.platformAccount.updateMany({ where: { id: waits.id }, data: { state: 'ACTIVE', ...data } });
    await expect(use({})).rejects.toThrow(/only as approved/);
    await expect(use({ changeId: waits.approvalId })).rejects.toThrow(/only as approved/);
    // Approved are the values that the checker saw, and no others.
    await prisma.approval.updateMany({
      where: { id: waits.approvalId },
      data: { state: 'APPROVED', checkerId: crypto.randomUUID(), decidedAt: new Date() },
    });
    await expect(use({ changeId: waits.approvalId, name: '别人' })).rejects.toThrow(/only as approved/);
    await expect(
      prisma.platformAccount.create({ data: { ...form({ accountNo: '12' }), tenantId } as never }),
    ).rejects.toThrow(/platform_accounts_account_no/);
  });
});

describe('the list', () => {
  test('says what has come and gone through each, and not through others of the company', async () => {
    const { prisma } = api.deps.database;
    const { id: accountId, companyId: company } = await prisma.platformAccount.findFirstOrThrow({
      where: { tenantId, kind: 'BANK', state: 'ACTIVE', lines: { some: {} } },
    });
    const shown = async (id: string) => (await call('platform/getAccount', { id })).result;
    // The seeds' statement begins with nothing, and nobody has claimed or adjusted what it says.
    expect(await shown(accountId)).toMatchObject({
      bookBalance: 0,
      frozenBalance: 0,
      availableBalance: 0,
      statementBalance: 4_997_500,
      differenceAmount: 4_997_500,
    });
    const other = await prisma.platformAccount.findFirstOrThrow({
      where: { tenantId, companyId: company, id: { not: accountId }, lines: { none: {} } },
    });
    expect(await shown(other.id)).toMatchObject({
      bookBalance: 0,
      statementBalance: null,
      differenceAmount: null,
    });
  });

  test('finds by the last digits, and by platform, kind and state', async () => {
    const row = await added({
      accountNo: '6225880000004242',
      platformId: platformId('A', 2),
      kind: 'CHANNEL',
    });
    const found = async (filter: object) =>
      (await call('platform/queryAccount', { pageSize: 200, ...filter })).result.list.map(
        (one: PlatformAccountRow) => one.id,
      );
    expect(await found({ keyword: '4242' })).toEqual([row.id]);
    expect(await found({ keyword: '6225880000004242' })).toEqual([row.id]);
    // Nobody finds a masked number out digit by digit.
    expect(await found({ keyword: '622588000000424' })).toEqual([]);
    expect(await found({ platformId: platformId('A', 2), kind: ['CHANNEL'], state: ['PENDING'] })).toEqual([
      row.id,
    ]);
    expect(await found({ platformId: platformId('A', 0) })).not.toContain(row.id);
    expect(await found({ kind: ['BANK'] })).not.toContain(row.id);
    expect(await found({ state: ['ACTIVE'] })).not.toContain(row.id);
  });

  test('shows somebody of a company its own accounts, to whom alone they can be added', async () => {
    const own = companyId('A', 1);
    const { token } = await operator(api, '分公司', {
      permissions: ['platform.view', 'platform.edit'],
      dataScope: 'COMPANY_TREE',
      companyId: own,
    });
    const row = await added({ companyId: own });
    const { result } = await call('platform/queryAccount', {}, token);
    expect(result.list.map((one: PlatformAccountRow) => one.id)).toEqual([row.id]);
    expect(
      (await call('platform/queryAccountCompany', {}, token)).result.map(({ id }: { id: string }) => id),
    ).toEqual([own]);
    expect(await call('platform/addAccount', form(), token)).toMatchObject({ code: 406, msg: '记录不存在' });
    const other = await inUse();
    expect(await edit(other, { name: '抢' }, token)).toMatchObject({ code: 406, msg: '记录不存在' });
    expect((await call('platform/addAccount', form({ companyId: own }), token)).code).toBe(200);
  });
});
