import { valuesOf, type WordsOf } from './words.ts';

/** 企业资金 is what a company may give out; 备付金 stands behind its employees' limits; 待结算 is owed for what they bought; 手续费 is earned. */
export const fundKindWords = {
  ENTERPRISE: { zh: '企业资金', en: 'Enterprise funds' },
  RESERVE: { zh: '备付金', en: 'Reserve' },
  SETTLEMENT: { zh: '待结算', en: 'To settle' },
  FEE: { zh: '手续费', en: 'Fees' },
} as const satisfies WordsOf<string>;
export const fundKinds = valuesOf(fundKindWords);
export type FundKind = keyof typeof fundKindWords;

/** What a movement is. */
export const fundFlowKindWords = {
  OPENING: { zh: '期初', en: 'Opening' },
  TOP_UP: { zh: '充值', en: 'Top-up' },
  TOP_UP_BACK: { zh: '充值退回', en: 'Top-up taken back' },
  LIMIT_ISSUE: { zh: '额度发放', en: 'Limits issued' },
  LIMIT_RECOVER: { zh: '额度回收', en: 'Limits recovered' },
  REFUND: { zh: '退款回流', en: 'Refund' },
  CONSUME_CLOSE: { zh: '消费日结', en: "A day's payments" },
  TRANSFER_IN: { zh: '转入', en: 'Transferred in' },
  TRANSFER_OUT: { zh: '转出', en: 'Transferred out' },
  FEE: { zh: '手续费', en: 'Fee' },
  CARD_PAY: { zh: '购卡', en: 'Paid for cards' },
  CARD_BACK: { zh: '卡退回', en: 'Back from cards' },
  SETTLE: { zh: '结算', en: 'Settled' },
  WITHDRAW: { zh: '提现', en: 'Withdrawn' },
  ADJUST: { zh: '差异调整', en: 'Adjusted' },
} as const satisfies WordsOf<string>;
export const fundFlowKinds = valuesOf(fundFlowKindWords);
export type FundFlowKind = keyof typeof fundFlowKindWords;
