import type { CompareOp } from './compliance-expression.ts';
import type { RiskSource, RiskSubject } from './compliance-kinds.ts';
import type { Option } from './option.ts';

/** The languages that a sentence is written in. */
export type Language = 'zh' | 'en';

/** What a payee is called, by its id. */
export type PayeeName = (id: string) => string;

/** What is known of payees by their names; one that isn't known is told by its id. */
export function payeeName(payees: readonly Option[]): PayeeName {
  return (id) => payees.find((one) => one.id === id)?.name ?? id;
}

export const operatorWords: Record<CompareOp, string> = { EQ: '=', NE: '≠', LT: '<', LE: '≤', GE: '≥' };

/** What records of a source are called among others. */
export const sourceNouns: Record<RiskSource, { zh: string; en: string }> = {
  PAYMENT: { zh: '消费', en: 'payments' },
  REFUND: { zh: '退款', en: 'refunds' },
  TOP_UP: { zh: '充值', en: 'top-ups' },
  CARD_EVENT: { zh: '卡状态变更', en: 'steps of cards' },
  ADJUSTMENT: { zh: '额度调整', en: 'limit adjustments' },
};

const subjectNoun = (zh: string, en: string, preposition: string) => ({
  zh: (isEvent: boolean) => (isEvent ? zh : `同一${zh}`),
  en: (isEvent: boolean) => `${preposition} ${isEvent ? (/^[aeiou]/.test(en) ? 'an' : 'a') : 'one'} ${en}`,
});

/** Whose records are looked at together. */
export const subjectNouns: Record<RiskSubject, ReturnType<typeof subjectNoun>> = {
  EMPLOYEE: subjectNoun('员工', 'employee', 'of'),
  CARD: subjectNoun('预付卡', 'card', 'of'),
  PAYEE: subjectNoun('收款商户', 'payee', 'to'),
  MERCHANT: subjectNoun('商户', 'merchant', 'of'),
  COMPANY: subjectNoun('公司', 'company', 'of'),
  OPERATOR: subjectNoun('经办人', 'operator', 'by'),
};

/** Fen as whole yuan where it is, with thousands separators: 499999 → 4,999.99. */
export function yuanWord(fen: number): string {
  const yuan = new Intl.NumberFormat('en-US').format(Math.floor(fen / 100));
  const rest = fen % 100;
  return rest === 0 ? yuan : `${yuan}.${String(rest).padStart(2, '0')}`;
}

/** An amount in fen with its unit: 10,000 元, ¥10,000. */
export function amountWord(fen: number, language: Language): string {
  return language === 'zh' ? `${yuanWord(fen)} 元` : `¥${yuanWord(fen)}`;
}

/** A share in bp: 8000 → 80%. */
export function shareWord(bp: number): string {
  return `${bp / 100}%`;
}
