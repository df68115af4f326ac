import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { cancelUnpaidOrders } from './cancel-unpaid.ts';
import { order as handlers } from './handlers.ts';
import { cardOrderInvariants } from './invariants.ts';
import { cardOrderApproval } from './order-approval.ts';
import { orderExport } from './order-export.ts';
import { orderPostings } from './postings.ts';

export const order: Area<AppContract['order']> = {
  handlers,
  exports: [orderExport],
  approvals: [cardOrderApproval],
  postings: [orderPostings],
  schedule: [{ name: 'cancelUnpaidOrders', run: cancelUnpaidOrders }],
  record: 'cardOrder',
  records: { cardOrder: { from: 'card_orders r', name: 'r.order_no' } },
  invariants: cardOrderInvariants,
  steps: { cancelUnpaidOrders: { zh: '取消未付款的卡订单', en: 'Cancel card orders that nobody paid' } },
};
