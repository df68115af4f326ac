import type { AmountCap, CapCondition, CountCap } from '@xyxlx/contracts/rule-condition';
import { type Usage, type UsageSpan, usageId } from './usage.ts';

const spanOf: Record<Exclude<AmountCap | CountCap, 'PER_PAYMENT'>, UsageSpan> = {
  PER_DAY: 'DAY',
  PER_WEEK: 'WEEK',
  PER_MONTH: 'MONTH',
  TOTAL: 'TOTAL',
  COUNT_DAY: 'DAY',
  COUNT_WEEK: 'WEEK',
  COUNT_MONTH: 'MONTH',
};

/** How much a cap leaves: amounts in fen, of a count how often. */
export interface Remainder {
  cap: CapCondition;
  used: number;
  left: number;
  /** What the company may still pay by it, in fen. */
  allowed: number;
}

/** What the caps of a rule leave on a day. */
export function remaindersOf(
  { key, caps }: { key: string; caps: readonly CapCondition[] },
  usage: Usage,
  day: string,
): Remainder[] {
  return caps.map((cap) => {
    if (cap.factor === 'PER_PAYMENT') return { cap, used: 0, left: cap.value, allowed: cap.value };
    const { amount, count } = usage.get(usageId(key, spanOf[cap.factor], day)) ?? { amount: 0, count: 0 };
    const counts = cap.factor.startsWith('COUNT_');
    const used = counts ? count : amount;
    const left = Math.max(0, cap.value - used);
    return { cap, used, left, allowed: counts && left > 0 ? Number.POSITIVE_INFINITY : left };
  });
}
