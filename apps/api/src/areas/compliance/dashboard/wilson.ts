const z = 1.96;

/** A share in basis points. */
interface Estimate {
  share: number | null;
  low: number | null;
  high: number | null;
}

/** The share of `positive` among `whole`, with Wilson's interval of 95%; without any there is no share, which is not one of nothing. */
export function wilson(positive: number, whole: number): Estimate {
  if (whole === 0) return { share: null, low: null, high: null };
  const p = positive / whole;
  const size = 1 + z ** 2 / whole;
  const middle = (p + z ** 2 / (2 * whole)) / size;
  const half = (z * Math.sqrt((p * (1 - p)) / whole + z ** 2 / (4 * whole ** 2))) / size;
  const bp = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000);
  return { share: bp(p), low: bp(middle - half), high: bp(middle + half) };
}
