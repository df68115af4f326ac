import { comparisonsOf, type RiskExpression, riskNumbers } from '@xyxlx/contracts/compliance-expression';
import type { RiskFact } from '@xyxlx/contracts/compliance-fact';

/** What a version of a rule saw in a hit, in the order of its expression, with what it asked of each number. */
export function factsOf(
  { source, aggregates, when }: RiskExpression,
  seen: Readonly<Record<string, number | null>>,
): RiskFact[] {
  // As they stand in the expression, whatever order they are kept in.
  const order: readonly string[] = [...aggregates.map(({ name }) => name), ...riskNumbers];
  const asked = Map.groupBy(comparisonsOf(when), ({ of }) => of);
  return Object.entries(seen)
    .map(([name, value]) => {
      const aggregate = aggregates.find((one) => one.name === name);
      const number = riskNumbers.find((one) => one === name);
      const kind = aggregate?.kind ?? number;
      if (kind === undefined) throw new Error(`The rule has no number "${name}" that its hit has`);
      const of = aggregate?.kind === 'RATIO' ? null : (aggregate?.source ?? source);
      const comparisons = (asked.get(name) ?? []).map((one) => ({ op: one.op, value: one.value }));
      return { name, kind, source: of, value, asked: comparisons };
    })
    .sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
}
