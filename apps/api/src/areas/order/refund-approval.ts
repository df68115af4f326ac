import { cardOrderRefundTransitions } from '@xyxlx/contracts/card-order-refund';
import type { CardOrder, CardOrderRefund, Prisma } from '@xyxlx/database/client/client';
import { operationOf } from '../../core/operation.ts';
import { makerWhoMay } from '../../platform/approval/money-act.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { writeFlows } from '../../platform/fund/fund.ts';
import { post } from '../../platform/ledger/post.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';
import { oweRefund } from '../channel/owe-refund.ts';
import { postEarned } from './earn.ts';
import { giveBackCards } from './give-back-cards.ts';
import { matterOfOrderRefund } from './matter.ts';
import { lockOrder, orderStateMachine } from './order-states.ts';
import { mustGiveBack, refuseInvoiced } from './refund-order.ts';
import { refundPostings } from './refund-postings.ts';
import { cardOrderRefund } from './refund-subject.ts';
import { refundableLines } from './refundable.sql.ts';

/** The states of a refund, which its approval moves. */
const refundStates: Pick<
  RecordOf<
    typeof cardOrderRefundTransitions,
    CardOrderRefund,
    Prisma.CardOrderRefundUncheckedUpdateManyInput
  >,
  'table' | 'update'
> = {
  table: cardOrderRefundTransitions,
  update: (tx, where, data) => tx.cardOrderRefund.updateMany({ where, data }),
};

/** A refund that was handed in and its locked order, which waits for it. */
interface Asked {
  refund: CardOrderRefund & { lines: { lineId: string; quantity: number }[] };
  order: CardOrder & { stateBefore: NonNullable<CardOrder['stateBefore']> };
}

/** A refund of an order: approved, its cards are cancelled and what was paid for them goes back the way it came. */
export const cardOrderRefundApproval: ApprovalSubject = {
  ...cardOrderRefund,
  matter: matterOfOrderRefund,
  waiting: `SELECT id FROM card_order_refunds WHERE tenant_id = $1 AND state = 'SUBMITTED'`,
  approve: async (tx, decision) => {
    const asked = await lockAsked(tx, decision);
    await makerWhoMay(tx, cardOrderRefund, decision);
    await refund(tx, decision, asked);
  },
  reject: (tx, decision) => keep(tx, decision, 'reject'),
  withdraw: (tx, decision) => keep(tx, decision, 'withdraw'),
};

async function lockAsked(tx: Transaction, { approval }: Decision): Promise<Asked> {
  const { tenantId, subjectId: id } = approval;
  const refund = await tx.cardOrderRefund.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
    include: { lines: true },
  });
  const order = await lockOrder(tx, tenantId, refund.orderId);
  if (order.stateBefore === null) throw new Error(`${order.orderNo} does not wait for a refund`);
  return { refund, order: { ...order, stateBefore: order.stateBefore } };
}

async function refund(tx: Transaction, by: Decision, { refund, order }: Asked): Promise<void> {
  const { tenantId, id: orderId, orderNo, fee, refundedFee } = order;
  const { id: refundId, refundNo, reason, amount } = refund;
  const lines = await refundableLines(tx, order);
  mustGiveBack(lines, refund.lines);
  await refuseInvoiced(tx, order, Number(amount));
  for (const line of lines) {
    const quantity = refund.lines.find(({ lineId }) => lineId === line.id)?.quantity;
    if (!quantity) continue;
    const unmade = await giveBackCards(tx, by, { tenantId, line, quantity, reason: `${refundNo} ${reason}` });
    await tx.cardOrderRefundLine.update({
      where: { tenantId_refundId_lineId: { tenantId, refundId, lineId: line.id } },
      data: { unmade },
    });
  }
  await payBack(tx, by, { refund, order });
  await writeState(tx, by, refundStates, 'approve', [refund], { columns: { doneAt: by.now } });
  const refundedBefore = lines.reduce((sum, { refunded }) => sum + refunded, 0);
  const isWhole = refundedBefore + refund.quantity === order.quantity;
  const state = isWhole ? 'REFUNDED' : order.stateBefore;
  // What was made and is not sent any more costs what it costs.
  const isEarned = isWhole && order.earnedAt === null && fee > refundedFee + refund.fee;
  await writeState(tx, by, orderStateMachine, 'refund', [order], {
    to: state,
    columns: {
      ...{ stateBefore: null, refunded: { increment: amount }, refundedFee: { increment: refund.fee } },
      ...(isWhole && { jobId: null }),
      ...(isEarned && { earnedAt: by.now }),
    },
  });
  await post(tx, refundPostings, [refund]);
  if (isEarned) await postEarned(tx, order);
  await logChange(
    tx,
    { ...by, operation: operationOf('order', 'refundOrder') },
    {
      ...{ tenantId, id: orderId, label: orderNo, reason },
      before: { state: order.state },
      after: { state, refundNo, quantity: refund.quantity, refundedAmount: Number(amount) },
    },
  );
}

/** What the fund paid is the company's again; what came by a bank or channel goes out there. */
async function payBack(tx: Transaction, decision: Decision, { refund, order }: Asked): Promise<void> {
  const { tenantId, id: orderId, companyId } = order;
  const { session, now } = decision;
  const { id: sourceId, refundNo: remark, amount, reason } = refund;
  const { topUp } = await tx.cardOrderPayment.findUniqueOrThrow({
    where: { tenantId_orderId: { tenantId, orderId } },
    include: { topUp: true },
  });
  if (topUp) {
    await oweRefund(tx, decision, topUp, { no: remark, amount, reason, of: { orderRefundId: sourceId } });
    return;
  }
  const leg = { tenantId, companyId, account: 'ENTERPRISE', flow: 'CARD_BACK', pairId: null } as const;
  await writeFlows(tx, [{ ...leg, delta: Number(amount), sourceId, remark }], {
    ...{ sourceType: 'cardOrderRefund', by: session.userName, now },
  });
}

/** The order goes on where the refund found it. */
async function keep(tx: Transaction, decision: Decision, outcome: 'reject' | 'withdraw'): Promise<void> {
  const { refund, order } = await lockAsked(tx, decision);
  await writeState(tx, decision, refundStates, outcome, [refund]);
  await writeState(tx, decision, orderStateMachine, 'keep', [order], {
    to: order.stateBefore,
    columns: { stateBefore: null },
  });
}
