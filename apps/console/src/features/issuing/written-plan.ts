import { issuePlanTypes } from '@xyxlx/contracts/issue-kinds';
import type { PlanDefinition } from '@xyxlx/contracts/issue-plan';
import { isYearly, type ScheduleType } from '@xyxlx/contracts/issue-schedule';

/** A plan while it is written: what is missing isn't filled in yet. */
export type WrittenPlan = Partial<Omit<PlanDefinition, 'schedule'>> & {
  name?: string;
  schedule: { type: ScheduleType } & Record<string, unknown>;
};

/** The kinds of plan that most companies begin with. */
export const templateNames = [
  'dailyMeal',
  'workdayMeal',
  'monthly',
  'birthday',
  'hire',
  'springFestival',
] as const;
export type TemplateName = (typeof templateNames)[number];

const daily = { time: '00:10', restDay: 'AS_IS' } as const;
const each = (amount: number) => ({ by: 'SAME' as const, amount });

/** What the templates say; amounts in fen. */
export const templates: Record<TemplateName, WrittenPlan> = {
  dailyMeal: {
    schedule: { type: 'DAILY', ...daily },
    amount: each(2_500),
    accumulation: { kind: 'NONE' },
  },
  workdayMeal: {
    schedule: { type: 'WORKDAY', time: '00:10' },
    amount: each(2_500),
    accumulation: { kind: 'NONE' },
  },
  monthly: {
    schedule: { type: 'MONTHLY', ...daily, day: 1 },
    amount: each(30_000),
    accumulation: { kind: 'CAPPED', cap: 90_000 },
    joiner: 'CALENDAR',
  },
  birthday: {
    schedule: { type: 'BIRTHDAY', ...daily, lead: 0 },
    amount: each(20_000),
    accumulation: { kind: 'NONE', days: 30 },
  },
  hire: {
    schedule: { type: 'HIRE', ...daily, on: { occasion: 'FIRST', days: 0 } },
    amount: each(50_000),
    accumulation: { kind: 'KEEP', ends: { by: 'NEVER' } },
  },
  springFestival: {
    schedule: {
      type: 'FESTIVAL',
      ...daily,
      lead: 7,
      festivals: [{ by: 'CALENDAR', name: '春节' }],
    },
    amount: each(50_000),
    accumulation: { kind: 'KEEP', ends: { by: 'DAYS', days: 90 } },
  },
};

/** A plan of a type that says as little as possible. */
export function blankPlan(type: ScheduleType): WrittenPlan {
  return {
    schedule: {
      type,
      ...daily,
      ...(type === 'HIRE' && { on: { occasion: 'FIRST', days: 0 } }),
      ...(type === 'FESTIVAL' && { festivals: [{ by: 'CALENDAR' }] }),
    },
    accumulation: isYearly(type) ? { kind: 'NONE', days: 30 } : { kind: 'NONE' },
  };
}

/** The type that an address names: 每日 is `daily`. */
export function typeOfAddress(word: string | undefined): ScheduleType | undefined {
  const type = word?.toUpperCase();
  return issuePlanTypes.find((one) => one === type);
}
