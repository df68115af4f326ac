import { type PlanAmount, planTiming } from '@xyxlx/contracts/issue-schedule';
import { describe, expect, test } from 'vitest';
import { days2026, planOf } from '../../../../../../tests/support/issue-plans.ts';
import { shanghaiDay, startOfDay } from '../../../platform/time/shanghai.ts';
import { amountOf, upToCap } from './amount.ts';
import { calendarOf } from './calendar.ts';
import { dueRuns, type Past } from './due.ts';
import { joinerShare, partOf, spentBeyondShare } from './joiner.ts';
import { occasions, periodOf } from './occasions.ts';
import { endOfPeriod } from './period.ts';
import { previewRuns } from './preview.ts';

const calendar = calendarOf(days2026);
const nothingYet: Past = { days: new Set(), periods: new Set() };
const keptFor = (days: number) => ({ kind: 'KEEP', ends: { by: 'DAYS', days } });

function planned(plan: ReturnType<typeof planOf>, after: string, count: number, known = calendar) {
  return previewRuns(plan, known, { after: startOfDay(after), count });
}

describe('worked examples', () => {
  const monthly = planOf({ schedule: { type: 'MONTHLY', day: 1 } });
  const prorated = (joiner: 'CALENDAR' | 'WORKDAY', hiredOn: string, amount = 30_000) => {
    const first = `${hiredOn.slice(0, 7)}-01`;
    const last = endOfPeriod(monthly.schedule, calendar, first) as string;
    return partOf(amount, joinerShare(joiner, calendar, { first, last }, hiredOn));
  };

  test('1: a joiner’s month by calendar days, half up', () => {
    expect(prorated('CALENDAR', '2026-11-16')).toBe(15_000);
    expect(prorated('CALENDAR', '2026-10-10')).toBe(21_290);
    expect(prorated('CALENDAR', '2028-02-29')).toBe(1_034);
    expect(prorated('CALENDAR', '2026-11-16', 25_001)).toBe(12_501);
  });

  test('2: a joiner’s month by working days, Saturdays worked counted', () => {
    expect(
      joinerShare('WORKDAY', calendar, { first: '2026-10-01', last: '2026-10-31' }, '2026-10-10'),
    ).toEqual({
      days: 16,
      of: 18,
    });
    expect(prorated('WORKDAY', '2026-10-10')).toBe(26_667);
    expect(prorated('WORKDAY', '2026-02-24')).toBe(9_375);
  });

  test('3: the 31st of a shorter month is its last day', () => {
    const { schedule } = planOf({ schedule: { type: 'MONTHLY', day: 31 } });
    const days = (first: string, last: string) =>
      occasions(schedule, calendar, first, last).map(({ day }) => day);
    expect(days('2027-02-01', '2027-04-30')).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
    expect(days('2028-02-01', '2028-02-29')).toEqual(['2028-02-29']);
  });

  test('4: twelve working days from 18 September 2026', () => {
    const plan = planOf({
      schedule: { type: 'WORKDAY' },
      accumulation: { kind: 'NONE' },
      validFrom: '2026-09-18',
    });
    const { runs, waitsFor } = planned(plan, '2026-09-18', 12);
    expect(runs.map(({ day }) => day.slice(5))).toEqual(
      '09-18 09-20 09-21 09-22 09-23 09-24 09-28 09-29 09-30 10-08 10-09 10-10'.split(' '),
    );
    expect(runs.map(({ period, day }) => period === day)).not.toContain(false);
    expect(runs[8]?.lastDay).toBe('2026-10-07');
    expect(waitsFor).toBeNull();
    expect(runs.length * 1_000 * amountOf({ by: 'SAME', amount: 2_500 }, null)).toBe(30_000_000);
  });

  test('5: what is issued fills up to the cap', () => {
    const capped = { kind: 'CAPPED', cap: 10_000 } as const;
    expect(upToCap(capped, 4_000, 7_500)).toBe(2_500);
    expect(upToCap(capped, 4_000, 10_000)).toBe(0);
    expect(upToCap(capped, 4_000, 11_000)).toBe(0);
    expect(upToCap(capped, 4_000, 6_000)).toBe(4_000);
  });

  describe('9: down from 20 November 22:00 to the 23rd 09:00', () => {
    const daily = (accumulation: unknown, runs = 'ALL') =>
      planOf({ schedule: { type: 'DAILY' }, accumulation, catchUp: { runs, days: 7 } });
    const back = { since: new Date('2026-11-20T14:00:00Z'), now: new Date('2026-11-23T01:00:00Z') };
    const due = (plan: ReturnType<typeof planOf>, at = back) =>
      dueRuns(plan, calendar, at, nothingYet).map(({ day, skipped }) => [day.slice(8), skipped]);

    test('what ended with its day is skipped', () => {
      expect(due(daily({ kind: 'NONE' }))).toEqual([
        ['21', 'LAPSED'],
        ['22', 'LAPSED'],
        ['23', null],
      ]);
    });

    test('what is kept is done in order, or the latest alone, or only what is in time', () => {
      const all = [
        ['21', null],
        ['22', null],
        ['23', null],
      ];
      const last = [
        ['21', 'LATE'],
        ['22', 'LATE'],
        ['23', null],
      ];
      expect(due(daily(keptFor(30)))).toEqual(all);
      expect(due(daily(keptFor(30), 'LATEST'))).toEqual(last);
      expect(due(daily(keptFor(30), 'NONE'))).toEqual(last);
    });

    test('a clock that jumps three days finds the same', () => {
      const jumped = { since: back.since, now: new Date(back.since.getTime() + 3 * 86_400_000) };
      expect(due(daily(keptFor(30)), jumped)).toEqual(due(daily(keptFor(30))));
    });

    test('what is further back than the window is late, the day before it is not', () => {
      const plan = planOf({ schedule: { type: 'DAILY' }, catchUp: { runs: 'ALL', days: 2 } });
      const later = { since: back.since, now: new Date('2026-11-24T01:00:00Z') };
      expect(due(plan, later)).toEqual([
        ['21', 'LATE'],
        ['22', null],
        ['23', null],
        ['24', null],
      ]);
    });
  });

  test('11: birthdays on 29 February, and one whose run is in the year before', () => {
    const { schedule } = planOf({ schedule: { type: 'BIRTHDAY' }, accumulation: { kind: 'NONE', days: 30 } });
    const leap = occasions(schedule, calendar, '2027-01-01', '2028-12-31').filter(
      ({ whose }) => whose.by === 'BIRTHDAY' && whose.days.includes('02-29'),
    );
    expect(leap.map(({ day }) => day)).toEqual(['2027-02-28', '2028-02-29']);
    const { schedule: early } = planOf({
      schedule: { type: 'BIRTHDAY', lead: 3 },
      accumulation: { kind: 'NONE', days: 30 },
    });
    expect(occasions(early, calendar, '2026-12-29', '2026-12-29')).toEqual([
      { day: '2026-12-29', period: '2027', whose: { by: 'BIRTHDAY', days: ['01-01'] } },
    ]);
  });

  test('12: a weekday that is moved after its run makes no second one in the week', () => {
    const thursdays = planOf({ schedule: { type: 'WEEKLY', weekday: 4 } });
    const past = { days: new Set(['2026-11-16']), periods: new Set(['2026-W47']) };
    const at = { since: new Date('2026-11-17T02:00:00Z'), now: new Date('2026-11-26T12:00:00Z') };
    expect(dueRuns(thursdays, calendar, at, past).map(({ day, period }) => [day, period])).toEqual([
      ['2026-11-26', '2026-W48'],
    ]);
  });

  test('13: who leaves on the 10th has spent 4,000 beyond a third of the month', () => {
    const november = { first: '2026-11-01', last: '2026-11-30' };
    const left = { leftOn: '2026-11-10', amount: 30_000, spent: 14_000 };
    expect(spentBeyondShare('CALENDAR', calendar, november, left)).toBe(4_000);
    expect(spentBeyondShare('CALENDAR', calendar, november, { ...left, spent: 10_000 })).toBe(0);
    expect(spentBeyondShare('WORKDAY', calendar, november, left)).toBe(4_000);
    expect(spentBeyondShare('FULL', calendar, november, left)).toBe(0);
    expect(spentBeyondShare('CALENDAR', calendar, november, { ...left, leftOn: '2026-11-30' })).toBe(0);
  });
});

