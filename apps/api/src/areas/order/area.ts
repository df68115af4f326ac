import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { cancelUnpaidOrders } from './cancel-unpaid.ts';
import { order as handlers } from './handlers.ts';
import { cardOrderInvariants } from './invariants.ts';
import { foundOrders } from './order.sql.ts';
import { cardOrderApproval } from './order-approval.ts';
import { orderExport } from './order-export.ts';
import { cardMake, cardShip, resumeOrders } from './order-jobs.ts';
import { orderPostings } from './postings.ts';
import { receiveShippedOrders } from './receive-shipped.ts';
import { cardOrderRefundApproval } from './refund-approval.ts';
import { refundPostings } from './refund-postings.ts';

export const order: Area<AppContract['order']> = {
  handlers,
  exports: [orderExport],
  approvals: [cardOrderApproval, cardOrderRefundApproval],
  postings: [orderPostings, refundPostings],
  jobs: [cardMake, cardShip],
  schedule: [
    { name: 'cancelUnpaidOrders', run: cancelUnpaidOrders },
    { name: 'receiveShippedOrders', run: receiveShippedOrders },
    { name: 'resumeOrders', run: resumeOrders },
  ],
  finds: [foundOrders],
  record: 'cardOrder',
  records: {
    cardOrder: { from: 'card_orders r', name: 'r.order_no' },
    cardOrderRefund: { from: 'card_order_refunds r', name: 'r.refund_no' },
  },
  invariants: cardOrderInvariants,
  steps: {
    cancelUnpaidOrders: { zh: '取消未付款的卡订单', en: 'Cancel card orders that nobody paid' },
    endMaking: { zh: '制卡完成', en: 'All cards of an order are made' },
    receiveShippedOrders: {
      zh: '发货 15 天自动完成',
      en: 'Take card orders as received 15 days after they were sent',
    },
  },
};
