import type { Merchant } from '@xyxlx/database/client/client';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { keysOf } from '../../platform/records/lock-visible.ts';
import { byId, inTenants, visibleMerchants } from '../../platform/records/scope.ts';

/**
 * Locks a merchant that the caller may see, so that of two changes at once the second sees the first. Its key stays free:
 * payments go on while, for example, a long sheet is taken in.
 */
export async function lockMerchant(tx: Transaction, session: Session, id: string): Promise<Merchant> {
  const [key] = await rowsOf<{ tenantId: string; id: string }>(
    tx,
    sql`SELECT m.tenant_id AS "tenantId", m.id FROM merchants m
        WHERE ${byId(session, 'm', id)} AND ${visibleMerchants(session, 'm')} FOR NO KEY UPDATE`,
  );
  if (!key) throw recordMissing();
  return tx.merchant.findUniqueOrThrow({ where: { tenantId_id: key } });
}

/** As `lockMerchant` for those of many that the caller may see; in the order of their ids, so that of two bulk actions one waits for the other. */
export async function lockMerchants(
  tx: Transaction,
  session: Session,
  ids: readonly string[],
): Promise<Merchant[]> {
  const keys = await rowsOf<{ tenantId: string; id: string }>(
    tx,
    sql`SELECT m.tenant_id AS "tenantId", m.id FROM merchants m
        WHERE ${inTenants(session, 'm')} AND m.id = ANY(${[...ids]}::uuid[]) AND ${visibleMerchants(session, 'm')}
        ORDER BY m.id FOR NO KEY UPDATE`,
  );
  return tx.merchant.findMany({ where: keysOf(keys) });
}
