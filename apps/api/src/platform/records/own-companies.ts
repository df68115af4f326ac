import type { Session } from '../../core/session.ts';
import { raw, type Sql, sql } from '../db/sql.ts';
import { visibleInTenant } from './scope.ts';

/** Whether the caller sees what belongs to the company, as `visibleCompanies` does. */
export function sees({ scope }: Session, companyId: string): boolean {
  return scope.all || scope.tenant || scope.companyIds.includes(companyId);
}

/** The companies themselves of which that is so. */
export function seenCompanies(session: Session, alias: string): Sql {
  const { scope } = session;
  const tenant = visibleInTenant(session, alias);
  return scope.all || scope.tenant
    ? tenant
    : sql`${tenant} AND ${raw(alias)}.id = ANY(${scope.companyIds}::uuid[])`;
}
