import type { CaseGraph } from '@xyxlx/contracts/compliance-graph';

/** What somebody or a card is called in a graph; of a card whose it is as well. */
export function payerName({ name, holder }: CaseGraph['payers'][number]): string {
  return holder ? `${name} · ${holder.name}` : name;
}
