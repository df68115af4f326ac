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
    { name: 'closeTopUps', run: closeTopUps },
    { name: 'sendChannelRefunds', run: sendChannelRefunds },
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
