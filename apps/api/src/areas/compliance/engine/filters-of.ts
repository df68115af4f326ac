import type { RiskAggregate, RiskExpression, RiskFilter } from '@xyxlx/contracts/compliance-expression';
import type { RiskSource } from '@xyxlx/contracts/compliance-kinds';

/** Which records count for something: those of a source that pass all filters. */
export interface Counted {
  source: RiskSource;
  filters: readonly RiskFilter[];
}

const onlyPaid: RiskFilter = { field: 'outcome', op: 'EQ', value: 'PAID' };

/** The records that a rule is about. What was declined is no payment unless the filters speak of it. */
export function countedBy({ source, filters }: RiskExpression): Counted {
  const speaks = source !== 'PAYMENT' || filters.some(({ field }) => field === 'outcome');
  return { source, filters: speaks ? filters : [...filters, onlyPaid] };
}

/** The records that an aggregate is about; null of a ratio, which is of other aggregates. */
export function countedIn(expression: RiskExpression, aggregate: RiskAggregate): Counted | null {
  if (aggregate.kind === 'RATIO') return null;
  const { source = expression.source, filters = [] } = aggregate;
  const shared = source === expression.source ? expression.filters : [];
  return countedBy({ ...expression, source, filters: [...shared, ...filters] });
}

/** The sources whose records a rule looks at, each once. */
export function sourcesOf(expression: RiskExpression): RiskSource[] {
  const of = expression.aggregates.flatMap((one) => countedIn(expression, one)?.source ?? []);
  return [...new Set([expression.source, ...of])];
}
