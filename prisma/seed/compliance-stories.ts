import type { RiskOutcome } from '@xyxlx/contracts/compliance-case-kinds';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A payment of a story; `at` in milliseconds since 1970, `amount` in fen. */
export interface PlantedPayment {
  who: string;
  at: number;
  amount: number;
  /** Paid to another merchant than the payer's own. */
  elsewhere?: true;
  state?: 'FAILED' | 'REFUNDED';
}

/** What a rule finds in a story; without `paidAt` a calendar window, `refundOf`: found by the refund of that payment. */
export interface PlantedHit {
  who: string;
  rule: string;
  at: number;
  foundAt: number;
  amount: number;
  facts: Record<string, number>;
  paidAt?: number;
  refundOf?: number;
  window?: number;
}

/** What became of the case of a hit. */
export type Fate =
  | { kind: 'new' | 'working' | 'overdue' | 'reopened' | 'suspended' | 'closing' | 'reported' }
  | { kind: 'closed'; outcome: RiskOutcome };

export interface Story {
  payments: PlantedPayment[];
  hit: PlantedHit;
  fate: Fate;
}

/** Days since a newcomer was hired. */
export const hiredAgo = 8;
/** As the seeded employees who have left: days since then. */
const leftAgo = 5;

const outcomes: readonly RiskOutcome[] = [
  ...Array<RiskOutcome>(20).fill('FALSE'),
  ...Array<RiskOutcome>(8).fill('EXPLAINED'),
  ...Array<RiskOutcome>(8).fill('VIOLATION'),
  ...Array<RiskOutcome>(4).fill('FRAUD'),
];
const openLarge = ['new', 'new', 'new', 'new', 'working', 'reported'] as const;

/** What each rule finds, counted back from now and from the last midnight in Asia/Shanghai, with what became of it: 40 closed, 12 open. */
export function storiesOf(now: number, midnight: number): Story[] {
  return [
    // Thirteen is prime to forty: verdicts of all kinds come on all days.
    ...outcomes.map((_, n) =>
      large(`LARGE-${n}`, midnight - (37 - Math.floor(n * 0.85)) * day + (9 + (n % 10)) * hour, n % 8, {
        kind: 'closed',
        outcome: outcomes[(n * 13) % outcomes.length] as RiskOutcome,
      }),
    ),
    ...openLarge.map((kind, n) => large(`LARGE-${40 + n}`, now - (59 - 11 * n) * hour, n, { kind })),
    split(midnight - 3 * day),
    night(midnight - 2 * day),
    focus(now, midnight),
    newbie(midnight),
    refunds(now),
    left(midnight),
  ];
}

/** The last fen below the threshold, and the first at it. */
function large(who: string, at: number, more: number, fate: Fate): Story {
  const amount = 500_000 + more * 12_500;
  const below = { who, at: at - 30 * minute, amount: 499_999 };
  return {
    payments: [...(who === 'LARGE-40' ? [below] : []), { who, at, amount }],
    hit: { who, rule: 'LARGE', at, foundAt: at, amount, facts: { amount }, paidAt: at },
    fate,
  };
}

function split(from: number): Story {
  const who = 'SPLIT';
  const last = from + 34 * hour - 1;
  return {
    payments: [
      { who, at: from + 10 * hour, amount: 400_000 },
      { who, at: from + 15 * hour, amount: 450_000 },
      { who, at: last, amount: 350_000 },
    ],
    hit: {
      ...{ who, rule: 'SPLIT', at: last, foundAt: last, amount: 1_200_000, paidAt: last },
      facts: { count: 3, sum: 1_200_000 },
    },
    fate: { kind: 'overdue' },
  };
}

function night(from: number): Story {
  const who = 'NIGHT';
  const begin = from + 23 * hour + 58 * minute;
  const times = [0, 12, 22, 33, 60].map((after) => begin + after * minute - (after === 60 ? 1 : 0));
  const last = Math.max(...times);
  return {
    payments: times.map((at) => ({ who, at, amount: 6_600 })),
    hit: {
      ...{ who, rule: 'NIGHT', at: last, foundAt: last, amount: 33_000, paidAt: last, facts: { count: 5 } },
    },
    fate: { kind: 'working' },
  };
}

/** Twelve payments of the last month that is over, four fifths of them at one payee. */
function focus(now: number, midnight: number): Story {
  const who = 'FOCUS';
  const local = new Date(midnight + 8 * hour);
  const startOf = (months: number) =>
    Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1) - 8 * hour;
  const [window, over] = [startOf(-1), startOf(0)];
  const payments = Array.from({ length: 12 }, (_, n) => ({
    ...{ who, at: window + (2 + 2 * n) * day + 12 * hour, amount: n < 8 ? 40_000 : 20_000 },
    ...(n < 8 ? {} : { elsewhere: true as const }),
  }));
  return {
    payments,
    hit: {
      ...{
        who,
        rule: 'FOCUS',
        at: window + 24 * day + 12 * hour,
        foundAt: Math.min(over + hour, now - 8 * hour),
      },
      ...{ amount: 400_000, facts: { count: 12, sum: 400_000, topShare: 8_000 }, window },
    },
    fate: { kind: 'reopened' },
  };
}

function newbie(midnight: number): Story {
  const who = 'NEWBIE';
  const at = midnight - 2 * day + 12 * hour;
  return {
    payments: [
      { who, at: midnight - 6 * day + 12 * hour, amount: 150_000 },
      { who, at, amount: 50_000 },
    ],
    hit: { who, rule: 'NEWBIE', at, foundAt: at, amount: 200_000, facts: { sum: 200_000 }, paidAt: at },
    fate: { kind: 'suspended' },
  };
}

/** Ten payments, the first five of which came back after twenty hours. */
function refunds(now: number): Story {
  const who = 'REFUND';
  const paid = (n: number) => now - 40 * hour + n * 15 * minute;
  const at = paid(4) + 20 * hour;
  return {
    payments: Array.from({ length: 10 }, (_, n) => ({
      ...{ who, at: paid(n), amount: 8_800 },
      ...(n < 5 ? { state: 'REFUNDED' as const } : {}),
    })),
    hit: {
      ...{ who, rule: 'REFUND', at, foundAt: at + 5 * minute, amount: 44_000, refundOf: paid(4) },
      facts: { refunds: 5, payments: 10, ratio: 5_000 },
    },
    fate: { kind: 'closing' },
  };
}

/** The last millisecond of the day that they left on, and the first of the next; both declined. */
function left(midnight: number): Story {
  const who = 'LEFT';
  const at = midnight - (leftAgo - 1) * day;
  return {
    payments: [at - 1, at].map((time) => ({ who, at: time, amount: 12_000, state: 'FAILED' as const })),
    hit: { who, rule: 'LEFT', at, foundAt: at, amount: 12_000, facts: { leftDays: 1 }, paidAt: at },
    fate: { kind: 'overdue' },
  };
}
