import type { Accumulation, PlanAmount } from '@xyxlx/contracts/issue-schedule';

/** What a plan gives an employee of a grade, before any share or cap; in fen. */
export function amountOf(amount: PlanAmount, grade: string | null): number {
  if (amount.by === 'SAME') return amount.amount;
  return amount.grades.find((one) => one.grade === grade)?.amount ?? amount.otherwise;
}

/** What of an amount is issued when an employee has so much left of the plan's; 0: 无需发放. In fen. */
export function upToCap(accumulation: Accumulation, amount: number, left: number): number {
  if (accumulation.kind !== 'CAPPED') return amount;
  return Math.max(0, Math.min(amount, accumulation.cap - left));
}
