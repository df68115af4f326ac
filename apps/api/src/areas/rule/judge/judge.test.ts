import type { Condition } from '@xyxlx/contracts/rule-condition';
import { isCap } from '@xyxlx/contracts/rule-condition';
import { expect, test } from 'vitest';
import { shanghaiDay } from '../../../platform/time/shanghai.ts';
import { contradictionIn } from './contradiction.ts';
import type { DayFacts, Facts, Version } from './facts.ts';
import { judge } from './judge.ts';
import { startOfSpan, type Usage, usageId } from './usage.ts';

const workday = (day: string): DayFacts => ({ day, kind: 'WORKDAY', name: null });

function paymentAt(time: string, amount: number, given: Partial<Facts> = {}): Facts {
  return {
    payer: {
      employeeId: 'e',
      merchantId: 'm',
      companyIds: ['c'],
      departmentIds: ['d'],
      labels: [],
      grade: null,
    },
    amount,
    personalAmount: 0,
    category: 'MEAL',
    channel: 'ALIPAY',
    payeeMerchantId: 'm',
    brandId: null,
    mcc: '5812',
    city: '310115',
    minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
    today: workday('2026-11-20'),
    yesterday: workday('2026-11-19'),
    spendable: 1_000_000,
    ...given,
  };
}

const lunchHours: Condition = { factor: 'TIME', operator: 'IN', value: [{ from: '11:00', to: '14:00' }] };
const onWorkdays: Condition = { factor: 'DAY_KIND', operator: 'IN', value: ['WORKDAY'] };
const lunchCaps: Condition[] = [
  { factor: 'PER_PAYMENT', operator: 'LE', value: 5_000 },
  { factor: 'PER_DAY', operator: 'LE', value: 5_000 },
  { factor: 'PER_MONTH', operator: 'LE', value: 80_000 },
  { factor: 'COUNT_DAY', operator: 'LE', value: 2 },
];

function version(conditions: readonly Condition[], given: Partial<Version> = {}): Version {
  return {
    institution: { id: 'i', code: 'ZD00000001', name: '午餐' },
    id: 'v',
    no: 1,
    priority: 100,
    excess: 'SPLIT',
    categories: [],
    validFrom: '2026-01-01',
    validTo: null,
    scopes: [{ kind: 'ALL', excluded: false, values: [] }],
    rules: [ruleOf(conditions)],
    ...given,
  };
}

function ruleOf(conditions: readonly Condition[], seq = 1, key = `k${seq}`): Version['rules'][number] {
  return { key, seq, matches: conditions.filter((one) => !isCap(one)), caps: conditions.filter(isCap) };
}

const lunch = version([lunchHours, onWorkdays, ...lunchCaps]);

function used(amounts: { day?: number; month?: number; count?: number }, day = '2026-11-20'): Usage {
  const { day: ofDay = 0, month = ofDay, count = ofDay > 0 ? 1 : 0 } = amounts;
  return new Map([
    [usageId('k1', 'DAY', day), { amount: ofDay, count }],
    [usageId('k1', 'MONTH', day), { amount: month, count }],
  ]);
}

const nothingUsed: Usage = new Map();
const by = (facts: Facts, usage: Usage = nothingUsed, versions: Version[] = [lunch]) =>
  judge(facts, versions, usage, 'ALLOW');

test('example 1: what is above 50 yuan is the employee’s, and a used-up day declines', () => {
  expect(by(paymentAt('12:10', 5_800))).toMatchObject({ outcome: 'SPLIT', allowed: 5_000, personal: 800 });
  const again = by(paymentAt('12:40', 1_200), used({ day: 5_000 }));
  expect(again).toMatchObject({ outcome: 'DECLINED', allowed: 0, personal: 0 });
  expect(again.reasons).toMatchObject([{ code: 'CAP', remainder: { cap: { factor: 'PER_DAY' }, left: 0 } }]);
});

test('example 2: of a month with 12 yuan left the company pays 12', () => {
  const decision = by(paymentAt('12:00', 2_500), used({ month: 78_800 }));
  expect(decision).toMatchObject({ outcome: 'SPLIT', allowed: 1_200, personal: 1_300 });
});

test('example 3: hours include their first minute and exclude their last', () => {
  expect(['10:59', '11:00', '13:59', '14:00'].map((time) => by(paymentAt(time, 100)).outcome)).toEqual([
    'DECLINED',
    'PASS',
    'PASS',
    'DECLINED',
  ]);
});

