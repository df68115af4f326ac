import { cardOrderTransitions } from '@xyxlx/contracts/card-order';
import { type CardOrderState, cardOrderStateWords } from '@xyxlx/contracts/card-order-kinds';
import type { CardOrder, Prisma } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { keysOf, lockVisibleRows } from '../../platform/records/lock-visible.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';

const done = {
  editOrder: { zh: '修改', en: 'changed' },
  cancelOrder: { zh: '取消', en: 'cancelled' },
  payOrder: { zh: '付款', en: 'paid' },
  makeOrder: { zh: '制卡', en: 'made' },
  shipOrder: { zh: '发货', en: 'shipped' },
  receiveOrder: { zh: '确认收货', en: 'received' },
  refundOrder: { zh: '退款', en: 'refunded' },
};

/** What is asked of an order until it is paid. */
const beforePayment = new Set<keyof typeof done>(['editOrder', 'cancelOrder', 'payOrder']);
/** In which it is not paid. */
const unpaid: readonly CardOrderState[] = ['SUBMITTED', 'REJECTED', 'TO_PAY', 'CANCELLED'];

/** The states of an order. */
export const orderStateMachine: RecordOf<
  typeof cardOrderTransitions,
  CardOrder,
  Prisma.CardOrderUncheckedUpdateManyInput
> = {
  table: cardOrderTransitions,
  type: 'cardOrder',
  label: ({ orderNo }) => orderNo,
  lock: lockOrders,
  update: (tx, where, data) => tx.cardOrder.updateMany({ where, data }),
  effects: { receiveOrder: (_tx, { now }) => ({ receivedAt: now }) },
  refusal: (state, action) =>
    beforePayment.has(action) && !unpaid.includes(state)
      ? new Refusal({ zh: '订单已支付', en: 'The order is paid' })
      : new Refusal({
          zh: `当前状态为${cardOrderStateWords[state].zh}，不能${done[action].zh}`,
          en: `It is ${cardOrderStateWords[state].en.toLowerCase()} and can't be ${done[action].en}`,
        }),
};

/** Locks an order for the service itself, which sees all. */
export async function lockOrder(tx: Transaction, tenantId: string, id: string): Promise<CardOrder> {
  await tx.$executeRaw`SELECT FROM card_orders WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;
  return tx.cardOrder.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
}

async function lockOrders(tx: Transaction, session: Session, ids: readonly string[]): Promise<CardOrder[]> {
  const keys = await lockVisibleRows(tx, session, 'card_orders', ids);
  return tx.cardOrder.findMany({ where: keysOf(keys) });
}
