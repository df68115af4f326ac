import { randomUUID } from 'node:crypto';
import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bringCase, type CaseDesk, openCaseDesk } from '../../../../../../tests/support/case-desk.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';
import { refused, type Statement, tried } from '../../../../../../tests/support/tried-by-sql.ts';

let api: TestApi;
let desk: CaseDesk;
let owner: pg.Client;
let by: { id: string; name: string };

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  desk = await openCaseDesk(api);
  owner = await connect(api.databaseUrl);
  by = { id: desk.analyst.session.userId, name: '分析员' };
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

/** A new case in a state, with its alert and hit. */
async function caseIn(state: Parameters<typeof bringCase>[2]) {
  const row = await desk.newCase();
  await bringCase(api, row.id, state, by);
  const { id: alertId, hitId } = await api.deps.database.prisma.riskAlert.findFirstOrThrow({
    where: { caseId: row.id },
  });
  return { id: row.id, alertId, hitId, subjectId: row.subject.id, ruleId: row.rule.id };
}

/** An update of a case that has its event, and that the service could not have made. */
const set = (id: string, columns: string): Statement => [
  `UPDATE risk_cases SET event_seq = event_seq + 1, ${columns} WHERE id = $1`,
  [id],
];

describe('a case', () => {
  test('begins new, and there is one open at a time of a subject and rule', async () => {
    const { id } = await caseIn('NEW');
    const copy = (change: string) =>
      [
        `INSERT INTO risk_cases SELECT (jsonb_populate_record(c, jsonb_build_object('id', uuidv7(), 'case_no', 'AJX', 'event_seq', 0)
           || '${change}')).* FROM risk_cases c WHERE c.id = $1`,
        [id],
      ] as Statement;
    await refused(owner, /risk_cases_one_open/, copy('{}'));
    await refused(owner, /refuse_case_with_a_past/, copy(`{"state": "WORKING", "assignee_id": "${by.id}"}`));
    await tried(owner, copy(`{"subject_id": "${randomUUID()}"}`));
  });

  test.each([
    ['NEW', 'WORKING', `assignee_id = NULL`, /risk_cases_assignee/],
    ['WORKING', 'NEW', `state = 'NEW'`, /risk_cases_assignee/],
    ['WORKING', 'CLOSED', `state = 'CLOSED', assignee_id = NULL`, /risk_cases_closed/],
    ['WORKING', 'CLOSING', `state = 'CLOSING'`, /risk_cases_closing/],
    ['WORKING', 'SUSPENDED', `state = 'SUSPENDED', assignee_id = NULL`, /risk_cases_suspended/],
  ] as const)('%s to %s without what goes with it is refused', async (from, to, columns, rule) => {
    const { id } = await caseIn(from);
    await refused(owner, rule, set(id, to === 'WORKING' ? `state = 'WORKING', ${columns}` : columns));
  });

  test('is suspended for thirty days at most, and three times', async () => {
    const { id } = await caseIn('SUSPENDED');
    await refused(
      owner,
      /risk_cases_suspended/,
      set(id, `suspended_until = suspended_at + interval '30 days 1 second'`),
    );
    await refused(owner, /risk_cases_suspended/, set(id, 'suspensions = 4'));
    await tried(owner, set(id, `suspended_until = suspended_at + interval '30 days', suspensions = 3`));
  });

  test('has the score that its alerts come to, within 0 and 100', async () => {
    const { id } = await caseIn('NEW');
    for (const columns of [
      'score = 41',
      'max_score = 101, score = 100',
      'grey = TRUE',
      'amount = -1',
      'max_score = -1, score = -1',
    ])
      await refused(owner, /risk_cases_score/, set(id, columns));
    await tried(owner, set(id, 'grey = TRUE, score = 60'));
  });

  test('takes only the ways that there are, each with its step', async () => {
    const { id } = await caseIn('NEW');
    await refused(
      owner,
      /a case that is NEW does not become CLOSING/,
      set(
        id,
        `state = 'CLOSING', assignee_id = '${by.id}', proposed_outcome = 'FALSE', proposed_reason = '一二三四五六七八九十'`,
      ),
    );
    await refused(owner, /has its event/, [
      `UPDATE risk_cases SET state = 'WORKING', assignee_id = $2 WHERE id = $1`,
      [id, by.id],
    ]);
    await refused(owner, /stays about what it is about/, set(id, `subject_id = '${randomUUID()}'`));
    await refused(owner, /keeps its alerts/, set(id, 'alert_count = 0, score = 40'));
  });

  test('is closed with a reason of ten to five hundred characters', async () => {
    const { id } = await caseIn('CLOSED');
    for (const reason of ['一二三四五六七八九', '一'.repeat(501)])
      await refused(owner, /risk_cases_reasons/, set(id, `close_reason = '${reason}'`));
  });

  test('has its place in the queue by severity and score, then by its time', async () => {
    const { id } = await caseIn('NEW');
    const place = async (columns: string) => {
      const { rows } = await tried(owner, [
        `UPDATE risk_cases SET ${columns} WHERE id = $1 RETURNING queue_key`,
        [id],
      ]);
      return BigInt(rows[0].queue_key);
    };
    const [urgent, high, scored, later] = [
      await place(`severity = 'URGENT'`),
      await place(`severity = 'HIGH'`),
      await place(`severity = 'HIGH', max_score = 41, score = 41`),
      await place(`severity = 'HIGH', due_at = due_at + interval '1 millisecond'`),
    ];
    expect([urgent < scored, scored < high, high < later]).toEqual([true, true, true]);
    expect(await place(`severity = 'HIGH', queue_key = 0`)).toBe(high);
  });
});

