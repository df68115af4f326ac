import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import type { ownOrder as contract } from '@xyxlx/contracts/own-order';
import type { Waits } from '@xyxlx/contracts/waits';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { closeAsked } from '../channel/ask-to-pay.ts';
import { applyForOrder } from '../invoice/apply-for-order.ts';
import { closePayments } from '../order/close-payments.ts';
import { orderStateMachine } from '../order/order-states.ts';
import { placeAgain, placeOrder } from '../order/write-order.ts';
import { ownEmployeeId } from './own-employee.sql.ts';
import { lockOwnOrder, ownOrderOf } from './own-order.sql.ts';

type Added = z.output<typeof contract.addOrder.input>;
type Edited = z.output<typeof contract.editOrder.input>;
type Applied = z.output<typeof contract.applyInvoice.input>;
type Cancelled = z.output<typeof contract.cancelOrder.input>;

/** Orders cards for the unit that the caller works at; throws 406 for who works at none. */
export function addOwnOrder(call: Call<Added, Session>): Promise<CardOrderDetail & Waits> {
  const { input, session } = call;
  return change(call, async (tx) => {
    const { id, approvalId } = await placeOrder(tx, call, await ownUnit(tx, session), input);
    return { ...(await ownOrderOf(tx, session, id)), approvalId };
  });
}

/** Changes an order of the caller's own that was rejected, and hands it in anew. */
export function editOwnOrder(call: Call<Edited, Session>): Promise<CardOrderDetail & Waits> {
  const { input, session } = call;
  return change(call, async (tx) => {
    const row = await lockOwnOrder(tx, session, input.id);
    const { id, approvalId } = await placeAgain(tx, call, row, input);
    return { ...(await ownOrderOf(tx, session, id)), approvalId };
  });
}

/** Cancels an order of the caller's own that nobody has paid. */
export async function cancelOwnOrder(call: Call<Cancelled, Session>): Promise<CardOrderDetail> {
  const { input, session, deps } = call;
  const { id, version, reason } = input;
  const closed = await change(call, async (tx) => {
    const row = await lockOwnOrder(tx, session, id);
    mustAllow(orderStateMachine, 'cancelOrder', row);
    if (row.version !== version) throw staleVersion();
    await writeState(tx, call, orderStateMachine, 'cancelOrder', [row]);
    await logChange(tx, call, {
      ...{ tenantId: row.tenantId, id, label: row.orderNo, reason },
      before: { state: row.state },
      after: { state: 'CANCELLED' },
    });
    return closePayments(tx, call, row);
  });
  await closeAsked(call, closed);
  return ownOrderOf(deps.database.pool, session, id);
}

/** Applies for the invoice of a paid order of the caller's own. */
export function applyOwnInvoice(call: Call<Applied, Session>): Promise<CardOrderDetail> {
  const { input, session } = call;
  const { id, ...head } = input;
  return change(call, async (tx) => {
    await applyForOrder(tx, call, await lockOwnOrder(tx, session, id), head);
    return ownOrderOf(tx, session, id);
  });
}

/** The unit of the employee that the caller is, locked; throws 406 where they are none, or have not begun or have left. */
async function ownUnit(tx: Transaction, session: Session) {
  const { tenantId } = session;
  const [own] = await rowsOf<{ id: string }>(
    tx,
    sql`SELECT m.id FROM employees e JOIN merchants m ON m.tenant_id = e.tenant_id AND m.id = e.merchant_id
        WHERE e.tenant_id = ${tenantId}::uuid AND e.id = ${ownEmployeeId(session)} AND e.state = 'ACTIVE' FOR NO KEY UPDATE OF m`,
  );
  if (!own)
    throw new Refusal({
      zh: '没有与您对应的在职员工，不能为单位下单',
      en: 'You are no active employee of a unit, for which cards could be ordered',
    });
  return tx.merchant.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: own.id } } });
}
