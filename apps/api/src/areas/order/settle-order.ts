import type { TopUp } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import { operationOf } from '../../core/operation.ts';
import type { Session } from '../../core/session.ts';
import type { SigningChannel } from '../../core/signing-channel.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { post } from '../../platform/ledger/post.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { orderStateMachine } from './order-states.ts';
import { orderPostings } from './postings.ts';

/** Where money came from, as its bank or channel names it. */
export interface Receipt {
  externalNo: string;
  /** The account that a transfer came to. */
  platformAccountId?: string;
}

/**
 * Pays an order whole with what came for it by transfer or channel; false where it does not wait for that any more. What allows it is the
 * claim's checker, or the channel that tells of it.
 */
export async function settleOrder(
  tx: Transaction,
  by: Caller<Session | SigningChannel>,
  { tenantId, id: topUpId, orderId, channel, amount }: TopUp,
  receipt: Receipt,
): Promise<boolean> {
  if (orderId === null) return false;
  await lockOrder(tx, { tenantId, id: orderId });
  const order = await tx.cardOrder.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: orderId } } });
  if (order.state !== 'TO_PAY') return false;
  const { now, session } = by;
  await tx.cardOrderPayment.create({
    data: {
      ...{ tenantId, orderId, topUpId, amount, ...receipt, paidAt: now, createdBy: session.userName },
      method: channel === 'TRANSFER' ? 'TRANSFER' : 'CHANNEL',
    },
  });
  await writeState(tx, by, orderStateMachine, 'settle', [order], { columns: { paid: amount } });
  await post(tx, orderPostings, [order]);
  await logChange(
    tx,
    { ...by, operation: operationOf('order', 'payOrder') },
    {
      ...{ tenantId, id: orderId, label: order.orderNo },
      before: { state: order.state },
      after: { state: 'PAID', paidAmount: Number(amount), externalNo: receipt.externalNo },
    },
  );
  return true;
}

/** Locks an order before what is to pay it, in the order in which everybody takes the two. */
export async function lockOrder(
  tx: Transaction,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<void> {
  await tx.$executeRaw`SELECT FROM card_orders WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;
}
