import type { Prisma } from '@xyxlx/database/client/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../../tests/support/test-api.ts';

let api: TestApi;
let officer: { token: string; id: string; tenantId: string };
let member: string;

beforeAll(async () => {
  api = await startTestApi();
  const permissions = ['compliance.view', 'compliance.settings'];
  const one = await operator(api, '合规甲', { permissions });
  const other = await operator(api, '合规乙', { permissions });
  officer = { token: one.token, id: one.session.userId, tenantId: one.session.tenantId };
  member = other.session.userId;
});
afterAll(() => api.close());

const sla = { urgent: 4, high: 24, medium: 72, low: 168 };
const act = async (action: string, input: object, token = officer.token) =>
  (await api.call(`compliance/${action}`, input, token)).body;
const add = (name: string, more: object = {}) =>
  act('addInbox', { name, memberIds: [officer.id], sla, escalateToId: null, ...more });

test('an inbox has members, times and where it is escalated to, and each change is logged', async () => {
  const top = (await add('主管')).result;
  const { result } = await add('一线', { escalateToId: top.id, memberIds: [member, officer.id, member] });
  expect(result).toMatchObject({ name: '一线', sla, escalateTo: { id: top.id, name: '主管' }, openCount: 0 });
  expect(result.members.map(({ name }: { name: string }) => name)).toEqual(['合规乙', '合规甲'].sort());
  const edit = {
    id: result.id,
    version: result.version,
    name: '一线二组',
    memberIds: [member],
    sla: { ...sla, low: 100 },
  };
  const { result: edited } = await act('editInbox', { ...edit, escalateToId: null });
  expect(edited).toMatchObject({
    name: '一线二组',
    escalateTo: null,
    sla: { low: 100 },
    version: result.version + 1,
  });
  expect(edited.members).toEqual([{ id: member, name: '合规乙' }]);
  expect(await act('editInbox', { ...edit, escalateToId: null })).toMatchObject({
    code: 406,
    msg: '记录已被他人修改，请刷新后重试',
  });
  const [, log] = await api.deps.database.prisma.operationLog.findMany({
    where: { tenantId: officer.tenantId, targetId: result.id },
    orderBy: { id: 'asc' },
  });
  expect(log).toMatchObject({
    module: 'compliance',
    action: 'editInbox',
    targetType: 'riskInbox',
    targetLabel: '一线',
  });
  expect(log?.after).toMatchObject({ name: '一线二组', escalateToId: null, sla: { low: 100 } });
});

test('escalations lead in no circle, not even by two changes at once', async () => {
  const a = (await add('圈甲')).result;
  const b = (await add('圈乙')).result;
  const lead = (from: typeof a, to: typeof a) =>
    act('editInbox', {
      id: from.id,
      version: from.version,
      name: from.name,
      memberIds: [officer.id],
      sla,
      escalateToId: to.id,
    });
  expect(await lead(a, a)).toMatchObject({ code: 406, msg: '升级路径成环' });
  const answers = await Promise.all([lead(a, b), lead(b, a)]);
  expect(answers.map(({ msg }) => msg).sort()).toEqual(['', '升级路径成环']);
});

test('names are there once, members are the tenant’s own, and who works a case or waits for its closing stays', async () => {
  const { result: made } = await add('唯一');
  expect(await add('唯一')).toMatchObject({ code: 406, msg: '收件箱名称已存在' });
  const stranger = await operator(api, '外人', { permissions: ['compliance.view'] }, 'beichen');
  expect(await add('外人的', { memberIds: [stranger.session.userId] })).toMatchObject({
    code: 406,
    msg: '记录不存在',
  });
  const edit = { id: made.id, version: made.version, name: '唯一', sla, escalateToId: null };
  expect(await act('editInbox', { ...edit, memberIds: [] })).toMatchObject({ code: 400 });
  const list = await act('queryInbox', { keyword: '唯一' }, stranger.token);
  expect(list.result.list).toEqual([]);
  const caseId = await workingCase(made.id, officer.id);
  const busy = { code: 406, msg: '收件箱仍有未结案件' };
  expect(await act('editInbox', { ...edit, memberIds: [member] })).toMatchObject(busy);
  await stepTo(caseId, {
    state: 'CLOSING',
    proposedOutcome: 'EXPLAINED',
    proposedReason: '与本人核实，属正常消费',
  });
  expect(await act('editInbox', { ...edit, memberIds: [member] })).toMatchObject(busy);
  const { result: kept } = await act('editInbox', { ...edit, memberIds: [member, officer.id] });
  expect(kept).toMatchObject({ openCount: 1 });
});

async function workingCase(inboxId: string, assigneeId: string): Promise<string> {
  const { prisma } = api.deps.database;
  const { tenantId } = officer;
  const { id: ruleId } = await prisma.riskRule.create({
    data: { tenantId, code: 'BUSY', name: '在办', inboxId },
  });
  const at = api.clock.businessNow();
  const about = { caseNo: 'C1', ruleId, subjectType: 'EMPLOYEE', subjectId: crypto.randomUUID() } as const;
  const figures = {
    severity: 'HIGH',
    score: 60,
    maxScore: 60,
    dueAt: at,
    openedAt: at,
    createdAt: at,
    updatedAt: at,
  } as const;
  const { id } = await prisma.riskCase.create({ data: { tenantId, inboxId, ...about, ...figures } });
  await stepTo(id, { state: 'WORKING', assigneeId });
  return id;
}

async function stepTo(id: string, data: Prisma.RiskCaseUncheckedUpdateInput): Promise<void> {
  await api.deps.database.prisma.riskCase.update({
    where: { tenantId_id: { tenantId: officer.tenantId, id } },
    data: { ...data, eventSeq: { increment: 1 } },
  });
}

test('those who can be members are the active users of the own tenant, found by a part of their names', async () => {
  const gone = await operator(api, '合规已停', { permissions: ['compliance.view'] });
  await api.deps.database.prisma.membership.updateMany({
    where: { tenantId: officer.tenantId, userId: gone.session.userId },
    data: { state: 'DISABLED' },
  });
  const found = (await act('queryMemberOption', { keyword: '合规' })).result;
  expect(found).toEqual(
    expect.arrayContaining([
      { id: officer.id, name: '合规甲' },
      { id: member, name: '合规乙' },
    ]),
  );
  expect(found.map(({ name }: { name: string }) => name)).not.toContain('合规已停');
  const elsewhere = await api.signIn('13800000004');
  const theirs = await act('queryMemberOption', { keyword: '合规甲' }, elsewhere);
  expect(theirs.result).toEqual([]);
});
