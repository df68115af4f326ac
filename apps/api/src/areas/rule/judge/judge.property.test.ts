import type { CapCondition, MatchCondition } from '@xyxlx/contracts/rule-condition';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Facts, Rule, Version } from './facts.ts';
import { type Decision, judge } from './judge.ts';
import { type Usage, type UsageSpan, usageId, usageSpans } from './usage.ts';

/** A payment that the company had a share in, as a book keeps it. */
interface Paid {
  facts: Facts;
  rules: readonly Rule[];
  /** The company's share, in fen, less what was refunded. */
  share: number;
}

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
/** Whether two days lie in one span; 1970-01-01 was a Thursday. */
const together: Record<UsageSpan, (a: string, b: string) => boolean> = {
  DAY: (a, b) => a === b,
  WEEK: (a, b) => Math.floor((dayNumber(a) + 3) / 7) === Math.floor((dayNumber(b) + 3) / 7),
  MONTH: (a, b) => a.slice(0, 7) === b.slice(0, 7),
  TOTAL: () => true,
};
const spanOfCap = {
  PER_DAY: 'DAY',
  PER_WEEK: 'WEEK',
  PER_MONTH: 'MONTH',
  TOTAL: 'TOTAL',
  COUNT_DAY: 'DAY',
  COUNT_WEEK: 'WEEK',
  COUNT_MONTH: 'MONTH',
} as const;

/** Counted anew from the book, as an auditor would. */
function counted(book: readonly Paid[], key: string, span: UsageSpan, day: string) {
  const within = book.filter(
    ({ facts, rules }) => rules.some((rule) => rule.key === key) && together[span](facts.today.day, day),
  );
  return { amount: within.reduce((sum, { share }) => sum + share, 0), count: within.length };
}

function usageFrom(book: readonly Paid[], versions: readonly Version[], day: string): Usage {
  const keys = versions.flatMap(({ rules }) => rules.map(({ key }) => key));
  return new Map(
    keys.flatMap((key) =>
      usageSpans.map((span) => [usageId(key, span, day), counted(book, key, span, day)] as const),
    ),
  );
}

const fen = fc.integer({ min: 1, max: 10_000 });
const cap: fc.Arbitrary<CapCondition> = fc.oneof(
  fc.record({
    factor: fc.constantFrom('PER_PAYMENT', 'PER_DAY', 'PER_WEEK', 'PER_MONTH', 'TOTAL'),
    operator: fc.constant('LE'),
    value: fc.integer({ min: 1, max: 20_000 }),
  }),
  fc.record({
    factor: fc.constantFrom('COUNT_DAY', 'COUNT_WEEK', 'COUNT_MONTH'),
    operator: fc.constant('LE'),
    value: fc.integer({ min: 1, max: 4 }),
  }),
);
const match: fc.Arbitrary<MatchCondition> = fc.oneof(
  fc.record({
    factor: fc.constant('CATEGORY'),
    operator: fc.constantFrom('IN', 'NOT_IN'),
    value: fc.subarray(['MEAL', 'HOTEL'] as const, { minLength: 1 }).map((some) => [...some]),
  }),
  fc.record({
    factor: fc.constant('MCC'),
    operator: fc.constantFrom('IN', 'NOT_IN'),
    value: fc.constantFrom<string[]>(['5812'], ['5811-5814'], ['7011']),
  }),
  fc.constant<MatchCondition>({
    factor: 'TIME',
    operator: 'IN',
    value: [{ from: '08:00', to: '20:00' }],
  }),
);

/** Its keys are made unique by its place. */
const versionAt = (place: number): fc.Arbitrary<Version> =>
  fc
    .record({
      priority: fc.integer({ min: 1, max: 3 }),
      excess: fc.constantFrom('DECLINE', 'SPLIT', 'PERSONAL'),
      rules: fc.array(
        fc.record({ matches: fc.array(match, { maxLength: 1 }), caps: fc.array(cap, { maxLength: 4 }) }),
        { minLength: 1, maxLength: 3 },
      ),
    })
    .map(({ rules, ...given }) => ({
      ...given,
      institution: { id: `i${place}`, code: `ZD0000000${place}`, name: `制度${place}` },
      id: `v${place}`,
      no: 1,
      categories: [],
      validFrom: '2026-01-01',
      validTo: null,
      scopes: [{ kind: 'ALL', excluded: false, values: [] }],
      rules: rules.map((rule, index) => ({ ...rule, key: `k${place}.${index}`, seq: index + 1 })),
    }));
const published = fc.integer({ min: 1, max: 4 }).chain((many) => {
  const places = Array.from({ length: many }, (_, place) => versionAt(place));
  return fc.tuple(...places);
});

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('pay' as const),
      hours: fc.integer({ min: 0, max: 40 }),
      amount: fen,
      byChoice: fc.integer({ min: 0, max: 100 }),
      category: fc.constantFrom('MEAL' as const, 'HOTEL' as const),
      mcc: fc.constantFrom('5812', '7011'),
      spendable: fc.integer({ min: 0, max: 20_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('refund' as const), which: fc.nat(), part: fen }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('revoke' as const), which: fc.nat() }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
