import { valuesOf, type WordsOf } from './words.ts';

/** The ways between them stand in `cardOrderTransitions`. */
export const cardOrderStateWords = {
  SUBMITTED: { zh: '待审核', en: 'Waiting', tone: 'waiting' },
  REJECTED: { zh: '驳回', en: 'Rejected', tone: 'bad' },
  TO_PAY: { zh: '待付款', en: 'To be paid', tone: 'waiting' },
  PAID: { zh: '已付款', en: 'Paid', tone: 'waiting' },
  MAKING: { zh: '制卡中', en: 'Being made', tone: 'info' },
  TO_SHIP: { zh: '待发货', en: 'To be shipped', tone: 'waiting' },
  SHIPPED: { zh: '已发货', en: 'Shipped', tone: 'info' },
  DONE: { zh: '已完成', en: 'Done', tone: 'good' },
  CANCELLED: { zh: '已取消', en: 'Cancelled', tone: 'quiet' },
  REFUNDING: { zh: '退款中', en: 'Being refunded', tone: 'waiting' },
  REFUNDED: { zh: '已退款', en: 'Refunded', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const cardOrderStates = valuesOf(cardOrderStateWords);
export type CardOrderState = keyof typeof cardOrderStateWords;

/** The ways between them stand in `cardOrderRefundTransitions`. */
export const cardOrderRefundStateWords = {
  SUBMITTED: { zh: '待审核', en: 'Waiting', tone: 'waiting' },
  DONE: { zh: '已退款', en: 'Refunded', tone: 'good' },
  REJECTED: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
  WITHDRAWN: { zh: '已撤回', en: 'Withdrawn', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const cardOrderRefundStates = valuesOf(cardOrderRefundStateWords);
export type CardOrderRefundState = keyof typeof cardOrderRefundStateWords;

/** What an order is paid with. */
export const cardPayMethodWords = {
  FUND: { zh: '企业资金', en: 'Enterprise funds' },
  TRANSFER: { zh: '银行转账', en: 'Bank transfer' },
  CHANNEL: { zh: '线上支付', en: 'Online payment' },
} as const satisfies WordsOf<string>;
export const cardPayMethods = valuesOf(cardPayMethodWords);
