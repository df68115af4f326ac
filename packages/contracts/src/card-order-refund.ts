import { z } from 'zod';
import type { CardForm } from './card-kinds.ts';
import { type CardOrderState, cardOrderRefundStates, cardOrderRefundStateWords } from './card-order-kinds.ts';
import { channelRefund } from './channel-refund.ts';
import { fenNotNegative, fenPositive, id, instant } from './fields.ts';
import { transitions } from './transitions.ts';

/** Cards of one line that are to be given back. */
export const refundLine = z.strictObject({ lineId: id, quantity: z.int().min(1).max(100_000) });
export type RefundLine = z.infer<typeof refundLine>;

/** 卡订单退款: what of an order was given back, or is to be. */
export const cardOrderRefund = z.strictObject({
  id,
  no: z.string(),
  quantity: z.int().min(1),
  /** The faces of its cards and the fee. */
  amount: fenPositive,
  feeAmount: fenNotNegative,
  reason: z.string(),
  state: z.enum(cardOrderRefundStates),
  lines: z.array(refundLine),
  /** Null until somebody agreed and the money went back. */
  doneAt: instant.nullable(),
  /** Null where it goes another way than by a channel, or is not agreed to. */
  channelRefund: channelRefund.nullable(),
  createdAt: instant,
  createdBy: z.string(),
});
export type CardOrderRefundRow = z.infer<typeof cardOrderRefund>;

/** A line of an order, as its refund reckons with it. */
interface RefundedLine {
  id: string;
  form: CardForm;
  /** Both of one card, in fen. */
  faceAmount: number;
  makingFee: number;
  quantity: number;
  /** Cards of it that were given back before. */
  refunded: number;
}

/**
 * What giving cards of an order back comes to, in fen: their faces, and before they are made what making them costs; the parcel with the last
 * card that would be sent.
 */
export function refundOf(
  order: { state: CardOrderState; parcelFee: number; lines: readonly RefundedLine[] },
  wanted: readonly RefundLine[],
): { quantity: number; amount: number; feeAmount: number } {
  const given = new Map(wanted.map(({ lineId, quantity }) => [lineId, quantity]));
  let [quantity, faces, making, sent, sentBack] = [0, 0, 0, 0, 0];
  for (const line of order.lines) {
    const back = given.get(line.id) ?? 0;
    quantity += back;
    faces += back * line.faceAmount;
    making += back * line.makingFee;
    if (line.form !== 'PHYSICAL') continue;
    sent += line.quantity - line.refunded;
    sentBack += back;
  }
  const parcel = sentBack > 0 && sentBack === sent ? order.parcelFee : 0;
  const feeAmount = order.state === 'PAID' ? making + parcel : 0;
  return { quantity, amount: faces + feeAmount, feeAmount };
}

/** 卡订单退款: each waits for a checker. */
export const cardOrderRefundTransitions = transitions({
  area: 'order',
  record: { zh: '卡订单退款', en: 'Refund of a card order' },
  words: cardOrderRefundStateWords,
  initial: ['SUBMITTED'],
  endpoints: {},
  actions: {},
  automatic: {
    approve: {
      by: { zh: '审批通过', en: 'Approval' },
      from: ['SUBMITTED'],
      to: ['DONE'],
      effect: {
        zh: '未入账的卡注销，款项原路退回',
        en: 'Its cards, on which nothing is, are cancelled; the money goes back the way it came',
      },
    },
    reject: { by: { zh: '审批驳回', en: 'Rejection' }, from: ['SUBMITTED'], to: ['REJECTED'] },
    withdraw: { by: { zh: '提交人撤回', en: 'Withdrawal' }, from: ['SUBMITTED'], to: ['WITHDRAWN'] },
  },
});
