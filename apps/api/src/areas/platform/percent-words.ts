import type { Label } from '@xyxlx/contracts/endpoint';

/** Hundredths of a percent (bps) as a person reads them: 38 is 0.38%. */
export function percentWords(bps: string): Label {
  const text = `${(Number(bps) / 100).toFixed(2)}%`;
  return { zh: text, en: text };
}
