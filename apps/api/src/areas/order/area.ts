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
import { orderTimelines } from './timeline.ts';

export const order: Area<AppContract['order']> = {
  handlers,
  exports: [orderExport],
  approvals: [cardOrderApproval, cardOrderRefundApproval],
  postings: [orderPostings, refundPostings],
  jobs: [cardMake, cardShip],
  schedule: [
    {
      name: 'cancelUnpaidOrders',
      title: { zh: '取消未付款的卡订单', en: 'Cancelling unpaid card orders' },
      due: { zh: '待付款满 7 天时', en: 'When nobody has paid for seven days' },
      run: cancelUnpaidOrders,
    },
    {
      name: 'receiveShippedOrders',
      title: { zh: '自动确认收货', en: 'Receiving shipped orders' },
      due: { zh: '发货满 15 天时', en: 'Fifteen days after an order was shipped' },
      run: receiveShippedOrders,
    },
    {
      name: 'resumeOrders',
      title: { zh: '续做卡订单', en: 'Card orders that stopped' },
      due: { zh: '制卡等任务中断后', en: 'When the job of an order came to an end before its work' },
      run: resumeOrders,
    },
  ],
  finds: [foundOrders],
  record: 'cardOrder',
  timelines: orderTimelines,
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
