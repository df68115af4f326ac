import type { Invariant } from '../area.ts';

/** The invariants of rules, lists and what was found. */
export const ruleInvariants: readonly Invariant[] = [
  {
    name: 'hitsOnce',
    label: {
      zh: '同一版本、主体与事件只命中一次，滚动窗口命中后在窗口内静默',
      en: 'A version finds something of a subject once, and is quiet after that until its window has passed',
    },
    violations: `SELECT 'hit ' || min(h.id::text) AS what FROM risk_hits h WHERE h.tenant_id = $1
          GROUP BY h.version_id, h.subject_type, h.subject_id, h.key HAVING count(*) > 1
        UNION ALL SELECT 'hit ' || h.id FROM risk_rule_versions v JOIN risk_hits h ON h.tenant_id = $1 AND h.version_id = v.id
          WHERE v.tenant_id = $1 AND v.expression->'window'->>'kind' = 'ROLLING' AND EXISTS (
            SELECT FROM risk_hits b WHERE b.tenant_id = $1 AND b.version_id = v.id AND b.subject_type = h.subject_type AND b.subject_id = h.subject_id
              AND b.id < h.id AND b.at <= h.at AND b.at > h.at - (v.expression->'window'->>'minutes')::int * interval '1 minute')`,
  },
  {
    name: 'shadowHasNoEffect',
    label: {
      zh: '试运行的命中没有预警，也没有拒付',
      en: 'What was found on trial is no alert, and declined nothing',
    },
    violations: `SELECT 'hit ' || h.id AS what FROM risk_hits h WHERE h.tenant_id = $1 AND h.shadow AND (h.declined
          OR EXISTS (SELECT FROM risk_alerts a WHERE a.tenant_id = $1 AND a.hit_id = h.id)
          OR EXISTS (SELECT FROM risk_pending_hits p WHERE p.tenant_id = $1 AND p.hit_id = h.id))`,
  },
  {
    name: 'enabledIsApproved',
    label: {
      zh: '启用的规则版本均经他人审批，每条规则最多一个',
      en: 'An enabled version was agreed to by another than its makers, one of each rule',
    },
    violations: `SELECT r.code || ' v' || v.no AS what FROM risk_rule_versions v JOIN risk_rules r ON r.tenant_id = $1 AND r.id = v.rule_id
          LEFT JOIN approvals a ON a.tenant_id = $1 AND a.id = v.approval_id
          WHERE v.tenant_id = $1 AND v.state = 'ENABLED' AND (a.state IS DISTINCT FROM 'APPROVED' OR a.subject_type <> 'riskRule'
            OR a.subject_id <> v.rule_id OR a.checker_id IS NULL OR a.checker_id = ANY(a.maker_ids) OR a.checker_id = v.created_by_id)
        UNION ALL SELECT min(v.rule_id::text) FROM risk_rule_versions v WHERE v.tenant_id = $1 AND v.state = 'ENABLED'
          GROUP BY v.rule_id HAVING count(*) > 1`,
  },
  {
    name: 'blackNeverPays',
    label: {
      zh: '黑名单有效期内，名单主体没有成功的消费',
      en: 'While an entry of the black list holds, nothing is paid by its subject, or to it',
    },
    // What was asked for in the same seconds may have been read before the entry was there.
    violations: `WITH held AS (
          SELECT e.subject_type, e.subject_id, greatest(e.valid_from, e.created_at + interval '10 seconds') AS since,
            least(coalesce(e.valid_to, 'infinity'), coalesce(e.removed_at, 'infinity')) AS until
          FROM risk_list_entries e WHERE e.tenant_id = $1 AND e.list = 'BLACK')
        SELECT c.payment_no AS what FROM held h JOIN consumption_records c ON c.tenant_id = $1 AND c.paid_at >= h.since AND c.paid_at < h.until
          AND (h.subject_type = 'EMPLOYEE' AND c.employee_id = h.subject_id OR h.subject_type = 'PAYEE' AND c.payee_merchant_id = h.subject_id)
          WHERE c.type = 'CONSUME' AND c.state NOT IN ('FAILED', 'PROCESSING') AND c.funded_by = 'LIMIT'
        UNION ALL SELECT 'authorization ' || z.reference FROM held h JOIN card_authorizations z ON z.tenant_id = $1 AND z.created_at >= h.since
          AND z.created_at < h.until AND z.approved > 0 JOIN cards k ON k.tenant_id = $1 AND k.id = z.card_id
          WHERE h.subject_type = 'CARD' AND z.card_id = h.subject_id OR h.subject_type = 'EMPLOYEE' AND k.employee_id = h.subject_id
            OR h.subject_type = 'PAYEE' AND z.payee_merchant_id = h.subject_id`,
  },
  {
    name: 'runsWithoutGap',
    label: {
      zh: '批量运行首尾相接，没有遗漏也没有重叠',
      en: 'Each run of a version begins where the one before ended',
    },
    violations: `SELECT 'version ' || n.version_id || ' from ' || n.from_at AS what FROM (
          SELECT n.*, lag(n.to_at) OVER (PARTITION BY n.version_id ORDER BY n.to_at, n.from_at) AS before FROM risk_runs n WHERE n.tenant_id = $1) n
        WHERE n.before <> n.from_at`,
  },
];
