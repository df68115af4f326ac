import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

/** A part of a refund, in fen. */
export interface GivenBack {
  /** Null: general money. */
  lotId: string | null;
  amount: number;
  /** The lot has ended: what comes back of it is the company's. */
  ended: boolean;
}

/** What is given back of a payment, in fen; its account is locked. */
interface Refunded {
  tenantId: string;
  consumptionId: string;
  /** The company's share of the payment, and what of that came back before. */
  enterprise: number;
  already: number;
  /** What of it comes back now. */
  share: number;
  now: Date;
}

/** Which money a refund gives back: what the payment took last comes first, and so general money before any lot. */
export async function partsOfRefund(
  tx: Transaction,
  { tenantId, consumptionId, enterprise, already, share, now }: Refunded,
): Promise<GivenBack[]> {
  const spends = await rowsOf<{ lotId: string; amount: number; returned: number; ended: boolean }>(
    tx,
    sql`SELECT s.lot_id AS "lotId", s.amount::float8 AS amount, s.returned::float8 AS returned,
          o.ended_at IS NOT NULL OR coalesce(o.expires_at <= ${now}::timestamptz, false) AS ended
        FROM lot_spends s JOIN limit_lots o ON o.tenant_id = s.tenant_id AND o.id = s.lot_id
        WHERE s.tenant_id = ${tenantId}::uuid AND s.consumption_id = ${consumptionId}::uuid ORDER BY s.seq DESC`,
  );
  const sum = (part: 'amount' | 'returned') => spends.reduce((total, one) => total + one[part], 0);
  const general = enterprise - sum('amount') - (already - sum('returned'));
  let left = share;
  return [
    { lotId: null, amount: general, ended: false },
    ...spends.map(({ lotId, amount, returned, ended }) => ({ lotId, amount: amount - returned, ended })),
  ].flatMap((part) => {
    const amount = Math.min(left, part.amount);
    left -= amount;
    return amount > 0 ? [{ ...part, amount }] : [];
  });
}

/** Writes what came back of lots; what has ended counts as recovered. The account's own parts are the caller's. */
export async function returnToLots(
  tx: Transaction,
  { tenantId, consumptionId }: Pick<Refunded, 'tenantId' | 'consumptionId'>,
  parts: readonly GivenBack[],
): Promise<void> {
  const lots = parts.filter(({ lotId }) => lotId !== null);
  if (lots.length === 0) return;
  await tx.$executeRaw`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(lots)}::jsonb) AS g("lotId" uuid, amount bigint, ended boolean)),
    returned AS (
      UPDATE lot_spends s SET returned = s.returned + g.amount FROM given g
      WHERE s.tenant_id = ${tenantId}::uuid AND s.consumption_id = ${consumptionId}::uuid AND s.lot_id = g."lotId")
    UPDATE limit_lots l SET used = l.used - g.amount,
      available = l.available + CASE WHEN g.ended THEN 0 ELSE g.amount END,
      recovered = l.recovered + CASE WHEN g.ended THEN g.amount ELSE 0 END
    FROM given g WHERE l.tenant_id = ${tenantId}::uuid AND l.id = g."lotId"`;
}
