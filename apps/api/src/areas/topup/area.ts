import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { closeTopUps } from './close-top-ups.ts';
import { topup as handlers } from './handlers.ts';
import { topUpInvariants } from './invariants.ts';
import { topUpReversalApproval } from './reversal-approval.ts';
import { reversalPostings } from './reversal-postings.ts';
import { sendChannelRefunds } from './send-refunds.ts';
import { foundTopUps } from './top-up.sql.ts';
import { topUpExport } from './top-up-export.ts';

export const topup: Area<AppContract['topup']> = {
  handlers,
  exports: [topUpExport],
  approvals: [topUpReversalApproval],
  postings: [reversalPostings],
  schedule: [
    {
      name: 'closeTopUps',
      title: { zh: '关闭未支付的充值', en: 'Closing unpaid top-ups' },
      due: { zh: '超过支付时限时', en: 'When nobody has begun to pay in time' },
      run: closeTopUps,
    },
    {
      name: 'sendChannelRefunds',
      title: { zh: '请求渠道退款', en: 'Asking channels for refunds' },
      due: {
        zh: '退款同意后；渠道无应答的，间隔逐次加长再请求',
        en: 'Once a refund is agreed to; a silent channel is asked again after longer and longer',
      },
      run: sendChannelRefunds,
    },
  ],
  finds: [foundTopUps],
  record: 'topUp',
  records: {
    topUpReversal: { from: 'top_up_reversals r', name: 'r.reversal_no' },
    channelRefund: { from: 'channel_refunds r', name: 'r.refund_no' },
  },
  invariants: topUpInvariants,
  steps: {
    closeTopUps: { zh: '关闭未支付的充值', en: 'Close top-ups that nobody paid' },
    sendChannelRefunds: { zh: '请求渠道退款', en: 'Ask channels for refunds' },
  },
};
