import { createHash } from 'node:crypto';
import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringCase, type CaseDesk, openCaseDesk } from '../../../../../tests/support/case-desk.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';
import { caseInvariants } from './cases/case-invariants.ts';
import { ofReports } from './report-area.ts';

let api: TestApi;
let desk: CaseDesk;
let owner: pg.Client;
const invariants = [...caseInvariants, ...ofReports.invariants];
/** The cases by their states, and the report that is sealed. */
const ids = { open: '', closed: '', other: '', report: '', rejected: '' };

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openCaseDesk(api);
  owner = await connect(api.databaseUrl);
  const by = { id: desk.analyst.session.userId, name: '分析员' };
  const rule = await desk.rule();
  const subjectId = await desk.employee();
  ids.open = (await desk.newCase({ ruleId: rule.id, subjectId })).id;
  await desk.alerts([{ ruleId: rule.id, subjectId }]);
  ids.other = (await desk.newCase({ ruleId: rule.id })).id;
  ids.closed = (await desk.newCase()).id;
  await bringCase(api, ids.closed, 'CLOSED', by);
  ids.report = await sealedReport();
  ids.rejected = (await filed((await desk.newCase()).id)).id;
  expect(await namedBroken()).toEqual([]);
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

/** The invariants that something violates now. */
async function namedBroken(): Promise<string[]> {
  const named: string[] = [];
  for (const { name, violations } of invariants) {
    const { rowCount } = await owner.query(String(violations), [desk.tenantId]);
    if ((rowCount ?? 0) > 0) named.push(name);
  }
  return named;
}

async function filed(caseId: string) {
  const { hitId } = await api.deps.database.prisma.riskAlert.findFirstOrThrow({ where: { caseId } });
  const input = {
    id: caseId,
    kind: 'TRANSACTION',
    narrative: '五'.repeat(60),
    hitIds: [hitId],
    measures: [],
  };
  const { id, approvalId } = await desk.done('fileReport', input);
  return { id, approvalId };
}

/** An approved report of two pieces. */
async function sealedReport(): Promise<string> {
  const { prisma } = api.deps.database;
  const { tenantId } = desk;
  const { id, approvalId } = await filed((await desk.newCase()).id);
  expect((await api.call('approval/approve', { id: approvalId }, desk.head.token)).body.code).toBe(200);
  const pieces = ['first', 'second'].map((text) => Buffer.from(text));
  for (const [at, bytes] of pieces.entries())
    await prisma.riskReportChunk.create({ data: { tenantId, reportId: id, seq: at + 1, bytes } });
  const file = Buffer.concat(pieces);
  await prisma.riskReport.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      state: 'APPROVED',
      size: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
    },
  });
  return id;
}

type Breaks = [name: string, what: string, ...statements: string[]];

const ofCase = (which: keyof typeof ids) => `tenant_id = $1 AND id = '{${which}}'`;
const its = (which: keyof typeof ids, column = 'case_id') => `tenant_id = $1 AND ${column} = '{${which}}'`;
const itsApproval = `tenant_id = $1 AND id = (SELECT approval_id FROM risk_reports WHERE ${ofCase('report')})`;

