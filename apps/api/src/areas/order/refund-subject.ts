import { paths } from '@xyxlx/contracts/paths';
import { approvalPath } from '../../platform/approval/money-act.ts';

/** 卡订单退款: each waits for a checker. */
export const cardOrderRefund = {
  type: 'cardOrderRefund',
  label: { zh: '卡订单退款', en: 'Refund of a card order' },
  madeWith: 'order.edit',
  permission: 'order.approve',
  link: approvalPath,
} as const;

/** The same of one order, which whoever decides is led to: there its lines, cards and payment are. */
export function ofOrder(orderId: string) {
  return { ...cardOrderRefund, link: () => `${paths.cardOrder}?open=${orderId}` };
}
