/** What a channel's rate (basis points) takes of an amount, in fen: half up. */
export function feeOf(amount: number, bps: number): number {
  return Number((BigInt(amount) * BigInt(bps) + 5_000n) / 10_000n);
}
