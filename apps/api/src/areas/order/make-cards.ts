import type { CardOrder } from '@xyxlx/database/client/client';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { nextCount } from '../../platform/records/numbers.ts';
import { cardCounter } from '../card/card-number.ts';
import type { MakeNumbers } from '../card/make-numbers.ts';
import { policyOf } from '../card/policy.ts';
import { backOfLine } from './refundable.sql.ts';

/** So many cards commit together. */
export const cardsAtOnce = 1_000;

/** A number of a thousand million is drawn anew where a card has it already; so often in a row is no chance any more. */
const mostDraws = 20;

/** A card that is to be: the how manieth of which line. */
interface Place {
  lineId: string;
  n: number;
}

/** Makes the next cards of a locked order, at most so many as commit together, and says how many: 0 when all are there. */
export async function makeSomeCards(
  tx: Transaction,
  order: CardOrder,
  { makeNumbers, by, now }: { makeNumbers: MakeNumbers; by: string; now: Date },
): Promise<number> {
  const { tenantId } = order;
  const places = await missingPlaces(tx, order);
  if (places.length === 0) return 0;
  const last = await nextCount(tx, tenantId, cardCounter, places.length);
  const cards = places.map((place, k) => {
    const count = last - places.length + k + 1;
    return { ...place, cardNo: `${cardCounter}${String(count).padStart(8, '0')}` };
  });
  const ids = await rowsOf<{ id: string }>(
    tx,
    sql`SELECT uuidv7() AS id FROM generate_series(1, ${places.length}::int)`,
  );
  let left = cards.map((card, k) => ({ ...card, id: (ids[k] as { id: string }).id }));
  const policy = await policyOf(tx, tenantId);
  for (let draws = 0; left.length > 0; draws++) {
    if (draws === mostDraws)
      throw new Error(`${order.orderNo}: every number that was drawn is another card's`);
    const numbers = await makeNumbers(left.map(({ id }) => id));
    const drawn = left.map((card, k) => ({ ...card, ...numbers[k] }));
    const written = await rowsOf<{ id: string }>(
      tx,
      sql`
      INSERT INTO cards (tenant_id, id, card_no, pan_cipher, pan_index, first_six, last_four, product_id, form, naming, face_amount, months,
        merchant_id, company_id, cap, order_line_id, order_n, created_at, created_by, updated_at, updated_by)
      SELECT ${tenantId}::uuid, g.id, g."cardNo", g."panCipher", g."panIndex", g."firstSix", g."lastFour", l.product_id, l.form, l.naming,
        l.face_amount, l.months, ${order.merchantId}::uuid, ${order.companyId}::uuid,
        greatest(l.face_amount, CASE l.naming WHEN 'NAMED' THEN ${policy.namedMax}::bigint ELSE ${policy.anonymousMax}::bigint END),
        l.id, g.n, ${now}::timestamptz, ${by}, ${now}::timestamptz, ${by}
      FROM jsonb_to_recordset(${JSON.stringify(drawn)}::jsonb) AS g("lineId" uuid, n int, "cardNo" text, id uuid, "panCipher" text,
        "panIndex" text, "firstSix" text, "lastFour" text, "olderIndexes" text[])
      JOIN card_order_lines l ON l.tenant_id = ${tenantId}::uuid AND l.id = g."lineId"
      WHERE NOT EXISTS (SELECT FROM cards o WHERE o.tenant_id = ${tenantId}::uuid AND o.pan_index = ANY(g."olderIndexes"))
      ON CONFLICT (tenant_id, pan_index) DO NOTHING
      RETURNING id`,
    );
    const there = new Set(written.map(({ id }) => id));
    left = left.filter(({ id }) => !there.has(id));
  }
  return places.length;
}

/** The next cards that an order still lacks, line by line; those of a line are made in their order, so that the last one says how many there are, and what was given back before is at its end. */
function missingPlaces(tx: Transaction, { tenantId, id }: CardOrder): Promise<Place[]> {
  return rowsOf(
    tx,
    sql`SELECT l.id AS "lineId", g.n FROM card_order_lines l
        CROSS JOIN LATERAL (SELECT coalesce(max(c.order_n), 0) AS made FROM cards c
          WHERE c.tenant_id = ${tenantId}::uuid AND c.order_line_id = l.id) m
        CROSS JOIN LATERAL ${backOfLine} b
        CROSS JOIN LATERAL generate_series(m.made + 1, least(l.quantity - b.unmade, m.made + ${cardsAtOnce}::int)) g(n)
        WHERE l.tenant_id = ${tenantId}::uuid AND l.order_id = ${id}::uuid
        ORDER BY l.line_no, g.n LIMIT ${cardsAtOnce}`,
  );
}
