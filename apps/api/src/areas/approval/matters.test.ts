import type { ApprovalMatter, MatterPart, MatterValue } from '@xyxlx/contracts/approval-matter';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBatchDesk } from '../../../../../tests/support/limit-batches.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let maker: string;
let checker: string;
const tenantId = tenantIdOf('A');
beforeAll(async () => {
  api = await startTestApi();
  maker = await api.signIn('13800000002');
  checker = await api.signIn('13800000003');
});
afterAll(() => api.close());

const prisma = () => api.deps.database.prisma;
const result = async (path: string, input: object, token: string) => {
  const { body } = await api.call(path, input, token, { 'Idempotency-Key': crypto.randomUUID() });
  expect({ path, code: body.code, msg: body.msg }).toEqual({ path, code: 200, msg: '' });
  return body.result;
};
const matterOf = (id: string, token = checker): Promise<ApprovalMatter> =>
  result('approval/getMatter', { id }, token);
const waitingOf = async (subjectType: string, subjectId: string) =>
  (await prisma().approval.findFirstOrThrow({ where: { subjectType, subjectId, state: 'PENDING' } })).id;

function plain(value: MatterValue | undefined): string | number | null {
  if (!value) return null;
  if (value.type === 'words') return value.words.zh;
  if (value.type === 'money') return value.amount;
  if (value.type === 'count') return value.count;
  return value.type === 'instant' ? value.at : value.text;
}

const partOf = <Type extends MatterPart['type']>({ parts }: ApprovalMatter, type: Type) =>
  parts.find((part) => part.type === type) as Extract<MatterPart, { type: Type }>;
const factsOf = (matter: ApprovalMatter) =>
  Object.fromEntries(partOf(matter, 'facts').facts.map(({ label, value }) => [label.zh, plain(value)]));
const rowsOf = (matter: ApprovalMatter) => partOf(matter, 'rows').rows.map((row) => row.map(plain));
const changesOf = (matter: ApprovalMatter) =>
  Object.fromEntries(
    partOf(matter, 'changes').changes.map(({ label, before, after }) => [
      label.zh,
      [plain(before), plain(after)],
    ]),
  );

/** The records that a matter leads to. */
const recordsOf = ({ parts }: ApprovalMatter) =>
  parts
    .flatMap((part) => {
      if (part.type === 'rows') return part.rows.flat();
      return part.type === 'facts' ? part.facts.map(({ value }) => value) : [];
    })
    .flatMap((value) => (value?.type === 'record' ? [value.record] : []));

/** An active employee whose limit was adjusted before. */
async function anEmployee() {
  const account = await prisma().limitAccount.findFirstOrThrow({
    where: {
      tenantId,
      lotAvailable: 0,
      adjustSeq: { gt: 0 },
      employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE' } },
    },
    include: { employee: true },
  });
  return { ...account.employee, total: Number(account.total) };
}

describe('an adjustment', () => {
  test('shows the limit before and after, and is seen anew once the limit has moved', async () => {
    const { id: employeeId, merchantId, name, employeeNo, total } = await anEmployee();
    const input = { employeeId, type: 'INCREASE', amount: 900_000, reason: '季度调整' };
    const { approvalId } = await result('limit/adjustLimit', input, maker);
    const matter = await matterOf(approvalId);
    expect(changesOf(matter)).toMatchObject({ 总额度: [total, total + 900_000] });
    expect(factsOf(matter)).toMatchObject({ 员工: `${name} ${employeeNo}`, 调整方式: '增加' });
    expect(recordsOf(matter)).toEqual([
      { type: 'employee', id: employeeId },
      { type: 'merchant', id: merchantId },
    ]);
    expect(matter.signals.filter(({ type }) => type === 'FIRST_PAYEE')).toEqual([]);

    await result('limit/adjustLimit', { ...input, amount: 100 }, await api.signIn('13800000001'));
    const { body } = await api.call('approval/approve', { id: approvalId, seen: matter.seen }, checker);
    expect(body).toMatchObject({ code: 406, msg: '事项内容已有变化，请重新查看后再审批' });
    const again = await matterOf(approvalId);
    expect(changesOf(again)).toMatchObject({ 总额度: [total + 100, total + 900_100] });
    await result('approval/approve', { id: approvalId, seen: again.seen }, checker);
    const undone = await prisma().limitAdjustment.findFirstOrThrow({ where: { approvalId } });
    const undo = await result('limit/undoAdjustment', { id: undone.id, reason: '误操作' }, maker);
    const taken = await matterOf(undo.approvalId);
    expect(changesOf(taken)).toMatchObject({ 总额度: [total + 900_100, total + 100] });
    expect(taken.parts.at(-1)).toMatchObject({
      type: 'facts',
      facts: [{ value: { words: { zh: '增加' } } }, {}, {}, {}],
    });
  });

  test('is worth a second look where the employee never had one before', async () => {
    const { id: employeeId } = await anEmployee();
    const input = { employeeId, type: 'INCREASE', amount: 900_000, reason: '首次' };
    const { approvalId } = await result('limit/adjustLimit', input, maker);
    expect((await matterOf(approvalId)).signals.map(({ type }) => type)).not.toContain('FIRST_PAYEE');
    const { employeeNo: newcomer, id } = await newcomerOf(employeeId);
    const first = await result('limit/adjustLimit', { ...input, employeeId: id }, maker);
    expect((await matterOf(first.approvalId)).signals).toContainEqual({
      type: 'FIRST_PAYEE',
      payee: `新人 ${newcomer}`,
    });
  });

  /** Somebody who joined the unit of another today. */
  async function newcomerOf(colleagueId: string) {
    const { merchantId } = await prisma().employee.findFirstOrThrow({ where: { id: colleagueId } });
    const admin = await api.signIn('13800000001');
    const employeeNo = `N${String(Date.now()).slice(-8)}`;
    return result(
      'employee/addEmployee',
      {
        merchantId,
        employeeNo,
        name: '新人',
        mobile: '13799990001',
        email: null,
        departmentId: null,
        labels: [],
        grade: null,
        hiredOn: '2026-01-05',
      },
      admin,
    );
  }
});