describe('a step of a case', () => {
  const step = (id: string, seq: number, before: string | null, after: string): Statement => [
    `INSERT INTO risk_case_events (tenant_id, case_id, seq, action, actor, before, after, at) VALUES ($1, $2, $3, 'NOTE', '某', $4, $5, now())`,
    [desk.tenantId, id, seq, before, after],
  ];

  test('is there once, begins where the one before ended, and was taken', async () => {
    const { id } = await caseIn('WORKING');
    const { eventSeq } = await api.deps.database.prisma.riskCase.findFirstOrThrow({ where: { id } });
    await refused(owner, /risk_case_events_pkey/, step(id, eventSeq, 'NEW', 'WORKING'));
    await refused(owner, /was not taken/, step(id, eventSeq + 1, 'WORKING', 'WORKING'));
    const bump: Statement = [`UPDATE risk_cases SET event_seq = event_seq + 1 WHERE id = $1`, [id]];
    await refused(owner, /was not taken/, bump, step(id, eventSeq + 1, 'NEW', 'WORKING'));
    await refused(owner, /was not taken/, bump, step(id, eventSeq + 1, 'WORKING', 'NEW'));
    await refused(owner, /risk_case_events_seq/, bump, step(id, eventSeq + 1, null, 'WORKING'));
    await tried(owner, bump, step(id, eventSeq + 1, 'WORKING', 'WORKING'));
  });

  test('is never edited or deleted', async () => {
    const { id } = await caseIn('NEW');
    await refused(owner, /append.only|refuse_change|not be changed/i, [
      `UPDATE risk_case_events SET note = 'x' WHERE case_id = $1`,
      [id],
    ]);
    await refused(owner, /append.only|refuse_change|not be changed/i, [
      `DELETE FROM risk_case_events WHERE case_id = $1`,
      [id],
    ]);
  });
});

describe('an alert', () => {
  test('is one of a hit, in a case or suppressed, and stays there', async () => {
    const { alertId, hitId, id } = await caseIn('NEW');
    const other = await caseIn('NEW');
    const copy = (change: string) =>
      [
        `INSERT INTO risk_alerts SELECT (jsonb_populate_record(a, jsonb_build_object('id', uuidv7()) || '${change}')).* FROM risk_alerts a WHERE a.id = $1`,
        [alertId],
      ] as Statement;
    await refused(owner, /risk_alerts_tenant_id_hit_id_key/, copy('{}'));
    const [free] = await desk.hits([{ ruleId: other.ruleId, subjectId: other.subjectId }]);
    await refused(owner, /risk_alerts_in_case_or_suppressed/, copy(`{"hit_id": "${free}", "case_id": null}`));
    await refused(
      owner,
      /risk_alerts_in_case_or_suppressed/,
      copy(`{"hit_id": "${free}", "state": "SUPPRESSED"}`),
    );
    await refused(owner, /refuse_other_alert/, [
      `UPDATE risk_alerts SET case_id = $2 WHERE id = $1`,
      [alertId, other.id],
    ]);
    await refused(owner, /refuse_other_alert/, [`DELETE FROM risk_alerts WHERE id = $1`, [alertId]]);
    expect([hitId, id]).toHaveLength(2);
  });

  test('is none of a hit that was found on trial, and such a hit does not wait to be one', async () => {
    const { hitId } = await caseIn('NEW');
    const shadow = randomUUID();
    const hit: Statement = [
      `INSERT INTO risk_hits SELECT (jsonb_populate_record(h, jsonb_build_object('id', $2::uuid, 'key', 'trial', 'shadow', true))).* FROM risk_hits h WHERE h.id = $1`,
      [hitId, shadow],
    ];
    const alert: Statement = [
      `INSERT INTO risk_alerts SELECT (jsonb_populate_record(a, jsonb_build_object('id', uuidv7(), 'hit_id', $2::uuid))).* FROM risk_alerts a WHERE a.hit_id = $1`,
      [hitId, shadow],
    ];
    await refused(owner, /refuse_shadow_hit/, hit, alert);
    await refused(owner, /refuse_shadow_hit/, hit, [
      'INSERT INTO risk_pending_hits (tenant_id, hit_id) VALUES ($1, $2)',
      [desk.tenantId, shadow],
    ]);
  });
});

