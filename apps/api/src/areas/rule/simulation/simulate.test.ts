import type { MatchCondition } from '@xyxlx/contracts/rule-condition';
import { expect, test } from 'vitest';
import type { PayerFacts, Version } from '../judge/facts.ts';
import type { PastRecord } from './records.sql.ts';
import { makeSimulation } from './simulate.ts';

const payer = (employeeId: string, labels: string[] = []): PayerFacts => ({
  employeeId,
  merchantId: 'm1',
  companyIds: ['c'],
  departmentIds: [],
  labels,
  grade: null,
});

const capped = (perDay: number, given: Partial<Version> = {}): Version => ({
  institution: { id: 'i', code: 'ZD00000001', name: '午餐' },
  id: 'v2',
  no: 2,
  priority: 1,
  excess: 'SPLIT',
  categories: [],
  validFrom: '2026-01-01',
  validTo: null,
  scopes: [{ kind: 'ALL', excluded: false, values: [] }],
  rules: [{ key: 'k', seq: 1, matches: [], caps: [{ factor: 'PER_DAY', operator: 'LE', value: perDay }] }],
  ...given,
});

let made = 0;
/** At a time of Asia/Shanghai. */
function payment(at: string, given: Partial<PastRecord> = {}): PastRecord {
  made += 1;
  return {
    id: `p${made}`,
    employeeId: 'e1',
    relatedId: null,
    isRevoked: false,
    paidAt: Date.parse(`${at}+08:00`),
    amount: 3_000,
    asked: 3_000,
    category: 'MEAL',
    channel: 'ALIPAY',
    payeeMerchantId: 'm1',
    brandId: null,
    mcc: '5812',
    city: null,
    paid: 3_000,
    ...given,
  };
}

function simulate(records: readonly PastRecord[], given: Partial<Parameters<typeof makeSimulation>[0]> = {}) {
  const simulation = makeSimulation({
    enabled: [],
    withCandidate: [capped(5_000)],
    withoutRule: 'ALLOW',
    from: '2026-11-20',
    payers: new Map([
      ['e1', payer('e1')],
      ['e2', payer('e2', ['骨干'])],
    ]),
    payees: new Map([['m1', { brandId: 'b1', mcc: '7011', city: '310115' }]]),
    calendar: new Map(),
    ...given,
  });
  for (const record of records) simulation.take(record);
  return simulation.outcomes;
}

test('example 9: what changes is counted in all, by reason, merchant and day, and kept as rows', () => {
  const found = simulate(['11:30', '12:00', '12:30'].map((time) => payment(`2026-11-20T${time}`)));
  const totals = {
    SAME: { count: 1, amount: 3_000 },
    NEWLY_SPLIT: { count: 1, amount: 1_000 },
    NEWLY_DECLINED: { count: 1, amount: 3_000 },
    NEWLY_ALLOWED: { count: 0, amount: 0 },
  };
  expect(found.totals).toEqual(totals);
  expect([...found.byReason]).toEqual([['PER_DAY', { count: 2, amount: 4_000 }]]);
  expect([...found.byMerchant]).toEqual([['m1', totals]]);
  expect([...found.byDay]).toEqual([['2026-11-20', totals]]);
  expect(found.rows).toMatchObject([
    {
      change: 'NEWLY_SPLIT',
      before: { outcome: 'PASS', allowed: 3_000 },
      after: { outcome: 'SPLIT', allowed: 2_000 },
    },
    {
      change: 'NEWLY_DECLINED',
      after: { outcome: 'DECLINED', institution: { code: 'ZD00000001', versionNo: 2 } },
    },
  ]);
});

test('what was paid before the first day warms the caps and is not counted', () => {
  const perMonth = capped(1, {
    rules: [{ key: 'k', seq: 1, matches: [], caps: [{ factor: 'PER_MONTH', operator: 'LE', value: 5_000 }] }],
  });
  const found = simulate(
    [payment('2026-11-02T12:00'), payment('2026-11-19T23:59'), payment('2026-11-20T00:00')],
    { withCandidate: [perMonth] },
  );
  expect(found.totals).toMatchObject({ SAME: { count: 0 }, NEWLY_DECLINED: { count: 1, amount: 3_000 } });
  expect([...found.byDay.keys()]).toEqual(['2026-11-20']);
});

