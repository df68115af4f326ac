import { rowOf, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { LockedAccount } from './account.sql.ts';

/** Where money goes that an adjustment takes out of lots. */
type Taken = 'LOCKED' | 'RECOVERED' | 'VOIDED';

/**
 * Takes of a locked account's available money what general money does not cover out of its lots, the latest end first, then the
 * newest; returns how much that was, in fen.
 */
export async function takeFromLots(
  tx: Transaction,
  account: LockedAccount,
  amount: number,
  into: Taken,
): Promise<number> {
  const { tenantId, id, availableLimit, lotAvailable } = account;
  const ofLots = Math.max(0, amount - (availableLimit - lotAvailable));
  if (ofLots === 0) return 0;
  const { taken } = await rowOf<{ taken: number }>(
    tx,
    sql`
    WITH open AS (
      SELECT o.id, o.available, sum(o.available) OVER in_turn - o.available AS before FROM limit_lots o
      WHERE o.tenant_id = ${tenantId}::uuid AND o.account_id = ${id}::uuid AND o.ended_at IS NULL AND o.available > 0
      WINDOW in_turn AS (ORDER BY o.expires_at DESC NULLS FIRST, o.id DESC)),
    taken AS (SELECT id, least(available, ${ofLots}::bigint - before)::bigint AS amount FROM open WHERE before < ${ofLots}::bigint),
    moved AS (
      UPDATE limit_lots l SET available = l.available - t.amount,
        locked = l.locked + CASE ${into} WHEN 'LOCKED' THEN t.amount ELSE 0 END,
        recovered = l.recovered + CASE ${into} WHEN 'RECOVERED' THEN t.amount ELSE 0 END,
        voided = l.voided + CASE ${into} WHEN 'VOIDED' THEN t.amount ELSE 0 END
      FROM taken t WHERE l.tenant_id = ${tenantId}::uuid AND l.id = t.id RETURNING t.amount)
    SELECT coalesce(sum(amount), 0)::float8 AS taken FROM moved`,
  );
  if (taken !== ofLots) throw new Error('The lots of an account are less than it says');
  return ofLots;
}

/** Of a lot that money was unlocked of, in fen. */
export interface Unlocked {
  lotId: string;
  amount: number;
  /** It has ended meanwhile: what was unlocked is recovered at once. */
  ended: boolean;
}

/** Unlocks money of a locked account's lots, the soonest end first, then the oldest; general money is unlocked after them. */
export async function unlockLots(
  tx: Transaction,
  { tenantId, id, lotLocked }: LockedAccount,
  amount: number,
  now: Date,
): Promise<Unlocked[]> {
  if (lotLocked === 0) return [];
  return rowsOf<Unlocked>(
    tx,
    sql`
    WITH held AS (
      SELECT o.id, o.locked, sum(o.locked) OVER in_turn - o.locked AS before,
        o.ended_at IS NOT NULL OR coalesce(o.expires_at <= ${now}::timestamptz, false) AS ended
      FROM limit_lots o WHERE o.tenant_id = ${tenantId}::uuid AND o.account_id = ${id}::uuid AND o.locked > 0
      WINDOW in_turn AS (ORDER BY o.expires_at NULLS LAST, o.id)),
    freed AS (SELECT id, ended, least(locked, ${amount}::bigint - before)::bigint AS amount FROM held WHERE before < ${amount}::bigint)
    UPDATE limit_lots l SET locked = l.locked - f.amount,
      available = l.available + CASE WHEN f.ended THEN 0 ELSE f.amount END,
      recovered = l.recovered + CASE WHEN f.ended THEN f.amount ELSE 0 END
    FROM freed f WHERE l.tenant_id = ${tenantId}::uuid AND l.id = f.id
    RETURNING l.id AS "lotId", f.amount::float8 AS amount, f.ended`,
  );
}

/** What was still in a lot that its owner loses, in fen. */
interface LotLeft {
  accountId: string;
  lotId: string;
  amount: number;
}

/** Ends all lots of locked accounts whose owners leave, frozen or not; returns what was left in them. */
export async function endLots(
  tx: Transaction,
  accounts: readonly LockedAccount[],
  now: Date,
): Promise<LotLeft[]> {
  const tenants = [...new Set(accounts.map(({ tenantId }) => tenantId))];
  const ids = accounts.map(({ id }) => id);
  const ended = await rowsOf<LotLeft>(
    tx,
    sql`
    UPDATE limit_lots l SET available = 0, locked = 0, recovered = l.recovered + l.available + l.locked,
      ended_at = coalesce(l.ended_at, ${now}::timestamptz), end_reason = coalesce(l.end_reason, 'LEFT')
    WHERE l.tenant_id = ANY(${tenants}::uuid[]) AND l.account_id = ANY(${ids}::uuid[]) AND (l.ended_at IS NULL OR l.locked > 0)
    RETURNING l.account_id AS "accountId", l.id AS "lotId", (old.available + old.locked)::float8 AS amount`,
  );
  return ended.filter(({ amount }) => amount > 0);
}
