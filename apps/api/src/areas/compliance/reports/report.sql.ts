import { riskReportKindWords, riskReportStateWords } from '@xyxlx/contracts/compliance-case-kinds';
import { complianceReport as contract, type RiskReportDetail } from '@xyxlx/contracts/compliance-report';
import { recordMissing } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { iso, type Queryable, raw, rowsOf, sql } from '../../../platform/db/sql.ts';
import { findIn, numbered } from '../../../platform/lists/find.ts';
import { visibleCases } from '../cases/case-scope.ts';

/** A report of a case that the caller sees, as the wire has it; throws 406 when there is none. */
export async function reportOf(client: Queryable, session: Session, id: string): Promise<RiskReportDetail> {
  const [found] = await rowsOf<{ row: RiskReportDetail }>(
    client,
    sql`SELECT json_build_object('id', r.id, 'no', r.report_no, 'case', json_build_object('id', c.id, 'no', c.case_no),
          'corrects', CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'no', p.report_no) END,
          'corrections', (SELECT coalesce(json_agg(json_build_object('id', n.id, 'no', n.report_no) ORDER BY n.created_at, n.id), '[]')
            FROM risk_reports n WHERE n.tenant_id = r.tenant_id AND n.case_id = r.case_id AND n.corrects_id = r.id),
          'kind', r.kind, 'narrative', r.narrative, 'hitIds', r.hit_ids, 'measures', r.measures, 'state', r.state, 'dueOn', r.due_on,
          'size', r.size, 'sha256', r.sha256, 'approvedAt', ${iso('r.approved_at')}, 'keptUntil', r.kept_until, 'version', r.version,
          'createdAt', ${iso('r.created_at')}, 'createdBy', r.created_by) AS row
        FROM risk_reports r JOIN risk_cases c ON c.tenant_id = r.tenant_id AND c.id = r.case_id
        LEFT JOIN risk_reports p ON p.tenant_id = r.tenant_id AND p.id = r.corrects_id
        WHERE r.tenant_id = ${session.tenantId}::uuid AND r.id = ${id}::uuid AND ${visibleCases(session, 'c')}`,
  );
  if (!found) throw recordMissing();
  return found.row;
}

/** Any report of a case that the caller sees, by its number. */
export const foundReports = findIn(
  {
    endpoint: contract.getReport,
    from: 'risk_reports',
    alias: 'r',
    scope: (
      session,
      alias,
    ) => sql`${raw(alias)}.tenant_id = ${session.tenantId}::uuid AND EXISTS (SELECT FROM risk_cases c
      WHERE c.tenant_id = ${raw(alias)}.tenant_id AND c.id = ${raw(alias)}.case_id AND ${visibleCases(session, 'c')})`,
  },
  {
    kind: 'riskReport',
    by: [numbered('r.report_no')],
    number: 'r.report_no',
    title: 'r.kind',
    state: ['r.state', riskReportStateWords],
    titleOf: (kind, { request }) =>
      riskReportKindWords[kind as keyof typeof riskReportKindWords][request.language],
  },
);
