import { valuesOf, type WordsOf } from './words.ts';

/** 企业资金 of a company, a card, or an order of cards. */
export const topUpTargetWords = {
  COMPANY: { zh: '企业', en: 'Company' },
  CARD: { zh: '卡', en: 'Card' },
  ORDER: { zh: '卡订单', en: 'Card order' },
} as const satisfies WordsOf<string>;
export const topUpTargets = valuesOf(topUpTargetWords);
/** What somebody tops up; an order of cards is paid where it is. */
export const toppedUpTargets = [
  'COMPANY',
  'CARD',
] as const satisfies readonly (typeof topUpTargets)[number][];

/** The way that the money came. */
export const topUpChannelWords = {
  TRANSFER: { zh: '转账', en: 'Bank transfer' },
  ALIPAY: { zh: '支付宝', en: 'Alipay' },
  WECHAT: { zh: '微信', en: 'WeChat Pay' },
  UNIONPAY: { zh: '银联', en: 'UnionPay' },
} as const satisfies WordsOf<string>;
export const topUpChannels = valuesOf(topUpChannelWords);
export type TopUpChannel = keyof typeof topUpChannelWords;

/** The ways between them stand in `topUpTransitions`. */
export const topUpStateWords = {
  WAITING: { zh: '待支付', en: 'To be paid', tone: 'waiting' },
  TO_CLAIM: { zh: '待认领', en: 'To be claimed', tone: 'waiting' },
  PAYING: { zh: '支付中', en: 'Being paid', tone: 'info' },
  SUBMITTED: { zh: '待审核', en: 'Waiting', tone: 'waiting' },
  SUCCESS: { zh: '成功', en: 'Done', tone: 'good' },
  FAILED: { zh: '失败', en: 'Failed', tone: 'bad' },
  CLOSED: { zh: '关闭', en: 'Closed', tone: 'quiet' },
  REJECTED: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
  WITHDRAWN: { zh: '已撤回', en: 'Withdrawn', tone: 'quiet' },
  REVERSED: { zh: '冲正', en: 'Reversed', tone: 'quiet' },
  REFUNDED: { zh: '退款', en: 'Refunded', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const topUpStates = valuesOf(topUpStateWords);
export type TopUpState = keyof typeof topUpStateWords;

/** Why money that came for a card is its company's: the card couldn't take it by then. */
export const topUpDiversionWords = {
  STATE: { zh: '卡的状态不能充值', en: 'The state of the card does not let it be topped up' },
  CAP: { zh: '将超过卡的限额', en: 'The card would hold more than it may' },
  PRODUCT: { zh: '卡产品不支持充值', en: "The card's product can't be reloaded" },
} as const satisfies WordsOf<string>;
export const topUpDiversions = valuesOf(topUpDiversionWords);
export type TopUpDiversion = keyof typeof topUpDiversionWords;

/** What somebody should look at: money that came after the top-up was over, another amount than was asked for, and money that its card couldn't take. */
export const topUpExceptionWords = {
  LATE: { zh: '迟到', en: 'Late', tone: 'waiting' },
  MISMATCH: { zh: '金额不符', en: 'Other amount', tone: 'bad' },
  DIVERTED: { zh: '转入企业资金', en: 'Went to the fund', tone: 'waiting' },
} as const satisfies WordsOf<string>;
export const topUpExceptions = valuesOf(topUpExceptionWords);
export type TopUpException = keyof typeof topUpExceptionWords;

/** What becomes of the money of a top-up that is taken back: it can be claimed anew, or goes back to who paid it. */
export const topUpReversalKindWords = {
  REVERSE: { zh: '冲正', en: 'Reverse' },
  REFUND: { zh: '退款', en: 'Refund' },
} as const satisfies WordsOf<string>;
export const topUpReversalKinds = valuesOf(topUpReversalKindWords);
export type TopUpReversalKind = keyof typeof topUpReversalKindWords;

/** The ways between them stand in `topUpReversalTransitions`. */
export const topUpReversalStateWords = {
  SUBMITTED: { zh: '待审核', en: 'Waiting', tone: 'waiting' },
  DONE: { zh: '已完成', en: 'Done', tone: 'good' },
  REJECTED: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
  WITHDRAWN: { zh: '已撤回', en: 'Withdrawn', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const topUpReversalStates = valuesOf(topUpReversalStateWords);
