import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditor, type CaseDesk, chief, openCaseDesk } from '../../../../../../tests/support/case-desk.ts';
import { operator } from '../../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';

let api: TestApi;
let desk: CaseDesk;
/** An officer of compliance who is themselves what a case is about, as the employee who they sign in as. */
let subject: Awaited<ReturnType<typeof operator>>;
let about: { id: string; no: string; closureId: string };
let reportNo: string;
let reportId: string;
const reason = '与本人核实，未能说明来源';
const powers = { permissions: [...chief.permissions, 'operationlog.view', 'operationlog.export'] };

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openCaseDesk(api);
  subject = await operator(api, '被调查人', powers);
  await desk.join(subject);
  const subjectId = await desk.employee({ userId: subject.session.userId });
  const row = await desk.newCase({ subjectId, severity: 'HIGH' });
  const { id, no } = row;
  const { hitId } = await api.deps.database.prisma.riskAlert.findFirstOrThrow({ where: { caseId: id } });
  const { version } = await desk.done('claimCase', { id, version: row.version });
  await desk.done('addNote', { id, text: '涉案人员为本部门同事' });
  await desk.done('freezeSubject', { id, reason: '疑似套现' });
  await desk.done('unfreezeSubject', { id, reason: '排除嫌疑' });
  const narrative = '五'.repeat(60);
  const report = (await desk.done('fileReport', {
    id,
    kind: 'TRANSACTION',
    narrative,
    hitIds: [hitId],
    measures: [],
  })) as unknown as {
    id: string;
    no: string;
  };
  [reportId, reportNo] = [report.id, report.no];
  const now = await desk.shown(id);
  expect(now.version).toBeGreaterThan(version);
  const closing = await desk.done('closeCase', { id, version: now.version, outcome: 'FRAUD', reason });
  about = { id, no, closureId: closing.approvalId };
});
afterAll(() => api.close());

const call = async (path: string, input: object, token: string) => {
  const answer = await api.call(path, input, token);
  return { text: answer.text, ...answer.body };
};

/** Everything that asks by the case, its report or its approval. */
const byId = (): [string, object][] => [
  ...['getCase', 'queryCaseEvent', 'explain'].map((action): [string, object] => [
    `compliance/${action}`,
    { id: about.id },
  ]),
  ...['claimCase', 'releaseCase'].map((action): [string, object] => [
    `compliance/${action}`,
    { id: about.id, version: 1 },
  ]),
  ['compliance/assignCase', { id: about.id, version: 1, assigneeId: desk.other.session.userId }],
  ['compliance/escalateCase', { id: about.id, version: 1, reason }],
  [
    'compliance/suspendCase',
    { id: about.id, version: 1, reason, until: new Date(Date.now() + 3_600_000).toISOString() },
  ],
  ['compliance/closeCase', { id: about.id, version: 1, outcome: 'FALSE', reason }],
  ['compliance/reopenCase', { id: about.id, version: 1, reason }],
  ['compliance/addNote', { id: about.id, text: '备注' }],
  ['compliance/freezeSubject', { id: about.id, reason }],
  ['compliance/unfreezeSubject', { id: about.id, reason }],
  [
    'compliance/fileReport',
    { id: about.id, kind: 'TRANSACTION', narrative: '五'.repeat(60), hitIds: [about.id], measures: [] },
  ],
  ['compliance/getReport', { id: reportId }],
  ['compliance/downloadReport', { id: reportId }],
  ...['getApproval', 'getMatter', 'approve', 'reject'].map((action): [string, object] => [
    `approval/${action}`,
    { id: about.closureId, ...(action === 'reject' && { reason }) },
  ]),
];

/** Everything that lists. */
const lists: [string, object][] = [
  ['compliance/queryCase', { pageSize: 200 }],
  ['compliance/queryAlert', { pageSize: 200 }],
  ['compliance/exportCase', { format: 'csv' }],
  ['operationLog/queryOperationLog', { pageSize: 200 }],
  ['operationLog/exportOperationLog', { format: 'csv' }],
  ['notification/queryNotification', { pageSize: 200 }],
  ['approval/queryTodo', { pageSize: 200 }],
  ['approval/queryApproval', { pageSize: 200 }],
  ['job/queryJob', { pageSize: 200 }],
];

