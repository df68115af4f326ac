import {
  comparisonsOf,
  type RiskAggregate,
  type RiskComparison,
  type RiskCondition,
  type RiskExpression,
} from '@xyxlx/contracts/compliance-expression';
import { isTrue, type Measured, measuredOf, passes, shareOf } from './compare.ts';
import { type Counted, countedBy, countedIn } from './filters-of.ts';
import type { RiskRecord } from './record.ts';

/** What a rule found in an event: what it is about in fen, and the numbers that it was found by; shares in bp, null of nothing. */
export interface Judged {
  amount: number;
  facts: Record<string, number | null>;
}

/**
 * What a rule finds in an event, given it and the other records of its subject in any order; null: nothing. Of EVENT and ROLLING alone:
 * a calendar window is found by no event.
 */
export function judge(
  expression: RiskExpression,
  event: RiskRecord,
  records: readonly RiskRecord[],
): Judged | null {
  const base = countedBy(expression);
  if (!counts(event, base)) return null;
  const { window } = expression;
  if (window.kind === 'EVENT') return judgeEvent(expression, event);
  if (window.kind !== 'ROLLING') return null;
  const since = event.at - window.minutes * 60_000;
  const within = records.filter(({ at }) => at > since && at <= event.at);
  const measures = new Map<string, Measured | null>();
  for (const one of expression.aggregates)
    measures.set(one.name, measureOf(expression, one, within, measures));
  const facts = Object.fromEntries([...measures].map(([name, measured]) => [name, shown(measured)]));
  if (!holds(expression.when, ({ of }) => measures.get(of) ?? null)) return null;
  return { amount: paidIn(within.filter((one) => counts(one, base))), facts };
}

function judgeEvent({ when }: RiskExpression, event: RiskRecord): Judged | null {
  if (!holds(when, ({ of }) => measuredOf(event, of))) return null;
  const facts = comparisonsOf(when).map(({ of }) => [of, shown(measuredOf(event, of))]);
  return { amount: event.amount, facts: Object.fromEntries(facts) };
}

function measureOf(
  expression: RiskExpression,
  aggregate: RiskAggregate,
  within: readonly RiskRecord[],
  before: ReadonlyMap<string, Measured | null>,
): Measured | null {
  if (aggregate.kind === 'RATIO') {
    return shareOf(before.get(aggregate.part)?.part ?? 0, before.get(aggregate.whole)?.part ?? 0);
  }
  const counted = countedIn(expression, aggregate) as Counted;
  const records = within.filter((one) => counts(one, counted));
  switch (aggregate.kind) {
    case 'COUNT':
      return plain(records.length);
    case 'SUM':
      return plain(paidIn(records));
    case 'MAX':
      return plain(records.reduce((most, { amount }) => Math.max(most, amount), 0));
    case 'DISTINCT':
      return plain(
        new Set(records.map((one) => one[aggregate.field]).filter((value) => value !== null)).size,
      );
    case 'TOP_SHARE': {
      const byPayee = Map.groupBy(records, ({ payee }) => payee);
      return shareOf(Math.max(0, ...[...byPayee.values()].map(paidIn)), paidIn(records));
    }
  }
}

const plain = (part: number): Measured => ({ part, whole: 0 });

function shown(measured: Measured | null): number | null {
  if (measured === null) return null;
  return measured.whole === 0 ? measured.part : Math.floor((measured.part * 10_000) / measured.whole);
}

function counts(record: RiskRecord, { source, filters }: Counted): boolean {
  return record.source === source && filters.every((filter) => passes(record, filter));
}

/** A declined payment has moved nothing. */
function paidIn(records: readonly RiskRecord[]): number {
  return records.reduce((sum, { outcome, amount }) => (outcome === 'PAID' ? sum + amount : sum), 0);
}

function holds(condition: RiskCondition, measured: (comparison: RiskComparison) => Measured | null): boolean {
  if (!('all' in condition)) return isTrue(measured(condition), condition.op, condition.value);
  const each = (one: RiskCondition) => holds(one, measured);
  return condition.op === 'AND' ? condition.all.every(each) : condition.all.some(each);
}
