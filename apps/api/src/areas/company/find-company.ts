import type { CompanyRow } from '@xyxlx/contracts/company';
import type { Prisma } from '@xyxlx/database/client/client';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { raw, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { everyTenant, visibleInTenant } from '../../platform/records/scope.ts';
import { maskMobile } from '../../platform/security/mask.ts';

/** What is shown of a company besides its columns; counted within the tenants that the caller sees. */
export function companyInclude({ tenantId, scope }: Session) {
  const where = scope.all ? everyTenant : { tenantId };
  return {
    parent: { select: { id: true, name: true } },
    _count: { select: { memberships: { where }, merchants: { where } } },
  } satisfies Prisma.CompanyInclude;
}

export type CompanyRecord = Prisma.CompanyGetPayload<{ include: ReturnType<typeof companyInclude> }>;

/** The companies that a caller may see: every query of companies goes through it. */
export function companyScope({ tenantId, scope, companyId }: Session): Prisma.CompanyWhereInput {
  if (scope.all) return everyTenant;
  if (scope.tenant) return { tenantId };
  return { tenantId, id: { in: [...scope.companyIds, ...(companyId ? [companyId] : [])] } };
}

/** As `companyScope`, in SQL. */
export function seenCompanies(session: Session, alias: string): Sql {
  const { scope, companyId } = session;
  const tenant = visibleInTenant(session, alias);
  if (scope.all || scope.tenant) return tenant;
  const own = [...scope.companyIds, ...(companyId ? [companyId] : [])];
  return sql`${tenant} AND ${raw(alias)}.id = ANY(${own}::uuid[])`;
}

/** A company that the caller may see; throws 406 when there is none. */
export async function findCompany(
  client: Pick<Transaction, 'company'>,
  session: Session,
  id: string,
): Promise<CompanyRecord> {
  const row = await client.company.findFirst({
    where: { AND: [companyScope(session), { id }] },
    include: companyInclude(session),
  });
  if (!row) throw recordMissing();
  return row;
}

/** A company as the wire has one. */
export function presentCompany(row: CompanyRecord): CompanyRow {
  return {
    id: row.id,
    parent: row.parent,
    name: row.name,
    creditCode: row.creditCode,
    contactName: row.contactName,
    contactMobile: row.contactMobile && maskMobile(row.contactMobile),
    address: row.address,
    certification: row.certification,
    memberCount: row._count.memberships,
    merchantCount: row._count.merchants,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: row.updatedBy,
  };
}
