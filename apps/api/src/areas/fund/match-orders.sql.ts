import type { StatementLineOrder } from '@xyxlx/contracts/statement';
import type { MatchedLine } from '@xyxlx/contracts/top-up-match';
import type { Session } from '../../core/session.ts';
import { named, type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { byId, visible } from '../../platform/records/scope.ts';
import { visibleLines } from './line.sql.ts';
import { matchedLine, mostMatches, proposed, scoreOfOrder } from './match.sql.ts';

/** An order `c` that waits for the transfer of a line `l` and is claimed by nobody yet. */
const waitsFor = sql`c.tenant_id = l.tenant_id AND c.state = 'TO_PAY' AND c.pay_method = 'TRANSFER' AND c.payable = l.amount
  AND NOT EXISTS (SELECT FROM top_ups t WHERE t.tenant_id = c.tenant_id AND t.order_id = c.id AND t.state = 'SUBMITTED')`;

/** The orders that the caller sees and that may wait for a line, what goes together best and those with a proof first; none for a line that they can't see. */
export async function ordersOfLine(
  client: Queryable,
  session: Session,
  lineId: string,
  orderId: string | null = null,
): Promise<StatementLineOrder[]> {
  const rows = await rowsOf<{ row: Omit<StatementLineOrder, 'isProposed'> }>(
    client,
    sql`SELECT json_build_object('score', ${scoreOfOrder}, 'order', json_build_object('id', c.id, 'no', c.order_no, 'company', ${named('o')},
          'payableAmount', c.payable, 'proofs', p.proofs)) AS row
        FROM statement_lines l
        JOIN card_orders c ON ${waitsFor}
        JOIN companies o ON o.tenant_id = c.tenant_id AND o.id = c.company_id
        CROSS JOIN LATERAL (SELECT count(*)::int AS proofs FROM attachments a
          WHERE a.tenant_id = c.tenant_id AND a.subject_type = 'cardOrder' AND a.subject_id = c.id) p
        WHERE ${byId(session, 'l', lineId)} AND l.direction = 'IN' AND ${visibleLines(session, 'l')} AND ${visible(session, 'c')}
          AND (${orderId}::uuid IS NULL OR c.id = ${orderId}::uuid)
        ORDER BY ${scoreOfOrder} DESC, p.proofs > 0 DESC, c.created_at, c.id LIMIT ${mostMatches}`,
  );
  return proposed(rows.map(({ row }) => row));
}

/** The lines that may be the transfer that an order waits for, of the accounts that the caller sees; none for an order that they can't see. */
export async function linesOfOrder(
  client: Queryable,
  session: Session,
  orderId: string,
): Promise<MatchedLine[]> {
  const rows = await rowsOf<{ row: Omit<MatchedLine, 'isProposed'> }>(
    client,
    sql`SELECT json_build_object('score', ${scoreOfOrder}, 'line', ${matchedLine}) AS row
        FROM card_orders c
        JOIN companies o ON o.tenant_id = c.tenant_id AND o.id = c.company_id
        JOIN statement_lines l ON ${waitsFor}
        WHERE ${byId(session, 'c', orderId)} AND ${visible(session, 'c')} AND l.state = 'UNCLAIMED' AND l.direction = 'IN'
          AND ${visibleLines(session, 'l')}
        ORDER BY ${scoreOfOrder} DESC, l.at DESC, l.id LIMIT ${mostMatches}`,
  );
  return proposed(rows.map(({ row }) => row));
}
