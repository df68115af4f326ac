/** A share of a sample with the interval in which the true one lies, 95 times of 100; in bp. */
export interface Precision {
  /** How many were looked at, and how many of them were right. */
  labelled: number;
  positive: number;
  share: number;
  low: number;
  high: number;
}

/** Of a two-sided interval of 95 %. */
const z = 1.959964;

/** The share of those that were right, by Wilson's interval; null where none was looked at: nothing is not 0 %. */
export function precisionOf(labelled: number, positive: number): Precision | null {
  if (labelled === 0) return null;
  const share = positive / labelled;
  const middle = share + z ** 2 / (2 * labelled);
  const reach = z * Math.sqrt((share * (1 - share)) / labelled + z ** 2 / (4 * labelled ** 2));
  const bp = (value: number) => Math.round((value / (1 + z ** 2 / labelled)) * 10_000);
  return {
    labelled,
    positive,
    share: Math.round(share * 10_000),
    low: bp(middle - reach),
    high: bp(middle + reach),
  };
}
