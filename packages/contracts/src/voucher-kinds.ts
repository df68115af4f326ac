import { valuesOf, type WordsOf } from './words.ts';

/** 自动 follows from postings; 红字 takes another back; 结转 closes a period. */
export const voucherKindWords = {
  SYSTEM: { zh: '自动', en: 'Automatic' },
  MANUAL: { zh: '手工', en: 'Manual' },
  RED: { zh: '红字冲销', en: 'Reversal' },
  CLOSE: { zh: '结转', en: 'Closing' },
} as const satisfies WordsOf<string>;
export const voucherKinds = valuesOf(voucherKindWords);
export type VoucherKind = keyof typeof voucherKindWords;

export const voucherStateWords = {
  DRAFT: { zh: '草稿', en: 'Draft', tone: 'quiet' },
  PENDING: { zh: '待审核', en: 'Waiting', tone: 'waiting' },
  APPROVED: { zh: '已审核', en: 'Approved', tone: 'info' },
  POSTED: { zh: '已过账', en: 'Posted', tone: 'good' },
  REVERSED: { zh: '已冲销', en: 'Reversed', tone: 'bad' },
} as const satisfies WordsOf<string>;
export const voucherStates = valuesOf(voucherStateWords);
export type VoucherState = keyof typeof voucherStateWords;

/** 凭证字, under which numbers count from 1 in each period. */
export const voucherWords = ['记', '收', '付', '转'] as const;
export type VoucherWord = (typeof voucherWords)[number];

/** Whether all vouchers are 记, or 收, 付 and 转 by what happens to cash. */
export const voucherStyleWords = {
  ONE: { zh: '记', en: 'One series' },
  THREE: { zh: '收付转', en: 'Receipt, payment, transfer' },
} as const satisfies WordsOf<string>;
export const voucherStyles = valuesOf(voucherStyleWords);
export type VoucherStyle = keyof typeof voucherStyleWords;

export const ledgerPeriodStateWords = {
  OPEN: { zh: '未结账', en: 'Open', tone: 'info' },
  CLOSING: { zh: '结账中', en: 'Closing', tone: 'waiting' },
  CLOSED: { zh: '已结账', en: 'Closed', tone: 'good' },
} as const satisfies WordsOf<string>;
export const ledgerPeriodStates = valuesOf(ledgerPeriodStateWords);

/** 归集: takes postings while it is open; sealed it is one voucher. */
export const ledgerSlotStates = ['OPEN', 'SEALED'] as const;
