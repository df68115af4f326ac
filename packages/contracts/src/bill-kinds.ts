import { valuesOf, type WordsOf } from './words.ts';

/** 商户账单 is of the limits of a merchant's employees, 公司账单 of a company's 企业资金. */
export const billKindWords = {
  MERCHANT: { zh: '商户账单', en: "Merchant's bill" },
  COMPANY: { zh: '公司账单', en: "Company's bill" },
} as const satisfies WordsOf<string>;
export const billKinds = valuesOf(billKindWords);
export type BillKind = keyof typeof billKindWords;

/**
 * What moves a bill. Of a merchant: 发放 退款 (in), 消费 回收 (out). Of a company: 充值 回收 退款 转入 卡退回 (in), 发放 手续费 转出 提现 购卡
 * 充值退回 (out); 差异调整 goes either way.
 */
export const billEntryKindWords = {
  TOP_UP: { zh: '充值', en: 'Top-up' },
  TOP_UP_BACK: { zh: '充值退回', en: 'Top-up taken back' },
  ISSUE: { zh: '发放', en: 'Issue' },
  REFUND: { zh: '退款', en: 'Refund' },
  CONSUME: { zh: '消费', en: 'Consumption' },
  RECOVER: { zh: '回收', en: 'Recovery' },
  TRANSFER_IN: { zh: '转入', en: 'Transferred in' },
  TRANSFER_OUT: { zh: '转出', en: 'Transferred out' },
  WITHDRAW: { zh: '提现', en: 'Withdrawal' },
  CARD_PAY: { zh: '购卡', en: 'Paid for cards' },
  CARD_BACK: { zh: '卡退回', en: 'Back from cards' },
  ADJUST: { zh: '差异调整', en: 'Adjustment' },
  FEE: { zh: '手续费', en: 'Fee' },
} as const satisfies WordsOf<string>;
export const billEntryKinds = valuesOf(billEntryKindWords);
export type BillEntryKind = keyof typeof billEntryKindWords;

/** The kinds of movement that a kind of bill has. */
export const entryKindsOf: Readonly<Record<BillKind, readonly BillEntryKind[]>> = {
  MERCHANT: ['ISSUE', 'REFUND', 'CONSUME', 'RECOVER'],
  COMPANY: [
    'TOP_UP',
    'TOP_UP_BACK',
    'RECOVER',
    'REFUND',
    'TRANSFER_IN',
    'ISSUE',
    'FEE',
    'TRANSFER_OUT',
    'WITHDRAW',
    'CARD_PAY',
    'CARD_BACK',
    'ADJUST',
  ],
};

/** A figure of a bill. */
export type BillFigure =
  | 'openingBalance'
  | 'topUpAmount'
  | 'issuedAmount'
  | 'refundedAmount'
  | 'consumedAmount'
  | 'recoveredAmount'
  | 'transferInAmount'
  | 'transferOutAmount'
  | 'cardInAmount'
  | 'cardOutAmount'
  | 'feeAmount'
  | 'closingBalance';

/**
 * How a kind of bill adds up. 商户账单: opening + issued + refunded − consumed − recovered = closing. 公司账单: opening + top-ups +
 * recovered + transfers in + cards in − issued − fees − transfers out − cards out = closing.
 */
export const billSums: Readonly<Record<BillKind, readonly { figure: BillFigure; sign: 1 | -1 }[]>> = {
  MERCHANT: [
    { figure: 'openingBalance', sign: 1 },
    { figure: 'issuedAmount', sign: 1 },
    { figure: 'refundedAmount', sign: 1 },
    { figure: 'consumedAmount', sign: -1 },
    { figure: 'recoveredAmount', sign: -1 },
  ],
  COMPANY: [
    { figure: 'openingBalance', sign: 1 },
    { figure: 'topUpAmount', sign: 1 },
    { figure: 'recoveredAmount', sign: 1 },
    { figure: 'transferInAmount', sign: 1 },
    { figure: 'cardInAmount', sign: 1 },
    { figure: 'issuedAmount', sign: -1 },
    { figure: 'feeAmount', sign: -1 },
    { figure: 'transferOutAmount', sign: -1 },
    { figure: 'cardOutAmount', sign: -1 },
  ],
};
