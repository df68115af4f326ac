import {
  compareOps,
  comparisonsOf,
  type RiskExpression,
  riskExpression,
  riskNumbers,
  riskTexts,
} from '@xyxlx/contracts/compliance-expression';
import { type RiskSubject, riskSources } from '@xyxlx/contracts/compliance-kinds';
import { connect } from '@xyxlx/database/connect';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { happenedThen, riskCard } from '../../../../../../tests/support/risk-other-records.ts';
import {
  foundByBoth,
  paidThen,
  riskPayer,
  type Told,
} from '../../../../../../tests/support/risk-payments.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../../tests/support/test-api.ts';
import { sourcesOf } from './filters-of.ts';
import { isAbout } from './records.sql.ts';

let api: TestApi;
let owner: pg.Client;
beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  owner = await connect(api.databaseUrl);
  merchantIds = (await riskPayer(api, '2000-01-01')).payees;
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

/** Whom the payers of the tests pay. */
let merchantIds: string[] = [];

const small = fc.integer({ min: 0, max: 6 });
const op = fc.constantFrom('EQ', 'NE', 'LT', 'LE', 'GE');
const number = fc.constantFrom(
  ...([
    'amount',
    'enterprise',
    'personal',
    'hourOfDay',
    'weekday',
    'hiredDays',
    'leftDays',
    'cardAgeDays',
  ] as const),
);
const either = (one: fc.Arbitrary<string>, field: string) => [
  fc.record({ field: fc.constant(field), op: fc.constantFrom('EQ', 'NE'), value: one }),
  fc.record({
    field: fc.constant(field),
    op: fc.constantFrom('IN', 'NOT_IN'),
    value: fc.array(one, { minLength: 1, maxLength: 2 }),
  }),
];
const share = fc.constantFrom(0, 3_333, 5_000, 6_666, 10_000);
const filter = fc.oneof(
  fc.record({ field: number, op, value: small }),
  fc.record({ field: fc.constant('refundedShare'), op, value: share }),
  fc.record({
    field: fc.constant('refundedShare'),
    op: fc.constantFrom('IN', 'NOT_IN'),
    value: fc.array(share, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    field: fc.constant('refundedShare'),
    op: fc.constant('BETWEEN'),
    value: fc.tuple(share, share),
  }),
  fc.record({
    field: number,
    op: fc.constantFrom('IN', 'NOT_IN'),
    value: fc.array(small, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ field: number, op: fc.constant('BETWEEN'), value: fc.tuple(small, small) }),
  fc.record({
    field: fc.constant('hourOfDay'),
    op: fc.constant('BETWEEN'),
    value: fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 23 })),
  }),
  ...either(fc.constantFrom('PAID', 'FAILED'), 'outcome'),
  ...either(fc.constantFrom('ALIPAY', 'WECHAT'), 'channel'),
  ...either(fc.constantFrom('MEAL', 'TRAVEL'), 'category'),
  ...either(fc.constantFrom('5812', '4111'), 'mcc'),
  ...either(fc.constantFrom('310000', '330100'), 'city'),
  ...either(
    fc.constantFrom(0, 1, 2).map((n) => merchantIds[n] as string),
    'payee',
  ),
);
const filters = fc.array(filter, { maxLength: 2 });
const source = fc.constantFrom('PAYMENT', 'PAYMENT', 'REFUND', 'TOP_UP', 'CARD_EVENT', 'ADJUSTMENT');
const own = {
  source: fc.option(source, { nil: undefined }),
  filters: fc.option(filters, { nil: undefined }),
};
const nodes = (leaf: fc.Arbitrary<unknown>) =>
  fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      leaf,
      fc.record({
        op: fc.constantFrom('AND', 'OR'),
        all: fc.array(tie('node'), { minLength: 1, maxLength: 2 }),
      }),
    ),
  })).node;

/** Payments ask the first two alone; the others are found by the same function here, to hold the statements to it. */
const subject = fc.constantFrom('EMPLOYEE', 'EMPLOYEE', 'CARD', 'CARD', 'PAYEE', 'MERCHANT');
const ofEvent = fc.record({
  ...{
    source,
    subject,
    filters,
    window: fc.constant({ kind: 'EVENT' }),
    aggregates: fc.constant([]),
  },
  when: nodes(
    fc.oneof(
      fc.record({ of: number, op, value: small }),
      fc.record({ of: fc.constant('refundedShare'), op, value: share }),
    ),
  ),
});
const ofWindow = fc.record({
  ...{ source, subject, filters },
  window: fc.record({ kind: fc.constant('ROLLING'), minutes: fc.constantFrom(1, 60, 1_440, 5_000) }),
  aggregates: fc
    .tuple(
      fc.record({ kind: fc.constantFrom('COUNT', 'SUM'), name: fc.constant('a'), ...own }),
      fc.record({
        kind: fc.constantFrom('COUNT', 'SUM', 'MAX', 'TOP_SHARE'),
        name: fc.constant('b'),
        ...own,
      }),
      fc.record({
        kind: fc.constant('DISTINCT'),
        field: fc.constantFrom('payee', 'mcc', 'city', 'channel', 'category'),
        name: fc.constant('c'),
        ...own,
      }),
    )
    .map(([a, b, c]) => [
      a,
      b,
      c,
      { kind: 'RATIO', name: 'd', part: 'a', whole: b.kind === 'COUNT' || b.kind === 'SUM' ? 'b' : 'a' },
    ]),
  when: nodes(
    fc.oneof(
      fc.record({ of: fc.constantFrom('a', 'b', 'c'), op, value: small }),
      fc.record({ of: fc.constantFrom('b', 'd'), op, value: fc.constantFrom(2_500, 5_000, 6_666, 10_000) }),
    ),
  ),
});

