import type { CardOrder } from '@xyxlx/database/client/client';
import { z } from 'zod';
import type { Requester } from '../../core/caller.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { stepCards, toState } from '../card/step-cards.ts';
import { cardsAtOnce } from './make-cards.ts';

/** Until where the anonymous cards of an order were gone through: a line, and the how manieth of it. */
const released = z.strictObject({ lineNo: z.int(), n: z.int() });
export type Released = z.infer<typeof released>;

/**
 * Lets the next anonymous cards of an order be activated (库存 → 待激活), for whoever holds them; named ones wait for their holder. Returns until
 * where, and how many were gone through; null when there are no more.
 */
export async function releaseSome(
  tx: Transaction,
  { tenantId, id }: CardOrder,
  { actor, now, after }: { actor: Requester; now: Date; after: unknown },
): Promise<{ until: Released; count: number } | null> {
  const from = after === null ? { lineNo: 0, n: 0 } : released.parse(after);
  const [line] = await rowsOf<{ id: string; lineNo: number; quantity: number }>(
    tx,
    sql`SELECT l.id, l.line_no AS "lineNo", l.quantity FROM card_order_lines l
        WHERE l.tenant_id = ${tenantId}::uuid AND l.order_id = ${id}::uuid AND l.naming = 'ANONYMOUS'
          AND (l.line_no > ${from.lineNo}::int OR l.line_no = ${from.lineNo}::int AND l.quantity > ${from.n}::int)
        ORDER BY l.line_no LIMIT 1`,
  );
  if (!line) return null;
  const first = line.lineNo === from.lineNo ? from.n : 0;
  const until = Math.min(first + cardsAtOnce, line.quantity);
  const cards = await rowsOf<{ tenantId: string; id: string }>(
    tx,
    sql`SELECT c.tenant_id AS "tenantId", c.id FROM cards c
        WHERE c.tenant_id = ${tenantId}::uuid AND c.order_line_id = ${line.id}::uuid AND c.order_n > ${first}::int AND c.order_n <= ${until}::int
          AND c.state = 'STOCK'
        ORDER BY c.id FOR NO KEY UPDATE`,
  );
  await stepCards(tx, { session: actor.session, now }, cards, {
    ...{
      action: 'SHIP',
      to: toState('PENDING'),
      columns: sql`state_reason = ''`,
      side: 'SERVICE',
      reason: '',
    },
  });
  return { until: { lineNo: line.lineNo, n: until }, count: until - first };
}