test('example 3: hours past midnight are of the day that they began on', () => {
  const night = version([
    { factor: 'TIME', operator: 'IN', value: [{ from: '22:00', to: '02:00' }] },
    onWorkdays,
  ]);
  const holiday: DayFacts = { day: '2026-10-01', kind: 'HOLIDAY', name: '国庆节' };
  const days = { today: holiday, yesterday: workday('2026-09-30') };
  expect(by(paymentAt('01:30', 100, days), nothingUsed, [night]).outcome).toBe('PASS');
  expect(by(paymentAt('02:00', 100, days), nothingUsed, [night]).outcome).toBe('DECLINED');
  // 22:30 on the holiday itself is the holiday's.
  expect(by(paymentAt('22:30', 100, days), nothingUsed, [night]).reasons).toMatchObject([
    { code: 'MISS', miss: { condition: { factor: 'DAY_KIND' }, day: holiday } },
  ]);
});

test('example 4: the kind of day is the calendar’s, not the weekday’s', () => {
  const sundayAtWork = workday('2026-09-20');
  const mondayOff: DayFacts = { day: '2026-10-05', kind: 'HOLIDAY', name: '国庆节' };
  expect(by(paymentAt('12:00', 100, { today: sundayAtWork })).outcome).toBe('PASS');
  expect(by(paymentAt('12:00', 100, { today: mondayOff })).outcome).toBe('DECLINED');
  expect(by(paymentAt('12:00', 100, { today: workday('2026-10-10') })).outcome).toBe('PASS');
});

test('example 6: a refund makes room in the day, its payment still counts', () => {
  const decision = by(paymentAt('13:00', 2_500), used({ day: 3_000, count: 1 }));
  expect(decision).toMatchObject({ outcome: 'SPLIT', allowed: 2_000, personal: 500 });
});

test('example 8: a version with a higher cap goes on from what was used', () => {
  const v2 = version([lunchHours, onWorkdays, { factor: 'PER_DAY', operator: 'LE', value: 6_000 }], {
    no: 2,
  });
  const decision = by(paymentAt('13:30', 2_500), used({ day: 4_000 }), [v2]);
  expect(decision).toMatchObject({ outcome: 'SPLIT', allowed: 2_000 });
});

test('a used-up count declines whatever the amounts leave', () => {
  const decision = by(paymentAt('12:00', 100), used({ day: 200, count: 2 }));
  expect(decision).toMatchObject({ outcome: 'DECLINED' });
  expect(decision.reasons).toMatchObject([
    { code: 'CAP', remainder: { cap: { factor: 'COUNT_DAY' }, used: 2, left: 0 } },
  ]);
});

test('what is above is declined, split or the employee’s, as the 制度 says; a pass of another wins', () => {
  const of = (excess: Version['excess'], code: string, priority: number) =>
    version([{ factor: 'PER_PAYMENT', operator: 'LE', value: 1_000 }], {
      institution: { id: code, code, name: code },
      excess,
      priority,
    });
  const decline = of('DECLINE', 'ZD00000002', 1);
  const personal = of('PERSONAL', 'ZD00000003', 2);
  const split = of('SPLIT', 'ZD00000004', 3);
  const pays = version([], { institution: { id: 'p', code: 'ZD00000005', name: 'p' }, priority: 4 });
  const payment = paymentAt('12:00', 1_500);
  expect(by(payment, nothingUsed, [decline])).toMatchObject({ outcome: 'DECLINED', allowed: 0, personal: 0 });
  expect(by(payment, nothingUsed, [decline, personal])).toMatchObject({
    outcome: 'PERSONAL',
    allowed: 0,
    personal: 1_500,
  });
  expect(by(payment, nothingUsed, [decline, personal, split])).toMatchObject({
    outcome: 'SPLIT',
    by: { version: { institution: { code: 'ZD00000004' } } },
    allowed: 1_000,
    personal: 500,
  });
  expect(by(payment, nothingUsed, [decline, personal, split, pays])).toMatchObject({
    outcome: 'PASS',
    by: { version: { institution: { code: 'ZD00000005' } } },
    allowed: 1_500,
  });
});

test('the least priority is asked first, then the least code', () => {
  const of = (code: string, priority: number) =>
    version([], { institution: { id: code, code, name: code }, priority });
  const first = (...versions: Version[]) =>
    by(paymentAt('12:00', 100), nothingUsed, versions).by?.version.institution.code;
  expect(first(of('ZD00000001', 2), of('ZD00000009', 1))).toBe('ZD00000009');
  expect(first(of('ZD00000009', 1), of('ZD00000001', 1))).toBe('ZD00000001');
});