/** What is broken, by what it breaks: each statement changes something, and only that. */
const broken: Breaks[] = [
  [
    'oneOpenCase',
    'two open cases of a subject and rule',
    'DROP INDEX risk_cases_one_open',
    `WITH made AS (
       INSERT INTO risk_cases SELECT (jsonb_populate_record(c, jsonb_build_object('id', uuidv7(), 'case_no', 'AJ-TWICE', 'event_seq', 1,
         'alert_count', 0, 'amount', 0))).* FROM risk_cases c WHERE ${ofCase('open')} RETURNING *)
     INSERT INTO risk_case_events (tenant_id, case_id, seq, action, actor, after, at) SELECT $1, id, 1, 'OPEN', '系统', state, now() FROM made`,
  ],
  [
    'alertsInOneCase',
    'a count that its alerts don’t have',
    `UPDATE risk_cases SET alert_count = 3 WHERE ${ofCase('open')}`,
  ],
  [
    'alertsInOneCase',
    'an amount that they don’t come to',
    `UPDATE risk_cases SET amount = amount + 1 WHERE ${ofCase('open')}`,
  ],
  [
    'alertsInOneCase',
    'a score below the highest of them',
    `UPDATE risk_cases SET max_score = 39 WHERE ${ofCase('open')}`,
  ],
  [
    'alertsInOneCase',
    'a severity below the gravest of them',
    `UPDATE risk_alerts SET severity = 'URGENT' WHERE ${its('open')}`,
  ],
  [
    'alertsInOneCase',
    'an alert about somebody else',
    `UPDATE risk_alerts SET subject_id = uuidv7() WHERE ${its('open')}`,
  ],
  [
    'alertsInOneCase',
    'an alert of another rule',
    `UPDATE risk_alerts SET rule_id = (SELECT rule_id FROM risk_cases WHERE ${ofCase('closed')}) WHERE ${its('open')}`,
  ],
  [
    'alertsInOneCase',
    'a hit that is no alert and does not wait to be one',
    `WITH gone AS (DELETE FROM risk_alerts WHERE ${its('open')} RETURNING case_id, amount)
     UPDATE risk_cases SET alert_count = 0, amount = 0 WHERE ${ofCase('open')} AND EXISTS (SELECT FROM gone)`,
  ],
  [
    'alertsInOneCase',
    'a hit that is an alert and still waits to be one',
    `INSERT INTO risk_pending_hits (tenant_id, hit_id) SELECT $1, hit_id FROM risk_alerts WHERE ${its('open')}`,
  ],
  [
    'closedHasVerdict',
    'a closed case without an outcome',
    `UPDATE risk_cases SET outcome = NULL WHERE ${ofCase('closed')}`,
  ],
  [
    'closedHasVerdict',
    'a hit of a closed case without its label',
    `DELETE FROM risk_labels WHERE ${its('closed')}`,
  ],
  [
    'closedHasVerdict',
    'a label that says another outcome',
    `UPDATE risk_labels SET outcome = 'FRAUD' WHERE ${its('closed')}`,
  ],
  [
    'closedHasVerdict',
    'a label of a hit in another case',
    `UPDATE risk_labels SET hit_id = (SELECT hit_id FROM risk_alerts WHERE ${its('other')}) WHERE ${its('closed')}`,
  ],
  [
    'closedHasVerdict',
    'a label by an open case',
    `INSERT INTO risk_labels (tenant_id, hit_id, source, outcome, case_id, labelled_at, labelled_by)
     SELECT $1, hit_id, 'CASE', 'FALSE', case_id, now(), '分析员' FROM risk_alerts WHERE ${its('other')}`,
  ],
  [
    'caseEventsUnbroken',
    'a state that no step led to',
    `UPDATE risk_cases SET state = 'WORKING', assignee_id = uuidv7() WHERE ${ofCase('open')}`,
  ],
  [
    'caseEventsUnbroken',
    'a last step that is not there',
    `DELETE FROM risk_case_events e USING risk_cases c WHERE c.tenant_id = $1 AND c.id = '{open}' AND e.tenant_id = $1
       AND e.case_id = c.id AND e.seq = c.event_seq`,
  ],
  [
    'caseEventsUnbroken',
    'a step in between that is not there',
    `DELETE FROM risk_case_events WHERE ${its('closed')} AND seq = 2`,
  ],
  [
    'caseEventsUnbroken',
    'a step that begins where none ended',
    `UPDATE risk_case_events SET before = 'SUSPENDED' WHERE ${its('closed')} AND seq = 2`,
  ],
  [
    'caseEventsUnbroken',
    'a number without a step',
    `UPDATE risk_cases SET event_seq = event_seq + 1 WHERE ${ofCase('open')}`,
  ],
  [
    'reportsSealed',
    'a file that was changed',
    `UPDATE risk_report_chunks SET bytes = 'other' WHERE ${its('report', 'report_id')} AND seq = 1`,
  ],
  [
    'reportsSealed',
    'a piece that is gone',
    `DELETE FROM risk_report_chunks WHERE ${its('report', 'report_id')} AND seq = 2`,
  ],
  [
    'reportsSealed',
    'a file that is gone',
    `DELETE FROM risk_report_chunks WHERE ${its('report', 'report_id')}`,
  ],
  [
    'reportsSealed',
    'pieces out of line',
    `UPDATE risk_report_chunks SET seq = 3 WHERE ${its('report', 'report_id')} AND seq = 2`,
  ],
  [
    'reportsSealed',
    'another hash',
    `UPDATE risk_reports SET sha256 = repeat('0', 64) WHERE ${ofCase('report')}`,
  ],
  ['reportsSealed', 'another size', `UPDATE risk_reports SET size = size + 1 WHERE ${ofCase('report')}`],
  [
    'reportsSealed',
    'an approval that was a rejection',
    `UPDATE approvals SET state = 'REJECTED' WHERE ${itsApproval}`,
  ],
  [
    'reportsSealed',
    'the approval of something else',
    `UPDATE approvals SET subject_id = uuidv7() WHERE ${itsApproval}`,
  ],
  [
    'reportsSealed',
    'an approval of another kind',
    `UPDATE approvals SET subject_type = 'riskList' WHERE ${itsApproval}`,
  ],
  [
    'reportsSealed',
    'a checker who filed it',
    `UPDATE risk_reports r SET created_by_id = a.checker_id FROM approvals a WHERE r.tenant_id = $1 AND r.id = '{report}'
       AND a.tenant_id = $1 AND a.id = r.approval_id`,
  ],
  [
    'reportsSealed',
    'a file of a report that nobody approved',
    `INSERT INTO risk_report_chunks (tenant_id, report_id, seq, bytes) SELECT $1, id, 1, 'x' FROM risk_reports WHERE ${ofCase('rejected')}`,
  ],
];

test.each(broken)('%s names %s', async (name, _, ...statements) => {
  await owner.query('BEGIN');
  try {
    // Whatever holds it in the database stands aside.
    await owner.query(`SET LOCAL session_replication_role = 'replica'`);
    const { rows } = await owner.query(
      `SELECT conrelid::regclass AS of, conname FROM pg_constraint WHERE contype = 'c' AND conrelid =
         ANY('{risk_cases, risk_case_events, risk_alerts, risk_labels, risk_reports, risk_report_chunks, approvals}'::regclass[])`,
    );
    for (const { of, conname } of rows) await owner.query(`ALTER TABLE ${of} DROP CONSTRAINT ${conname}`);
    for (const statement of statements) {
      const text = statement.replace(/\{(\w+)\}/g, (_all, which: keyof typeof ids) => ids[which]);
      const values = text.includes('$1') ? [desk.tenantId] : [];
      const { rowCount } = await owner.query(text, values);
      if (values.length > 0) expect(rowCount).toBeGreaterThan(0);
    }
    expect(await namedBroken()).toEqual([name]);
  } finally {
    await owner.query('ROLLBACK');
  }
});

test('every invariant of cases and reports is broken here', () => {
  expect([...new Set(broken.map(([name]) => name))].sort()).toEqual(
    invariants.map(({ name }) => name).sort(),
  );
});