test('each employee has caps of their own, and only those whom the version covers are judged by it', () => {
  const forSome = capped(5_000, { scopes: [{ kind: 'LABEL', excluded: false, values: ['骨干'] }] });
  const records = ['e1', 'e2'].flatMap((employeeId) =>
    ['11:30', '12:00'].map((time) => payment(`2026-11-20T${time}`, { employeeId })),
  );
  expect(simulate(records).totals.NEWLY_SPLIT).toEqual({ count: 2, amount: 2_000 });
  expect(simulate(records, { withCandidate: [forSome] }).totals.NEWLY_SPLIT).toEqual({
    count: 1,
    amount: 1_000,
  });
});

test('a refund makes room under both, and a declined payment is judged like any other', () => {
  const first = payment('2026-11-20T11:30');
  const found = simulate(
    [
      first,
      payment('2026-11-20T11:40', { relatedId: first.id, amount: 3_000 }),
      payment('2026-11-20T12:00', { paid: null }),
    ],
    { enabled: [capped(3_000, { no: 1 })] },
  );
  expect(found.totals.SAME).toEqual({ count: 2, amount: 6_000 });
  expect(found.rows).toEqual([]);
});

test('a payment that was revoked counts no more once it went back, one that was refunded still does', () => {
  const onceADay = capped(1, {
    rules: [{ key: 'k', seq: 1, matches: [], caps: [{ factor: 'COUNT_DAY', operator: 'LE', value: 1 }] }],
  });
  const next = (isRevoked: boolean) => {
    const first = payment('2026-11-20T11:30', { isRevoked });
    const back = payment('2026-11-20T11:40', { relatedId: first.id });
    return simulate([first, back, payment('2026-11-20T12:00')], { withCandidate: [onceADay] }).totals;
  };
  expect(next(true)).toMatchObject({ SAME: { count: 2 }, NEWLY_DECLINED: { count: 0 } });
  expect(next(false)).toMatchObject({ SAME: { count: 1 }, NEWLY_DECLINED: { count: 1 } });
});

test('of a payee of which the record kept nothing its facts of now stand in, and that is counted', () => {
  const facts: MatchCondition[] = [
    { factor: 'MCC', operator: 'IN', value: ['7011'] },
    { factor: 'BRAND', operator: 'IN', value: ['b1'] },
    { factor: 'CITY', operator: 'IN', value: ['310000'] },
  ];
  for (const condition of facts) {
    const rules = [{ key: 'k', seq: 1, matches: [condition], caps: [] }];
    const found = simulate(
      [
        payment('2026-11-20T12:00', { mcc: null }),
        payment('2026-11-20T12:10', { brandId: null, city: null }),
      ],
      { withCandidate: [capped(1, { rules })] },
    );
    expect(found.totals).toMatchObject({ SAME: { count: 1 }, NEWLY_DECLINED: { count: 1 } });
    expect(found.withoutSnapshot).toBe(1);
  }
});

test('what the employee paid by choice is not asked of the company', () => {
  const { totals } = simulate([payment('2026-11-20T12:00', { amount: 9_000, asked: 5_000 })]);
  expect(totals.SAME).toEqual({ count: 1, amount: 5_000 });
});

test('payments are judged by their minute and day in Asia/Shanghai, and the reason is in the words of the policy that gave it', () => {
  const other = {
    institution: { id: 'o', code: 'ZD00000000', name: '酒店' },
    categories: ['HOTEL' as const],
  };
  const noon = capped(5_000, {
    rules: [
      {
        key: 'k',
        seq: 1,
        matches: [{ factor: 'TIME', operator: 'IN', value: [{ from: '11:00', to: '14:00' }] }],
        caps: [],
      },
    ],
  });
  const times = [
    '2026-11-20T10:59:59.999',
    '2026-11-20T11:00',
    '2026-11-20T13:59:59.999',
    '2026-11-21T00:00',
  ];
  const found = simulate(
    times.map((at) => payment(at)),
    { withCandidate: [noon, capped(1, other)] },
  );
  expect(found.rows.map(({ after }) => after.reason?.zh)).toEqual([
    '制度「酒店」不支持该类目（餐饮）',
    '制度「酒店」不支持该类目（餐饮）',
  ]);
  const alone = simulate(
    times.map((at) => payment(at)),
    { withCandidate: [noon] },
  );
  expect(alone.rows.map(({ after }) => after.reason?.zh)).toEqual([
    '制度「午餐」仅 11:00–14:00 可用，本次 10:59',
    '制度「午餐」仅 11:00–14:00 可用，本次 00:00',
  ]);
  expect([...alone.byDay].map(([day, { SAME }]) => [day, SAME.count])).toEqual([
    ['2026-11-20', 2],
    ['2026-11-21', 0],
  ]);
});
