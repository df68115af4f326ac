import { z } from 'zod';
import { consumptionCategories, payChannels } from './consumption.ts';
import { formats, id } from './fields.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** What a condition looks at: those that a payment matches, then those that cap what the company pays. */
export const matchFactorWords = {
  CATEGORY: { zh: '类目', en: 'Category' },
  CHANNEL: { zh: '渠道', en: 'Channel' },
  MERCHANT: { zh: '商户', en: 'Merchant' },
  BRAND: { zh: '品牌', en: 'Brand' },
  MCC: { zh: '商户类别', en: 'MCC' },
  CITY: { zh: '城市', en: 'City' },
  TIME: { zh: '时段', en: 'Time of day' },
  WEEKDAY: { zh: '星期', en: 'Weekday' },
  DAY_KIND: { zh: '日期类型', en: 'Kind of day' },
} as const satisfies WordsOf<string>;
export type MatchFactor = keyof typeof matchFactorWords;

export const amountCapWords = {
  PER_PAYMENT: { zh: '单笔', en: 'Per payment' },
  PER_DAY: { zh: '每日', en: 'Per day' },
  PER_WEEK: { zh: '每周', en: 'Per week' },
  PER_MONTH: { zh: '每月', en: 'Per month' },
  TOTAL: { zh: '累计', en: 'In total' },
} as const satisfies WordsOf<string>;
export type AmountCap = keyof typeof amountCapWords;

export const countCapWords = {
  COUNT_DAY: { zh: '每日次数', en: 'Payments per day' },
  COUNT_WEEK: { zh: '每周次数', en: 'Payments per week' },
  COUNT_MONTH: { zh: '每月次数', en: 'Payments per month' },
} as const satisfies WordsOf<string>;
export type CountCap = keyof typeof countCapWords;

export const factorWords = { ...matchFactorWords, ...amountCapWords, ...countCapWords };
export type Factor = keyof typeof factorWords;
export const factors = valuesOf(factorWords);

export const operatorWords = {
  IN: { zh: '属于', en: 'is one of' },
  NOT_IN: { zh: '不属于', en: 'is none of' },
  LE: { zh: '不超过', en: 'is at most' },
} as const satisfies WordsOf<string>;
export const operators = valuesOf(operatorWords);

/** 工作日 休息日 节假日, by the work calendar. */
export const dayKindWords = {
  WORKDAY: { zh: '工作日', en: 'Working day' },
  RESTDAY: { zh: '休息日', en: 'Day off' },
  HOLIDAY: { zh: '节假日', en: 'Public holiday' },
} as const satisfies WordsOf<string>;
export type DayKind = keyof typeof dayKindWords;
export const dayKinds = valuesOf(dayKindWords);

/** 1 is Monday, 7 Sunday. */
export const weekdayWords = {
  1: { zh: '周一', en: 'Mon' },
  2: { zh: '周二', en: 'Tue' },
  3: { zh: '周三', en: 'Wed' },
  4: { zh: '周四', en: 'Thu' },
  5: { zh: '周五', en: 'Fri' },
  6: { zh: '周六', en: 'Sat' },
  7: { zh: '周日', en: 'Sun' },
} as const satisfies WordsOf<string>;

/** A time of day in Asia/Shanghai, as 11:00; the day ends at 23:59. */
export const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .register(formats, { zh: 'HH:mm 时刻', en: 'a time as HH:mm', maxLength: 5 });

const mccRange = z
  .string()
  .regex(/^\d{4}(-\d{4})?$/)
  .refine((text) => text.length === 4 || text.slice(0, 4) <= text.slice(5))
  .register(formats, {
    zh: '四位类别码或区间，如 5812 或 5811-5814',
    en: 'a code of four digits or a range, as 5812 or 5811-5814',
    maxLength: 9,
  });

/** A code of GB/T 2260: six digits, of which `0000` at the end means the whole province and `00` the whole city. */
export const cityCode = z
  .string()
  .regex(/^[1-9]\d{5}$/)
  .register(formats, { zh: '六位行政区划代码', en: 'an area code of six digits', maxLength: 6 });

const among = z.enum(['IN', 'NOT_IN']);

function list<Item extends z.ZodType>(item: Item, max: number) {
  return z.array(item).min(1).max(max);
}

function matches<const F extends MatchFactor, Value extends z.ZodType>(factor: F, value: Value) {
  return z.strictObject({ factor: z.literal(factor), operator: among, value });
}

/** Conditions of time have no NOT_IN: what is meant is said by the other hours or days. */
function during<const F extends MatchFactor, Value extends z.ZodType>(factor: F, value: Value) {
  return z.strictObject({ factor: z.literal(factor), operator: z.literal('IN'), value });
}

function atMost<const F extends Factor>(factor: readonly [F, ...F[]], max: number) {
  return z.strictObject({
    factor: z.enum(factor),
    operator: z.literal('LE'),
    value: z.int().min(1).max(max),
  });
}

/** One condition of a rule: amounts in fen, times in Asia/Shanghai. */
export const condition = z.discriminatedUnion('factor', [
  matches('CATEGORY', list(z.enum(consumptionCategories), 10)),
  matches('CHANNEL', list(z.enum(payChannels), 10)),
  matches('MERCHANT', list(id, 500)),
  matches('BRAND', list(id, 500)),
  matches('MCC', list(mccRange, 100)),
  matches('CITY', list(cityCode, 400)),
  /** `to` is excluded; `from` after `to` passes midnight, and what follows it is of the day before. */
  during(
    'TIME',
    list(
      z.strictObject({ from: timeOfDay, to: timeOfDay }).refine(({ from, to }) => from !== to),
      4,
    ),
  ),
  /** As in `weekdayWords`. */
  during('WEEKDAY', list(z.int().min(1).max(7), 7)),
  during('DAY_KIND', list(z.enum(dayKinds), 3)),
  atMost(valuesOf(amountCapWords), 1_000_000_000_000),
  atMost(valuesOf(countCapWords), 1_000),
]);
export type Condition = z.infer<typeof condition>;
export type ConditionOf<F extends Factor> = Extract<Condition, { factor: F }>;
export type MatchCondition = ConditionOf<MatchFactor>;
export type CapCondition = ConditionOf<AmountCap | CountCap>;

/** Whether it caps what the company pays instead of being matched. */
export function isCap(one: Condition): one is CapCondition {
  return one.operator === 'LE';
}
