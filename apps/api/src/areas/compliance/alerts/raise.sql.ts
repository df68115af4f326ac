import { systemActor } from '@xyxlx/contracts/system-actor';
import { inForce } from '../../../platform/approval/entry-in-force.sql.ts';
import { raw, type Sql, sql } from '../../../platform/db/sql.ts';
import { caseNumbers } from '../cases/case-numbers.ts';
import { slaOf } from '../cases/sla.sql.ts';

/** Severities by how grave they are, and back. */
const gravity = (severity: string) =>
  raw(`array_position(ARRAY['LOW', 'MEDIUM', 'HIGH', 'URGENT'], ${severity})`);
const graver = (one: string, other: string) =>
  raw(
    `(ARRAY['LOW', 'MEDIUM', 'HIGH', 'URGENT'])[greatest(array_position(ARRAY['LOW', 'MEDIUM', 'HIGH', 'URGENT'], ${one}), ${other})]`,
  );

/** Whether the subject of a row is on a list at a time, whatever the list has it for. */
const listed = (list: string, of: string, at: Sql, tenantId: string, more: Sql) =>
  sql`e.tenant_id = ${tenantId}::uuid AND e.subject_id = ${raw(of)}.subject_id AND e.subject_type = ${raw(of)}.subject_type
      AND e.list = ${list} AND ${inForce(at)} ${more}`;

/**
 * Makes alerts of hits, in one statement: what a white entry names is kept quiet, the rest goes into the open case of its subject and rule,
 * whose row is locked, or into a new one in the rule's inbox. Answers how many hits there were, and the cases whose closing it has overtaken.
 */
