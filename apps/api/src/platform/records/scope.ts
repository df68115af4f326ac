import type { Session, Sight } from '../../core/session.ts';
import { anyTenant } from '../db/any-tenant.ts';
import { raw, type Sql, sql } from '../db/sql.ts';

/** The rows that a caller may see of a table with `tenant_id` and `merchant_id` under `alias`; every list and every look-up goes through it. */
export function visible({ tenantId, scope }: Sight, alias: string): Sql {
  if (scope.all) return ofEveryTenant(alias);
  const tenant = sql`${raw(alias)}.tenant_id = ${tenantId}::uuid`;
  if (scope.tenant) return tenant;
  return sql`${tenant} AND ${ofScope(scope, tenantId, raw(`${alias}.merchant_id`))}`;
}

/**
 * The condition has a text for each kind of caller: PostgreSQL plans a text once for all who send it, and the plan for a company with
 * half of the payments reads them all where somebody's merchants have none.
 */
function ofScope({ companyIds, merchantIds }: Sight['scope'], tenantId: string, merchantId: Sql): Sql {
  const [one, ...others] = merchantIds;
  if (companyIds.length === 0 && one === undefined) return sql`FALSE`;
  if (companyIds.length === 0 && others.length === 0) return sql`${merchantId} = ${one}::uuid`;
  const inTree = sql`s.company_id = ANY(${companyIds}::uuid[])`;
  const named = sql`s.id = ANY(${merchantIds}::uuid[])`;
  const seen = one === undefined ? inTree : companyIds.length === 0 ? named : sql`(${inTree} OR ${named})`;
  return sql`${merchantId} IN (SELECT s.id FROM merchants s WHERE s.tenant_id = ${tenantId}::uuid AND ${seen})`;
}

/**
 * The rows of the tenants that a caller works in, by their keys: a look-up by id alone would find no index that begins with it,
 * and a platform administrator's names all tenants.
 */
export function inTenants({ tenantId, scope }: Sight, alias: string): Sql {
  return scope.all ? ofAnyTenant(alias) : sql`${raw(alias)}.tenant_id = ${tenantId}::uuid`;
}

/** A platform administrator's rows, of every tenant: written out, so that a statement that forgets its tenant is told from one that spans them. */
export function ofEveryTenant(alias: string): Sql {
  return raw(`${alias}.tenant_id IS NOT NULL`);
}

/** The rows of all tenants, by their keys: only for what comes without its tenant. */
export function ofAnyTenant(alias: string): Sql {
  return sql`${raw(alias)}.tenant_id = ${anyTenant}`;
}

/**
 * As `ofEveryTenant`, for Prisma's client: it can't ask whether a column is null that never is, so it asks for every id there is.
 */
export const everyTenant = { tenantId: { gte: '00000000-0000-0000-0000-000000000000' } };

/** The row of that id in the tenants that a caller works in; `visible` says whether they may see it. */
export function byId(session: Sight, alias: string, id: string): Sql {
  return sql`${inTenants(session, alias)} AND ${raw(alias)}.id = ${id}::uuid`;
}

/** As `visible`, for the merchants themselves. */
export function visibleMerchants({ tenantId, scope }: Session, alias: string): Sql {
  if (scope.all) return ofEveryTenant(alias);
  const tenant = sql`${raw(alias)}.tenant_id = ${tenantId}::uuid`;
  if (scope.tenant) return tenant;
  return sql`${tenant} AND (${raw(alias)}.company_id = ANY(${scope.companyIds}::uuid[]) OR ${raw(alias)}.id = ANY(${scope.merchantIds}::uuid[]))`;
}

/** As `visible`, for what belongs to a tenant as a whole: users who see less than the tenant still see its names. */
export function visibleInTenant({ tenantId, scope }: Session, alias: string): Sql {
  return scope.all ? ofEveryTenant(alias) : sql`${raw(alias)}.tenant_id = ${tenantId}::uuid`;
}

/** The rows of the tenant that the caller works in: what compliance has is nobody's who only administers the platform. */
export function ofOwnTenant({ tenantId }: Pick<Session, 'tenantId'>, alias: string): Sql {
  return sql`${raw(alias)}.tenant_id = ${tenantId}::uuid`;
}

/** The rows of what is the service's own, of no tenant: a platform administrator's. */
export function ofService({ scope }: Sight): Sql {
  return scope.all ? sql`TRUE` : sql`FALSE`;
}

/** The name of the tenant of a row, for users who see several; null for others. */
export function tenantName({ scope }: Session, alias: string): Sql {
  return scope.all
    ? sql`(SELECT t.name FROM tenants t WHERE t.id = ${raw(alias)}.tenant_id)`
    : sql`NULL::text`;
}

/** As `visible`, for what belongs to a company (its fund, its invitations). */
export function visibleCompanies({ tenantId, scope }: Sight, alias: string): Sql {
  if (scope.all) return ofEveryTenant(alias);
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
    OR EXISTS (SELECT FROM merchants v WHERE v.tenant_id = ${raw(alias)}.tenant_id AND v.company_id = ${raw(alias)}.id AND ${visibleMerchants(session, 'v')}))`;
}

/** One merchant's rows: names its tenant too, so that the indexes that begin with it serve a caller who sees all tenants. */
export function ofMerchant(session: Session, alias: string, merchantId: string): Sql {
  return sql`${raw(alias)}.tenant_id = (SELECT o.tenant_id FROM merchants o WHERE ${byId(session, 'o', merchantId)})
    AND ${raw(alias)}.merchant_id = ${merchantId}::uuid`;
}

/** One employee's rows, as `ofMerchant`. */
export function ofEmployee(session: Session, alias: string, employeeId: string): Sql {
  return sql`${raw(alias)}.tenant_id = (SELECT o.tenant_id FROM employees o WHERE ${byId(session, 'o', employeeId)})
    AND ${raw(alias)}.employee_id = ${employeeId}::uuid`;
}

/** As `ofMerchant`, for one company's. */
export function ofCompany(session: Session, alias: string, companyId: string): Sql {
  return sql`${raw(alias)}.tenant_id = (SELECT o.tenant_id FROM companies o WHERE ${byId(session, 'o', companyId)})
    AND ${raw(alias)}.company_id = ${companyId}::uuid`;
}
