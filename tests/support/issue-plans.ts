import {
  accumulation,
  catchUp,
  type PlanTiming,
  planTiming,
  schedule,
} from '@xyxlx/contracts/issue-schedule';
import fc from 'fast-check';
import { type Calendar, calendarOf } from '../../apps/api/src/areas/issuing/schedule/calendar.ts';
import type { CalendarDay } from '../../apps/api/src/areas/rule/judge/day-facts.ts';
import { dayBefore } from '../../apps/api/src/platform/time/shanghai.ts';

const blocks2026 = [
  ['元旦', '2026-01-01', 3],
  ['春节', '2026-02-15', 9],
  ['清明节', '2026-04-04', 3],
  ['劳动节', '2026-05-01', 5],
  ['端午节', '2026-06-19', 3],
  ['中秋节', '2026-09-25', 3],
  ['国庆节', '2026-10-01', 7],
] as const;
const worked2026 = ['2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10'];

/** What the State Council published for 2026. */
export const days2026: (CalendarDay & { day: string })[] = [
  ...blocks2026.flatMap(([name, first, length]) =>
    Array.from({ length }, (_, at) => ({ day: dayBefore(first, -at), kind: 'OFF' as const, name })),
  ),
  ...worked2026.map((day) => ({ day, kind: 'WORK' as const, name: '调休上班' })),
];

/** A plan that runs from 2026-01-01 on, with what is said of it. */
export function planOf(more: {
  schedule: unknown;
  accumulation?: unknown;
  joiner?: string;
  catchUp?: unknown;
  validFrom?: string;
  validTo?: string;
}): PlanTiming {
  return planTiming.parse({
    validFrom: '2026-01-01',
    accumulation: { kind: 'KEEP', ends: { by: 'NEVER' } },
    ...more,
  });
}

/** A plan of 25 yuan a day for all of a merchant, as a version of it has it. */
export const dailyPlan = {
  ...{
    schedule: { type: 'DAILY', time: '00:10', restDay: 'AS_IS' },
    accumulation: { kind: 'NONE' },
    joiner: 'NEXT',
  },
  ...{ catchUp: { runs: 'ALL', days: 7 }, validFrom: '2026-01-01', validTo: null },
  ...{ target: { by: 'ALL' }, amount: { by: 'SAME', amount: 2_500 } },
};

const dayNumber = fc.integer({ min: 0, max: 800 });
const firstDay = '2026-01-01';
const aDay = dayNumber.map((days) => dayBefore(firstDay, -days));
const time = fc.constantFrom('00:00', '00:10', '09:30', '23:59');
const restDay = fc.constantFrom('AS_IS', 'PREVIOUS', 'NEXT');
const lead = fc.integer({ min: 0, max: 30 });
const named = fc.record({ by: fc.constant('CALENDAR'), name: fc.constantFrom('春节', '国庆节', '团建') });
const dated = fc.record({
  by: fc.constant('DAY'),
  name: fc.constantFrom('厂庆', '儿童节'),
  day: fc.constantFrom('01-01', '06-01', '12-31'),
});

const schedules = fc
  .oneof(
    fc.record({ type: fc.constant('DAILY'), time, restDay }),
    fc.record({ type: fc.constant('WEEKLY'), time, restDay, weekday: fc.integer({ min: 1, max: 7 }) }),
    fc.record({ type: fc.constant('MONTHLY'), time, restDay, day: fc.integer({ min: 1, max: 31 }) }),
    fc.record({ type: fc.constant('WORKDAY'), time }),
    fc.record({ type: fc.constant('BIRTHDAY'), time, restDay, lead }),
    fc.record({
      type: fc.constant('HIRE'),
      time,
      restDay,
      on: fc.oneof(
        fc.record({ occasion: fc.constant('FIRST'), days: fc.integer({ min: 0, max: 365 }) }),
        fc.constant({ occasion: 'ANNIVERSARY' }),
      ),
    }),
    fc.record({
      type: fc.constant('FESTIVAL'),
      time,
      restDay,
      lead,
      festivals: fc.uniqueArray(fc.oneof(named, dated), {
        minLength: 1,
        maxLength: 4,
        selector: ({ name }) => name,
      }),
    }),
  )
  .map((given) => schedule.parse(given));

const yearly = ['BIRTHDAY', 'HIRE', 'FESTIVAL'];
const goodFor = fc.integer({ min: 1, max: 60 });

/** Any plan that the contract takes. */
export const plans: fc.Arbitrary<PlanTiming> = schedules.chain((when) =>
  fc
    .record({
      accumulation: fc.oneof(
        yearly.includes(when.type)
          ? goodFor.map((days) => ({ kind: 'NONE', days }))
          : fc.constant({ kind: 'NONE' }),
        goodFor.map((days) => ({ kind: 'KEEP', ends: { by: 'DAYS', days } })),
        aDay.map((until) => ({ kind: 'KEEP', ends: { by: 'DAY', until } })),
        fc.constant({ kind: 'KEEP', ends: { by: 'NEVER' } }),
        fc.constant({ kind: 'CAPPED', cap: 10_000 }),
      ),
      catchUp: fc.record({
        runs: fc.constantFrom('ALL', 'LATEST', 'NONE'),
        days: fc.integer({ min: 1, max: 31 }),
      }),
      validFrom: fc.integer({ min: 0, max: 90 }).map((days) => dayBefore(firstDay, -days)),
      length: fc.option(fc.integer({ min: 0, max: 600 })),
    })
    .map(({ length, validFrom, ...more }) =>
      planTiming.parse({
        ...more,
        accumulation: accumulation.parse(more.accumulation),
        catchUp: catchUp.parse(more.catchUp),
        schedule: when,
        validFrom,
        validTo: length === null ? null : dayBefore(validFrom, -length),
      }),
    ),
);

/** The published calendar of 2026 with days of a tenant's own above it, by which 2027 and 2028 are published or not. */
export const calendars: fc.Arbitrary<Calendar> = fc
  .array(
    fc.record({
      day: aDay,
      kind: fc.constantFrom('OFF' as const, 'WORK' as const),
      name: fc.constantFrom('团建', '春节', '国庆节'),
    }),
    { maxLength: 40 },
  )
  .map((own) => calendarOf([...days2026, ...own]));

/** Days on which employees were hired, some on 29 February. */
export const hires = fc.uniqueArray(
  fc.oneof(aDay, fc.constantFrom('2024-02-29', '2025-02-28', '2020-02-29')),
  {
    minLength: 1,
    maxLength: 8,
  },
);
