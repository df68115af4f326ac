import type { CardOrderDetail, cardOrder as contract } from '@xyxlx/contracts/card-order';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { writeFlows } from '../../platform/fund/fund.ts';
import { post } from '../../platform/ledger/post.ts';
import { changeOne } from '../../platform/records/change-state.ts';
import { orderOf } from './order.sql.ts';
import { orderStateMachine } from './order-states.ts';
import { orderPostings } from './postings.ts';

/** Pays an order whole from its company's free fund; throws 406 where that does not cover it. */
export async function payOrder(
  call: Call<z.output<typeof contract.payOrder.input>, Session>,
): Promise<CardOrderDetail> {
  const { input, session } = call;
  return change(call, async (tx) => {
    const row = await changeOne(tx, call, payingOrder, 'payOrder', input);
    await post(tx, orderPostings, [row]);
    return orderOf(tx, session, input.id);
  });
}

/** The payment is written with the state: one of both alone the database refuses. */
const payingOrder: typeof orderStateMachine = {
  ...orderStateMachine,
  effects: {
    payOrder: async (tx, { session, now }, [row]) => {
      if (!row) return {};
      const { tenantId, id, companyId, orderNo, payable, payMethod } = row;
      const by = session.userName;
      const leg = { tenantId, companyId, account: 'ENTERPRISE', flow: 'CARD_PAY', pairId: null } as const;
      await writeFlows(tx, [{ ...leg, delta: -Number(payable), sourceId: id, remark: orderNo }], {
        ...{ sourceType: 'cardOrder', by, now },
      });
      await tx.cardOrderPayment.create({
        data: { tenantId, orderId: id, method: payMethod, amount: payable, paidAt: now, createdBy: by },
      });
      return { paid: payable };
    },
  },
};
