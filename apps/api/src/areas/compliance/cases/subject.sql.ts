import type { RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import type { Session } from '../../../core/session.ts';
import { type Queryable, raw, rowsOf, type Sql, sql } from '../../../platform/db/sql.ts';
import { seenCompanies } from '../../../platform/records/own-companies.ts';
import { visible, visibleMerchants } from '../../../platform/records/scope.ts';

/** What a case, alert or hit is about. */
export interface SubjectKey {
  tenantId: string;
  subjectType: string;
  subjectId: string;
}

/** SQL of what the subject of the row under an alias is called: people by their number and the first character of their name. */
export function subjectName(alias: string): Sql {
  const of = (table: string, name: string) =>
    `(SELECT ${name} FROM ${table} r WHERE r.tenant_id = ${alias}.tenant_id AND r.id = ${alias}.subject_id)`;
  return raw(`coalesce(CASE ${alias}.subject_type
    WHEN 'EMPLOYEE' THEN ${of('employees', `r.employee_no || ' ' || left(r.name, 1) || '**'`)}
    WHEN 'CARD' THEN ${of('cards', `r.card_no || ' **** ' || r.last_four`)}
    WHEN 'COMPANY' THEN ${of('companies', 'r.name')}
    WHEN 'OPERATOR' THEN (SELECT u.name FROM users u WHERE u.id = ${alias}.subject_id)
    ELSE ${of('merchants', 'r.name')} END, ${alias}.subject_id::text)`);
}

/** JSON of that subject. */
export function subjectJson(alias: string): Sql {
  return sql`json_build_object('type', ${raw(alias)}.subject_type, 'id', ${raw(alias)}.subject_id, 'name', ${subjectName(alias)})`;
}

/** Whose a subject is, for the data scope. */
interface Found {
  merchantId: string | null;
  companyId: string | null;
}

/** A subject that the caller may see, or null. */
export async function findSubject(
  client: Queryable,
  session: Session,
  type: RiskSubject,
  id: string,
): Promise<Found | null> {
  const own = sql`r.tenant_id = ${session.tenantId}::uuid`;
  const ofMerchant = sql`r.merchant_id AS "merchantId", NULL::uuid AS "companyId"`;
  const itself = sql`${own} AND r.id = ${id}::uuid`;
  const sources: Record<RiskSubject, Sql> = {
    EMPLOYEE: sql`SELECT ${ofMerchant} FROM employees r WHERE ${itself} AND ${visible(session, 'r')}`,
    CARD: sql`SELECT ${ofMerchant} FROM cards r WHERE ${itself} AND ${visible(session, 'r')}`,
    PAYEE: sql`SELECT r.id AS "merchantId", NULL::uuid AS "companyId" FROM merchants r WHERE ${itself} AND ${visibleMerchants(session, 'r')}`,
    MERCHANT: sql`SELECT r.id AS "merchantId", NULL::uuid AS "companyId" FROM merchants r WHERE ${itself} AND ${visibleMerchants(session, 'r')}`,
    COMPANY: sql`SELECT NULL::uuid AS "merchantId", r.id AS "companyId" FROM companies r WHERE ${itself} AND ${seenCompanies(session, 'r')}`,
    OPERATOR: sql`SELECT NULL::uuid AS "merchantId", r.company_id AS "companyId" FROM memberships r WHERE ${own} AND r.user_id = ${id}::uuid`,
  };
  const [found] = await rowsOf<Found>(client, sources[type]);
  return found ?? null;
}

/** The user who a subject is, or whose card it is; null where it is nobody's. */
export async function userOfSubject(
  client: Queryable,
  { tenantId, subjectType, subjectId }: SubjectKey,
): Promise<string | null> {
  if (subjectType === 'OPERATOR') return subjectId;
  const employee =
    subjectType === 'CARD'
      ? sql`(SELECT k.employee_id FROM cards k WHERE k.tenant_id = ${tenantId}::uuid AND k.id = ${subjectId}::uuid)`
      : sql`${subjectId}::uuid`;
  const [found] = await rowsOf<{ userId: string | null }>(
    client,
    sql`SELECT e.user_id AS "userId" FROM employees e WHERE e.tenant_id = ${tenantId}::uuid AND e.id = ${employee}`,
  );
  return found?.userId ?? null;
}
