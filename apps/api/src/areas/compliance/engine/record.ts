import type { RiskNumber, RiskText } from '@xyxlx/contracts/compliance-expression';
import type { RiskSource } from '@xyxlx/contracts/compliance-kinds';
import { shanghaiMinute } from '../../../platform/time/shanghai.ts';

/** Something that happened to a subject, with all that a rule can ask of it. Amounts in fen, times in milliseconds since 1970. */
export interface RiskRecord {
  source: RiskSource;
  id: string;
  at: number;
  amount: number;
  enterprise: number;
  personal: number;
  /** What of the amount was given back by now. */
  refunded: number;
  channel: string | null;
  category: string | null;
  mcc: string | null;
  city: string | null;
  payee: string | null;
  outcome: 'PAID' | 'FAILED';
  /** Days in Asia/Shanghai, as 2026-11-17. */
  hiredOn: string | null;
  leftOn: string | null;
  activatedAt: number | null;
}

const dayLength = 86_400_000;

/** A number of a record; null where the record has none, such as the days since leaving of somebody who stays. */
export function numberOf(record: RiskRecord, field: Exclude<RiskNumber, 'refundedShare'>): number | null {
  switch (field) {
    case 'hourOfDay':
      return Math.floor(shanghaiMinute(record.at).minute / 60);
    case 'weekday':
      // The first day of 1970 was a Thursday.
      return ((shanghaiMinute(record.at).days + 3) % 7) + 1;
    case 'hiredDays':
      return daysSince(record.at, record.hiredOn && Date.parse(record.hiredOn) / dayLength);
    case 'leftDays':
      return daysSince(record.at, record.leftOn && Date.parse(record.leftOn) / dayLength);
    case 'cardAgeDays':
      return daysSince(record.at, record.activatedAt && shanghaiMinute(record.activatedAt).days);
    default:
      return record[field];
  }
}

/** A text of a record; null where the record has none. */
export function textOf(record: RiskRecord, field: RiskText): string | null {
  return record[field];
}

function daysSince(at: number, day: number | string | null): number | null {
  return typeof day === 'number' ? shanghaiMinute(at).days - day : null;
}