describe('a hit and a label', () => {
  test('a hit is unique of version, subject and key, and never edited', async () => {
    const { hitId } = await caseIn('NEW');
    await refused(owner, /risk_hits_tenant_id_version_id_subject_type_subject_id_key_key/, [
      `INSERT INTO risk_hits SELECT (jsonb_populate_record(h, jsonb_build_object('id', uuidv7()))).* FROM risk_hits h WHERE h.id = $1`,
      [hitId],
    ]);
    await refused(owner, /append.only|refuse_change|not be changed/i, [
      `UPDATE risk_hits SET score = 1 WHERE id = $1`,
      [hitId],
    ]);
  });

  test('a hit has one label of each source, that of a closing with its case', async () => {
    const { hitId, id } = await caseIn('CLOSED');
    const label = (source: string, caseId: string | null): Statement => [
      `INSERT INTO risk_labels (tenant_id, hit_id, source, outcome, case_id, labelled_at, labelled_by) VALUES ($1, $2, $3, 'FALSE', $4, now(), '某')`,
      [desk.tenantId, hitId, source, caseId],
    ];
    await refused(owner, /risk_labels_tenant_id_hit_id_source_key/, label('CASE', id));
    await refused(owner, /risk_labels_case/, label('HAND', id));
    await refused(owner, /risk_labels_case/, label('CASE', null));
    await tried(owner, label('HAND', null));
  });
});

test('of two linked cases the lower id comes first, and they are linked once', async () => {
  const ids = [(await caseIn('NEW')).id, (await caseIn('NEW')).id].sort();
  const link = (one: string | undefined, other: string | undefined): Statement => [
    `INSERT INTO risk_case_links (tenant_id, case_id, other_id, created_at, created_by) VALUES ($1, $2, $3, now(), '某')`,
    [desk.tenantId, one, other],
  ];
  await refused(owner, /risk_case_links_order/, link(ids[1], ids[0]));
  await refused(owner, /risk_case_links_order/, link(ids[0], ids[0]));
  await refused(owner, /risk_case_links_pkey/, link(ids[0], ids[1]), link(ids[0], ids[1]));
});

describe('a report', () => {
  const reportId = randomUUID();
  const report = (caseId: string, change: object = {}): Statement => [
    'INSERT INTO risk_reports SELECT (jsonb_populate_record(NULL::risk_reports, $1)).*',
    [
      JSON.stringify({
        ...{
          id: reportId,
          tenant_id: desk.tenantId,
          report_no: 'KY202611250001',
          case_id: caseId,
          kind: 'TRANSACTION',
        },
        ...{
          narrative: '五'.repeat(50),
          hit_ids: [],
          measures: [],
          state: 'SUBMITTED',
          due_on: '2026-12-01',
          version: 1,
        },
        ...{ created_at: '2026-11-25T00:00:00Z', created_by: '某', created_by_id: by.id },
        ...change,
      }),
    ],
  ];

  test('begins as handed in, and says so much in so many characters', async () => {
    const { id } = await caseIn('NEW');
    await refused(owner, /a report begins as handed in/, report(id, { state: 'REJECTED' }));
    await refused(owner, /risk_reports_narrative/, report(id, { narrative: '五'.repeat(49) }));
    await refused(owner, /risk_reports_no/, report(id, { report_no: 'XX1' }));
    await refused(
      owner,
      /risk_reports_tenant_id_report_no_key/,
      report(id),
      report(id, { id: randomUUID() }),
    );
    await tried(owner, report(id));
  });

  test('is written only as somebody else approved it, and stays as it was handed in', async () => {
    const { id } = await caseIn('NEW');
    const writing = `UPDATE risk_reports SET state = 'WRITING', approved_at = now(), kept_until = '2036-11-25', approval_id = NULL WHERE id = '${reportId}'`;
    await refused(owner, /risk_reports_written|written only as approved/, report(id), writing);
    await refused(
      owner,
      /stays as it is/,
      report(id),
      `UPDATE risk_reports SET narrative = repeat('六', 50) WHERE id = '${reportId}'`,
    );
    await refused(
      owner,
      /stays as it is/,
      report(id),
      `UPDATE risk_reports SET state = 'APPROVED' WHERE id = '${reportId}'`,
    );
    await refused(
      owner,
      /stays as it is/,
      report(id),
      `UPDATE risk_reports SET state = 'REJECTED' WHERE id = '${reportId}'`,
      `UPDATE risk_reports SET state = 'SUBMITTED' WHERE id = '${reportId}'`,
    );
    await refused(owner, /that is SUBMITTED is not written/, report(id), [
      `INSERT INTO risk_report_chunks (tenant_id, report_id, seq, bytes) VALUES ($1, $2, 1, 'x')`,
      [desk.tenantId, reportId],
    ]);
  });
});

test('the service itself may neither edit nor delete what is kept', async () => {
  const { pool } = api.deps.database;
  for (const text of [
    `DELETE FROM risk_case_events WHERE tenant_id = '${desk.tenantId}'`,
    `UPDATE risk_hits SET score = 1 WHERE tenant_id = '${desk.tenantId}'`,
    `DELETE FROM risk_cases WHERE tenant_id = '${desk.tenantId}'`,
    `DELETE FROM risk_alerts WHERE tenant_id = '${desk.tenantId}'`,
    `DELETE FROM risk_reports WHERE tenant_id = '${desk.tenantId}'`,
  ])
    await expect(pool.query(text)).rejects.toThrow(/permission denied/);
});
