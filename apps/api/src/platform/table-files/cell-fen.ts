/** A cell's amount is read to this part of a yuan: ten to the minus seventeenth. */
const decimals = 17;
const perFen = 10n ** BigInt(decimals - 2);
/** So far from a whole fen, in that part of a yuan, a cell may be: a ten thousandth. */
const tail = perFen / 10_000n;

/**
 * Yuan as they stand in a spreadsheet's cell, in fen; null where that is no amount. Commas group thousands: one that stands for a decimal
 * point would make the amount tenfold.
 */
export function cellFen(text: string): bigint | null {
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,17}))?$/.exec(text);
  if (!match) return null;
  const [, grouped = '', fraction = ''] = match;
  const whole = grouped.replaceAll(',', '');
  if (whole.length > 10) return null;
  if (fraction.length <= 2) return BigInt(whole + fraction.padEnd(2, '0'));
  // Spreadsheets write 0.1 + 0.2 with a tail far behind the second decimal.
  const exact = BigInt(whole + fraction.padEnd(decimals, '0'));
  const fen = (exact + perFen / 2n) / perFen;
  const off = exact - fen * perFen;
  return (off < 0n ? -off : off) < tail ? fen : null;
}