test('the least of all caps of all matching rules counts, and of what the limit has', () => {
  const two = version([], {
    rules: [
      ruleOf([{ factor: 'PER_PAYMENT', operator: 'LE', value: 900 }], 1),
      ruleOf([lunchHours, { factor: 'PER_PAYMENT', operator: 'LE', value: 700 }], 2),
      ruleOf(
        [
          { factor: 'MCC', operator: 'IN', value: ['7011'] },
          { factor: 'PER_PAYMENT', operator: 'LE', value: 1 },
        ],
        3,
      ),
    ],
  });
  const at = (spendable: number) => by(paymentAt('12:00', 1_000, { spendable }), nothingUsed, [two]);
  expect(at(10_000)).toMatchObject({ allowed: 700, by: { rules: [{ seq: 1 }, { seq: 2 }] } });
  expect(at(300)).toMatchObject({ allowed: 300, reasons: [{}, {}, { code: 'BALANCE', left: 300 }] });
});

test('the part that the employee pays by choice is not asked of the company', () => {
  const decision = by(paymentAt('12:00', 5_800, { personalAmount: 800 }));
  expect(decision).toMatchObject({ outcome: 'PASS', asked: 5_000, allowed: 5_000, personal: 800 });
});

test('where no rule is for the payment, the one that misses least says why', () => {
  const versions = [
    version([], {
      rules: [
        ruleOf([lunchHours, onWorkdays, { factor: 'MCC', operator: 'IN', value: ['7011'] }], 1),
        ruleOf([{ factor: 'MCC', operator: 'NOT_IN', value: ['5811-5814'] }], 2),
      ],
    }),
  ];
  const decision = by(paymentAt('15:00', 100), nothingUsed, versions);
  expect(decision).toMatchObject({
    outcome: 'DECLINED',
    by: { outcome: 'NOT_APPLICABLE', rules: [{ seq: 2 }] },
    reasons: [{ code: 'MISS', miss: { condition: { factor: 'MCC', operator: 'NOT_IN' } } }],
  });
});

test('an employee whom no 制度 covers pays or not by the tenant’s setting, within the limit', () => {
  const others = version([], { scopes: [{ kind: 'MERCHANT', excluded: false, values: ['other'] }] });
  const payment = paymentAt('12:00', 100);
  expect(judge(payment, [others], nothingUsed, 'ALLOW')).toMatchObject({
    outcome: 'PASS',
    by: null,
    allowed: 100,
  });
  expect(judge(payment, [others], nothingUsed, 'DECLINE')).toMatchObject({ reasons: [{ code: 'NO_RULE' }] });
  expect(judge({ ...payment, spendable: 99 }, [others], nothingUsed, 'ALLOW')).toMatchObject({
    outcome: 'DECLINED',
    reasons: [{ code: 'BALANCE', left: 99 }],
  });
});

test.each([
  [[{ kind: 'ALL', excluded: false, values: [] }], true],
  [[{ kind: 'COMPANY', excluded: false, values: ['above'] }], true],
  [[{ kind: 'DEPARTMENT', excluded: false, values: ['above'] }], true],
  [[{ kind: 'LABEL', excluded: false, values: ['销售'] }], true],
  [[{ kind: 'GRADE', excluded: false, values: ['P5'] }], true],
  [[{ kind: 'GRADE', excluded: false, values: ['P6'] }], false],
  [[{ kind: 'EMPLOYEE', excluded: false, values: ['x', 'e'] }], true],
  [[{ kind: 'EMPLOYEE', excluded: true, values: ['e'] }], false],
  [[{ kind: 'EMPLOYEE', excluded: true, values: ['x'] }], false],
  [
    [
      { kind: 'ALL', excluded: false, values: [] },
      { kind: 'LABEL', excluded: true, values: ['销售'] },
    ],
    false,
  ],
] as const)('the scope %j covers the employee: %s', (scopes, isCovered) => {
  const payer = {
    employeeId: 'e',
    merchantId: 'm',
    companyIds: ['c', 'above'],
    departmentIds: ['d', 'above'],
    labels: ['销售'],
    grade: 'P5',
  };
  const decision = judge(
    paymentAt('12:00', 100, { payer }),
    [version([], { scopes })],
    nothingUsed,
    'DECLINE',
  );
  expect(decision.outcome).toBe(isCovered ? 'PASS' : 'DECLINED');
});

