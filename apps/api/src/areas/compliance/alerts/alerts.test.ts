import { randomUUID } from 'node:crypto';
import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { connect } from '@xyxlx/database/connect';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CaseDesk, openCaseDesk } from '../../../../../../tests/support/case-desk.ts';
import { expectInvariants } from '../../../../../../tests/support/invariants.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';
import { hitsAtOnce, raiseAlerts } from './raise-alerts.ts';

let api: TestApi;
let desk: CaseDesk;

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openCaseDesk(api);
});
afterAll(() => api.close());

/** A live entry of a list, whoever would have had to agree to it. */
async function listed(
  list: string,
  subjectId: string,
  ruleId: string | null = null,
  change: object = {},
): Promise<string> {
  const id = randomUUID();
  const row = {
    ...{
      id,
      tenant_id: desk.tenantId,
      request_id: id,
      list,
      subject_type: 'EMPLOYEE',
      subject_id: subjectId,
      rule_id: ruleId,
    },
    ...{
      valid_from: new Date(Date.now() - 3_600_000),
      valid_to: new Date(Date.now() + 3_600_000),
      reason: '测试',
      state: 'ACTIVE',
    },
    ...{ version: 1, created_at: new Date(), ...change },
  };
  const owner = await connect(api.databaseUrl);
  await owner.query(`SET session_replication_role = 'replica'`);
  await owner.query('ALTER TABLE risk_list_entries DROP CONSTRAINT IF EXISTS risk_list_entries_approved');
  await owner.query(
    'INSERT INTO risk_list_entries SELECT * FROM jsonb_populate_record(NULL::risk_list_entries, $1)',
    [JSON.stringify(row)],
  );
  await owner.end();
  return id;
}

const alertsOf = (subjectId: string) =>
  api.deps.database.prisma.riskAlert.findMany({ where: { tenantId: desk.tenantId, subjectId } });
const casesOf = (subjectId: string) =>
  api.deps.database.prisma.riskCase.findMany({
    where: { tenantId: desk.tenantId, subjectId },
    orderBy: { caseNo: 'asc' },
  });

test('example 8: a score of 40 with four alerts comes to 55, with the subject on the grey list to 75, and 35 alerts to 100', async () => {
  const rule = await desk.rule();
  const [plain, grey, many] = [await desk.employee(), await desk.employee(), await desk.employee()];
  await listed('GREY', grey);
  const four = (subjectId: string) =>
    Array.from({ length: 4 }, () => ({ ruleId: rule.id, subjectId, score: 40 }));
  await desk.alerts([
    ...four(plain),
    ...four(grey),
    ...Array.from({ length: 35 }, () => ({ ruleId: rule.id, subjectId: many, score: 40 })),
  ]);
  const scores = await Promise.all(
    [plain, grey, many].map(async (id) => (await casesOf(id)).map(({ score }) => score)),
  );
  expect(scores).toEqual([[55], [75], [100]]);
});

test('hits of one subject and rule come into one open case, whose count, amount, score and severity follow', async () => {
  const [rule, other] = [await desk.rule(), await desk.rule()];
  const subjectId = await desk.employee();
  await desk.alerts([
    { ruleId: rule.id, subjectId, score: 30, severity: 'MEDIUM', amount: 1_000 },
    { ruleId: rule.id, subjectId, score: 60, severity: 'LOW', amount: 200 },
    { ruleId: other.id, subjectId, score: 10 },
  ]);
  const [first, second] = await casesOf(subjectId);
  const mine = first?.ruleId === rule.id ? first : second;
  expect(mine).toMatchObject({
    state: 'NEW',
    alertCount: 2,
    amount: 1_200n,
    maxScore: 60,
    score: 65,
    severity: 'MEDIUM',
    eventSeq: 1,
  });
  expect(mine).toMatchObject({ inboxId: desk.inboxId, merchantId: desk.merchantId });
  await desk.alerts([{ ruleId: rule.id, subjectId, score: 20, severity: 'URGENT', amount: 1 }]);
  const [grown] = (await casesOf(subjectId)).filter(({ id }) => id === mine?.id);
  expect(grown).toMatchObject({
    alertCount: 3,
    amount: 1_201n,
    maxScore: 60,
    score: 70,
    severity: 'URGENT',
    eventSeq: 2,
  });
  expect((await alertsOf(subjectId)).filter(({ caseId }) => caseId === mine?.id)).toHaveLength(3);
  expect(await casesOf(subjectId)).toHaveLength(2);
});

