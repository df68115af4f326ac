/** An order of cards that the seeds have; days are before the day of seeding, faces in fen. */
export interface OrderTerms {
  state:
    | 'SUBMITTED'
    | 'REJECTED'
    | 'TO_PAY'
    | 'PAID'
    | 'MAKING'
    | 'TO_SHIP'
    | 'SHIPPED'
    | 'DONE'
    | 'CANCELLED';
  pay: 'FUND' | 'TRANSFER' | 'CHANNEL';
  /** When it was handed in. */
  days: number;
  /** Product, face value, how many. */
  lines: readonly (readonly [string, number, number])[];
  /** Of the demo's employee, for their unit. */
  own?: true;
  /** How a cancelled one ended: taken back, unpaid for too long, or given up. */
  ending?: 'WITHDRAWN' | 'DUE' | 'GIVEN_UP';
  /** So many cards are there of one that is being made. */
  made?: number;
  /** What was asked back of its first line, and what became of that. */
  back?: { quantity: number; state: 'SUBMITTED' | 'DONE' | 'REJECTED' | 'WITHDRAWN'; reason: string };
}

/** Thirty, in every state: those that were made come to 596 cards. */
export const cardOrderTerms: readonly OrderTerms[] = [
  { state: 'SUBMITTED', pay: 'FUND', days: 1, lines: [['WELFARE', 100_000, 20]] },
  { state: 'SUBMITTED', pay: 'TRANSFER', days: 1, lines: [['GIFT500', 50_000, 200]] },
  { state: 'SUBMITTED', pay: 'FUND', days: 1, lines: [['MEALCARD', 50_000, 4]], own: true },
  { state: 'REJECTED', pay: 'FUND', days: 6, lines: [['WELFARE', 500_000, 10]] },
  { state: 'REJECTED', pay: 'TRANSFER', days: 12, lines: [['GIFT500', 50_000, 400]] },
  { state: 'TO_PAY', pay: 'FUND', days: 2, lines: [['WELFARE', 300_000, 8]] },
  { state: 'TO_PAY', pay: 'TRANSFER', days: 3, lines: [['GIFT500', 50_000, 120]] },
  { state: 'TO_PAY', pay: 'CHANNEL', days: 2, lines: [['MEALCARD', 50_000, 6]] },
  { state: 'TO_PAY', pay: 'TRANSFER', days: 2, lines: [['ANYFACE', 88_800, 3]], own: true },
  { state: 'CANCELLED', pay: 'FUND', days: 9, ending: 'WITHDRAWN', lines: [['WELFARE', 100_000, 6]] },
  { state: 'CANCELLED', pay: 'TRANSFER', days: 20, ending: 'DUE', lines: [['GIFT500', 50_000, 80]] },
  { state: 'CANCELLED', pay: 'CHANNEL', days: 15, ending: 'GIVEN_UP', lines: [['MEALCARD', 100_000, 3]] },
  {
    ...{ state: 'PAID', pay: 'FUND', days: 3, lines: [['WELFARE', 100_000, 12]] },
    back: { quantity: 12, state: 'DONE', reason: '活动取消' },
  },
  {
    ...{ state: 'PAID', pay: 'TRANSFER', days: 4, lines: [['GIFT500', 50_000, 90]] },
    back: { quantity: 30, state: 'WITHDRAWN', reason: '数量有误' },
  },
  { state: 'PAID', pay: 'CHANNEL', days: 3, lines: [['ANYFACE', 60_000, 5]] },
  { state: 'MAKING', pay: 'FUND', days: 4, lines: [['WELFARE', 100_000, 30]], made: 20 },
  {
    ...{ state: 'TO_SHIP', pay: 'FUND', days: 6, lines: [['WELFARE', 300_000, 24]] },
    back: { quantity: 4, state: 'REJECTED', reason: '人员调整' },
  },
  {
    ...{ state: 'TO_SHIP', pay: 'TRANSFER', days: 7, lines: [['GIFT500', 50_000, 40]] },
    back: { quantity: 10, state: 'SUBMITTED', reason: '多订了' },
  },
  {
    state: 'TO_SHIP',
    pay: 'FUND',
    days: 6,
    lines: [
      ['WELFARE', 100_000, 16],
      ['MEALCARD', 50_000, 4],
    ],
  },
  {
    ...{ state: 'SHIPPED', pay: 'FUND', days: 9, lines: [['GIFT500', 50_000, 60]] },
    back: { quantity: 10, state: 'DONE', reason: '多订了' },
  },
  {
    state: 'SHIPPED',
    pay: 'TRANSFER',
    days: 10,
    lines: [
      ['WELFARE', 100_000, 20],
      ['GIFT500', 50_000, 20],
    ],
  },
  { state: 'SHIPPED', pay: 'FUND', days: 12, lines: [['GIFT500', 50_000, 36]] },
  { state: 'DONE', pay: 'TRANSFER', days: 45, lines: [['GIFT500', 50_000, 100]] },
  { state: 'DONE', pay: 'FUND', days: 40, lines: [['MEALCARD', 50_000, 40]] },
  {
    state: 'DONE',
    pay: 'FUND',
    days: 38,
    lines: [
      ['WELFARE', 100_000, 30],
      ['GIFT500', 50_000, 50],
    ],
  },
  { state: 'DONE', pay: 'TRANSFER', days: 33, lines: [['ANYFACE', 88_800, 20]] },
  { state: 'DONE', pay: 'FUND', days: 30, lines: [['GIFT500', 50_000, 60]] },
  { state: 'DONE', pay: 'CHANNEL', days: 28, lines: [['MEALCARD', 50_000, 2]], own: true },
  { state: 'DONE', pay: 'TRANSFER', days: 26, lines: [['ANYFACE', 66_600, 4]], own: true },
  { state: 'DONE', pay: 'FUND', days: 22, lines: [['GIFT500', 50_000, 50]] },
];

/** An order of many cards, for a seed that measures. */
export const bulkOrder = (nth: number): OrderTerms => ({
  state: 'DONE',
  pay: 'TRANSFER',
  days: 25 + nth,
  lines: [['GIFT500', 50_000, 4_940]],
});
