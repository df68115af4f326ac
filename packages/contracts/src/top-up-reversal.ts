import { z } from 'zod';
import { channelRefund } from './channel-refund.ts';
import { fenPositive, id, instant } from './fields.ts';
import { topUpReversalKinds, topUpReversalStates, topUpReversalStateWords } from './top-up-kinds.ts';
import { transitions } from './transitions.ts';

/** 充值退回: a top-up that was taken back, or is to be. */
export const topUpReversal = z.strictObject({
  id,
  no: z.string(),
  kind: z.enum(topUpReversalKinds),
  /** What leaves the fund or card: all that was received. */
  amount: fenPositive,
  reason: z.string(),
  state: z.enum(topUpReversalStates),
  /** Null until somebody agreed and the money went. */
  doneAt: instant.nullable(),
  /** Null where it goes another way than by a channel, or is not agreed to. */
  channelRefund: channelRefund.nullable(),
  createdAt: instant,
  createdBy: z.string(),
});

/** 充值退回: each waits for a checker. */
export const topUpReversalTransitions = transitions({
  area: 'topup',
  record: { zh: '充值退回', en: 'Reversal of a top-up' },
  words: topUpReversalStateWords,
  initial: ['SUBMITTED'],
  endpoints: {},
  actions: {},
  automatic: {
    approve: {
      by: { zh: '审批通过', en: 'Approval' },
      from: ['SUBMITTED'],
      to: ['DONE'],
      effect: {
        zh: '企业资金或卡出账，分录反向；冲正的流水重新待认领',
        en: "It leaves the company's fund or the card, by the postings of the top-up the other way; the line of one that is reversed can be claimed anew",
      },
    },
    reject: { by: { zh: '审批驳回', en: 'Rejection' }, from: ['SUBMITTED'], to: ['REJECTED'] },
    withdraw: { by: { zh: '提交人撤回', en: 'Withdrawal' }, from: ['SUBMITTED'], to: ['WITHDRAWN'] },
  },
});
