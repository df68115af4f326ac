import type { CapCondition, MatchCondition } from '@xyxlx/contracts/rule-condition';
import fc from 'fast-check';
import type { Facts, Rule, Version } from '../../apps/api/src/areas/rule/judge/facts.ts';
import { type Decision, judge } from '../../apps/api/src/areas/rule/judge/judge.ts';
import {
  type Usage,
  type UsageSpan,
  usageId,
  usageSpans,
} from '../../apps/api/src/areas/rule/judge/usage.ts';

/** A payment that the company had a share in, as a book keeps it. */
export interface Paid {
  id: string;
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
/** The span that a cap counts over. */
export const spanOfCap = {
  PER_DAY: 'DAY',
  PER_WEEK: 'WEEK',
  PER_MONTH: 'MONTH',
  TOTAL: 'TOTAL',
  COUNT_DAY: 'DAY',
  COUNT_WEEK: 'WEEK',
  COUNT_MONTH: 'MONTH',
} as const;

/** What of a book counts in a rule's span, counted anew, as an auditor would. */
export function counted(book: readonly Paid[], key: string, span: UsageSpan, day: string) {
  const within = book.filter(
    ({ facts, rules }) => rules.some((rule) => rule.key === key) && together[span](facts.today.day, day),
  );
  return { amount: within.reduce((sum, { share }) => sum + share, 0), count: within.length };
}

export function usageFrom(book: readonly Paid[], versions: readonly Version[], day: string): Usage {
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
/** Up to four policies for everybody. */
export const published = fc.integer({ min: 1, max: 4 }).chain((many) => {
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

/** What a step did: of a payment what was in the book before it and what became of it, otherwise how much went back of one, in fen. */
export type Happened =
  | { act: 'pay'; id: string; facts: Facts; decision: Decision; book: readonly Paid[] }
  | { act: 'refund' | 'revoke'; id: string; amount: number };

/** Plays the steps on a book, one after another. */
export function* happenings(versions: readonly Version[], steps: readonly Step[]): Generator<Happened> {
  const book: Paid[] = [];
  let hour = 0;
  for (const [n, taken] of steps.entries()) {
    const found = 'which' in taken ? book[taken.which % book.length] : undefined;
    if (taken.act === 'pay') {
      hour += taken.hours;
      const id = String(n);
      const facts = factsOf(taken, hour);
      const decision = judge(facts, versions, usageFrom(book, versions, facts.today.day), 'ALLOW');
      yield { act: 'pay', id, facts, decision, book };
      const { allowed, by } = decision;
      if (allowed > 0 && by) book.push({ id, facts, rules: by.rules, share: allowed });
    } else if (found && taken.act === 'refund') {
      found.share -= Math.min(found.share, taken.part);
      yield { act: 'refund', id: found.id, amount: taken.part };
    } else if (found && found.share > 0) {
      book.splice(book.indexOf(found), 1);
      yield { act: 'revoke', id: found.id, amount: found.facts.amount };
    }
  }
}

/** Plays the steps, and looks at each payment with what was in the book before it. */
export function play(
  versions: readonly Version[],
  steps: readonly Step[],
  look: (book: readonly Paid[], facts: Facts, decision: Decision) => void,
): void {
  for (const one of happenings(versions, steps)) {
    if (one.act === 'pay') look(one.book, one.facts, one.decision);
  }
}

/** Payments, refunds and payments revoked, one after another. */
export const history = fc.array(step, { minLength: 1, maxLength: 40 });