test.each([
  ['2026-11-20', '2026-11-20', true],
  ['2026-11-21', null, false],
  ['2026-01-01', '2026-11-19', false],
])('a version valid from %s to %s judges a payment of 2026-11-20: %s', (validFrom, validTo, judges) => {
  const decision = judge(
    paymentAt('12:00', 100),
    [version([], { validFrom, validTo })],
    nothingUsed,
    'DECLINE',
  );
  expect(decision.outcome === 'PASS').toBe(judges);
});

test.each([
  [{ factor: 'CITY', operator: 'IN', value: ['310000'] }, true],
  [{ factor: 'CITY', operator: 'IN', value: ['310100'] }, true],
  [{ factor: 'CITY', operator: 'IN', value: ['310115'] }, true],
  [{ factor: 'CITY', operator: 'IN', value: ['310104', '320000'] }, false],
  [{ factor: 'CITY', operator: 'NOT_IN', value: ['310000'] }, false],
  [{ factor: 'BRAND', operator: 'IN', value: ['b'] }, false],
  [{ factor: 'BRAND', operator: 'NOT_IN', value: ['b'] }, true],
  [{ factor: 'MCC', operator: 'IN', value: ['5811-5814'] }, true],
  [{ factor: 'MCC', operator: 'IN', value: ['5813-5814', '5811'] }, false],
  [{ factor: 'WEEKDAY', operator: 'IN', value: [5] }, true],
  [{ factor: 'WEEKDAY', operator: 'IN', value: [4, 6] }, false],
  [{ factor: 'CHANNEL', operator: 'NOT_IN', value: ['ALIPAY'] }, false],
] as const)('%j holds for a payment in Pudong on a Friday: %s', (one, holds) => {
  const city = { today: workday('2026-11-20'), city: '310115' };
  const decision = by(paymentAt('12:00', 100, city), nothingUsed, [version([one as unknown as Condition])]);
  expect(decision.outcome === 'PASS').toBe(holds);
});

test.each([
  [
    [
      { factor: 'MCC', operator: 'IN', value: ['5811-5814'] },
      { factor: 'MCC', operator: 'NOT_IN', value: ['5800-5899'] },
    ],
    1,
  ],
  [
    [
      { factor: 'CITY', operator: 'IN', value: ['440300'] },
      { factor: 'CITY', operator: 'NOT_IN', value: ['440000'] },
    ],
    1,
  ],
  [
    [
      { factor: 'CITY', operator: 'IN', value: ['440000'] },
      { factor: 'CITY', operator: 'NOT_IN', value: ['440300'] },
    ],
    undefined,
  ],
  [
    [
      { factor: 'TIME', operator: 'IN', value: [{ from: '22:00', to: '02:00' }] },
      { factor: 'TIME', operator: 'IN', value: [{ from: '11:00', to: '14:00' }] },
    ],
    1,
  ],
  [
    [
      { factor: 'BRAND', operator: 'IN', value: ['a'] },
      { factor: 'BRAND', operator: 'IN', value: ['b'] },
    ],
    1,
  ],
  [[{ factor: 'BRAND', operator: 'NOT_IN', value: ['a'] }], undefined],
  [[{ factor: 'CATEGORY', operator: 'IN', value: ['HOTEL'] }], 1],
  [[{ factor: 'CATEGORY', operator: 'IN', value: ['MEAL'] }], undefined],
])('of %j under 餐饮 the rule that can never hold is %s', (conditions, number) => {
  const rules = [ruleOf(conditions as Condition[])];
  expect(contradictionIn({ categories: ['MEAL'], rules })).toBe(number);
});

test.each([
  ['2026-01-31T15:59:59.999Z', '2026-01-31', '2026-01-26', '2026-01-01'],
  ['2026-01-31T16:00:00.000Z', '2026-02-01', '2026-01-26', '2026-02-01'],
  ['2028-02-29T04:00:00.000Z', '2028-02-29', '2028-02-28', '2028-02-01'],
])(
  'example 5: a payment at %s counts in the day %s, the week from %s and the month from %s',
  (at, day, week, month) => {
    const counted = shanghaiDay(new Date(at));
    expect(counted).toBe(day);
    expect([startOfSpan('WEEK', counted), startOfSpan('MONTH', counted)]).toEqual([week, month]);
  },
);
