import { valuesOf, type WordsOf } from './words.ts';

/** What a voucher is printed on: two sheets of A5 an A4, one an A5, or the 240 × 140 mm of voucher printers. */
export const voucherPaperWords = {
  A5: { zh: 'A5 横向', en: 'A5 landscape' },
  A4: { zh: 'A4（两联 A5）', en: 'A4, two sheets of A5 each' },
  SLIP: { zh: '240 × 140 mm', en: '240 × 140 mm' },
} as const satisfies WordsOf<string>;
export const voucherPapers = valuesOf(voucherPaperWords);
export type VoucherPaper = keyof typeof voucherPaperWords;

/** What a sheet measures, in mm, and how many of them lie below each other on a page. */
export interface SheetFormat {
  width: number;
  height: number;
  perPage: number;
}

export const sheetFormats: Record<VoucherPaper, SheetFormat> = {
  A5: { width: 210, height: 148, perPage: 1 },
  A4: { width: 210, height: 148.5, perPage: 2 },
  SLIP: { width: 240, height: 140, perPage: 1 },
};

/** Whether a heavy rule stands before this column of digits: before thousands of yuan, and before what is less than a yuan. */
export function isHeavyColumn(at: number): boolean {
  return at === 3 || at === 6 || at === 9;
}

/** The lines of one sheet. */
export const linesOfSheet = 5;

/** The columns of an amount, from the hundred million to the fen. */
export const digitColumns = ['亿', '千', '百', '十', '万', '千', '百', '十', '元', '角', '分'] as const;

const capitals = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖'];
const places = ['', '拾', '佰', '仟'];
const groups = ['', '万', '亿', '万'];

/** An amount in fen as cheques and vouchers spell it: 1050007 → 壹万零伍佰元零柒分. Zeros between two digits are one 零. */
export function capitalAmount(fen: number): string {
  const all = String(Math.abs(fen)).padStart(3, '0');
  const whole = all.slice(0, -2).replace(/^0+/, '');
  const [jiao = '0', cent = '0'] = all.slice(-2);
  const parts = [...[...whole].map((digit, at) => placed(whole, digit, at)), whole && '元'];
  if (jiao !== '0') parts.push(whole.endsWith('0') ? '零' : '', `${spelt(jiao)}角`);
  if (cent !== '0') parts.push(jiao === '0' && whole ? '零' : '', `${spelt(cent)}分`);
  if (fen === 0) parts.push('零元');
  return `${fen < 0 ? '负' : ''}${parts.join('')}${cent === '0' ? '整' : ''}`;
}

/** One digit of the whole yuan with its place; a zero alone says nothing, the digit after it says it. */
function placed(whole: string, digit: string, at: number): string {
  const place = whole.length - 1 - at;
  const afterZero = at > 0 && whole[at - 1] === '0' && digit !== '0' ? '零' : '';
  const said = digit === '0' ? '' : `${afterZero}${spelt(digit)}${places[place % 4]}`;
  return `${said}${place % 4 === 0 ? groupEnd(whole, at, place / 4) : ''}`;
}

/** 万 or 亿 behind four digits, unless all are zero; 亿 also behind 万 of them. */
function groupEnd(whole: string, at: number, group: number): string {
  const counted = group === 2 ? whole.slice(0, at + 1) : whole.slice(Math.max(0, at - 3), at + 1);
  return /[1-9]/.test(counted) ? (groups[group] ?? '') : '';
}

function spelt(digit: string): string {
  return capitals[Number(digit)] ?? '';
}

/**
 * The digits of an amount in fen in their columns, without its sign: a negative one is printed in red. `mark` stands before the first.
 * What is more than the columns have stands together in the first.
 */
export function digitsInColumns(fen: number, mark = ''): string[] {
  if (fen === 0) return digitColumns.map(() => '');
  const digits = String(Math.abs(fen)).padStart(3, '0');
  const over = digits.length - digitColumns.length;
  if (over >= 0) return [mark + digits.slice(0, over + 1), ...digits.slice(over + 1)];
  return digitColumns.map((_, at) => (at + over === -1 ? mark : (digits[at + over] ?? '')));
}

/** A sheet of a voucher: its place among the sheets, and its lines. */
export interface Sheet<Line> {
  /** From 1. */
  number: number;
  of: number;
  lines: readonly Line[];
}

/** The sheets that lines fill, five each; the last has the sum. */
export function sheetsOf<Line>(lines: readonly Line[]): Sheet<Line>[] {
  const of = Math.max(1, Math.ceil(lines.length / linesOfSheet));
  return Array.from({ length: of }, (_, at) => ({
    number: at + 1,
    of,
    lines: lines.slice(at * linesOfSheet, (at + 1) * linesOfSheet),
  }));
}
