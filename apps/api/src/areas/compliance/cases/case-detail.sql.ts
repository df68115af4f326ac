import type { RiskCaseDetail, RiskCaseRow } from '@xyxlx/contracts/compliance-case';
import { positiveOutcomes } from '@xyxlx/contracts/compliance-case-kinds';
import { recordMissing } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { attachmentsJson } from '../../../platform/attachments/claim-attachments.ts';
import { iso, named, type Queryable, raw, rowsOf, sql } from '../../../platform/db/sql.ts';
import { jsonOf } from '../../../platform/lists/row-shape.ts';
import { caseJoins, caseShape } from './case.sql.ts';
import { visibleCases } from './case-scope.ts';
import { relatedCases } from './related-cases.sql.ts';
import { reportDue } from './report-due.ts';
import { paidLately } from './subject-payments.sql.ts';

type Parts = Omit<RiskCaseDetail, keyof RiskCaseRow | 'reportDueOn' | 'related'>;

// Written out: a statement with lists as values is planned anew each time, and this one is long.
const isPositive = raw(`x.outcome IN (${positiveOutcomes.map((outcome) => `'${outcome}'`).join(', ')})`);

/** What is known of the subject of case `c`; lists that it was on until lately are none of it. */
const profile = (now: Date) => sql`json_build_object(
  'name', coalesce(e.name, k.card_no, m.name, o.name, w.name, ''), 'no', coalesce(e.employee_no, '**** ' || k.last_four, m.merchant_no),
  'merchant', ${named('m')}, 'company', ${named('o')}, 'since', coalesce(e.hired_on, (k.activated_at AT TIME ZONE 'Asia/Shanghai')::date),
  'until', e.left_on, 'isFrozen', coalesce(e.frozen_by, k.frozen_by) IS NOT DISTINCT FROM 'COMPLIANCE',
  'unfreezeWaits', EXISTS (SELECT FROM approvals p WHERE p.tenant_id = c.tenant_id AND p.subject_type = 'complianceUnfreeze'
    AND p.subject_id = c.id AND p.state = 'PENDING'),
  'lists', (SELECT coalesce(json_agg(json_build_object('list', l.list, 'rule', CASE WHEN r.id IS NOT NULL THEN
      json_build_object('id', r.id, 'code', r.code, 'name', r.name) END, 'from', ${iso('l.valid_from')}, 'to', ${iso('l.valid_to')})
      ORDER BY l.valid_from, l.id), '[]')
    FROM risk_list_entries l LEFT JOIN risk_rules r ON r.tenant_id = l.tenant_id AND r.id = l.rule_id
    WHERE l.tenant_id = c.tenant_id AND l.subject_id = c.subject_id AND l.subject_type = c.subject_type AND l.state IN ('ACTIVE', 'REMOVING')
      AND (l.valid_to IS NULL OR l.valid_to > ${now}::timestamptz)),
  'cases', (SELECT json_build_object('count', count(*), 'positive', count(*) FILTER (WHERE ${isPositive}))
    FROM risk_cases x WHERE x.tenant_id = c.tenant_id AND x.subject_type = c.subject_type AND x.subject_id = c.subject_id))`;

/** One case with all that is known of it; throws 406 when the caller can't see it. */
export async function caseOf(
  client: Queryable,
  session: Session,
  id: string,
  now: Date,
): Promise<RiskCaseDetail> {
  const [found] = await rowsOf<Parts & { row: RiskCaseRow; profile: Omit<Parts['profile'], 'payments'> }>(
    client,
    sql`SELECT ${jsonOf(caseShape(now))} AS row, ${profile(now)} AS profile,
          CASE WHEN c.state = 'CLOSING' THEN json_build_object('outcome', c.proposed_outcome, 'reason', c.proposed_reason, 'by', a.name) END AS proposed,
          CASE WHEN c.state = 'CLOSED' THEN json_build_object('outcome', c.outcome, 'reason', c.close_reason, 'by', c.closed_by) END AS verdict,
          (SELECT p.id FROM approvals p WHERE p.tenant_id = c.tenant_id AND p.subject_type = 'caseClosure' AND p.subject_id = c.id
            AND p.state = 'PENDING') AS "closureId",
          ${iso('c.suspected_at')} AS "suspectedAt", ${attachmentsJson('riskCase', 'c')} AS attachments,
          (SELECT coalesce(json_agg(json_build_object('id', r.id, 'no', r.report_no, 'state', r.state, 'createdAt', ${iso('r.created_at')})
              ORDER BY r.created_at DESC, r.id DESC), '[]')
            FROM risk_reports r WHERE r.tenant_id = c.tenant_id AND r.case_id = c.id) AS reports
        FROM risk_cases c ${caseJoins}
        LEFT JOIN employees e ON c.subject_type = 'EMPLOYEE' AND e.tenant_id = c.tenant_id AND e.id = c.subject_id
        LEFT JOIN cards k ON c.subject_type = 'CARD' AND k.tenant_id = c.tenant_id AND k.id = c.subject_id
        LEFT JOIN merchants m ON m.tenant_id = c.tenant_id
          AND m.id = coalesce(e.merchant_id, k.merchant_id, CASE WHEN c.subject_type IN ('PAYEE', 'MERCHANT') THEN c.subject_id END)
        LEFT JOIN companies o ON o.tenant_id = c.tenant_id
          AND o.id = coalesce(m.company_id, CASE WHEN c.subject_type = 'COMPANY' THEN c.subject_id ELSE c.company_id END)
        LEFT JOIN users w ON c.subject_type = 'OPERATOR' AND w.id = c.subject_id
        WHERE c.id = ${id}::uuid AND ${visibleCases(session, 'c')}`,
  );
  if (!found) throw recordMissing();
  const { row, profile: known, ...parts } = found;
  return {
    ...row,
    ...parts,
    profile: { ...known, payments: await paidLately(client, session.tenantId, row.subject, now) },
    related: await relatedCases(client, session, row),
    reportDueOn:
      parts.suspectedAt && (await reportDue(client, session.tenantId, new Date(parts.suspectedAt))),
  };
}
