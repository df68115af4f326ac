import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendars, hires, plans } from '../../../../../../tests/support/issue-plans.ts';
import { startOfDay } from '../../../platform/time/shanghai.ts';
import type { calendarOf } from './calendar.ts';
import { celebratedOn } from './days.ts';
import { type DueRun, dueRuns } from './due.ts';
import { joinerShare, partOf } from './joiner.ts';
import { periodOf } from './occasions.ts';
import { type PlannedRun, plannedRuns } from './runs.ts';

const hour = 3_600_000;
const begin = startOfDay('2026-01-01');
/** How far the clock moves until a plan is looked at again, in hours: mostly forth, by up to ten days, at times further or back. */
const moves = fc.array(
  fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 240 }) }, fc.integer({ min: -400, max: 2_000 })),
  {
    minLength: 1,
    maxLength: 40,
  },
);

/** Looks at a plan whenever the clock has moved, keeping what it did as its table does. */
function live(
  plan: Parameters<typeof dueRuns>[0],
  calendar: ReturnType<typeof calendarOf>,
  steps: readonly number[],
) {
  const past = { days: new Set<string>(), periods: new Set<string>() };
  const record: { run: DueRun; now: Date }[] = [];
  let now = begin;
  let latest = begin;
  for (const step of steps) {
    now = new Date(Math.max(begin.getTime(), now.getTime() + step * hour));
    if (now > latest) latest = now;
    for (const run of dueRuns(plan, calendar, { since: begin, now }, past)) {
      past.days.add(run.day);
      if (run.whose.by === 'EVERYBODY' && run.period) past.periods.add(run.period);
      record.push({ run, now });
    }
  }
  return { record, latest };
}

const told = ({ day, period, runAt, lastDay }: PlannedRun) => ({ day, period, runAt, lastDay });

test('however the clock jumps, each run of the preview is done or skipped once, and no other', () => {
  let runs = 0;
  let skipped = 0;
  fc.assert(
    fc.property(plans, calendars, moves, (plan, calendar, steps) => {
      const { record, latest } = live(plan, calendar, steps);
      // Seen from further on: a run that rest days bring forward is not known by its own day.
      const planned = plannedRuns(plan, calendar, begin, new Date(latest.getTime() + 2_000 * hour))
        .filter(({ runAt }) => runAt <= latest)
        .map(told);
      const byDay = (a: { day: string }, b: { day: string }) => (a.day < b.day ? -1 : 1);
      expect(record.map(({ run }) => told(run)).sort(byDay)).toEqual(planned.sort(byDay));
      for (const { run, now } of record) {
        expect(run.runAt <= now).toBe(true);
        if (run.skipped) skipped += 1;
        else
          expect(run.lastDay === null || startOfDay(run.lastDay).getTime() + 24 * hour > now.getTime()).toBe(
            true,
          );
      }
      runs += record.length;
    }),
    { numRuns: 400 },
  );
  expect(runs).toBeGreaterThan(2_000);
  expect(skipped).toBeGreaterThan(200);
});

test('nobody has a run of a plan twice for one period, whatever calendar and clock', () => {
  let issued = 0;
  fc.assert(
    fc.property(plans, calendars, moves, hires, (plan, calendar, steps, people) => {
      const { record } = live(plan, calendar, steps);
      const keys = record.flatMap(({ run }) =>
        // Each is born on the day on which they were hired.
        people
          .filter((hiredOn) => isTheirs(run, hiredOn))
          .map((hiredOn) => `${hiredOn} ${periodOf(run, hiredOn)}`),
      );
      issued += keys.length;
      expect(new Set(keys).size).toBe(keys.length);
    }),
    { numRuns: 400 },
  );
  expect(issued).toBeGreaterThan(2_000);
});

function isTheirs({ whose }: PlannedRun, hiredOn: string): boolean {
  switch (whose.by) {
    case 'EVERYBODY':
      return true;
    case 'HIRED_ON':
      return whose.day === hiredOn;
    case 'BIRTHDAY':
      return whose.days.includes(hiredOn.slice(5));
    case 'HIRED':
      return whose.days.includes(hiredOn.slice(5)) && Number(hiredOn.slice(0, 4)) < whose.beforeYear;
  }
}

test('an edit of the calendar changes what comes, and no period is issued again', () => {
  fc.assert(
    fc.property(plans, calendars, calendars, moves, moves, (plan, before, after, first, then) => {
      const half = live(plan, before, first);
      const past = {
        days: new Set(half.record.map(({ run }) => run.day)),
        periods: new Set(
          half.record.flatMap(({ run }) => (run.whose.by === 'EVERYBODY' && run.period ? [run.period] : [])),
        ),
      };
      const now = new Date(
        half.latest.getTime() + then.reduce((sum, step) => sum + Math.abs(step), 0) * hour,
      );
      const more = dueRuns(plan, after, { since: begin, now }, past);
      const keys = [...half.record.map(({ run }) => run), ...more].flatMap(({ whose, period }) =>
        whose.by === 'EVERYBODY' && period ? [period] : [],
      );
      expect(new Set(keys).size).toBe(keys.length);
    }),
    { numRuns: 200 },
  );
});

test('29 February is celebrated once a year', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2000, max: 2100 }), (year) => {
      const days = Array.from({ length: 366 }, (_, at) =>
        new Date(Date.UTC(year, 0, 1 + at)).toISOString().slice(0, 10),
      );
      const ofTheYear = days.filter((day) => day.startsWith(String(year)));
      expect(ofTheYear.filter((day) => celebratedOn(day).includes('02-29'))).toHaveLength(1);
      expect(ofTheYear.flatMap(celebratedOn)).toHaveLength(366);
    }),
  );
});

test('a share is between nothing and all, later joiners get no more, and rounding moves less than a fen', () => {
  fc.assert(
    fc.property(
      calendars,
      fc.integer({ min: 1, max: 1_000_000_000_000 }),
      fc.constantFrom('CALENDAR' as const, 'WORKDAY' as const),
      fc.integer({ min: 1, max: 28 }),
      (calendar, amount, joiner, day) => {
        const november = { first: '2026-11-01', last: '2026-11-30' };
        const on = (number: number) => {
          const share = joinerShare(joiner, calendar, november, `2026-11-${String(number).padStart(2, '0')}`);
          expect(Math.abs(partOf(amount, share) - (amount * share.days) / share.of)).toBeLessThan(0.51);
          return partOf(amount, share);
        };
        expect(on(1)).toBe(amount);
        expect(on(day)).toBeLessThanOrEqual(amount);
        expect(on(day + 1)).toBeLessThanOrEqual(on(day));
        expect(on(day + 1)).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
