import { z } from 'zod';
import { day, fenNotNegative, fenPositive, formats, line } from './fields.ts';
import { timeOfDay } from './rule-condition.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** Where a run goes whose day is no working day. */
export const restDayWords = {
  AS_IS: { zh: '照常发放', en: 'As it falls' },
  PREVIOUS: { zh: '提前到前一工作日', en: 'The working day before' },
  NEXT: { zh: '顺延到后一工作日', en: 'The working day after' },
} as const satisfies WordsOf<string>;
export const restDays = valuesOf(restDayWords);

/** What becomes of money that an employee hasn't spent when more is issued. */
export const accumulationKindWords = {
  NONE: { zh: '不可累计', en: 'Ends with its period' },
  KEEP: { zh: '可累计', en: 'Adds up' },
  CAPPED: { zh: '累计到上限', en: 'Adds up to a cap' },
} as const satisfies WordsOf<string>;
export const accumulationKinds = valuesOf(accumulationKindWords);

/** What an employee gets who was hired within a period. */
export const joinerWords = {
  NEXT: { zh: '下期起', en: 'From the next period' },
  FULL: { zh: '全额', en: 'All of it' },
  CALENDAR: { zh: '按自然日折算', en: 'By calendar days' },
  WORKDAY: { zh: '按工作日折算', en: 'By working days' },
} as const satisfies WordsOf<string>;
export type Joiner = keyof typeof joinerWords;
export const joiners = valuesOf(joinerWords);

/** Which of the runs that were missed are done later. */
export const catchUpWords = {
  ALL: { zh: '全部补发', en: 'All of them' },
  LATEST: { zh: '只补最近一期', en: 'The latest one' },
  NONE: { zh: '不补发', en: 'None' },
} as const satisfies WordsOf<string>;
export const catchUps = valuesOf(catchUpWords);

const time = timeOfDay.default('00:10');
const restDay = z.enum(restDays).default('AS_IS');
/** So many days before. */
const lead = z.int().min(0).max(30).default(0);

/** A day of each year, as 06-01; 02-29 is not one. */
const dayOfYear = z
  .string()
  .regex(
    /^(0[13578]-(0[1-9]|[12]\d|3[01])|1[02]-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|1\d|2[0-8]))$/,
  )
  .register(formats, {
    zh: '每年都有的日期，如 06-01',
    en: 'a day that each year has, as 06-01',
    maxLength: 5,
  });

/** A festival: the first day of the block of days off that the work calendar calls so, or a day of each year. */
export const festival = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('CALENDAR'), name: line(20) }),
  z.strictObject({ by: z.literal('DAY'), day: dayOfYear, name: line(20) }),
]);
export type Festival = z.infer<typeof festival>;

/** When a plan issues; times and days in Asia/Shanghai. */
export const schedule = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('DAILY'), time, restDay }),
  /** 1 is Monday, 7 Sunday. */
  z.strictObject({ type: z.literal('WEEKLY'), time, restDay, weekday: z.int().min(1).max(7) }),
  /** A month without the day issues on its last. */
  z.strictObject({ type: z.literal('MONTHLY'), time, restDay, day: z.int().min(1).max(31) }),
  z.strictObject({ type: z.literal('WORKDAY'), time }),
  z.strictObject({ type: z.literal('BIRTHDAY'), time, restDay, lead }),
  z.strictObject({
    type: z.literal('HIRE'),
    time,
    restDay,
    /** Once so many days after somebody was hired, or each year on the day. */
    on: z.discriminatedUnion('occasion', [
      z.strictObject({ occasion: z.literal('FIRST'), days: z.int().min(0).max(365) }),
      z.strictObject({ occasion: z.literal('ANNIVERSARY') }),
    ]),
  }),
  z.strictObject({
    type: z.literal('FESTIVAL'),
    time,
    restDay,
    lead,
    festivals: z
      .array(festival)
      .min(1)
      .max(20)
      .refine((all) => new Set(all.map(({ name }) => name)).size === all.length),
  }),
]);
export type Schedule = z.infer<typeof schedule>;
/** 每日 每周 每月 工作日 生日 入职 节日. */
export type ScheduleType = Schedule['type'];

/** The most days that issued money can be good for. */
const maxDays = 3_650;
/** For so many days. */
export const goodFor = z.int().min(1).max(maxDays);

/** What becomes of what is left; amounts in fen. */
export const accumulation = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('KEEP'),
    ends: z.discriminatedUnion('by', [
      z.strictObject({ by: z.literal('DAYS'), days: goodFor }),
      /** The last day. */
      z.strictObject({ by: z.literal('DAY'), until: day }),
      z.strictObject({ by: z.literal('NEVER') }),
    ]),
  }),
  /** Ends where the next period begins; where periods are years, after `days`. */
  z.strictObject({ kind: z.literal('NONE'), days: goodFor.optional() }),
  /** No more is issued than makes what is left of the plan's money come to the cap. */
  z.strictObject({ kind: z.literal('CAPPED'), cap: fenPositive }),
]);
export type Accumulation = z.infer<typeof accumulation>;

/** Runs that nobody could do in time are done within so many days. */
export const catchUp = z.strictObject({
  runs: z.enum(catchUps).default('ALL'),
  days: z.int().min(1).max(31).default(7),
});
export type CatchUp = z.infer<typeof catchUp>;

/** What each employee gets of a plan, in fen: the same, or by grade. */
export const planAmount = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('SAME'), amount: fenPositive }),
  z.strictObject({
    by: z.literal('GRADE'),
    grades: z
      .array(z.strictObject({ grade: line(40), amount: fenNotNegative }))
      .min(1)
      .max(100)
      .refine((all) => new Set(all.map(({ grade }) => grade)).size === all.length),
    /** Of employees of any other grade, or of none. */
    otherwise: fenNotNegative,
  }),
]);
export type PlanAmount = z.infer<typeof planAmount>;

/** When a plan issues, how long that is good for, and what becomes of joiners and of runs that were missed. */
export const planTiming = z
  .strictObject({
    schedule,
    accumulation,
    joiner: z.enum(joiners).default('NEXT'),
    catchUp: catchUp.default({ runs: 'ALL', days: 7 }),
    /** Days in Asia/Shanghai, both included. */
    validFrom: day,
    validTo: day.nullable().default(null),
  })
  .refine(({ validFrom, validTo }) => validTo === null || validFrom <= validTo, { path: ['validTo'] })
  .refine(
    ({ schedule: { type }, accumulation: kept }) =>
      kept.kind !== 'NONE' || (kept.days !== undefined) === isYearly(type),
    { path: ['accumulation', 'days'] },
  )
  .refine(({ schedule: { type }, joiner }) => joiner === 'NEXT' || type === 'WEEKLY' || type === 'MONTHLY', {
    path: ['joiner'],
  });
export type PlanTiming = z.infer<typeof planTiming>;

/** Whether a type's periods are of one employee or of one festival, a year or more apart. */
export function isYearly(type: ScheduleType): boolean {
  return type === 'BIRTHDAY' || type === 'HIRE' || type === 'FESTIVAL';
}
