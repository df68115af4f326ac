import type { CompareOp, RiskFilter } from '@xyxlx/contracts/compliance-expression';
import { numberOf, type RiskRecord, textOf } from './record.ts';

/** What is compared: a number as `whole` ones of 1, or a share as `part` of `whole`, in bp; null: there is none. */
export interface Measured {
  part: number;
  /** 0 for a plain number. */
  whole: number;
}

/** Whether the measure is less than (−1), equal to (0) or more than (1) a threshold; shares without a division. */
function orderOf({ part, whole }: Measured, threshold: number): number {
  if (whole === 0) return Math.sign(part - threshold);
  const difference = BigInt(part) * 10_000n - BigInt(threshold) * BigInt(whole);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whether a comparison is true; of nothing only NE is. */
export function isTrue(measured: Measured | null, op: CompareOp, threshold: number): boolean {
  if (measured === null) return op === 'NE';
  const order = orderOf(measured, threshold);
  switch (op) {
    case 'EQ':
      return order === 0;
    case 'NE':
      return order !== 0;
    case 'LT':
      return order < 0;
    case 'LE':
      return order <= 0;
    case 'GE':
      return order >= 0;
  }
}

/** What a number of a record is compared as. */
export function measuredOf(record: RiskRecord, field: string): Measured | null {
  if (field === 'refundedShare') return shareOf(record.refunded, record.amount);
  const value = numberOf(record, field as Parameters<typeof numberOf>[1]);
  return value === null ? null : { part: value, whole: 0 };
}

/** A share to be compared in bp; null of nothing. */
export function shareOf(part: number, whole: number): Measured | null {
  return whole > 0 ? { part, whole } : null;
}

/** Whether a record passes a filter. */
export function passes(record: RiskRecord, filter: RiskFilter): boolean {
  const { field, op, value } = filter;
  switch (field) {
    case 'channel':
    case 'category':
    case 'mcc':
    case 'city':
    case 'payee':
    case 'outcome':
      return isAmong(textOf(record, field), op, [value].flat() as string[]);
    default: {
      const measured = measuredOf(record, field);
      if (op === 'IN') return value.some((one) => isTrue(measured, 'EQ', one));
      if (op === 'NOT_IN') return !value.some((one) => isTrue(measured, 'EQ', one));
      if (op !== 'BETWEEN') return isTrue(measured, op, value as number);
      const [first, last] = value;
      const reaches = [isTrue(measured, 'GE', first), isTrue(measured, 'LE', last)];
      return passesMidnight(filter) ? reaches.some(Boolean) : reaches.every(Boolean);
    }
  }
}

/** Whether the hours of a filter go on after midnight, as from 23 to 4. */
export function passesMidnight({ field, op, value }: RiskFilter): boolean {
  return field === 'hourOfDay' && op === 'BETWEEN' && value[0] > value[1];
}

function isAmong(text: string | null, op: string, values: readonly string[]): boolean {
  const found = text !== null && values.includes(text);
  return op === 'EQ' || op === 'IN' ? found : !found;
}
