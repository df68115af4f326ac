import type { Condition } from '@xyxlx/contracts/rule-condition';
import type { Excess } from '@xyxlx/contracts/rule-institution';

export interface SeededVersion {
  /** Days before now of its approval; null: nobody has approved it. */
  publishedAgo: number | null;
  excess: Excess;
  /** Rules by what they are called across versions. */
  rules: Readonly<Record<string, readonly Condition[]>>;
}

/** What a seeded 制度 says. */
export interface SeededPolicy {
  name: string;
  state: 'DRAFT' | 'SUBMITTED' | 'ENABLED';
  priority: number;
  categories: string[];
  /** Oldest first. */
  versions: readonly SeededVersion[];
}

const between = (from: string, to: string): Condition => ({
  factor: 'TIME',
  operator: 'IN',
  value: [{ from, to }],
});
const onWorkdays: Condition = { factor: 'DAY_KIND', operator: 'IN', value: ['WORKDAY'] };
const atMost = (factor: 'PER_PAYMENT' | 'PER_DAY' | 'PER_MONTH' | 'COUNT_DAY', value: number): Condition => ({
  factor,
  operator: 'LE',
  value,
});
const ofMcc = (...value: string[]): Condition => ({ factor: 'MCC', operator: 'IN', value });

const lunch = (perPayment: number) => [
  between('11:00', '14:00'),
  onWorkdays,
  atMost('PER_PAYMENT', perPayment),
  atMost('PER_DAY', 5_000),
  atMost('PER_MONTH', 80_000),
  atMost('COUNT_DAY', 2),
];

/** In the order of their codes. Amounts in fen. */
export const policies: readonly SeededPolicy[] = [
  {
    name: '午餐',
    state: 'ENABLED',
    priority: 100,
    categories: ['MEAL'],
    versions: [
      { publishedAgo: 40, excess: 'DECLINE', rules: { lunch: lunch(3_000) } },
      { publishedAgo: 10, excess: 'SPLIT', rules: { lunch: lunch(5_000) } },
    ],
  },
  {
    name: '加班餐',
    state: 'ENABLED',
    priority: 200,
    categories: ['MEAL', 'TRAVEL'],
    versions: [
      {
        publishedAgo: 30,
        excess: 'SPLIT',
        rules: {
          night: [between('22:00', '02:00'), atMost('PER_PAYMENT', 4_000), atMost('PER_MONTH', 40_000)],
        },
      },
    ],
  },
  {
    name: '差旅',
    state: 'ENABLED',
    priority: 300,
    categories: ['TRAVEL', 'HOTEL'],
    versions: [
      {
        publishedAgo: 30,
        excess: 'DECLINE',
        rules: {
          hotel: [ofMcc('7011'), atMost('PER_PAYMENT', 60_000), atMost('PER_MONTH', 500_000)],
          ride: [ofMcc('4121'), atMost('PER_PAYMENT', 20_000)],
        },
      },
    ],
  },
  {
    name: '午间简餐',
    state: 'DRAFT',
    priority: 900,
    categories: ['MEAL'],
    versions: [{ publishedAgo: null, excess: 'SPLIT', rules: { simple: lunch(2_000) } }],
  },
  {
    name: '周末团建',
    state: 'SUBMITTED',
    priority: 400,
    categories: ['MEAL'],
    versions: [
      {
        publishedAgo: null,
        excess: 'PERSONAL',
        rules: {
          weekend: [{ factor: 'WEEKDAY', operator: 'IN', value: [6, 7] }, atMost('PER_PAYMENT', 20_000)],
        },
      },
    ],
  },
];
