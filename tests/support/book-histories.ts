import type { LedgerRole, PostingKind, PostingSource } from '@xyxlx/contracts/ledger-roles';
import fc from 'fast-check';

interface Pattern {
  kind: PostingKind;
  source: PostingSource;
  doc: boolean;
  legs: (amount: number) => [LedgerRole, LedgerRole, number][];
}

/** The legs of each kind of event, as their rules give them for an amount in fen. */
const patterns: Pattern[] = [
  { kind: 'RECEIPT', source: 'statementLine', doc: false, legs: (a) => [['BANK', 'UNCLAIMED', a]] },
  {
    kind: 'TOP_UP',
    source: 'topUp',
    doc: true,
    legs: (a) => [
      ['UNCLAIMED', 'FUND', a],
      ['FUND', 'SERVICE', a],
      ['BONUS', 'FUND', a],
    ],
  },
  { kind: 'TOP_UP_BACK', source: 'topUpReversal', doc: true, legs: (a) => [['FUND', 'BANK', a]] },
  { kind: 'LIMIT_ISSUE', source: 'limitAdjustment', doc: false, legs: (a) => [['FUND', 'LIMIT', a]] },
  {
    kind: 'LIMIT_ISSUE',
    source: 'limitAdjustment',
    doc: true,
    legs: (a) => [
      ['FUND', 'LIMIT', a],
      ['FUND', 'LIMIT', 2 * a],
    ],
  },
  { kind: 'LIMIT_BACK', source: 'limitAdjustment', doc: false, legs: (a) => [['LIMIT', 'FUND', a]] },
  { kind: 'PRIZE_LIMIT', source: 'limitAdjustment', doc: false, legs: (a) => [['FUND', 'LIMIT', a]] },
  { kind: 'PRIZE_GOODS', source: 'lottery', doc: false, legs: (a) => [['PRIZE_COST', 'PRIZE', a]] },
  {
    kind: 'CONSUME',
    source: 'consumption',
    doc: false,
    legs: (a) => [
      ['LIMIT', 'SETTLEMENT', a],
      ['CHANNEL_ALIPAY', 'SETTLEMENT_P', a],
    ],
  },
  { kind: 'REFUND', source: 'consumption', doc: false, legs: (a) => [['SETTLEMENT', 'LIMIT', a]] },
  {
    kind: 'FEE',
    source: 'fundFlow',
    doc: false,
    legs: (a) => [
      ['FUND', 'SERVICE', a],
      ['FUND', 'VAT', a],
    ],
  },
  { kind: 'SETTLE', source: 'fundTransfer', doc: true, legs: (a) => [['SETTLEMENT', 'BANK', a]] },
  { kind: 'WITHDRAW', source: 'fundTransfer', doc: true, legs: (a) => [['FUND', 'BANK', a]] },
  { kind: 'TRANSFER', source: 'fundTransfer', doc: true, legs: (a) => [['SERVICE', 'FUND', a]] },
  { kind: 'ADJUST', source: 'fundTransfer', doc: true, legs: (a) => [['BANK', 'FUND', a]] },
];

const post = fc.record({
  act: fc.constant('post' as const),
  pattern: fc.constantFrom(...patterns),
  amount: fc.integer({ min: 1, max: 1_000_000 }),
  /** So many days ago. */
  ago: fc.integer({ min: 0, max: 40 }),
});
const write = fc.record({
  act: fc.constant('write' as const),
  amount: fc.integer({ min: 1, max: 1_000_000 }),
});
const others = fc.record({
  act: fc.constantFrom('seal', 'approve', 'post vouchers', 'reject', 'reverse'),
  which: fc.nat({ max: 1000 }),
});
const step = fc.oneof(
  { weight: 6, arbitrary: post },
  { weight: 1, arbitrary: write },
  { weight: 5, arbitrary: others },
);

/** What several people and the service do to the books of a tenant; each of them one step after the other, all at once. */
export const bookHistory = fc.array(fc.array(step, { minLength: 4, maxLength: 12 }), {
  minLength: 4,
  maxLength: 6,
});

export type BookStep = typeof step extends fc.Arbitrary<infer One> ? One : never;
