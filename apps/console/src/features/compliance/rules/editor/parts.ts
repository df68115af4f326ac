import {
  comparisonsOf,
  type RiskAggregate,
  type RiskComparison,
  type RiskCondition,
  type RiskExpression,
  type RiskFilter,
} from '@xyxlx/contracts/compliance-expression';
import { quantityIn } from './quantity.ts';

/** What an editor begins with: a payment of 5,000 yuan and more. */
export const firstExpression: RiskExpression = {
  ...{ source: 'PAYMENT', subject: 'EMPLOYEE', filters: [], window: { kind: 'EVENT' }, aggregates: [] },
  when: { of: 'amount', op: 'GE', value: 500_000 },
};

export const newFilter: RiskFilter = { field: 'amount', op: 'GE', value: 10_000 };

/** One more aggregate, by a name that none has yet. */
export function newAggregate(aggregates: readonly RiskAggregate[]): RiskAggregate {
  const names = aggregates.map(({ name }) => name);
  const free = ['sum', 'sum2', 'sum3', 'sum4', 'sum5'].find((name) => !names.includes(name));
  return { kind: 'SUM', name: free ?? 'sum6' };
}

/** The expression with an aggregate in place of the one of its name. */
export function withAggregate(expression: RiskExpression, next: RiskAggregate): RiskExpression {
  const aggregates = expression.aggregates.map((one) => (one.name === next.name ? next : one));
  return { ...expression, aggregates };
}

/** The expression without an aggregate; null while something is compared by it or reckoned of it. */
export function withoutAggregate(expression: RiskExpression, name: string): RiskExpression | null {
  const isCompared = comparisonsOf(expression.when).some(({ of }) => of === name);
  const isPart = expression.aggregates.some(
    (one) => one.kind === 'RATIO' && (one.part === name || one.whole === name),
  );
  if (isCompared || isPart) return null;
  return { ...expression, aggregates: expression.aggregates.filter((one) => one.name !== name) };
}

/** The first comparison with an amount: the threshold that a plot of amounts can show. */
export function amountThreshold(
  expression: RiskExpression,
): { path: readonly number[]; comparison: RiskComparison } | null {
  return find(expression.when, []);

  function find(condition: RiskCondition, path: readonly number[]): ReturnType<typeof amountThreshold> {
    if (!('all' in condition)) {
      return quantityIn(expression, condition.of) === 'money' ? { path, comparison: condition } : null;
    }
    for (const [at, one] of condition.all.entries()) {
      const found = find(one, [...path, at]);
      if (found) return found;
    }
    return null;
  }
}