const told = fc.record({
  minute: fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 8_000 })),
  amount: fc.integer({ min: 1, max: 6 }),
  type: fc.constantFrom('CONSUME', 'CONSUME', 'CONSUME', 'REFUND'),
  state: fc.constantFrom('SUCCESS', 'SUCCESS', 'FAILED'),
  refunded: fc.boolean(),
  payee: fc.integer({ min: 0, max: 2 }),
  category: fc.constantFrom('MEAL', 'TRAVEL'),
  channel: fc.constantFrom('ALIPAY', 'WECHAT'),
  mcc: fc.constantFrom('5812', '4111'),
  city: fc.constantFrom('310000', '330100'),
} as const);
const happened = fc.record({
  what: fc.constantFrom('AUTHORIZATION', 'AUTHORIZATION', 'REFUND', 'TOP_UP', 'CARD_EVENT', 'ADJUSTMENT'),
  minute: fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 8_000 })),
  amount: fc.integer({ min: 1, max: 6 }),
  declined: fc.boolean(),
  payee: fc.integer({ min: 0, max: 2 }),
  mcc: fc.constantFrom('5812', '4111'),
  channel: fc.constantFrom('ALIPAY', 'WECHAT'),
} as const);
const history = fc.record({
  told: fc.array(told, { minLength: 1, maxLength: 14 }),
  happened: fc.array(happened, { minLength: 1, maxLength: 14 }),
  cardAge: fc.integer({ min: 0, max: 4 }),
  hired: fc.integer({ min: 0, max: 4 }),
  left: fc.option(fc.integer({ min: 0, max: 4 })),
});

const parsed = (given: unknown): RiskExpression | null => {
  const { data } = riskExpression.safeParse(given);
  return data ?? null;
};

test('both engines find the same in random records of people and cards by random expressions', async () => {
  // By what expressions say: how many have said it, and how many of those have found something.
  const tried = new Map<string, number>();
  const found = new Map<string, number>();
  const said = (expression: RiskExpression, hits: number) => {
    const filters = [expression, ...expression.aggregates].flatMap(
      (one) => ('filters' in one && one.filters) || [],
    );
    const words = [
      ...filters.flatMap(({ field, op }) => [field, `filter ${op}`]),
      ...expression.aggregates.map(({ kind }) => kind),
      ...comparisonsOf(expression.when).map(({ op }) => `when ${op}`),
      ...[expression.subject, ...sourcesOf(expression), expression.window.kind, 'any'],
      ...sourcesOf(expression).map((one) => `${expression.subject} ${one}`),
    ];
    for (const word of new Set(words)) {
      tried.set(word, (tried.get(word) ?? 0) + 1);
      if (hits > 0) found.set(word, (found.get(word) ?? 0) + 1);
    }
  };
  const begin = Date.parse('2001-01-05T20:00:00Z');
  const day = (days: number) => new Date(begin + days * 86_400_000).toISOString().slice(0, 10);
  const expressions = fc.array(fc.oneof(ofEvent, ofWindow, ofWindow), { minLength: 9, maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(expressions, history, async (given, { told, happened, cardAge, hired, left }) => {
      const payer = await riskPayer(api, day(-hired), left === null ? null : day(left));
      const payments = told.map(({ minute, refunded, type, state, ...one }): Told => {
        const paid = type === 'CONSUME' && state === 'SUCCESS';
        return {
          ...{ ...one, type, at: new Date(begin + minute * 60_000) },
          ...(type === 'CONSUME' && { state }),
          ...(paid && refunded && { refunded: Math.ceil(one.amount / 2) }),
        };
      });
      await paidThen(api, payer, payments);
      const cardId = await riskCard(api, owner, payer, new Date(begin - cardAge * 86_400_000));
      const records = happened.map(({ minute, ...one }) => ({
        ...one,
        at: new Date(begin + minute * 60_000),
      }));
      await happenedThen(owner, payer, cardId, records);
      const span = { from: new Date(begin - 1), to: new Date(begin + 4_000 * 60_000) };
      for (const one of given) {
        const expression = parsed(JSON.parse(JSON.stringify(one)));
        if (!expression || sourcesOf(expression).some((one) => !isAbout(one, expression.subject))) continue;
        const subjects: Partial<Record<RiskSubject, string | undefined>> = {
          ...{ EMPLOYEE: payer.id, CARD: cardId, PAYEE: payer.payees[0], MERCHANT: payer.merchantId },
        };
        const subjectId = subjects[expression.subject] as string;
        const { sql, online } = await foundByBoth(api, expression, subjectId, span);
        expect(sql, JSON.stringify(expression)).toEqual(online);
        said(expression, sql.length);
      }
    }),
    // What it looks at is the same each time, so that everything is looked at each time.
    { numRuns: 90, seed: 20_261_127 },
  );
  expect(tried.get('any')).toBeGreaterThan(200);
  expect(found.get('any')).toBeGreaterThan(60);
  const everything = [
    ...riskNumbers,
    ...riskTexts,
    ...[...compareOps, 'IN', 'NOT_IN', 'BETWEEN'].map((one) => `filter ${one}`),
    ...compareOps.map((one) => `when ${one}`),
    ...['COUNT', 'SUM', 'MAX', 'DISTINCT', 'TOP_SHARE', 'RATIO'],
    ...['EMPLOYEE', 'PAYEE', 'MERCHANT', 'EVENT', 'ROLLING'],
    ...riskSources.map((one) => `EMPLOYEE ${one}`),
    ...riskSources.filter((one) => isAbout(one, 'CARD')).map((one) => `CARD ${one}`),
  ];
  expect(everything.filter((word) => !found.has(word))).toEqual([]);
}, 240_000);
