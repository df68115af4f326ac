import type { MatchCondition } from '@xyxlx/contracts/rule-condition';
import type { DayFacts, Facts } from './facts.ts';
import { weekdayOf } from './usage.ts';

/** A condition that a payment does not match. */
export interface Miss {
  condition: MatchCondition;
  /** What the payment has instead. */
  actual: string | number | null;
  /** The day that conditions on days look at: in hours past midnight the one that they began on. */
  day: DayFacts;
}

/** The conditions that the payment does not match. */
export function missesOf(matches: readonly MatchCondition[], facts: Facts): Miss[] {
  const day = dayOfHours(matches, facts);
  return matches
    .filter((condition) => isMissed(condition, facts, day))
    .map((condition) => ({ condition, actual: valueFor(condition, facts, day), day }));
}

/** How many conditions the payment does not match; most rules are asked for no more than that. */
export function missCount(matches: readonly MatchCondition[], facts: Facts): number {
  const day = dayOfHours(matches, facts);
  let count = 0;
  for (const condition of matches) if (isMissed(condition, facts, day)) count += 1;
  return count;
}

function isMissed(condition: MatchCondition, facts: Facts, day: DayFacts): boolean {
  return isAmong(condition, valueFor(condition, facts, day)) !== (condition.operator === 'IN');
}

/** Hours that pass midnight belong to the day that they began on. */
function dayOfHours(matches: readonly MatchCondition[], { minute, today, yesterday }: Facts): DayFacts {
  const pastMidnight = matches.some(
    (one) =>
      one.factor === 'TIME' &&
      one.value.some(({ from, to }) => minutes(from) > minutes(to) && minute < minutes(to)),
  );
  return pastMidnight ? yesterday : today;
}

/** What of a payment the condition looks at. */
function valueFor({ factor }: MatchCondition, facts: Facts, day: DayFacts): string | number | null {
  switch (factor) {
    case 'CATEGORY':
      return facts.category;
    case 'CHANNEL':
      return facts.channel;
    case 'MERCHANT':
      return facts.payeeMerchantId;
    case 'BRAND':
      return facts.brandId;
    case 'MCC':
      return facts.mcc;
    case 'CITY':
      return facts.city;
    case 'TIME':
      return facts.minute;
    case 'WEEKDAY':
      return weekdayOf(day.day);
    case 'DAY_KIND':
      return day.kind;
  }
}

/** Whether a value is among those of the condition; what a payment does not say (null) never is. */
export function isAmong(condition: MatchCondition, value: string | number | null): boolean {
  switch (condition.factor) {
    case 'MCC':
      return condition.value.some((range) => inRange(String(value), range));
    case 'CITY':
      return condition.value.some((code) => String(value).startsWith(areaOf(code)));
    case 'TIME':
      return condition.value.some((span) => inSpan(Number(value), span));
    default:
      return (condition.value as readonly (string | number | null)[]).includes(value);
  }
}

/** A range is its first and its last code, or the one that is both. */
function inRange(mcc: string, range: string): boolean {
  return range.slice(0, 4) <= mcc && mcc <= range.slice(-4);
}

/** 440000 is all of a province and 440300 all of a city: what an area's code begins with. */
function areaOf(code: string): string {
  return code.endsWith('0000') ? code.slice(0, 2) : code.endsWith('00') ? code.slice(0, 4) : code;
}

function inSpan(minute: number, { from, to }: { from: string; to: string }): boolean {
  const [first, end] = [minutes(from), minutes(to)];
  return first < end ? first <= minute && minute < end : minute >= first || minute < end;
}

/** Read by its digits: cut out and parsed, times were most of what judging cost. */
function minutes(time: string): number {
  const digit = (at: number) => time.charCodeAt(at) - 48;
  return (digit(0) * 10 + digit(1)) * 60 + digit(3) * 10 + digit(4);
}