type Payment = Extract<Step, { act: 'pay' }>;

function factsOf({ amount, byChoice, category, mcc, spendable }: Payment, hour: number): Facts {
  const dayAt = (n: number) => new Date(Date.UTC(2026, 0, 26) + n * 86_400_000).toISOString().slice(0, 10);
  const day = Math.floor(hour / 24);
  return {
    payer: { employeeId: 'e', merchantId: 'm', companyIds: [], departmentIds: [], labels: [], grade: null },
    amount,
    personalAmount: Math.floor((amount * byChoice) / 200),
    category,
    channel: 'ALIPAY',
    payeeMerchantId: 'm',
    brandId: null,
    mcc,
    city: null,
    minute: (hour % 24) * 60,
    today: { day: dayAt(day), kind: 'WORKDAY', name: null },
    yesterday: { day: dayAt(day - 1), kind: 'WORKDAY', name: null },
    spendable,
  };
}

/** What the decision leaves below each cap that it counts in, in fen or in times; below zero a cap was passed. */
function leftAfter(book: readonly Paid[], { facts, rules, share }: Paid): number[] {
  return rules.flatMap(({ key, caps }) =>
    caps.map((one) => {
      if (one.factor === 'PER_PAYMENT') return one.value - share;
      const { amount, count } = counted(book, key, spanOfCap[one.factor], facts.today.day);
      return one.value - (one.factor.startsWith('COUNT_') ? count : amount);
    }),
  );
}

/** Plays the steps on a book, and says of each payment what was there before it and what became of it. */
function play(
  versions: readonly Version[],
  steps: readonly Step[],
  look: (book: readonly Paid[], facts: Facts, decision: Decision) => void,
): void {
  const book: Paid[] = [];
  let hour = 0;
  for (const taken of steps) {
    const found = 'which' in taken ? book[taken.which % book.length] : undefined;
    if (taken.act === 'pay') {
      hour += taken.hours;
      const facts = factsOf(taken, hour);
      const decision = judge(facts, versions, usageFrom(book, versions, facts.today.day), 'ALLOW');
      look(book, facts, decision);
      const { allowed, by } = decision;
      if (allowed > 0 && by) book.push({ facts, rules: by.rules, share: allowed });
    } else if (found && taken.act === 'refund') found.share -= Math.min(found.share, taken.part);
    else if (found) book.splice(book.indexOf(found), 1);
  }
}

const history = fc.array(step, { minLength: 1, maxLength: 40 });

test('no history passes a cap or the limit, and each fen is the company’s or the employee’s', () => {
  let capped = 0;
  fc.assert(
    fc.property(published, history, (versions, steps) => {
      play(versions, steps, (book, facts, decision) => {
        const { outcome, asked, allowed, personal, by } = decision;
        expect(asked).toBe(facts.amount - facts.personalAmount);
        expect(allowed).toBeGreaterThanOrEqual(0);
        expect(allowed).toBeLessThanOrEqual(Math.min(asked, facts.spendable));
        if (outcome === 'DECLINED') expect([allowed, personal]).toEqual([0, facts.personalAmount]);
        else expect(allowed + personal).toBe(facts.amount);
        if (allowed === 0 || !by) return;
        const paid: Paid = { facts, rules: by.rules, share: allowed };
        const left = leftAfter([...book, paid], paid);
        expect(Math.min(0, ...left)).toBe(0);
        capped += left.length;
      });
    }),
    { numRuns: 500 },
  );
  expect(capped).toBeGreaterThan(1_000);
});

test('a split leaves nothing: one fen more would pass a cap or the limit', () => {
  let splits = 0;
  fc.assert(
    fc.property(published, history, (versions, steps) => {
      play(versions, steps, (book, facts, { outcome, allowed, by }) => {
        if (outcome !== 'SPLIT' || !by) return;
        splits += 1;
        const more: Paid = { facts, rules: by.rules, share: allowed + 1 };
        const passes = leftAfter([...book, more], more).some((left) => left < 0);
        expect(passes || allowed === facts.spendable).toBe(true);
      });
    }),
    { numRuns: 500 },
  );
  expect(splits).toBeGreaterThan(100);
});

test('the order in which versions and rules are read changes no decision', () => {
  fc.assert(
    fc.property(published, history, (versions, steps) => {
      const turned = versions.map((one) => ({ ...one, rules: one.rules.toReversed() })).toReversed();
      play(versions, steps, (book, facts, { outcome, allowed, by }) => {
        const again = judge(facts, turned, usageFrom(book, versions, facts.today.day), 'ALLOW');
        expect([again.outcome, again.allowed, again.by?.version.id]).toEqual([
          outcome,
          allowed,
          by?.version.id,
        ]);
      });
    }),
    { numRuns: 300 },
  );
});