describe('days and keys', () => {
  test('rest days move a run and neither its day nor its key', () => {
    const on = (restDay: string) => {
      const plan = planOf({ schedule: { type: 'MONTHLY', day: 1, restDay, time: '08:00' } });
      const [run] = planned(plan, '2026-09-20', 1).runs;
      return [run?.day, run?.period, run?.runAt.toISOString()];
    };
    expect(on('AS_IS')).toEqual(['2026-10-01', '2026-10', '2026-10-01T00:00:00.000Z']);
    expect(on('PREVIOUS')).toEqual(['2026-10-01', '2026-10', '2026-09-30T00:00:00.000Z']);
    expect(on('NEXT')).toEqual(['2026-10-01', '2026-10', '2026-10-08T00:00:00.000Z']);
  });

  test('a run that was moved past its own day is in time on the day it was moved to, and good from then', () => {
    const plan = planOf({
      schedule: { type: 'MONTHLY', day: 1, restDay: 'NEXT' },
      accumulation: keptFor(3),
      catchUp: { runs: 'NONE', days: 1 },
    });
    const at = { since: new Date('2026-10-05T00:00:00Z'), now: new Date('2026-10-08T04:00:00Z') };
    expect(dueRuns(plan, calendar, at, nothingYet)).toMatchObject([
      { day: '2026-10-01', lastDay: '2026-10-10', skipped: null },
    ]);
  });

  test('a week belongs to the year of its Thursday', () => {
    const { schedule } = planOf({ schedule: { type: 'WEEKLY', weekday: 5 } });
    const keys = (first: string, last: string) =>
      occasions(schedule, calendar, first, last).map(({ period }) => period);
    expect(keys('2026-12-25', '2027-01-08')).toEqual(['2026-W52', '2026-W53', '2027-W01']);
    expect(keys('2024-12-27', '2025-01-03')).toEqual(['2024-W52', '2025-W01']);
  });

  test('a festival begins with the block of its name, whose year is that in which it ends', () => {
    const festivals = [
      { by: 'CALENDAR', name: '春节' },
      { by: 'CALENDAR', name: '国庆节' },
      { by: 'DAY', name: '厂庆', day: '06-01' },
    ];
    const plan = planOf({
      schedule: { type: 'FESTIVAL', lead: 5, festivals },
      accumulation: { kind: 'NONE', days: 30 },
    });
    const { runs, waitsFor } = planned(plan, '2026-01-01', 4);
    expect(runs.map(({ day, period }) => [day, period])).toEqual([
      ['2026-02-10', '2026-春节'],
      ['2026-05-27', '2026-厂庆'],
      ['2026-09-26', '2026-国庆节'],
      ['2027-05-27', '2027-厂庆'],
    ]);
    expect(waitsFor).toBe('2027');
    const newYear = calendarOf(
      ['2026-12-31', '2027-01-01', '2027-01-02'].map((day) => ({ day, kind: 'OFF' as const, name: '元旦' })),
    );
    const { schedule } = planOf({
      schedule: { type: 'FESTIVAL', festivals: [{ by: 'CALENDAR', name: '元旦' }] },
      accumulation: { kind: 'NONE', days: 30 },
    });
    expect(occasions(schedule, newYear, '2026-01-01', '2027-12-31')).toMatchObject([
      { day: '2026-12-31', period: '2027-元旦' },
    ]);
  });

  test('an own working day within a block makes no second festival of it', () => {
    const split = calendarOf([...days2026, { day: '2026-10-03', kind: 'WORK', name: '盘点' }]);
    const { schedule } = planOf({
      schedule: { type: 'FESTIVAL', festivals: [{ by: 'CALENDAR', name: '国庆节' }] },
      accumulation: { kind: 'NONE', days: 30 },
    });
    expect(occasions(schedule, split, '2026-01-01', '2026-12-31').map(({ day }) => day)).toEqual([
      '2026-10-01',
    ]);
  });

  test('working days of a year without a calendar wait for it', () => {
    const plan = planOf({ schedule: { type: 'WORKDAY' } });
    const { runs, waitsFor } = planned(plan, '2026-12-30', 12);
    expect(runs.map(({ day }) => day)).toEqual(['2026-12-30', '2026-12-31']);
    expect(waitsFor).toBe('2027');
    const published = calendarOf([...days2026, { day: '2027-01-01', kind: 'OFF', name: '元旦' }]);
    expect(planned(plan, '2026-12-30', 12, published)).toMatchObject({
      waitsFor: null,
      runs: { length: 12 },
    });
  });

  test('hiring days are for those hired so many days before, once, or each year with the years served', () => {
    const at = (on: unknown, day: string) => {
      const plan = planOf({ schedule: { type: 'HIRE', on }, accumulation: { kind: 'NONE', days: 30 } });
      return occasions(plan.schedule, calendar, day, day)[0];
    };
    const first = at({ occasion: 'FIRST', days: 90 }, '2026-11-22');
    expect(first?.whose).toEqual({ by: 'HIRED_ON', day: '2026-08-24' });
    expect(first && periodOf(first, '2026-08-24')).toBe('once');
    const yearly = at({ occasion: 'ANNIVERSARY' }, '2027-02-28');
    expect(yearly?.whose).toEqual({ by: 'HIRED', days: ['02-28', '02-29'], beforeYear: 2027 });
    expect(yearly && [periodOf(yearly, '2024-02-29'), periodOf(yearly, '2026-02-28')]).toEqual(['3', '1']);
  });

  test('LATEST leaves out no one whose day it was', () => {
    const plan = planOf({
      schedule: { type: 'BIRTHDAY' },
      accumulation: keptFor(30),
      catchUp: { runs: 'LATEST', days: 7 },
    });
    const at = { since: new Date('2026-11-20T14:00:00Z'), now: new Date('2026-11-23T01:00:00Z') };
    expect(dueRuns(plan, calendar, at, nothingYet).map(({ skipped }) => skipped)).toEqual([null, null, null]);
  });

  test('what KEEP until a day issues after it has lapsed, in the preview as when it is due', () => {
    const plan = planOf({
      schedule: { type: 'DAILY' },
      accumulation: { kind: 'KEEP', ends: { by: 'DAY', until: '2026-11-22' } },
    });
    expect(planned(plan, '2026-11-22', 2).runs.map(({ skipped }) => skipped)).toEqual([null, 'LAPSED']);
  });

  test('grades have amounts of their own, all others the rest', () => {
    const byGrade: PlanAmount = { by: 'GRADE', grades: [{ grade: 'P5', amount: 700 }], otherwise: 500 };
    expect(['P5', 'P6', null].map((grade) => amountOf(byGrade, grade))).toEqual([700, 500, 500]);
  });

  test('shares of large amounts are exact', () => {
    for (const [amount, days, of] of [
      [1_000_000_000_000, 30, 31],
      [999_999_999_999, 17, 23],
      [999_999_999_989, 3_649, 3_650],
    ] as const) {
      const exact = (2n * BigInt(amount) * BigInt(days) + BigInt(of)) / (2n * BigInt(of));
      expect(BigInt(partOf(amount, { days, of }))).toBe(exact);
    }
  });

  test('who was hired before a period gets all of it, who comes after it nothing, and NEXT waits', () => {
    const november = { first: '2026-11-01', last: '2026-11-30' };
    const share = (joiner: 'NEXT' | 'FULL' | 'CALENDAR', hiredOn: string) =>
      partOf(30_000, joinerShare(joiner, calendar, november, hiredOn));
    expect(share('NEXT', '2026-11-01')).toBe(30_000);
    expect(share('NEXT', '2026-11-02')).toBe(0);
    expect(share('FULL', '2026-11-30')).toBe(30_000);
    expect(share('FULL', '2026-12-01')).toBe(0);
    expect(share('CALENDAR', '2026-11-30')).toBe(1_000);
    expect(share('CALENDAR', '2020-01-01')).toBe(30_000);
  });
});