test('a new case is due by its severity in the inbox of its rule', async () => {
  const at = api.deps.clock.businessNow().getTime();
  const made: RiskCaseDetail[] = [];
  for (const severity of ['URGENT', 'HIGH', 'MEDIUM', 'LOW'] as const)
    made.push(await desk.newCase({ severity }));
  const hours = made.map(({ dueAt }) => Math.round((Date.parse(dueAt) - at) / 3_600_000));
  expect(hours).toEqual([4, 24, 72, 168]);
});

describe('a white entry', () => {
  test('keeps hits of the rule that it names quiet, and counts them; other rules and other times go on', async () => {
    const [named, free] = [await desk.rule(), await desk.rule()];
    const subjectId = await desk.employee();
    const entryId = await listed('WHITE', subjectId, named.id);
    await desk.alerts([
      { ruleId: named.id, subjectId },
      { ruleId: free.id, subjectId },
      { ruleId: named.id, subjectId, at: new Date(Date.now() - 3_700_000) },
      { ruleId: named.id, subjectId: await desk.employee() },
    ]);
    const quiet = (await alertsOf(subjectId)).filter(({ state }) => state === 'SUPPRESSED');
    expect(quiet).toEqual([expect.objectContaining({ ruleId: named.id, caseId: null, entryId })]);
    expect((await casesOf(subjectId)).map(({ ruleId, alertCount }) => [ruleId, alertCount]).sort()).toEqual(
      [
        [named.id, 1],
        [free.id, 1],
      ].sort(),
    );
    const [day] = await api.deps.database.prisma.riskDay.findMany({ where: { ruleId: named.id } });
    expect(day).toMatchObject({ alerts: 2, suppressed: 1, opened: 2, closed: 0 });
  });

  test('spares nobody who is on the black list, and one that waits, was rejected or removed spares nobody', async () => {
    const rule = await desk.rule();
    const black = await desk.employee();
    await listed('WHITE', black, rule.id);
    await listed('BLACK', black, null, { valid_to: null });
    await listed('GREY', black);
    const states = await Promise.all(
      ['PENDING', 'REJECTED', 'REMOVED'].map(async (state) => {
        const subjectId = await desk.employee();
        const over = state === 'REMOVED' && {
          removed_at: new Date(),
          removed_by: '某',
          remove_reason: '到期',
        };
        await listed('WHITE', subjectId, rule.id, { state, ...over });
        return subjectId;
      }),
    );
    await desk.alerts([black, ...states].map((subjectId) => ({ ruleId: rule.id, subjectId })));
    for (const subjectId of [black, ...states]) {
      expect(await casesOf(subjectId)).toEqual([
        expect.objectContaining({ alertCount: 1, score: 40, grey: false }),
      ]);
    }
  });
});

test('a new alert wakes a suspended case: it is due as much earlier as it was not suspended', async () => {
  const { id, rule, subject, dueAt } = await desk.newCase();
  const claimed = await desk.done('claimCase', { id, version: 1 });
  const until = new Date(api.deps.clock.businessNow().getTime() + 10 * 3_600_000).toISOString();
  const asleep = await desk.done('suspendCase', { id, version: claimed.version, until, reason: '等待资料' });
  expect(asleep.state).toBe('SUSPENDED');
  await desk.alerts([{ ruleId: rule.id, subjectId: subject.id }]);
  const awake = await desk.shown(id);
  expect(awake).toMatchObject({
    state: 'NEW',
    suspendedUntil: null,
    assignee: null,
    alerts: 2,
    suspensions: 1,
  });
  // Within what the test itself took.
  expect(Date.parse(awake.dueAt) - Date.parse(dueAt)).toBeLessThan(60_000);
  const { list } = (await desk.done('queryCaseEvent', { id })) as unknown as {
    list: { action: string; before: string; after: string }[];
  };
  expect(list.slice(0, 2).map(({ action, before, after }) => [action, before, after])).toEqual([
    ['WAKE', 'SUSPENDED', 'NEW'],
    ['ALERT', 'SUSPENDED', 'SUSPENDED'],
  ]);
});

test('a new alert withdraws a closing that waits, tells who handed it in, and leaves nothing to approve', async () => {
  const { id, rule, subject } = await desk.newCase({ severity: 'HIGH' });
  const { version } = await desk.done('claimCase', { id, version: 1 });
  const closing = await desk.done('closeCase', {
    id,
    version,
    outcome: 'FALSE',
    reason: '与本人核实，属正常消费',
  });
  expect(closing.state).toBe('CLOSING');
  await desk.alerts([{ ruleId: rule.id, subjectId: subject.id }]);
  expect(await desk.shown(id)).toMatchObject({
    state: 'WORKING',
    proposed: null,
    closureId: null,
    alerts: 2,
  });
  const late = await api.call('approval/approve', { id: closing.approvalId }, desk.head.token);
  expect(late.body).toMatchObject({ code: 406, msg: '已被处理' });
  const told = await api.call('notification/queryNotification', {}, desk.analyst.token);
  expect(told.body.result.list[0].title).toContain('有新预警，结案已撤回');
});

