import { Refusal } from '../../core/errors.ts';

/** In fen. */
const most = 1_000_000_000_000n;

/** Yuan that moved, with or without thousands separators: in fen. */
export function readAmount(text: string): string {
  const fen = fenOf(text);
  if (fen !== null && fen > 0n && fen <= most) return String(fen);
  throw new Refusal({
    zh: '应为大于 0 的金额，至多两位小数',
    en: 'An amount above 0 with at most two decimals',
  });
}

/** Yuan that are put somewhere, or none: in fen. */
export function readAmountOrNone(text: string): string {
  const fen = fenOf(text);
  if (fen !== null && fen >= 0n && fen <= most) return String(fen);
  throw new Refusal({
    zh: '应为不小于 0 的金额，至多两位小数',
    en: 'An amount of 0 or more with at most two decimals',
  });
}

/** Yuan that an account has, which may be overdrawn: in fen. */
export function readBalance(text: string): string {
  const fen = fenOf(text);
  if (fen !== null && fen >= -most * 1000n && fen <= most * 1000n) return String(fen);
  throw new Refusal({ zh: '应为金额，至多两位小数', en: 'An amount with at most two decimals' });
}

/** Commas only where they group thousands: one that stands for a decimal point would make the amount a hundredfold. */
function fenOf(text: string): bigint | null {
  const match = /^[¥￥]? ?(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2})0*)?$/.exec(text);
  if (!match) return null;
  const [, minus, whole = '', cents = ''] = match;
  const fen = BigInt(whole.replaceAll(',', '') + cents.padEnd(2, '0'));
  return minus ? -fen : fen;
}
