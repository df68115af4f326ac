import type { Session } from '../../core/session.ts';
import { raw, type Sql, sql } from '../db/sql.ts';

/** The rows that a caller may see of a table with `tenant_id` and `merchant_id` under `alias`; every list and every look-up goes through it. */
export function visible({ tenantId, scope }: Session, alias: string): Sql {
  if (scope.all) return sql`TRUE`;
  const tenant = sql`${raw(alias)}.tenant_id = ${tenantId}::uuid`;
  if (scope.tenant) return tenant;
  return sql`${tenant} AND ${raw(alias)}.merchant_id IN (
    SELECT s.id FROM merchants s WHERE s.tenant_id = ${tenantId}::uuid
      AND (s.company_id = ANY(${scope.companyIds}::uuid[]) OR s.id = ANY(${scope.merchantIds}::uuid[])))`;
}

/** As `visible`, for the merchants themselves. */
export function visibleMerchants({ tenantId, scope }: Session, alias: string): Sql {
  if (scope.all) return sql`TRUE`;
  const tenant = sql`${raw(alias)}.tenant_id = ${tenantId}::uuid`;
  if (scope.tenant) return tenant;
  return sql`${tenant} AND (${raw(alias)}.company_id = ANY(${scope.companyIds}::uuid[]) OR ${raw(alias)}.id = ANY(${scope.merchantIds}::uuid[]))`;
}

/** As `visible`, for what belongs to a tenant as a whole: whoever sees less than the tenant still sees its names. */
export function visibleInTenant({ tenantId, scope }: Session, alias: string): Sql {
  return scope.all ? sql`TRUE` : sql`${raw(alias)}.tenant_id = ${tenantId}::uuid`;
}

/** The name of the tenant of a row, for whoever sees several; null for whoever sees one alone. */
export function tenantName({ scope }: Session, alias: string): Sql {
  return scope.all
    ? sql`(SELECT t.name FROM tenants t WHERE t.id = ${raw(alias)}.tenant_id)`
    : sql`NULL::text`;
}

/** As `visible`, for what belongs to a company (its fund). */
export function visibleCompanies({ tenantId, scope }: Session, alias: string): Sql {
  if (scope.all) return sql`TRUE`;
  const tenant = sql`${raw(alias)}.tenant_id = ${tenantId}::uuid`;
  return scope.tenant
    ? tenant
    : sql`${tenant} AND ${raw(alias)}.company_id = ANY(${scope.companyIds}::uuid[])`;
}

/** The companies a caller can be offered: their own, those below it, and whose merchants they see. */
export function companiesOfVisible(session: Session, alias: string): Sql {
  const { scope, companyId } = session;
  if (scope.all || scope.tenant) return visibleInTenant(session, alias);
  const own = [...scope.companyIds, ...(companyId ? [companyId] : [])];
  return sql`${visibleInTenant(session, alias)} AND (${raw(alias)}.id = ANY(${own}::uuid[])
    OR EXISTS (SELECT FROM merchants v WHERE v.company_id = ${raw(alias)}.id AND ${visibleMerchants(session, 'v')}))`;
}

/** One merchant's rows: names its tenant too, so that the indexes that begin with it serve a caller who sees all tenants. */
export function ofMerchant(alias: string, merchantId: string): Sql {
  return sql`${raw(alias)}.tenant_id = (SELECT o.tenant_id FROM merchants o WHERE o.id = ${merchantId}::uuid)
    AND ${raw(alias)}.merchant_id = ${merchantId}::uuid`;
}

/** One employee's rows, as `ofMerchant`. */
export function ofEmployee(alias: string, employeeId: string): Sql {
  return sql`${raw(alias)}.tenant_id = (SELECT o.tenant_id FROM employees o WHERE o.id = ${employeeId}::uuid)
    AND ${raw(alias)}.employee_id = ${employeeId}::uuid`;
}
