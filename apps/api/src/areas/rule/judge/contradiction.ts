import { consumptionCategories, payChannels } from '@xyxlx/contracts/consumption';
import { dayKinds, type MatchCondition, type MatchFactor } from '@xyxlx/contracts/rule-condition';
import type { Rule, Version } from './facts.ts';
import { isAmong } from './matches.ts';

/** The first rule that no payment can ever match, by its number; undefined where there is none. */
export function contradictionIn({
  categories,
  rules,
}: Pick<Version, 'categories' | 'rules'>): number | undefined {
  return rules.find((rule) => neverHolds(rule, categories))?.seq;
}

/** Looked at factor by factor: what excludes itself only together with another factor is left to the trial. */
function neverHolds({ matches }: Rule, categories: Version['categories']): boolean {
  const of = Map.groupBy(matches, ({ factor }) => factor);
  const ofCategory: MatchCondition[] =
    categories.length > 0 ? [{ factor: 'CATEGORY', operator: 'IN', value: [...categories] }] : [];
  if (ofCategory.length > 0) of.set('CATEGORY', [...(of.get('CATEGORY') ?? []), ...ofCategory]);
  return [...of].some(([factor, conditions]) => {
    const tried = valuesToTry(factor, conditions);
    return !tried.some((value) => conditions.every((one) => isAmong(one, value) === (one.operator === 'IN')));
  });
}

const everyMcc = Array.from({ length: 10_000 }, (_, n) => String(n).padStart(4, '0'));
const everyMinute = Array.from({ length: 1440 }, (_, minute) => minute);

/** Values among which one holds, if any does. */
function valuesToTry(factor: MatchFactor, conditions: readonly MatchCondition[]): (string | number | null)[] {
  switch (factor) {
    case 'CATEGORY':
      return consumptionCategories;
    case 'CHANNEL':
      return payChannels;
    case 'DAY_KIND':
      return dayKinds;
    case 'WEEKDAY':
      return [1, 2, 3, 4, 5, 6, 7];
    case 'MCC':
      return everyMcc;
    case 'TIME':
      return everyMinute;
    // Of records and areas there are always more than are named: null stands for one that is not.
    case 'MERCHANT':
    case 'BRAND':
    case 'CITY':
      return [null, ...conditions.flatMap(({ value }) => value as string[])];
  }
}