describe('the subject’s own user', () => {
  test('gets 记录不存在 for their case, to the byte that of one that there is not', async () => {
    for (const [path, input] of byId()) {
      const { code, msg } = await call(path, input, subject.token);
      expect([path, code, msg]).toEqual([path, 406, '记录不存在']);
    }
    const own = await desk.newCase();
    expect((await desk.call('linkCase', { id: own.id, otherId: about.id }, subject)).msg).toBe('记录不存在');
  });

  test('finds neither its number nor its report in any list, log, file, notification or approval', async () => {
    for (const [path, input] of lists) {
      const { text } = await call(path, input, subject.token);
      expect([path, text.includes(about.no), text.includes(about.id), text.includes(reportNo)]).toEqual([
        path,
        false,
        false,
        false,
      ]);
    }
    for (const targetId of [about.id, reportId]) {
      const filter = { targetId, result: ['SUCCESS'] };
      const { result } = await call('operationLog/queryOperationLog', filter, subject.token);
      expect([targetId, result.total]).toEqual([targetId, 0]);
    }
    const asked = await call(
      'approval/getSubjectApproval',
      { subjectType: 'caseClosure', subjectId: about.id },
      subject.token,
    );
    expect(asked.result).toBeNull();
  });

  test('finds nothing in the log of a list that they are on, nor of what was decided about it', async () => {
    const settler = await operator(api, '规则员', {
      permissions: ['compliance.view', 'compliance.settings'],
    });
    const reader = await operator(api, '稽核', powers);
    const { rule, subject: who } = await desk.shown(about.id);
    const to = new Date(Date.now() + 86_400_000).toISOString();
    const entry = {
      list: 'WHITE',
      subjectType: 'EMPLOYEE',
      subjectId: who.id,
      ruleIds: [rule.id],
      to,
      reason,
    };
    expect((await call('compliance/addEntry', entry, settler.token)).code).toBe(200);
    const { id, requestId } = await api.deps.database.prisma.riskListEntry.findFirstOrThrow({
      where: { tenantId: desk.tenantId, subjectId: who.id },
    });
    const waiting = await api.deps.database.prisma.approval.findFirstOrThrow({
      where: { subjectType: 'riskList', subjectId: requestId },
    });
    expect((await call('approval/approve', { id: waiting.id }, desk.head.token)).code).toBe(200);
    for (const targetId of [id, requestId]) {
      const logged = async (token: string) =>
        (await call('operationLog/queryOperationLog', { targetId }, token)).result.total > 0;
      expect([targetId, await logged(reader.token), await logged(subject.token)]).toEqual([
        targetId,
        true,
        false,
      ]);
    }
  });

  test('sees no job that writes a report about them, though they may read reports', async () => {
    const { approvalId } = await api.deps.database.prisma.riskReport.findFirstOrThrow({
      where: { id: reportId },
    });
    expect((await call('approval/approve', { id: approvalId as string }, desk.head.token)).code).toBe(200);
    const jobs = async (token: string) => (await call('job/queryJob', { pageSize: 200 }, token)).result.total;
    expect([await jobs(desk.head.token), await jobs(subject.token)]).toEqual([1, 0]);
  });

  test('is not handed it as the next case, nor given it, and counts it in no to-do', async () => {
    const { prisma } = api.deps.database;
    const other = await desk.newCase({ subjectId: await desk.employee(), severity: 'LOW' });
    const mine = await desk.newCase({
      subjectId: (await desk.shown(about.id)).subject.id,
      severity: 'URGENT',
      score: 100,
    });
    expect((await desk.done('claimNext', {}, subject)).id).not.toBe(mine.id);
    const given = { id: mine.id, version: mine.version, assigneeId: subject.session.userId };
    expect(await desk.call('assignCase', given, desk.head)).toMatchObject({
      code: 406,
      msg: '不能处理与本人有关的案件',
    });
    const opened = {
      ruleId: other.rule.id,
      subjectType: 'OPERATOR',
      subjectId: subject.session.userId,
      severity: 'LOW',
      reason,
    };
    expect((await desk.call('openCase', opened, subject)).msg).toBe('不能处理与本人有关的案件');
    const count = await prisma.approval.count({ where: { subjectType: 'caseClosure', state: 'PENDING' } });
    const { result } = await call('approval/todoCount', {}, subject.token);
    const closings = result.byType.find(
      ({ subjectType }: { subjectType: string }) => subjectType === 'caseClosure',
    );
    expect(closings?.count ?? 0).toBe(count - 1);
  });

  test('others of compliance see all of it', async () => {
    const witness = await operator(api, '同事', powers);
    for (const [path, input] of lists.filter(([path]) => /Case|Alert|Log|Todo|Approval/.test(path))) {
      const { text } = await call(path, input, witness.token);
      expect([path, text.includes(about.no)]).toEqual([path, true]);
    }
  });
});

