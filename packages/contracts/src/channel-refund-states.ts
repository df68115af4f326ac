import { channelRefundStateWords } from './channel-refund.ts';
import { topUp } from './top-up.ts';
import { transitions } from './transitions.ts';

/** 渠道退款: asked for until the channel says yes or no. */
export const channelRefundTransitions = transitions({
  area: 'topup',
  record: { zh: '渠道退款', en: 'Refund by a channel' },
  words: channelRefundStateWords,
  initial: ['SENDING'],
  endpoints: topUp,
  actions: {
    resendRefund: {
      from: ['REFUSED'],
      to: ['SENDING'],
      effect: {
        zh: '以同一退款单号再次请求渠道，只退一次',
        en: 'The channel is asked again under the same number, by which it pays once',
      },
    },
  },
  automatic: {
    pay: { by: { zh: '渠道受理退款', en: 'The channel pays' }, from: ['SENDING'], to: ['PAID'] },
    refuse: {
      by: { zh: '渠道拒绝退款', en: 'The channel refuses' },
      from: ['SENDING'],
      to: ['REFUSED'],
      effect: { zh: '等待人工处理后重试', en: 'Somebody puts right what it says and has it asked again' },
    },
  },
});