export function raiseSql(tenantId: string, hitIds: readonly string[], now: Date): Sql {
  const tenant = sql`${tenantId}::uuid`;
  const at = sql`${now}::timestamptz`;
  const nothing = sql``;
  return sql`
    WITH found AS MATERIALIZED (
      SELECT h.id, h.rule_id, h.subject_type, h.subject_id, h.severity, h.score, h.amount, h.at, h.merchant_id, h.company_id, w.id AS entry_id
      FROM risk_hits h
      LEFT JOIN LATERAL (
        SELECT e.id FROM risk_list_entries e WHERE ${listed('WHITE', 'h', sql`h.at`, tenantId, sql`AND e.rule_id = h.rule_id`)}
          AND NOT EXISTS (SELECT FROM risk_list_entries e WHERE ${listed('BLACK', 'h', sql`h.at`, tenantId, nothing)})
        ORDER BY e.valid_from, e.id LIMIT 1) w ON TRUE
      WHERE h.tenant_id = ${tenant} AND h.id = ANY(${[...hitIds]}::uuid[])),
    groups AS MATERIALIZED (
      SELECT f.rule_id, f.subject_type, f.subject_id, count(*)::int AS n, max(f.score) AS score, max(${gravity('f.severity')}) AS gravity,
        sum(f.amount) AS amount, (array_agg(f.merchant_id ORDER BY f.at DESC, f.id DESC))[1] AS merchant_id,
        (array_agg(f.company_id ORDER BY f.at DESC, f.id DESC))[1] AS company_id
      FROM found f WHERE f.entry_id IS NULL GROUP BY f.rule_id, f.subject_type, f.subject_id),
    judged AS MATERIALIZED (
      SELECT g.*, c.id AS case_id, c.state AS before, c.event_seq,
        EXISTS (SELECT FROM risk_list_entries e WHERE ${listed('GREY', 'g', at, tenantId, nothing)})
          AND NOT EXISTS (SELECT FROM risk_list_entries e WHERE ${listed('BLACK', 'g', at, tenantId, nothing)}) AS grey
      FROM groups g LEFT JOIN risk_cases c ON c.tenant_id = ${tenant} AND c.rule_id = g.rule_id AND c.subject_type = g.subject_type
        AND c.subject_id = g.subject_id AND c.state <> 'CLOSED'),
    numbered AS (
      INSERT INTO tenant_counters AS k (tenant_id, kind, value)
      SELECT ${tenant}, ${caseNumbers}, count(*) FROM judged j WHERE j.case_id IS NULL HAVING count(*) > 0
      ON CONFLICT (tenant_id, kind) DO UPDATE SET value = k.value + EXCLUDED.value RETURNING value),
    opened AS (
      INSERT INTO risk_cases (tenant_id, case_no, rule_id, subject_type, subject_id, merchant_id, company_id, inbox_id, severity, score, max_score,
        alert_count, grey, amount, due_at, opened_at, event_seq, created_at, created_by, updated_at, updated_by)
      SELECT ${tenant}, ${caseNumbers} || lpad((k.value - j.last + j.place)::text, 8, '0'), j.rule_id, j.subject_type, j.subject_id, j.merchant_id,
        j.company_id, i.id, s.severity, least(100, j.score + 5 * (j.n - 1) + CASE WHEN j.grey THEN 20 ELSE 0 END), j.score, j.n, j.grey, j.amount,
        ${at} + ${slaOf('i', sql`s.severity`)}, ${at}, 1, ${at}, ${systemActor.zh}, ${at}, ${systemActor.zh}
      FROM (SELECT j.*, row_number() OVER (ORDER BY j.rule_id, j.subject_type, j.subject_id) AS place, count(*) OVER () AS last
            FROM judged j WHERE j.case_id IS NULL) j
      CROSS JOIN numbered k
      CROSS JOIN LATERAL (SELECT (ARRAY['LOW', 'MEDIUM', 'HIGH', 'URGENT'])[j.gravity] AS severity) s
      JOIN risk_rules r ON r.tenant_id = ${tenant} AND r.id = j.rule_id
      JOIN risk_inboxes i ON i.tenant_id = ${tenant} AND i.id = r.inbox_id
      RETURNING id, rule_id, subject_type, subject_id),
    grown AS (
      UPDATE risk_cases c SET alert_count = c.alert_count + j.n, max_score = greatest(c.max_score, j.score), grey = j.grey,
        severity = ${graver('c.severity', 'j.gravity')}, amount = c.amount + j.amount,
        score = least(100, greatest(c.max_score, j.score) + 5 * (c.alert_count + j.n - 1) + CASE WHEN j.grey THEN 20 ELSE 0 END),
        state = CASE c.state WHEN 'SUSPENDED' THEN 'NEW' WHEN 'CLOSING' THEN 'WORKING' ELSE c.state END,
        due_at = CASE WHEN c.suspended_until > ${at} THEN c.due_at - (c.suspended_until - ${at}) ELSE c.due_at END,
        suspended_at = NULL, suspended_until = NULL, proposed_outcome = NULL, proposed_reason = NULL,
        event_seq = c.event_seq + CASE WHEN c.state IN ('SUSPENDED', 'CLOSING') THEN 2 ELSE 1 END,
        version = c.version + 1, updated_at = ${at}, updated_by = ${systemActor.zh}
      FROM judged j WHERE c.tenant_id = ${tenant} AND c.id = j.case_id
      RETURNING c.id, c.rule_id, c.subject_type, c.subject_id),
    stepped AS (
      INSERT INTO risk_case_events (tenant_id, case_id, seq, action, actor, before, after, detail, at)
      SELECT ${tenant}, o.id, 1, 'OPEN', ${systemActor.zh}, NULL, 'NEW', jsonb_build_object('alerts', j.n), ${at}
      FROM opened o JOIN judged j USING (rule_id, subject_type, subject_id)
      UNION ALL SELECT ${tenant}, j.case_id, j.event_seq + 1, 'ALERT', ${systemActor.zh}, j.before, j.before, jsonb_build_object('alerts', j.n), ${at}
      FROM judged j WHERE j.case_id IS NOT NULL
      UNION ALL SELECT ${tenant}, j.case_id, j.event_seq + 2, CASE j.before WHEN 'SUSPENDED' THEN 'WAKE' ELSE 'WITHDRAW' END, ${systemActor.zh},
        j.before, CASE j.before WHEN 'SUSPENDED' THEN 'NEW' ELSE 'WORKING' END, NULL, ${at}
      FROM judged j WHERE j.before IN ('SUSPENDED', 'CLOSING')),
    alerts AS (
      INSERT INTO risk_alerts (tenant_id, hit_id, rule_id, subject_type, subject_id, state, case_id, entry_id, severity, score, amount, at,
        merchant_id, company_id, created_at)
      SELECT ${tenant}, f.id, f.rule_id, f.subject_type, f.subject_id, CASE WHEN f.entry_id IS NULL THEN 'IN_CASE' ELSE 'SUPPRESSED' END,
        CASE WHEN f.entry_id IS NULL THEN m.id END, f.entry_id, f.severity, f.score, f.amount, f.at, f.merchant_id, f.company_id, ${at}
      FROM found f LEFT JOIN (SELECT * FROM opened UNION ALL SELECT * FROM grown) m USING (rule_id, subject_type, subject_id)),
    days AS (
      INSERT INTO risk_days AS d (tenant_id, day, rule_id, alerts, suppressed, opened)
      SELECT ${tenant}, (${at} AT TIME ZONE 'Asia/Shanghai')::date, f.rule_id, count(*) FILTER (WHERE f.entry_id IS NULL),
        count(*) FILTER (WHERE f.entry_id IS NOT NULL), (SELECT count(*) FROM judged j WHERE j.rule_id = f.rule_id AND j.case_id IS NULL)
      FROM found f GROUP BY f.rule_id ORDER BY f.rule_id
      ON CONFLICT (tenant_id, day, rule_id) DO UPDATE
        SET alerts = d.alerts + EXCLUDED.alerts, suppressed = d.suppressed + EXCLUDED.suppressed, opened = d.opened + EXCLUDED.opened),
    hours AS (
      INSERT INTO risk_hours AS d (tenant_id, day, hour, alerts)
      SELECT ${tenant}, l.local::date, extract(hour FROM l.local)::smallint, count(*)
      FROM (SELECT f.at AT TIME ZONE 'Asia/Shanghai' AS local FROM found f WHERE f.entry_id IS NULL) l GROUP BY 2, 3 ORDER BY 2, 3
      ON CONFLICT (tenant_id, day, hour) DO UPDATE SET alerts = d.alerts + EXCLUDED.alerts)
    SELECT coalesce(array_agg(j.case_id) FILTER (WHERE j.before = 'CLOSING'), '{}') AS overtaken FROM judged j`;
}
