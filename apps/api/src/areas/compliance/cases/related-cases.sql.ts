import type { RiskCaseDetail, RiskCaseRow } from '@xyxlx/contracts/compliance-case';
import type { Session } from '../../../core/session.ts';
import { iso, type Queryable, rowsOf, sql } from '../../../platform/db/sql.ts';
import { ruleJson } from './case.sql.ts';
import { visibleCases } from './case-scope.ts';
import { subjectJson } from './subject.sql.ts';

/** The newest 20 other cases of the subject, and of those that somebody linked, that the caller sees. */
export async function relatedCases(
  client: Queryable,
  session: Session,
  { id, subject }: Pick<RiskCaseRow, 'id' | 'subject'>,
): Promise<RiskCaseDetail['related']> {
  const tenant = sql`${session.tenantId}::uuid`;
  const linked = sql`SELECT l.other_id FROM risk_case_links l WHERE l.tenant_id = ${tenant} AND l.case_id = ${id}::uuid
    UNION SELECT l.case_id FROM risk_case_links l WHERE l.tenant_id = ${tenant} AND l.other_id = ${id}::uuid`;
  const rows = await rowsOf<{ row: RiskCaseDetail['related'][number] }>(
    client,
    sql`SELECT json_build_object('id', c.id, 'no', c.case_no, 'subject', ${subjectJson('c')}, 'rule', ${ruleJson}, 'state', c.state,
          'outcome', c.outcome, 'openedAt', ${iso('c.opened_at')}, 'isLinked', c.id IN (${linked})) AS row
        FROM risk_cases c JOIN risk_rules u ON u.tenant_id = c.tenant_id AND u.id = c.rule_id
        WHERE ${visibleCases(session, 'c')} AND c.id <> ${id}::uuid AND c.id IN (
          SELECT s.id FROM risk_cases s WHERE s.tenant_id = ${tenant} AND s.subject_type = ${subject.type} AND s.subject_id = ${subject.id}::uuid
          UNION ${linked})
        ORDER BY c.created_at DESC, c.id DESC LIMIT 20`,
  );
  return rows.map(({ row }) => row);
}
