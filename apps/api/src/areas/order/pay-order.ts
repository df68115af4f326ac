import type { CardOrderDetail, cardOrder as contract } from '@xyxlx/contracts/card-order';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { refuseRestricted } from '../../platform/approval/restricted.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { writeFlows } from '../../platform/fund/fund.ts';
import { post } from '../../platform/ledger/post.ts';
import { changeOne } from '../../platform/records/change-state.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { askToPay, closeAsked } from '../channel/ask-to-pay.ts';
import { askForPayment } from './ask-for-payment.ts';
import { orderOf } from './order.sql.ts';
import { orderStateMachine } from './order-states.ts';
import { orderPostings } from './postings.ts';

type PayOrder = Call<z.output<typeof contract.payOrder.input>, Session>;

/** Pays an order whole from its company's free fund (406 where that does not cover it), or has a channel ask for the payment. */
export async function payOrder(call: PayOrder): Promise<CardOrderDetail> {
  const { input, session, now } = call;
  let begun: Awaited<ReturnType<typeof askForPayment>> | null = null;
  const answer = await change(call, async (tx) => {
    begun = null;
    const [order] = await orderStateMachine.lock(tx, session, [input.id]);
    if (!order) throw recordMissing();
    mustAllow(orderStateMachine, 'payOrder', order);
    if (order.version !== input.version) throw staleVersion();
    await refuseRestricted(tx, session, [order], now);
    if (order.payMethod === 'TRANSFER') throw byTransfer();
    if (order.payMethod === 'CHANNEL') begun = await askForPayment(tx, call, order);
    else await payFromFund(tx, call);
    return orderOf(tx, session, input.id);
  });
  return begun ? withCode(call, begun) : answer;
}

/** The order once its channel has made a code, or has not answered; throws 406 where it refuses. */
async function withCode(
  call: PayOrder,
  { asked, closed }: Awaited<ReturnType<typeof askForPayment>>,
): Promise<CardOrderDetail> {
  await closeAsked(call, closed);
  await askToPay(call, asked);
  return orderOf(call.deps.database.pool, call.session, call.input.id);
}

async function payFromFund(tx: Transaction, call: PayOrder): Promise<void> {
  const { id, version } = call.input;
  const row = await changeOne(tx, call, payingOrder, 'payOrder', { id, version });
  await post(tx, orderPostings, [row]);
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

function byTransfer(): Refusal {
  return new Refusal({
    zh: '请银行转账并上传凭证，到账由财务认领后即付款',
    en: 'It is paid by a bank transfer, once what came is claimed for it',
  });
}