describe('a file of limits', () => {
  test('shows its first rows, the largest changes first, and how many there are', async () => {
    const desk = await openBatchDesk(api);
    const [header = [], ...lines] = await desk.sheet();
    const at = header.length - 1;
    const raised = lines.map((line, n) => [...line.slice(0, at), String(Number(line[at]) + 6_000 + n)]);
    const { batchId } = (await desk.upload([header, ...raised])).body.result;
    const batch = await desk.settled(batchId);
    await result('billChange/confirmBatch', { id: batchId, version: batch.version }, maker);
    const matter = await matterOf(await waitingOf('limitBatch', batchId));
    expect(factsOf(matter)).toMatchObject({
      文件: 'limits.csv',
      变动人数: batch.changed,
      增加合计: batch.increaseAmount,
    });
    const rows = partOf(matter, 'rows');
    expect([rows.total, rows.rows.length]).toEqual([batch.changed, Math.min(batch.changed, 50)]);
    const moved = rowsOf(matter).map((row) => row[4] as number);
    expect(moved).toEqual([...moved].sort((a, b) => b - a));
    expect(moved[0]).toBeGreaterThan(600_000);
  });
});

describe('a bill', () => {
  test('shows its lines, which come to its closing balance, and of a company its merchants', async () => {
    const bills = await prisma().bill.findMany({ where: { tenantId, state: 'ISSUED' } });
    expect(new Set(bills.map(({ kind }) => kind)).size).toBeGreaterThan(0);
    for (const bill of bills.slice(0, 10)) {
      const matter = await matterOf(await waitingOf('billConfirmation', bill.id));
      expect(factsOf(matter)).toMatchObject({ 账单号: bill.billNo, 账期: bill.period });
      const lines = rowsOf(matter).map(([, amount]) => amount as number);
      const closing = lines.at(-1);
      expect(closing).toBe(Number(bill.closing));
      expect(lines.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(closing);
      const byMerchant = matter.parts.filter(({ type }) => type === 'rows').length === 2;
      expect(byMerchant).toBe(bill.kind === 'COMPANY');
    }
  });
});

describe('a transfer of funds', () => {
  test('shows from where to where, and that it is the first until one was done', async () => {
    const funds = await prisma().fundAccount.findMany({
      where: { tenantId, kind: 'ENTERPRISE', companyId: { in: [companyId('A', 0), companyId('A', 3)] } },
    });
    const idOf = (n: number) => funds.find((fund) => fund.companyId === companyId('A', n))?.id;
    const input = { fromId: idOf(0), toId: idOf(3), amount: 100, reason: '调拨' };
    const one = await result('fund/addTransfer', input, maker);
    const shown = await matterOf(one.approvalId);
    const to = factsOf(shown).转入账户;
    expect(factsOf(shown)).toMatchObject({ 划转号: one.transferNo, 金额: 100 });
    expect(shown.signals).toContainEqual({ type: 'FIRST_PAYEE', payee: to });
    await result('approval/approve', { id: one.approvalId, seen: shown.seen }, checker);
    const two = await result('fund/addTransfer', input, maker);
    expect((await matterOf(two.approvalId)).signals).not.toContainEqual(
      expect.objectContaining({ type: 'FIRST_PAYEE' }),
    );
  });
});

describe('a merchant', () => {
  test('is shown with what is personal masked, also to a reader of English', async () => {
    const { id, settlementAccount, contactMobile } = await prisma().merchant.findFirstOrThrow({
      where: { tenantId, state: 'PENDING' },
    });
    const approver = await operator(api, '商户审核', { permissions: ['merchant.approve'] });
    const { text } = await api.call(
      'approval/getMatter',
      { id: await waitingOf('merchantRegistration', id) },
      approver.token,
      { 'Accept-Language': 'en' },
    );
    expect(text).toContain(`**** ${settlementAccount.slice(-4)}`);
    expect(text).not.toContain(settlementAccount);
    expect(text).not.toContain(contactMobile);
  });

  test('whose account changes: masked old and new, and another language sees the same thing', async () => {
    const admin = await api.signIn('13800000001');
    const row = await prisma().merchant.findFirstOrThrow({ where: { tenantId, state: 'ACTIVE' } });
    const { version, name, shortName, creditCode, contactName, mcc, region } = row;
    const kept = { name, shortName, creditCode, contactName, mcc, region, reason: '换行' };
    const { companyId: owner, brandId, platformId } = row;
    const settlement = { settlementBank: '新开户行', settlementAccount: '6222020000001234' };
    const input = { id: row.id, version, ...kept, companyId: owner, brandId, platformId, ...settlement };
    await result('merchant/editMerchant', input, admin);
    const id = await waitingOf('merchantChange', row.id);
    const shown = await matterOf(id, checker);
    expect(changesOf(shown)).toEqual({
      开户行: [row.settlementBank, '新开户行'],
      结算账户: [`**** ${row.settlementAccount.slice(-4)}`, '**** 1234'],
    });
    const inEnglish = await api.call('approval/getMatter', { id }, checker, { 'Accept-Language': 'en' });
    expect(inEnglish.body.result.seen).toBe(shown.seen);
  });
});

describe('a threshold', () => {
  test('shows what passes alone now, and what would', async () => {
    const admin = await operator(api, '阈值设置', { permissions: ['approval.edit'] });
    const other = await operator(api, '阈值复核', { permissions: ['approval.approve'] });
    const wish = {
      subjectType: 'limitBatch',
      version: 0,
      amount: 100,
      dayAmount: 200,
      count: 1,
      dayCount: 2,
    };
    await result('approval/editThreshold', { ...wish, reason: '收紧' }, admin.token);
    const { list } = await result('approval/queryTodo', { subjectType: 'approvalThreshold' }, other.token);
    expect(changesOf(await matterOf(list[0].id, other.token))).toEqual({
      单次金额: [5_000_000, 100],
      当日金额: [5_000_000, 200],
      单次条数: [500, 1],
      当日条数: [500, 2],
    });
  });
});

test('who sees a part of the tenant is led to what they see with the approval alone', async () => {
  const { id: employeeId, merchantId } = await anEmployee();
  const input = { employeeId, type: 'INCREASE', amount: 900_000, reason: '季度调整' };
  const { approvalId } = await result('limit/adjustLimit', input, maker);
  const { token } = await operator(api, '门店审核', {
    ...{ permissions: ['approval.view', 'limit.approve'], dataScope: 'MERCHANTS', merchantIds: [merchantId] },
    amountCeiling: 10_000_000,
  });
  const { subjectId } = await prisma().approval.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: approvalId } },
  });
  const [seen, all] = [await matterOf(approvalId, token), await matterOf(approvalId)];
  expect(factsOf(seen)).toEqual(factsOf(all));
  expect(recordsOf(seen)).toEqual(recordsOf(all).filter(({ id }) => [subjectId, merchantId].includes(id)));
  // What was seen is the same for both: either may decide it.
  expect(seen.seen).toBe(all.seen);
});

test('what matters of every kind lead to is there', async () => {
  const tables = {
    consumption: 'consumption_records',
    employee: 'employees',
    merchant: 'merchants',
    company: 'companies',
    cardOrder: 'card_orders',
    limitBatch: 'limit_batches',
    issueBatch: 'issue_batches',
    bill: 'bills',
    topUp: 'top_ups',
  };
  const waiting = await prisma().approval.findMany({
    where: { tenantId, state: 'PENDING' },
    distinct: ['subjectType'],
  });
  const admin = await api.signIn('13800000001');
  const matters = await Promise.all(waiting.map(({ id }) => matterOf(id, admin)));
  const records = matters.flatMap(recordsOf);
  expect(records.length).toBeGreaterThan(waiting.length / 2);
  for (const { type, id } of records) {
    const [found] = await prisma().$queryRawUnsafe<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM ${tables[type as keyof typeof tables]} WHERE tenant_id = $1::uuid AND id = $2::uuid`,
      tenantId,
      id,
    );
    expect({ type, ...found }).toEqual({ type, n: 1 });
  }
});
