import type { Session } from '../../core/session.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { visible, visibleCompanies, visibleInTenant } from '../../platform/records/scope.ts';

/** The bills of merchants and of companies that a caller may see, and their movements. */
export function visibleBills(session: Session, alias: string): Sql {
  const tenant = visibleInTenant(session, alias);
  if (session.scope.all || session.scope.tenant) return tenant;
  return sql`${tenant} AND (${visible(session, alias)} OR ${visibleCompanies(session, alias)})`;
}
