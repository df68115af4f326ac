/** Fen as yuan with two decimals, for what is said to somebody: 123450 → 1234.50. */
export function yuanText(fen: number): string {
  return (fen / 100).toFixed(2);
}

const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });

/** As `yuanText`, in groups of three digits: 123450 → 1,234.50. */
export function groupedYuan(fen: number): string {
  // Nothing has no sign.
  return grouped.format(fen / 100 + 0);
}
