import { recordMissing } from '../../core/errors.ts';
import type { Session, Sight } from '../../core/session.ts';
import { raw, rowsOf, type Sql, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';
import { byId, inTenants, ofService, visible } from './scope.ts';

/** A table by the name that the code gives it. */
type Table = Lowercase<string>;

/** What names a row. */
interface Key {
  tenantId: string;
  id: string;
}

/** Prisma's condition for rows that were found before, by their keys. */
export function keysOf(rows: readonly Key[]) {
  return {
    tenantId: { in: [...new Set(rows.map(({ tenantId }) => tenantId))] },
    id: { in: rows.map(({ id }) => id) },
  };
}

/** Locks a row that the caller may see, so that of two changes at once the second sees the first, and returns its key; throws 406 when there is none. */
export async function lockVisible(tx: Transaction, session: Sight, table: Table, id: string): Promise<Key> {
  const [key] = await rowsOf<Key>(
    tx,
    sql`SELECT c.tenant_id AS "tenantId", c.id FROM ${raw(table)} c WHERE ${byId(session, 'c', id)} AND ${visible(session, 'c')} FOR UPDATE`,
  );
  if (!key) throw recordMissing();
  return key;
}

/**
 * Locks those of many rows that the caller may see and returns their keys: in the order of their ids, so that of two bulk actions one
 * waits for the other and never both. Their keys stay free: payments of those people and stores go on. What has no `merchant_id`
 * says by `sight` who sees it.
 */
export async function lockVisibleRows(
  tx: Transaction,
  session: Session,
  table: Table,
  ids: readonly string[],
  sight: (session: Session, alias: string) => Sql = visible,
): Promise<Key[]> {
  return rowsOf<Key>(
    tx,
    sql`SELECT c.tenant_id AS "tenantId", c.id FROM ${raw(table)} c
        WHERE ${inTenants(session, 'c')} AND c.id = ANY(${[...ids]}::uuid[]) AND ${sight(session, 'c')}
        ORDER BY c.id FOR NO KEY UPDATE`,
  );
}

/** Locks those rows of what is the service's own, of no tenant, that the caller may change, in the order of their ids, and returns these. */
export async function lockOfService(
  tx: Transaction,
  session: Session,
  table: Table,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`SELECT c.id FROM ${raw(table)} c WHERE c.id = ANY(${[...ids]}::uuid[]) AND ${ofService(session)} ORDER BY c.id FOR UPDATE`,
  );
  return rows.map(({ id }) => id);
}