describe('bad input', () => {
  const good = {
    schedule: { type: 'DAILY' },
    accumulation: { kind: 'NONE' },
    validFrom: '2026-01-01',
  };
  test('the definition that the others are made from is taken, its time by default ten past midnight', () => {
    expect(planTiming.parse(good)).toMatchObject({
      schedule: { time: '00:10' },
      catchUp: { runs: 'ALL', days: 7 },
    });
  });
  test.each([
    ['day 0', { schedule: { type: 'MONTHLY', day: 0 } }],
    ['day 32', { schedule: { type: 'MONTHLY', day: 32 } }],
    ['weekday 8', { schedule: { type: 'WEEKLY', weekday: 8 } }],
    ['time 24:00', { schedule: { type: 'DAILY', time: '24:00' } }],
    [
      '31 days of lead',
      { schedule: { type: 'BIRTHDAY', lead: 31 }, accumulation: { kind: 'NONE', days: 30 } },
    ],
    ['a birthday’s money without an end', { schedule: { type: 'BIRTHDAY' } }],
    ['days of a daily period', { accumulation: { kind: 'NONE', days: 3 } }],
    ['an end before the beginning', { validTo: '2025-12-31' }],
    [
      'a festival on 29 February',
      {
        schedule: { type: 'FESTIVAL', festivals: [{ by: 'DAY', name: '闰日', day: '02-29' }] },
        accumulation: { kind: 'NONE', days: 3 },
      },
    ],
    [
      'two festivals of one name',
      {
        schedule: {
          type: 'FESTIVAL',
          festivals: [
            { by: 'CALENDAR', name: '春节' },
            { by: 'CALENDAR', name: '春节' },
          ],
        },
        accumulation: { kind: 'NONE', days: 3 },
      },
    ],
    ['a window of 32 days', { catchUp: { days: 32 } }],
    ['a share of a day', { joiner: 'CALENDAR' }],
    ['3,651 days', { accumulation: { kind: 'KEEP', ends: { by: 'DAYS', days: 3_651 } } }],
  ])('%s is refused', (_what, wrong) => {
    expect(planTiming.safeParse({ ...good, ...wrong }).success).toBe(false);
  });
});

test('a look every six hours for a year does each run once', () => {
  const plan = planOf({ schedule: { type: 'WEEKLY', weekday: 3, restDay: 'NEXT' } });
  const since = startOfDay('2026-01-01');
  const now = startOfDay('2027-01-01');
  const { runs } = previewRuns(plan, calendar, { after: since, count: 52 });
  const past = { days: new Set<string>(), periods: new Set<string>() };
  const done: string[] = [];
  for (let clock = since.getTime(); clock <= now.getTime(); clock += 6 * 3_600_000) {
    for (const { day, period, skipped, runAt } of dueRuns(
      plan,
      calendar,
      { since, now: new Date(clock) },
      past,
    )) {
      expect(skipped).toBeNull();
      expect(shanghaiDay(runAt) >= day).toBe(true);
      past.days.add(day);
      if (period) past.periods.add(period);
      done.push(day);
    }
  }
  expect(done).toEqual(runs.map(({ day }) => day));
  expect(done).toHaveLength(52);
});