test('an alert of a subject whose case is closed opens another one', async () => {
  const { id, rule, subject } = await desk.newCase();
  await api.deps.database.prisma
    .$executeRaw`UPDATE risk_cases SET severity = 'LOW' WHERE tenant_id = ${desk.tenantId}::uuid AND id = ${id}::uuid`;
  const { version } = await desk.done('claimCase', { id, version: 1 });
  const closed = await desk.done('closeCase', {
    id,
    version,
    outcome: 'FALSE',
    reason: '与本人核实，属正常消费',
  });
  if (closed.state === 'CLOSING')
    await api.call('approval/approve', { id: closed.approvalId }, desk.head.token);
  await desk.alerts([{ ruleId: rule.id, subjectId: subject.id }]);
  expect((await casesOf(subject.id)).map(({ state, alertCount }) => [state, alertCount])).toEqual([
    ['CLOSED', 1],
    ['NEW', 1],
  ]);
});

test('more hits than a step takes, two replicas at once: every hit once, in one case each', async () => {
  const rule = await desk.rule();
  const subjects: string[] = [];
  for (let n = 0; n < 20; n++) subjects.push(await desk.employee());
  const count = 3 * hitsAtOnce + 7;
  await desk.hits(
    Array.from({ length: count }, (_, n) => ({ ruleId: rule.id, subjectId: subjects[n % 20] as string })),
  );
  await Promise.all([raiseAlerts(api.deps), raiseAlerts(api.deps), raiseAlerts(api.deps)]);
  const { prisma } = api.deps.database;
  expect(await prisma.riskPendingHit.count({ where: { tenantId: desk.tenantId } })).toBe(0);
  expect(await prisma.riskAlert.count({ where: { tenantId: desk.tenantId, ruleId: rule.id } })).toBe(count);
  const found = await prisma.riskCase.findMany({ where: { tenantId: desk.tenantId, ruleId: rule.id } });
  expect(found).toHaveLength(20);
  expect(found.reduce((sum, { alertCount }) => sum + alertCount, 0)).toBe(count);
  const [day] = await prisma.riskDay.findMany({ where: { ruleId: rule.id } });
  expect(day).toMatchObject({ alerts: count, opened: 20, suppressed: 0 });
});

test('alerts are listed by state, rule, severity, subject, case, the inbox of their case, and score, by who works their case and whether it is late', async () => {
  const { id, rule, subject, version } = await desk.newCase({
    severity: 'MEDIUM',
    score: 77,
    amount: 12_300,
  });
  await desk.newCase({ ruleId: rule.id });
  const query = async (filters: object) =>
    (await desk.done('queryAlert', { ruleIds: [rule.id], ...filters })) as unknown as {
      list: { case: { id: string } | null }[];
      total: number;
    };
  const { list } = await query({ severity: ['MEDIUM'], minScore: 77, state: ['IN_CASE'] });
  expect(list).toEqual([
    expect.objectContaining({
      severity: 'MEDIUM',
      score: 77,
      amount: 12_300,
      versionNo: 1,
      declined: false,
      case: expect.objectContaining({ id }),
    }),
  ]);
  expect((await query({ subjectId: subject.id })).total).toBe(1);
  expect((await query({ caseId: id })).total).toBe(1);
  expect((await query({ inboxId: desk.inboxId })).total).toBe(2);
  expect((await query({ inboxId: desk.upperId })).total).toBe(0);
  expect((await query({ minScore: 78 })).total).toBe(0);
  expect((await query({ state: ['SUPPRESSED'] })).total).toBe(0);
  expect((await query({ mine: true })).total).toBe(0);
  await desk.done('claimCase', { id, version });
  expect((await query({ mine: true })).list.map((alert) => alert.case?.id)).toEqual([id]);
  expect((await query({ overdue: true })).total).toBe(0);
  const key = { tenantId_id: { tenantId: desk.tenantId, id } };
  await api.deps.database.prisma.riskCase.update({
    where: key,
    data: { dueAt: new Date(Date.now() - 1000) },
  });
  expect((await query({ overdue: true })).list.map((alert) => alert.case?.id)).toEqual([id]);
  expect((await query({})).total).toBe(2);
});

test('what must always be true of alerts and cases is', async () => {
  // The entries of lists are written here as they wait, without what they wait for.
  await expectInvariants(api, ['whatWaitsIsWatched']);
});
