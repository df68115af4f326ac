import { connect } from '@xyxlx/database/connect';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditor, type CaseDesk, openCaseDesk } from '../../../../../../tests/support/case-desk.ts';
import { expectInvariants } from '../../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';
import { waitingForLock } from '../../../../../../tests/support/waiting-for-lock.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { settle } from '../cases/verdict.ts';
import { raiseAlerts } from './raise-alerts.ts';

let api: TestApi;
let desk: CaseDesk;

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openCaseDesk(api);
});
afterAll(() => api.close());

test('fifty analysts claim from 10,000 cases at once: all different, the most urgent first', {
  timeout: 120_000,
}, async () => {
  const { id: ruleId } = await desk.rule();
  const owner = await connect(api.databaseUrl);
  await owner.query(
    `WITH made AS (
       INSERT INTO risk_cases (tenant_id, case_no, rule_id, subject_type, subject_id, inbox_id, severity, score, max_score, due_at, opened_at,
         event_seq, created_at, updated_at)
       SELECT $1, 'Q' || n, $2, 'EMPLOYEE', gen_random_uuid(), $3, (ARRAY['LOW', 'MEDIUM', 'HIGH', 'URGENT'])[1 + n % 4], n % 101, n % 101,
         now() + n * interval '1 minute', now(), 1, now(), now()
       FROM generate_series(1, 10000) n RETURNING id)
     INSERT INTO risk_case_events (tenant_id, case_id, seq, action, actor, after, at) SELECT $1, id, 1, 'OPEN', '系统', 'NEW', now() FROM made`,
    [desk.tenantId, ruleId, desk.inboxId],
  );
  const people: string[] = [];
  for (let n = 0; n < 50; n++) {
    const person = await operator(api, `分析员${n}`, auditor);
    await desk.join(person);
    people.push(person.token);
  }
  const claimed: string[] = [];
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(people.map((token) => api.call('compliance/claimNext', {}, token)));
    for (const { body } of answers) {
      expect([body.code, body.msg, body.result?.state]).toEqual([200, '', 'WORKING']);
      claimed.push(body.result.id);
    }
  }
  expect(new Set(claimed).size).toBe(150);
  const { rows } = await owner.query(
    `SELECT id FROM risk_cases WHERE tenant_id = $1 AND rule_id = $2 ORDER BY queue_key, id LIMIT 150`,
    [desk.tenantId, ruleId],
  );
  expect(claimed.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  await owner.end();
});

test('of two cases given at once to who works nine, by themselves and by another, they get one', async () => {
  const { prisma } = api.deps.database;
  const busy = await operator(api, '忙碌分析员', auditor);
  await desk.join(busy);
  const { tenantId, userId } = busy.session;
  for (let n = 0; n < 9; n++) {
    const { id, version } = await desk.newCase();
    await desk.done('assignCase', { id, version, assigneeId: userId }, desk.head);
  }
  const [taken, given] = [await desk.newCase(), await desk.newCase()];
  const holder = await connect(api.databaseUrl);
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM memberships WHERE tenant_id = $1 AND user_id = $2 FOR NO KEY UPDATE', [
      tenantId,
      userId,
    ]);
    const both = Promise.all([
      desk.call('claimCase', { id: taken.id, version: taken.version }, busy),
      desk.call('assignCase', { id: given.id, version: given.version, assigneeId: userId }, desk.head),
    ]);
    await waitingForLock(api, 2);
    await holder.query('COMMIT');
    const answers = await both;
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 406]);
    expect(answers.find(({ code }) => code === 406)?.msg).toMatch(/已有 10 件在办案件$/);
  } finally {
    await holder.end();
  }
  expect(await prisma.riskCase.count({ where: { tenantId, assigneeId: userId, state: 'WORKING' } })).toBe(10);
});

test('an alert that comes while its case is being closed waits, and is in a new case then', async () => {
  const { database, clock } = api.deps;
  const { prisma } = database;
  const { id, rule, subject } = await desk.newCase();
  const head = { id: desk.head.session.userId, name: desk.head.session.userName };
  const { version } = await desk.done('assignCase', { id, version: 1, assigneeId: head.id }, desk.head);
  await desk.hits([{ ruleId: rule.id, subjectId: subject.id }]);
  const row = await prisma.riskCase.findFirstOrThrow({ where: { id, version } });
  const raising = await inTransaction(database, async (tx) => {
    const stepper = { session: { userId: head.id, userName: head.name }, now: clock.businessNow() };
    await settle(tx, stepper, row, { outcome: 'FALSE', reason: '与本人核实，属正常消费', by: head });
    const raised = raiseAlerts(api.deps);
    await waitingForLock(api, 1);
    return { raised };
  });
  await raising.raised;
  const alertsOf = (caseId: string | undefined) =>
    prisma.riskAlert.count({ where: { caseId: caseId ?? null } });
  const next = await prisma.riskCase.findFirst({ where: { ruleId: rule.id, state: 'NEW' } });
  expect([await alertsOf(id), await alertsOf(next?.id)]).toEqual([1, 1]);
});

test('closed while an alert comes: the alert is in the closed case or in a new one, never in between', {
  timeout: 60_000,
}, async () => {
  const { prisma } = api.deps.database;
  const head = desk.head.session.userId;
  for (let n = 0; n < 8; n++) {
    const { id, rule, subject } = await desk.newCase({ severity: n % 2 === 0 ? 'LOW' : 'HIGH' });
    const { version } = await desk.done('assignCase', { id, version: 1, assigneeId: head }, desk.head);
    await desk.hits([{ ruleId: rule.id, subjectId: subject.id }]);
    const input = { id, version, outcome: 'FALSE', reason: '与本人核实，属正常消费' };
    const [closing] = await Promise.all([desk.call('closeCase', input, desk.head), raiseAlerts(api.deps)]);
    expect([200, 406]).toContain(closing.code);
    const found = await prisma.riskCase.findMany({ where: { ruleId: rule.id }, include: { alerts: true } });
    expect(found.flatMap(({ alerts }) => alerts)).toHaveLength(2);
    for (const { alertCount, alerts, state } of found) {
      expect(alerts).toHaveLength(alertCount);
      // What is closed, or handed in for it, is so on all that it has.
      if (state === 'CLOSED')
        expect(await prisma.riskLabel.count({ where: { caseId: found[0]?.id as string } })).toBe(
          found[0]?.alertCount,
        );
    }
    const left = await prisma.riskCase.findFirstOrThrow({ where: { id } });
    if (left.state === 'WORKING') await desk.done('releaseCase', { id, version: left.version }, desk.head);
  }
  await expectInvariants(api);
});
