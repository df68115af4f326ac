import type { CardState } from '@xyxlx/contracts/card-kinds';
import { expect, test } from 'vitest';
import { type AuthorizationFacts, declinedByCompliance, judgeAuthorization } from './judge-authorization.ts';

const now = new Date('2026-11-23T04:00:00Z');
const unlimited = { singleLimit: null, dayLimit: null, monthLimit: null, dayCount: null };
const facts: AuthorizationFacts = {
  card: { state: 'ACTIVE', waits: false, expiresAt: null, balance: 30_000, held: 0 },
  terms: { mcc: [], ...unlimited },
  own: unlimited,
  spent: { dayAmount: 0, dayCount: 0, monthAmount: 0 },
  ...{ payeeActive: true, amount: 12_500, mcc: '5812', partialAllowed: false, now },
};
const code = (change: Partial<AuthorizationFacts>) =>
  judgeAuthorization({ ...facts, ...change }).responseCode;
const terms = (change: object) => ({ terms: { ...facts.terms, ...change } });
const own = (change: object) => ({ own: { ...unlimited, ...change } });
const card = (change: object) => ({ card: { ...facts.card, ...change } });

test('what is free is approved; with a part allowed, what is left of it', () => {
  expect(judgeAuthorization(facts)).toEqual({ responseCode: '00', approved: 12_500 });
  const asks = { ...facts, ...card({ held: 12_500 }), amount: 20_000 };
  expect(judgeAuthorization(asks)).toEqual({ responseCode: '51', approved: 0 });
  expect(judgeAuthorization({ ...asks, partialAllowed: true })).toEqual({
    responseCode: '10',
    approved: 17_500,
  });
  expect(judgeAuthorization({ ...asks, amount: 17_500, partialAllowed: true })).toEqual({
    responseCode: '00',
    approved: 17_500,
  });
});

test('of nothing that is free no part is approved', () => {
  expect(code({ ...card({ held: 30_000 }), partialAllowed: true })).toBe('51');
});

test.each<[CardState, string]>([
  ['STOCK', '78'],
  ['PENDING', '78'],
  ['LOST', '41'],
  ['FROZEN', '62'],
  ['EXPIRED', '54'],
  ['REPLACED', '46'],
  ['REDEEMED', '46'],
  ['CANCELLED', '46'],
])('a card that is %s answers %s', (state, answer) => {
  expect(code(card({ state }))).toBe(answer);
});

test('an active card answers 54 from the instant of its end on', () => {
  expect(code(card({ expiresAt: now }))).toBe('54');
  expect(code(card({ expiresAt: new Date(now.getTime() + 1) }))).toBe('00');
});

test('a category that the product does not name answers 57, one that it names is paid', () => {
  expect(code(terms({ mcc: ['5411'] }))).toBe('57');
  expect(code(terms({ mcc: ['5411', '5812'] }))).toBe('00');
});

test('the limit of one payment, of a day and of a month: all of it is approved, a fen more answers 61', () => {
  expect([code(terms({ singleLimit: 12_500 })), code(terms({ singleLimit: 12_499 }))]).toEqual(['00', '61']);
  const ofDay = {
    spent: { dayAmount: 17_000, dayCount: 2, monthAmount: 17_000 },
    ...terms({ dayLimit: 20_000 }),
  };
  expect([code({ ...ofDay, amount: 3_000 }), code({ ...ofDay, amount: 3_001 })]).toEqual(['00', '61']);
  const ofMonth = { ...ofDay, ...terms({ monthLimit: 20_000 }) };
  expect([code({ ...ofMonth, amount: 3_000 }), code({ ...ofMonth, amount: 3_001 })]).toEqual(['00', '61']);
});

test('as many payments a day as the product says, and no more', () => {
  const spent = { dayAmount: 0, dayCount: 2, monthAmount: 0 };
  expect([code({ spent, ...terms({ dayCount: 3 }) }), code({ spent, ...terms({ dayCount: 2 }) })]).toEqual([
    '00',
    '65',
  ]);
});

test('what was set for a card alone limits it beside its product, which is looked at first', () => {
  const spent = { dayAmount: 17_000, dayCount: 2, monthAmount: 17_000 };
  for (const limit of [{ dayLimit: 20_000 }, { monthLimit: 20_000 }]) {
    const limited = { spent, ...own(limit), ...terms({ dayLimit: 90_000 }) };
    expect([code({ ...limited, amount: 3_000 }), code({ ...limited, amount: 3_001 })]).toEqual(['00', '61']);
  }
  expect([code(own({ singleLimit: 12_500 })), code(own({ singleLimit: 12_499 }))]).toEqual(['00', '61']);
  expect([code({ spent, ...own({ dayCount: 3 }) }), code({ spent, ...own({ dayCount: 2 }) })]).toEqual([
    '00',
    '65',
  ]);
  expect(code({ spent, ...own({ singleLimit: 1 }), ...terms({ dayCount: 2 }) })).toBe('65');
  expect(code({ spent, ...own({ dayCount: 2 }), ...terms({ singleLimit: 1 }) })).toBe('61');
});

test('of several reasons the first counts: state, merchant, category, amounts, number, balance', () => {
  const spent = { dayAmount: 0, dayCount: 1, monthAmount: 0 };
  const all = {
    ...terms({ mcc: ['5411'], singleLimit: 1, dayCount: 1 }),
    spent,
    payeeActive: false,
    amount: 40_000,
  };
  expect(code({ ...all, ...card({ state: 'FROZEN', expiresAt: now }) })).toBe('62');
  expect(code({ ...all, ...card({ expiresAt: now }) })).toBe('54');
  expect(code(all)).toBe('03');
  expect(code({ ...all, payeeActive: true })).toBe('57');
  expect(code({ ...all, payeeActive: true, mcc: '5411' })).toBe('61');
  expect(code({ ...terms({ dayCount: 1 }), spent, amount: 40_000 })).toBe('65');
  expect(code({ amount: 40_000 })).toBe('51');
});

test('compliance has its word after what is said of the card, and before merchant, amounts and balance', () => {
  const declined = (change: Partial<AuthorizationFacts>) =>
    declinedByCompliance(judgeAuthorization({ ...facts, ...change }));
  for (const state of ['PENDING', 'LOST', 'FROZEN', 'EXPIRED', 'REDEEMED'] as const) {
    expect(declined(card({ state })).responseCode).toBe(code(card({ state })));
  }
  expect(declined(card({ expiresAt: now })).responseCode).toBe('54');
  for (const change of [{}, { payeeActive: false }, terms({ mcc: ['5411'] }), terms({ singleLimit: 1 })]) {
    expect(declined(change)).toEqual({ responseCode: '05', approved: 0 });
  }
  expect(declined({ amount: 40_000 })).toEqual({ responseCode: '05', approved: 0 });
});
