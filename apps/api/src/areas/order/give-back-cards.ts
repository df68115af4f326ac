import type { Decision } from '../../platform/approval/subject.ts';
import { rowOf, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { stepCards, toState } from '../card/step-cards.ts';
import { cardsAtOnce } from './make-cards.ts';
import { refundableOnly } from './refund-order.ts';
import type { RefundableLine } from './refundable.sql.ts';

/** What is given back of a line. */
interface GivenBack {
  tenantId: string;
  line: RefundableLine;
  quantity: number;
  /** Why, as the cards show it. */
  reason: string;
}

/**
 * Gives back cards of a line of a locked order: those that were cancelled before and not paid back, then those that are not made, and of the others
 * those nearest to the stock, each of which is cancelled. Returns how many of them are not made and never will be; throws 406 where there are
 * too few.
 */
export async function giveBackCards(tx: Transaction, by: Decision, given: GivenBack): Promise<number> {
  const { tenantId, line, quantity, reason } = given;
  const { made, cancelled } = await rowOf<{ made: number; cancelled: number }>(
    tx,
    sql`SELECT count(*)::int AS made, (count(*) FILTER (WHERE state = 'CANCELLED' AND activated_at IS NULL))::int AS cancelled
        FROM cards WHERE tenant_id = ${tenantId}::uuid AND order_line_id = ${line.id}::uuid`,
  );
  const cancelledBefore = Math.min(quantity, cancelled - (line.refunded - line.unmade));
  const unmade = Math.min(quantity - cancelledBefore, line.quantity - line.unmade - made);
  const cards = await lockUnused(tx, given, quantity - cancelledBefore - unmade);
  for (let from = 0; from < cards.length; from += cardsAtOnce) {
    await stepCards(tx, by, cards.slice(from, from + cardsAtOnce), {
      action: 'CANCEL',
      to: toState('CANCELLED'),
      columns: sql`state_reason = ${reason}`,
      side: 'OPERATOR',
      reason,
    });
  }
  return unmade;
}

/** Locks so many cards of a line on which nothing has been, in the order in which everybody locks cards. */
async function lockUnused(
  tx: Transaction,
  { tenantId, line }: GivenBack,
  count: number,
): Promise<{ tenantId: string; id: string }[]> {
  if (count === 0) return [];
  const unused = sql`c.tenant_id = ${tenantId}::uuid AND c.order_line_id = ${line.id}::uuid AND c.state IN ('STOCK', 'PENDING') AND c.request_id IS NULL`;
  const cards = await rowsOf<{ tenantId: string; id: string }>(
    tx,
    sql`SELECT c.tenant_id AS "tenantId", c.id FROM cards c
        WHERE ${unused} AND c.id = ANY(ARRAY(SELECT c.id FROM cards c WHERE ${unused} ORDER BY c.state DESC, c.order_n DESC LIMIT ${count}::int))
        ORDER BY c.id FOR NO KEY UPDATE`,
  );
  // Somebody has activated one of them meanwhile.
  if (cards.length < count) throw refundableOnly(line.refundable - (count - cards.length));
  return cards;
}
