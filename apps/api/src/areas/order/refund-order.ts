import type { CardOrderDetail, cardOrder as contract } from '@xyxlx/contracts/card-order';
import { type RefundLine, refundOf } from '@xyxlx/contracts/card-order-refund';
import type { Waits } from '@xyxlx/contracts/waits';
import type { CardOrder } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { submitForApproval } from '../../platform/approval/submit.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { logStates, writeState } from '../../platform/records/change-state.ts';
import { nextNumber } from '../../platform/records/numbers.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { orderOf } from './order.sql.ts';
import { orderStateMachine } from './order-states.ts';
import { cardOrderRefund } from './refund-subject.ts';
import { type RefundableLine, refundableLines } from './refundable.sql.ts';

/**
 * Hands in that cards of an order are given back and paid back; nothing is made or sent of it until somebody has decided. Throws 406 for more
 * cards than can be given back, and for money that is invoiced.
 */
export function refundOrder(
  call: Call<z.output<typeof contract.refundOrder.input>, Session>,
): Promise<CardOrderDetail & Waits> {
  const { input, session, now } = call;
  return change(call, async (tx) => {
    const [row] = await orderStateMachine.lock(tx, session, [input.id]);
    if (!row) throw recordMissing();
    mustAllow(orderStateMachine, 'refundOrder', row);
    if (row.version !== input.version) throw staleVersion();
    const { tenantId, id: orderId, merchantId, orderNo, state, parcelFee } = row;
    const lines = await refundableLines(tx, row);
    mustGiveBack(lines, input.lines);
    const asked = refundOf({ state, parcelFee: Number(parcelFee), lines }, input.lines);
    const { quantity, amount, feeAmount: fee } = asked;
    await refuseInvoiced(tx, row, amount);
    const { platformAccountId } = await tx.cardOrderPayment.findUniqueOrThrow({
      where: { tenantId_orderId: { tenantId, orderId } },
    });
    const by = session.userName;
    const { id, refundNo } = await tx.cardOrderRefund.create({
      data: {
        ...{ tenantId, orderId, refundNo: await nextNumber(tx, tenantId, 'KT'), quantity, amount, fee },
        ...{ reason: input.reason, platformAccountId },
        ...{ createdAt: now, createdBy: by, updatedAt: now, updatedBy: by },
      },
    });
    await tx.cardOrderRefundLine.createMany({
      data: input.lines.map((line) => ({ ...line, tenantId, refundId: id })),
    });
    await writeState(tx, call, orderStateMachine, 'refundOrder', [row], { columns: { stateBefore: state } });
    const { id: approvalId } = await submitForApproval(tx, call, cardOrderRefund, {
      ...{ tenantId, merchantId, subjectId: id, aboutId: orderId, amount },
      subjectLabel: `${refundNo} ${orderNo}`,
      reason: input.reason,
    });
    await tx.cardOrderRefund.update({ where: { tenantId_id: { tenantId, id } }, data: { approvalId } });
    await logStates(tx, call, orderStateMachine, 'refundOrder', [row], {
      reason: input.reason,
      after: () => ({ refundNo, quantity, amount }),
    });
    return { ...(await orderOf(tx, session, orderId)), approvalId };
  });
}

/** Throws 406 where more cards of a line are to be given back than can be, or of a line of another order. */
export function mustGiveBack(lines: readonly RefundableLine[], wanted: readonly RefundLine[]): void {
  for (const { lineId, quantity } of wanted) {
    const line = lines.find(({ id }) => id === lineId);
    if (!line) throw recordMissing();
    if (quantity > line.refundable) throw refundableOnly(line.refundable);
  }
}

/** So many cards can be given back, and no more. */
export function refundableOnly(count: number): Refusal {
  return new Refusal({ zh: `可退 ${count} 张`, en: `${count} cards of it can be given back` });
}

/** Refuses to give back what an invoice stands for: after `amount` fen are gone, the rest must still cover what is invoiced. */
export async function refuseInvoiced(
  tx: Transaction,
  { tenantId, id: orderId, paid, refunded }: CardOrder,
  amount: number,
): Promise<void> {
  const { _sum } = await tx.invoiceLine.aggregate({ where: { tenantId, orderId }, _sum: { amount: true } });
  if (paid - refunded - BigInt(amount) >= (_sum.amount ?? 0n)) return;
  throw new Refusal({
    zh: '该订单已开票，请先红冲发票再退款',
    en: 'The order has been invoiced: reverse the invoice before refunding it',
  });
}
