import { valuesOf, type WordsOf } from './words.ts';

/** 商户账单 is of the limits of a merchant's employees, 公司账单 of a company's 企业资金. */
export const billKindWords = {
  MERCHANT: { zh: '商户账单', en: "Merchant's bill" },
  COMPANY: { zh: '公司账单', en: "Company's bill" },
} as const satisfies WordsOf<string>;
export const billKinds = valuesOf(billKindWords);
export type BillKind = keyof typeof billKindWords;

/** What a bill waits for: 出账 by us, 答复 and 重新出账 of a disputed one, 确认 by the caller or by others, 结清. */
export const billWaitWords = {
  ISSUE: { zh: '待出账', en: 'To issue', tone: 'waiting' },
  ANSWER: { zh: '待答复', en: 'To answer', tone: 'bad' },
  REISSUE: { zh: '待重新出账', en: 'To issue again', tone: 'waiting' },
  CONFIRM: { zh: '待我确认', en: 'To confirm', tone: 'waiting' },
  OTHERS: { zh: '待他人确认', en: 'With others', tone: 'quiet' },
  SETTLE: { zh: '待结清', en: 'To settle', tone: 'info' },
} as const satisfies WordsOf<string>;
export const billWaits = valuesOf(billWaitWords);
export type BillWait = keyof typeof billWaitWords;

/** Who writes in a dispute: the other side, or we. */
export const billMessageSideWords = {
  CLAIM: { zh: '异议', en: 'Dispute', tone: 'bad' },
  ANSWER: { zh: '答复', en: 'Answer', tone: 'info' },
} as const satisfies WordsOf<string>;
export const billMessageSides = valuesOf(billMessageSideWords);
export type BillMessageSide = keyof typeof billMessageSideWords;

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

/** The figures of a bill, in the order of its sum. */
export const billFigureWords = {
  openingBalance: { zh: '期初余额', en: 'Opening balance' },
  topUpAmount: { zh: '充值', en: 'Top-ups' },
  issuedAmount: { zh: '发放', en: 'Issued' },
  refundedAmount: { zh: '退款', en: 'Refunded' },
  consumedAmount: { zh: '消费', en: 'Consumed' },
  recoveredAmount: { zh: '回收', en: 'Recovered' },
  transferInAmount: { zh: '转入', en: 'Transferred in' },
  transferOutAmount: { zh: '转出', en: 'Transferred out' },
  cardInAmount: { zh: '卡转入', en: 'From cards' },
  cardOutAmount: { zh: '卡支出', en: 'To cards' },
  feeAmount: { zh: '手续费', en: 'Fees' },
  closingBalance: { zh: '期末余额', en: 'Closing balance' },
} as const satisfies WordsOf<string>;
export type BillFigure = keyof typeof billFigureWords;

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