describe('财务经办, who reads the log but nothing of compliance', () => {
  test('is refused by every endpoint of it, and finds no trace in log, notifications, approvals or files', async () => {
    const { prisma } = api.deps.database;
    const role = await prisma.role.findFirstOrThrow({
      where: { tenantId: desk.tenantId, code: 'finance-maker' },
    });
    const maker = await operator(api, '财务经办', { permissions: role.permissions });
    for (const [path, input] of [...byId(), ...lists]) {
      const { code, msg, text } = await call(path, input, maker.token);
      if (path.startsWith('compliance/'))
        expect([path, code, msg.startsWith('没有权限')]).toEqual([path, 406, true]);
      expect([path, text.includes(about.no), text.includes(reportNo)]).toEqual([path, false, false]);
    }
    const refused = await call('operationLog/queryOperationLog', { module: 'compliance' }, maker.token);
    expect(refused.result.total).toBe(0);
  });

  test('who was told of a case and has lost the permission since reads it no more', async () => {
    const former = await operator(api, '前分析员', auditor);
    await desk.join(former);
    const row = await desk.newCase();
    await desk.done(
      'assignCase',
      { id: row.id, version: row.version, assigneeId: former.session.userId },
      desk.head,
    );
    const read = () => call('notification/queryNotification', {}, former.token);
    expect((await read()).text).toContain(row.no);
    const roles = { members: { some: { membership: { userId: former.session.userId } } } };
    await api.deps.database.prisma.role.updateMany({
      where: { tenantId: desk.tenantId, ...roles },
      data: { permissions: [] },
    });
    expect((await read()).text).not.toContain(row.no);
    expect((await call('notification/unreadCount', {}, former.token)).result.count).toBe(0);
  });

  test('who may decide but not see is told of nothing and decides nothing', async () => {
    const blind = await operator(api, '盲审', { permissions: ['compliance.decide'] });
    const { id, version } = await desk.newCase({ severity: 'URGENT' });
    const claimed = await desk.done('claimCase', { id, version });
    const { approvalId, no } = await desk.done('closeCase', {
      id,
      version: claimed.version,
      outcome: 'FALSE',
      reason,
    });
    expect((await call('notification/queryNotification', {}, blind.token)).text).not.toContain(no);
    expect((await call('approval/approve', { id: approvalId }, blind.token)).msg).toBe('记录不存在');
  });
});

test('another tenant’s head of compliance gets 记录不存在, to the byte that of one that there is not', async () => {
  const stranger = await operator(api, '北辰合规', powers, 'beichen');
  expect(tenantIdOf('B')).not.toBe(desk.tenantId);
  for (const [path, input] of byId()) {
    const { code, msg } = await call(path, input, stranger.token);
    expect([path, code, msg]).toEqual([path, 406, '记录不存在']);
  }
  for (const [path, input] of lists) {
    const { text } = await call(path, input, stranger.token);
    // What they sent themselves stands in their own log.
    const named = !path.startsWith('operationLog/') && text.includes(about.id);
    expect([path, text.includes(about.no), text.includes(reportNo), named]).toEqual([
      path,
      false,
      false,
      false,
    ]);
  }
});
