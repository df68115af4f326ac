import type { paymentNotice } from '@xyxlx/contracts/payment-notice';
import type { ConsumptionRecord } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { SigningChannel } from '../../core/signing-channel.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { keepNotice, toldBefore } from './channel-notices.ts';
import { payChannelOf } from './notify-payment.ts';
import { lockPayment, refundTold } from './refund.ts';

type Input = z.output<typeof paymentNotice.notifyRefund.input>;
type Answer = z.input<typeof paymentNotice.notifyRefund.output>;

/** Gives back what a channel has refunded, once a number. */
export async function notifyRefund(call: Call<Input, SigningChannel>): Promise<Answer> {
  const { deps, input, session } = call;
  const { refundNo } = input;
  return inTransaction(deps.database, async (tx) => {
    const payment = await lockPaymentOf(tx, session, input.paymentNo);
    // Under the payment's lock: of two at once the second is to find the first, and not what it has left.
    const known = await toldBefore(tx, call, refundNo, refundNoTaken);
    if (known) return { refundedAmount: Number(known.refunded) };
    const where = { tenantId_paymentNo: { tenantId: session.tenantId, paymentNo: refundNo } };
    if (await tx.consumptionRecord.findUnique({ where, select: { id: true } })) throw refundNoTaken();
    const { id } = await refundTold(tx, call, payment, input);
    const refundedAmount = Number(payment.refunded) + input.amount;
    await keepNotice(tx, call, { number: refundNo, consumptionId: id, refunded: refundedAmount });
    return { refundedAmount };
  });
}

/** A payment through the binding's channel, or one that it has captured of a card, locked; throws 406 for any other, as for none. */
async function lockPaymentOf(
  tx: Transaction,
  session: SigningChannel,
  paymentNo: string,
): Promise<ConsumptionRecord> {
  const { tenantId } = session;
  const found = await tx.consumptionRecord.findUnique({
    where: { tenantId_paymentNo: { tenantId, paymentNo } },
    select: { id: true, channel: true, fundedBy: true, bindingId: true },
  });
  if (!found) throw recordMissing();
  // What a card paid is known by the binding that captured it: it went through no payment channel.
  const isTheirs =
    found.fundedBy === 'CARD'
      ? found.bindingId === session.bindingId
      : found.channel === payChannelOf(session);
  if (!isTheirs) throw recordMissing();
  return lockPayment(tx, session, found.id);
}

function refundNoTaken(): Refusal {
  return new Refusal({
    zh: '退款流水号已被另一笔退款使用',
    en: 'The refund number is taken by another refund',
  });
}
