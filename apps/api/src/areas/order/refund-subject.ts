import { paths } from '@xyxlx/contracts/paths';
import { onPage } from '../../platform/approval/money-act.ts';

/** 卡订单退款: each waits for a checker, who is led to the order: there its lines, cards and payment are. */
export const cardOrderRefund = {
  type: 'cardOrderRefund',
  label: { zh: '卡订单退款', en: 'Refund of a card order' },
  madeWith: 'order.edit',
  permission: 'order.approve',
  link: onPage(paths.cardOrder),
} as const;
