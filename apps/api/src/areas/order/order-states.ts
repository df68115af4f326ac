import { cardOrderTransitions } from '@xyxlx/contracts/card-order';
import { cardOrderStateWords } from '@xyxlx/contracts/card-order-kinds';
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
};

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
  refusal: (state, action) =>
    state === 'PAID'
      ? new Refusal({ zh: '订单已支付', en: 'The order is paid' })
      : new Refusal({
          zh: `当前状态为${cardOrderStateWords[state].zh}，不能${done[action].zh}`,
          en: `It is ${cardOrderStateWords[state].en.toLowerCase()} and can't be ${done[action].en}`,
        }),
};

async function lockOrders(tx: Transaction, session: Session, ids: readonly string[]): Promise<CardOrder[]> {
  const keys = await lockVisibleRows(tx, session, 'card_orders', ids);
  return tx.cardOrder.findMany({ where: keysOf(keys) });
}
