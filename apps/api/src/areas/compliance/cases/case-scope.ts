import type { Session } from '../../../core/session.ts';
import { raw, type Sql, sql } from '../../../platform/db/sql.ts';
import { ownSubjects } from '../subjects/own-subjects.ts';

/**
 * The cases and alerts that a caller may see: of the tenant that they work in, in their data scope, and never those about themselves.
 * The table has `merchant_id` and `company_id` as an approval has them.
 */
export function visibleCases(session: Session, alias: string): Sql {
  const { tenantId, scope } = session;
  const of = raw(alias);
  const others = sql`${of}.tenant_id = ${tenantId}::uuid AND ${of}.subject_id <> ALL (${ownSubjects(session)})`;
  if (scope.all || scope.tenant) return others;
  return sql`${others} AND (${of}.company_id = ANY(${scope.companyIds}::uuid[]) OR ${of}.merchant_id = ANY(${scope.merchantIds}::uuid[])
    OR ${of}.merchant_id IN (
      SELECT s.id FROM merchants s WHERE s.tenant_id = ${tenantId}::uuid AND s.company_id = ANY(${scope.companyIds}::uuid[])))`;
}

/** The ids, as the operation log has them, of the cases, reports and entries of lists that are about the caller themself. */
export function recordsAbout(session: Pick<Session, 'tenantId' | 'userId'>): Sql {
  const tenant = sql`${session.tenantId}::uuid`;
  const own = ownSubjects(session);
  const cases = sql`SELECT c.id FROM risk_cases c WHERE c.tenant_id = ${tenant} AND c.subject_id = ANY (${own})`;
  // What is decided of entries is logged by what was asked for at once.
  return sql`ARRAY(SELECT a.id::text FROM (${cases}
    UNION ALL SELECT r.id FROM risk_reports r WHERE r.tenant_id = ${tenant} AND r.case_id IN (${cases})
    UNION ALL SELECT unnest(ARRAY[e.id, e.request_id]) FROM risk_list_entries e WHERE e.tenant_id = ${tenant} AND e.subject_id = ANY (${own})) a)`;
}
