import type { callingChannels } from '@xyxlx/contracts/channel';
import { topUpOpenMinutes } from '@xyxlx/contracts/top-up';
import type { CardOrder } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import { FieldRefusal, Refusal } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextNumber } from '../../platform/records/numbers.ts';
import { payingBinding } from '../channel/paying-binding.ts';
import { closePayments } from './close-payments.ts';

interface Key {
  tenantId: string;
  id: string;
}

/**
 * Begins the payment of a locked order by a channel, in the place of those that wait: after the commit the channel is asked for its code,
 * and those of the others are told that theirs are closed. Throws 406 while somebody is paying.
 */
export async function askForPayment(
  tx: Transaction,
  by: Caller & { input: { channel?: (typeof callingChannels)[number] | undefined } },
  { tenantId, id: orderId, companyId, orderNo, payable, closesAt, state }: CardOrder,
): Promise<{ asked: Key; closed: Key[] }> {
  const { session, now, input } = by;
  const { channel } = input;
  if (!channel) throw channelMissing();
  const { bindingId } = await payingBinding(tx, { tenantId, channel, now });
  const closed = await closePayments(tx, by, { tenantId, id: orderId });
  const isPaying = await tx.topUp.count({ where: { tenantId, orderId, state: 'PAYING' } });
  if (isPaying > 0) throw beingPaid();
  const until = now.getTime() + topUpOpenMinutes * 60_000;
  const { id, topUpNo } = await tx.topUp.create({
    data: {
      ...{
        tenantId,
        companyId,
        orderId,
        target: 'ORDER',
        amount: payable,
        received: payable,
        channel,
        bindingId,
      },
      ...{ remark: orderNo, topUpNo: await nextNumber(tx, tenantId, 'CZ'), state: 'WAITING' },
      // Nobody is asked to pay once the order is over.
      closesAt: new Date(Math.min(until, closesAt?.getTime() ?? until)),
      ...{ createdAt: now, createdBy: session.userName, createdById: session.userId },
      ...{ updatedAt: now, updatedBy: session.userName },
    },
  });
  await logChange(tx, by, {
    tenantId,
    id: orderId,
    label: orderNo,
    before: { state },
    after: { state, topUpNo, channel },
  });
  return { asked: { tenantId, id }, closed };
}

function channelMissing(): FieldRefusal {
  return new FieldRefusal('channel', { zh: '请选择支付渠道', en: 'Choose a channel to pay by' });
}

function beingPaid(): Refusal {
  return new Refusal({ zh: '订单正在支付中，请稍候', en: 'Somebody is paying it just now' });
}
