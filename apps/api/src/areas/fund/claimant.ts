import type { Option } from '@xyxlx/contracts/option';
import type { statement as contract, StatementLineRow } from '@xyxlx/contracts/statement';
import type { z } from 'zod';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { seenCompanies } from '../../platform/records/own-companies.ts';
import { byId, visible } from '../../platform/records/scope.ts';
import { linesWhere, visibleLines } from './line.sql.ts';

type Claim = Pick<z.output<typeof contract.claimTopUp.input>, 'lineId' | 'companyId' | 'orderId'>;
type WaitingOrder = z.output<typeof contract.queryLineOrder.output>[number];

/** So many are offered; who looks for another one has its number. */
const most = 50;

/** For whom a line is claimed: a company, or that of an order which it pays whole; throws 406 for one that the caller can't choose. */
export async function claimantOf(
  client: Queryable,
  session: Session,
  { lineId, companyId, orderId }: Claim,
): Promise<{ company: Option; orderId: string | null }> {
  if (orderId !== undefined) {
    const [order] = await waitingOrders(client, session, lineId, orderId);
    if (!order) throw otherOrder();
    return { company: order.company, orderId };
  }
  const company = (await claimable(client, session, lineId)).find(({ id }) => id === companyId);
  if (!company) throw recordMissing();
  return { company, orderId: null };
}

/** The companies that the caller sees, of the tenant of a line that they see. */
export async function claimable(client: Queryable, session: Session, lineId: string): Promise<Option[]> {
  return rowsOf(
    client,
    sql`SELECT c.id, c.name FROM statement_lines l JOIN companies c ON c.tenant_id = l.tenant_id
        WHERE ${byId(session, 'l', lineId)} AND ${visibleLines(session, 'l')} AND ${seenCompanies(session, 'c')} ORDER BY c.name, c.id`,
  );
}

/** The orders that the caller sees and that wait for a transfer of what a line says, those with a proof first. */
export async function waitingOrders(
  client: Queryable,
  session: Session,
  lineId: string,
  orderId: string | null = null,
): Promise<WaitingOrder[]> {
  return rowsOf(
    client,
    sql`SELECT c.id, c.order_no AS no, json_build_object('id', o.id, 'name', o.name) AS company, c.payable::float8 AS "payableAmount",
          p.proofs
        FROM statement_lines l
        JOIN card_orders c ON c.tenant_id = l.tenant_id AND c.state = 'TO_PAY' AND c.pay_method = 'TRANSFER' AND c.payable = l.amount
        JOIN companies o ON o.tenant_id = c.tenant_id AND o.id = c.company_id
        CROSS JOIN LATERAL (SELECT count(*)::int AS proofs FROM attachments a
          WHERE a.tenant_id = c.tenant_id AND a.subject_type = 'cardOrder' AND a.subject_id = c.id) p
        WHERE ${byId(session, 'l', lineId)} AND l.direction = 'IN' AND ${visibleLines(session, 'l')} AND ${visible(session, 'c')}
          AND (${orderId}::uuid IS NULL OR c.id = ${orderId}::uuid)
          AND NOT EXISTS (SELECT FROM top_ups t WHERE t.tenant_id = c.tenant_id AND t.order_id = c.id AND t.state = 'SUBMITTED')
        ORDER BY p.proofs > 0 DESC, c.created_at, c.id LIMIT ${most}`,
  );
}

/** Lines that nobody claims, of the amount that an order waits for, the newest first. */
export function linesForOrder(
  client: Queryable,
  session: Session,
  orderId: string,
): Promise<StatementLineRow[]> {
  return linesWhere(
    client,
    session,
    sql`c.state = 'UNCLAIMED' AND EXISTS (SELECT FROM card_orders d WHERE ${byId(session, 'd', orderId)} AND ${visible(session, 'd')}
      AND d.tenant_id = c.tenant_id AND d.state = 'TO_PAY' AND d.pay_method = 'TRANSFER' AND d.payable = c.amount)`,
  );
}

function otherOrder(): Refusal {
  return new Refusal({
    zh: '订单须待转账付款、应付金额与流水一致，且没有待审核的认领',
    en: 'The order must wait for a transfer of this amount, with no other claim that waits',
  });
}
