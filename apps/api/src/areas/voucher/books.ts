import type { Session, Sight } from '../../core/session.ts';
import { raw, type Sql, sql } from '../../platform/db/sql.ts';
import { visibleInTenant } from '../../platform/records/scope.ts';

/** The rows of a tenant's books: who sees less than the whole tenant sees none, as each voucher sums companies up. */
export function visibleBooks(session: Session, alias: string): Sql {
  const { scope } = session;
  const tenant = visibleInTenant(session, alias);
  return scope.all || scope.tenant ? tenant : sql`${tenant} AND FALSE`;
}

/** Whose books are asked for: the caller's, or another tenant's where they see all; no tenant's where they see less than a whole one. */
export function booksOf({ tenantId, scope }: Sight, asked?: string): string | null {
  if (scope.all) return asked ?? tenantId;
  return scope.tenant && (asked === undefined || asked === tenantId) ? tenantId : null;
}

/** SQL of the full name of the account under `alias`: the names from the first level down, joined by dashes. */
export function fullName(alias: string): Sql {
  return raw(`(SELECT string_agg(up.name, '—' ORDER BY up.code) FROM ledger_accounts up WHERE up.tenant_id = ${alias}.tenant_id
    AND (up.code = ${alias}.code OR ${alias}.code LIKE up.code || '.%'))`);
}

/** JSON of the account under `alias` as lines and ledgers name it. */
export function accountJson(alias: string): Sql {
  return sql`json_build_object('id', ${raw(alias)}.id, 'code', ${raw(alias)}.code, 'name', ${raw(alias)}.name, 'fullName', ${fullName(alias)})`;
}

/** SQL of a voucher's number as it is read, such as 记-0012; null until it has one. */
export function voucherNo(alias: string): Sql {
  return raw(
    `${alias}.word || '-' || lpad(${alias}.number::text, greatest(4, length(${alias}.number::text)), '0')`,
  );
}
