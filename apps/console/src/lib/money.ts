const whole = new Intl.NumberFormat('en-US');

/** Fen as yuan with thousands separators and two decimals: 123456 → 1,234.56. Exact, because nothing is divided. */
export function yuanText(fen: number): string {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  const text = `${whole.format(Number(digits.slice(0, -2)))}.${digits.slice(-2)}`;
  return fen < 0 ? `−${text}` : text;
}

/** An amount that stands by itself, outside tables: 123456 → ¥1,234.56. */
export function amountText(fen: number): string {
  return fen < 0 ? `−¥${yuanText(-fen)}` : `¥${yuanText(fen)}`;
}

/** Fen as yuan with a sign in front of anything but zero: a difference. */
export function differenceText(fen: number): string {
  return fen > 0 ? `+${yuanText(fen)}` : yuanText(fen);
}

/** The most characters in a field for an amount: ten billion yuan with its separators, and a sign. */
export const amountCharacters = 20;

/** Yuan as typed, as fen; undefined when it is no amount of whole fen. */
export function fenOf(typed: string): number | undefined {
  const match = /^(-?)(\d{1,13})(?:\.(\d{0,2}))?$/.exec(typed.replaceAll(',', '').trim());
  if (!match) return undefined;
  const [, sign, yuan = '', fraction = ''] = match;
  const fen = Number(yuan) * 100 + Number(fraction.padEnd(2, '0'));
  return sign && fen !== 0 ? -fen : fen;
}

/** What stands in a field for an amount as fen: undefined when nothing does, NaN, which no contract accepts, when it is no amount. */
export function readYuan(typed: string): number | undefined {
  return typed.trim() === '' ? undefined : (fenOf(typed) ?? Number.NaN);
}

/** Fen as it is typed into a field: 123450 → 1234.50. */
export function typedYuan(fen: number): string {
  return yuanText(fen).replaceAll(',', '').replace('−', '-');
}

/** Fen in short for axes and tiles, in the units of the language: 1234500000 → 1,234.5万 or 12.3M. */
export function shortYuan(fen: number, language: 'zh' | 'en'): string {
  const format = new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en-US', {
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  return format.format(fen / 100);
}

/** A whole number with thousands separators. */
export function countText(count: number): string {
  return whole.format(count);
}
