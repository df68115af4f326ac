/** Fen as yuan with two decimals, for what is said to somebody: 123450 → 1234.50. */
export function yuanText(fen: number): string {
  return (fen / 100).toFixed(2);
}
