import { complianceAlert as contract } from '@xyxlx/contracts/compliance-alert';
import type { Session } from '../../../core/session.ts';
import { iso, raw, type Sql, sql } from '../../../platform/db/sql.ts';
import { fromDay, hasId, oneOf, untilDay } from '../../../platform/lists/conditions.ts';
import { listOf } from '../../../platform/lists/list.ts';
import { isOverdue, ruleJson, workedBy } from '../cases/case.sql.ts';
import { visibleCases } from '../cases/case-scope.ts';
import { subjectJson } from '../cases/subject.sql.ts';

/** In cases `b` that fit. */
const ofCases = ({ tenantId }: Session, fits: Sql) =>
  sql`c.case_id IN (SELECT b.id FROM risk_cases b WHERE b.tenant_id = ${tenantId}::uuid AND ${fits})`;

/** The alerts that one may see. */
export const alerts = listOf(contract.queryAlert, {
  from: 'risk_alerts',
  alias: 'c',
  scope: visibleCases,
  filters: {
    state: oneOf('c.state'),
    ruleIds: (ids) => sql`c.rule_id = ANY(${ids}::uuid[])`,
    severity: oneOf('c.severity'),
    inboxId: (id, { session }) => ofCases(session, sql`b.inbox_id = ${id}::uuid`),
    mine: (only, { session }) => only && ofCases(session, workedBy('b', session)),
    overdue: (only, { session, deps }) => only && ofCases(session, isOverdue('b', deps.clock.businessNow())),
    subjectId: hasId('c.subject_id'),
    caseId: hasId('c.case_id'),
    minScore: (score) => sql`c.score >= ${score}::int`,
    createdFrom: fromDay('c.created_at'),
    createdTo: untilDay('c.created_at'),
  },
  sort: { createdAt: { column: 'c.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  joins: raw(`
    JOIN risk_rules u ON u.tenant_id = c.tenant_id AND u.id = c.rule_id
    JOIN risk_hits h ON h.tenant_id = c.tenant_id AND h.id = c.hit_id
    JOIN risk_rule_versions v ON v.tenant_id = c.tenant_id AND v.id = h.version_id
    LEFT JOIN risk_cases k ON k.tenant_id = c.tenant_id AND k.id = c.case_id`),
  row: sql`json_build_object('id', c.id, 'hitId', c.hit_id, 'subject', ${subjectJson('c')}, 'rule', ${ruleJson}, 'versionNo', v.no,
    'severity', c.severity, 'score', c.score, 'amount', c.amount, 'at', ${iso('c.at')}, 'declined', h.declined, 'state', c.state,
    'case', CASE WHEN k.id IS NOT NULL THEN json_build_object('id', k.id, 'no', k.case_no) END, 'createdAt', ${iso('c.created_at')})`,
});
