import type { CardForm } from '@xyxlx/contracts/card-kinds';
import type { CardOrder } from '@xyxlx/database/client/client';
import { type Queryable, raw, rowsOf, sql } from '../../platform/db/sql.ts';

/** SQL: what of line `l` of an order was given back, and how much of that had not been made. */
export const backOfLine =
  raw(`(SELECT coalesce(sum(b.quantity), 0)::int AS refunded, coalesce(sum(b.unmade), 0)::int AS unmade
  FROM card_order_refund_lines b JOIN card_order_refunds r ON r.tenant_id = b.tenant_id AND r.id = b.refund_id
  WHERE b.tenant_id = l.tenant_id AND b.line_id = l.id AND r.state = 'DONE')`);

/** SQL: how many cards of line `l` can't be given back: something has been on them, or is asked of them. */
export const usedOfLine = raw(`(SELECT count(*)::int AS used FROM cards k
  WHERE k.tenant_id = l.tenant_id AND k.order_line_id = l.id AND k.order_line_id IS NOT NULL
    AND (k.activated_at IS NOT NULL OR k.request_id IS NOT NULL))`);

/** A line as its refund reckons with it, amounts in fen. */
export interface RefundableLine {
  id: string;
  form: CardForm;
  faceAmount: number;
  makingFee: number;
  quantity: number;
  refunded: number;
  unmade: number;
  refundable: number;
}

/** The lines of an order with what was given back of them and what can still be. */
export function refundableLines(
  client: Queryable,
  { tenantId, id }: Pick<CardOrder, 'tenantId' | 'id'>,
): Promise<RefundableLine[]> {
  return rowsOf(
    client,
    sql`SELECT l.id, l.form, l.face_amount::float8 AS "faceAmount", l.making_fee::float8 AS "makingFee", l.quantity, b.refunded, b.unmade,
          l.quantity - b.refunded - u.used AS refundable
        FROM card_order_lines l CROSS JOIN LATERAL ${backOfLine} b CROSS JOIN LATERAL ${usedOfLine} u
        WHERE l.tenant_id = ${tenantId}::uuid AND l.order_id = ${id}::uuid ORDER BY l.line_no`,
  );
}

/** How many cards of an order are made in all: those that were ordered and not given back before. */
export async function cardsToMake(
  client: Queryable,
  order: Pick<CardOrder, 'tenantId' | 'id'>,
): Promise<number> {
  const [{ count } = { count: 0 }] = await rowsOf<{ count: number }>(
    client,
    sql`SELECT sum(l.quantity - b.unmade)::int AS count FROM card_order_lines l CROSS JOIN LATERAL ${backOfLine} b
        WHERE l.tenant_id = ${order.tenantId}::uuid AND l.order_id = ${order.id}::uuid`,
  );
  return count;
}
