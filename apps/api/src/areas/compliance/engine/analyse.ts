import {
  type comparisonsOf,
  type RiskCondition,
  type RiskExpression,
  type RiskFilter,
  riskNumbers,
  riskRecordOutcomes,
} from '@xyxlx/contracts/compliance-expression';
import type { RiskAction } from '@xyxlx/contracts/compliance-kinds';
import { consumptionCategories, payChannels } from '@xyxlx/contracts/consumption';
import type { Label } from '@xyxlx/contracts/endpoint';
import { isTrue, passes } from './compare.ts';
import { countedBy, countedIn, sourcesOf } from './filters-of.ts';
import type { RiskRecord } from './record.ts';
import { isAbout } from './records.sql.ts';

/** How far back payments look, in minutes: 31 days. */
const onlineReach = 31 * 1440;
/** How far back a rule that declines may look. */
const declineReach = 1440;

/** Why payments can't ask a rule themselves; null: they can. */
export function whyNotOnline(expression: RiskExpression): Label | null {
  const { source, subject, window } = expression;
  if (source !== 'PAYMENT') return { zh: '仅消费可在线判断', en: 'only payments are judged online' };
  if (subject !== 'EMPLOYEE' && subject !== 'CARD') {
    return { zh: '仅员工和预付卡可在线判断', en: 'only employees and cards are judged online' };
  }
  if (window.kind !== 'EVENT' && window.kind !== 'ROLLING') {
    return { zh: '自然日、周、月须批量计算', en: 'calendar windows are reckoned in batches' };
  }
  if (window.kind === 'ROLLING' && window.minutes > onlineReach) {
    return { zh: '时间窗超过 31 天', en: 'the window is longer than 31 days' };
  }
  if (sourcesOf(expression).some((one) => one !== 'PAYMENT')) {
    return { zh: '聚合了消费以外的记录', en: 'it counts records that are no payments' };
  }
  return null;
}

/** Why a rule can't do what it is to do while a payment waits; null: it can. */
export function whyNotDecline(expression: RiskExpression, action: RiskAction): Label | null {
  if (action !== 'DECLINE') return null;
  const { window } = expression;
  if (window.kind === 'ROLLING' && window.minutes > declineReach) {
    return { zh: '拒付规则的时间窗不得超过 24 小时', en: 'a rule that declines looks back 24 hours at most' };
  }
  return whyNotOnline(expression);
}

/** Whether no record could ever be found by it: its source is not about such subjects, or its filters or comparisons exclude each other. */
export function neverHolds(expression: RiskExpression): boolean {
  if (sourcesOf(expression).some((source) => !isAbout(source, expression.subject))) return true;
  const counted = [countedBy(expression), ...expression.aggregates.map((one) => countedIn(expression, one))];
  if (counted.some((one) => one !== null && !canPass(one.filters))) return true;
  return !canHold(expression);
}

/** Looked at field by field: what excludes itself only together with another is left to the backtest. */
function canPass(filters: readonly RiskFilter[]): boolean {
  const of = Map.groupBy(filters, ({ field }) => field);
  return [...of].every(([field, own]) =>
    valuesToTry(field, own).some((value) => own.every((one) => passes({ ...nobody, ...value }, one))),
  );
}

const nobody: RiskRecord = {
  ...{ source: 'PAYMENT', id: '', at: 0, amount: 0, enterprise: 0, personal: 0, refunded: 0 },
  ...{ channel: null, category: null, mcc: null, city: null, payee: null },
  ...{ outcome: 'PAID', hiredOn: null, leftOn: null, activatedAt: null },
};

const hour = 3_600_000;
const dayOf = (days: number) => new Date(-days * 24 * hour).toISOString().slice(0, 10);

/** Records among which one passes, if any does. */
function valuesToTry(field: RiskFilter['field'], filters: readonly RiskFilter[]): Partial<RiskRecord>[] {
  const named = filters.flatMap(({ value }) => [value].flat());
  const near = [...new Set(named.map(Number).flatMap((value) => [value - 1, value, value + 1]))].filter(
    (value) => value >= 0,
  );
  // Nobody stays for longer than a century.
  const days = near.filter((value) => value <= 36_525);
  switch (field) {
    case 'hourOfDay':
    case 'weekday':
      return Array.from({ length: 7 * 24 }, (_, n) => ({ at: n * hour }));
    case 'hiredDays':
      return [{}, ...days.map((days) => ({ hiredOn: dayOf(days) }))];
    case 'leftDays':
      return [{}, ...days.map((days) => ({ leftOn: dayOf(days) }))];
    case 'cardAgeDays':
      return [{}, ...days.map((days) => ({ activatedAt: -days * 24 * hour }))];
    case 'refundedShare':
      return near
        .map((share) => ({ amount: 10_000, refunded: share }))
        .filter(({ refunded }) => refunded <= 10_000);
    case 'channel':
      return payChannels.map((channel) => ({ channel }));
    case 'category':
      return consumptionCategories.map((category) => ({ category }));
    case 'outcome':
      return riskRecordOutcomes.map((outcome) => ({ outcome }));
    // Of records and areas there are always more than are named.
    case 'mcc':
    case 'city':
    case 'payee':
      return [{}, ...named.map((value) => ({ [field]: value }))];
    default:
      return near.map((value) => ({ [field]: value }));
  }
}

/** Whether some combination of the comparisons can be true at once, number by number. */
function canHold({ when, aggregates, filters }: RiskExpression): boolean {
  const shares = new Set(aggregates.filter(({ kind }) => kind === 'TOP_SHARE').map(({ name }) => name));
  return alternatives(when).some((all) => {
    const of = Map.groupBy(all, ({ of }) => of);
    return [...of].every(([name, own]) => {
      const field = riskNumbers.find((one) => one === name);
      if (field && aggregates.length === 0) {
        const both = own.map(({ op, value }) => ({ field, op, value })) as RiskFilter[];
        return canPass([...filters.filter((one) => one.field === field), ...both]);
      }
      const near = own.flatMap(({ value }) => [value - 1, value, value + 1]).filter((value) => value >= 0);
      const possible = shares.has(name) ? near.filter((value) => value <= 10_000) : near;
      return possible.some((part) => own.every(({ op, value }) => isTrue({ part, whole: 0 }, op, value)));
    });
  });
}

/** The sets of comparisons of which one is to be true as a whole. At most ten comparisons, so there are few. */
function alternatives(condition: RiskCondition): ReturnType<typeof comparisonsOf>[] {
  if (!('all' in condition)) return [[condition]];
  const each = condition.all.map(alternatives);
  if (condition.op === 'OR') return each.flat();
  return each.reduce((before, next) => before.flatMap((left) => next.map((right) => [...left, ...right])));
}
