import type { Option } from '@xyxlx/contracts/option';
import type { statement as contract } from '@xyxlx/contracts/statement';
import type { z } from 'zod';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { seenCompanies } from '../../platform/records/own-companies.ts';
import { byId } from '../../platform/records/scope.ts';
import { visibleLines } from './line.sql.ts';
import { ordersOfLine } from './match-orders.sql.ts';

type Claim = Pick<z.output<typeof contract.claimTopUp.input>, 'lineId' | 'companyId' | 'orderId'>;

/** For whom a line is claimed: a company, or that of an order which it pays whole; throws 406 for one that the caller can't choose. */
export async function claimantOf(
  client: Queryable,
  session: Session,
  { lineId, companyId, orderId }: Claim,
): Promise<{ company: Option; orderId: string | null }> {
  if (orderId !== undefined) {
    const [found] = await ordersOfLine(client, session, lineId, orderId);
    if (!found) throw otherOrder();
    return { company: found.order.company, orderId };
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

function otherOrder(): Refusal {
  return new Refusal({
    zh: '订单须待转账付款、应付金额与流水一致，且没有待审核的认领',
    en: 'The order must wait for a transfer of this amount, with no other claim that waits',
  });
}
