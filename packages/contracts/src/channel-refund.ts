import { z } from 'zod';
import { fenPositive, id, instant, label, version } from './fields.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** The ways between them stand in `channelRefundTransitions`. */
export const channelRefundStateWords = {
  SENDING: { zh: '渠道退款中', en: 'With the channel', tone: 'waiting' },
  PAID: { zh: '渠道已退', en: 'Paid by the channel', tone: 'good' },
  REFUSED: { zh: '渠道拒绝', en: 'Refused by the channel', tone: 'bad' },
} as const satisfies WordsOf<string>;
export const channelRefundStates = valuesOf(channelRefundStateWords);

/** 渠道退款: what a channel is told to pay back of a payment that came by it, under the number of the refund. */
export const channelRefund = z.strictObject({
  id,
  amount: fenPositive,
  state: z.enum(channelRefundStates),
  /** How often it was asked. */
  attempts: z.int().min(0),
  /** What the channel said last, in words; null where it has said nothing but yes. */
  answer: label.nullable(),
  /** When the channel said that it pays. */
  doneAt: instant.nullable(),
  version,
});
export type ChannelRefund = z.infer<typeof channelRefund>;
