import type { RiskAggregate, RiskExpression, RiskFilter } from '@xyxlx/contracts/compliance-expression';

/** What a number is: an amount in fen, a share in bp, a weekday, or a plain whole number. */
export type Quantity = 'money' | 'share' | 'weekday' | 'count';

/** What the numbers of a field are. */
export function quantityOf(field: RiskFilter['field'] | string): Quantity {
  if (field === 'amount' || field === 'enterprise' || field === 'personal') return 'money';
  if (field === 'refundedShare') return 'share';
  return field === 'weekday' ? 'weekday' : 'count';
}

/** What a comparison of an expression compares with. */
export function quantityIn({ aggregates }: Pick<RiskExpression, 'aggregates'>, of: string): Quantity {
  const found = aggregates.find(({ name }) => name === of);
  return found ? quantityOfKind(found.kind) : quantityOf(of);
}

function quantityOfKind(kind: RiskAggregate['kind']): Quantity {
  if (kind === 'SUM' || kind === 'MAX') return 'money';
  return kind === 'TOP_SHARE' || kind === 'RATIO' ? 'share' : 'count';
}
