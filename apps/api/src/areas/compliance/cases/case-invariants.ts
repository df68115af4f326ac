import type { Invariant } from '../../area.ts';

/** The invariants of alerts and cases. */
export const caseInvariants: readonly Invariant[] = [
  {
    name: 'oneOpenCase',
    label: { zh: '同一主体、同一规则最多一件未结案件', en: 'A subject has at most one open case of a rule' },
    violations: `SELECT min(case_no) || ' ' || max(case_no) AS what FROM risk_cases WHERE tenant_id = $1 AND state <> 'CLOSED'
          GROUP BY subject_type, subject_id, rule_id HAVING count(*) > 1`,
  },
  {
    name: 'alertsInOneCase',
    label: {
      zh: '预警各在一件同主体同规则的案件中，案件的预警数、金额、最高评分与严重程度由其而来',
      en: 'An alert stands in one case of its subject and rule, whose count, amount, score and severity follow from its alerts',
    },
    violations: `SELECT c.case_no AS what FROM risk_cases c
          LEFT JOIN LATERAL (SELECT count(*) AS n, coalesce(sum(a.amount), 0) AS amount, max(a.score) AS score,
              max(array_position(ARRAY['LOW', 'MEDIUM', 'HIGH', 'URGENT'], a.severity)) AS gravity,
              count(*) FILTER (WHERE (a.rule_id, a.subject_type, a.subject_id) IS DISTINCT FROM (c.rule_id, c.subject_type, c.subject_id)) AS other
            FROM risk_alerts a WHERE a.tenant_id = $1 AND a.case_id = c.id) a ON TRUE
          WHERE c.tenant_id = $1 AND (a.n <> c.alert_count OR a.amount <> c.amount OR a.other > 0 OR a.score > c.max_score
            OR a.gravity > array_position(ARRAY['LOW', 'MEDIUM', 'HIGH', 'URGENT'], c.severity))
          UNION ALL SELECT 'hit ' || h.id FROM risk_hits h WHERE h.tenant_id = $1
            AND (SELECT count(*) FROM risk_alerts a WHERE a.tenant_id = $1 AND a.hit_id = h.id)
              + (SELECT count(*) FROM risk_pending_hits p WHERE p.tenant_id = $1 AND p.hit_id = h.id) <> (NOT h.shadow)::int`,
  },
  {
    name: 'closedHasVerdict',
    label: {
      zh: '已结案件均有结论，其命中恰有该结论的标注；未结案件没有标注',
      en: 'A closed case has a verdict that labels each of its hits; an open one labels none',
    },
    violations: `SELECT c.case_no AS what FROM risk_cases c
          LEFT JOIN LATERAL (SELECT count(*) AS n, count(*) FILTER (WHERE l.outcome = c.outcome AND a.case_id = c.id) AS fit
            FROM risk_labels l LEFT JOIN risk_alerts a ON a.tenant_id = $1 AND a.hit_id = l.hit_id
            WHERE l.tenant_id = $1 AND l.case_id = c.id AND l.source = 'CASE') l ON TRUE
          WHERE c.tenant_id = $1 AND CASE c.state WHEN 'CLOSED' THEN c.outcome IS NULL OR l.n <> c.alert_count OR l.fit <> l.n ELSE l.n > 0 END`,
  },
  {
    name: 'caseEventsUnbroken',
    label: {
      zh: '案件记录连续：每步从上一步的状态开始，最后一步即案件的状态',
      en: 'The steps of a case are unbroken: each begins where the one before ended, and the last is the state of the case',
    },
    violations: `SELECT c.case_no AS what FROM risk_cases c
          LEFT JOIN LATERAL (SELECT count(*) AS n, max(v.seq) AS last, (array_agg(v.after ORDER BY v.seq DESC))[1] AS after, count(*) FILTER (WHERE v.broken) AS broken
            FROM (SELECT v.*, v.before IS DISTINCT FROM lag(v.after) OVER (ORDER BY v.seq) AS broken
                  FROM risk_case_events v WHERE v.tenant_id = $1 AND v.case_id = c.id) v) v ON TRUE
          WHERE c.tenant_id = $1 AND (v.n <> c.event_seq OR v.last IS DISTINCT FROM c.event_seq OR v.broken > 0 OR v.after IS DISTINCT FROM c.state)`,
  },
];
