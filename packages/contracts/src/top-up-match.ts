import { z } from 'zod';
import { id, instant } from './fields.ts';

/** How well a line and a top-up or an order that waits for a transfer go together; the amount is always the same. */
export const matchScores = {
  /** The code of the transfer, or the number of the order, is in 摘要. */
  code: 100,
  /** The payer is called as the company. */
  payer: 80,
  /** The amount alone. */
  amount: 40,
} as const;

/** One proposal: what goes together best stands first, and nothing is credited by it. */
export const matched = z.strictObject({
  score: z.union([z.literal(100), z.literal(80), z.literal(40)]),
  /** The only one that goes together best, by more than its amount: of several nobody is chosen. */
  isProposed: z.boolean(),
});
export type Matched = z.infer<typeof matched>;

/** A line that may be the transfer that something waits for. */
export const matchedLine = matched.extend({
  line: z.strictObject({ id, bankNo: z.string(), at: instant, payer: z.string(), summary: z.string() }),
});
export type MatchedLine = z.infer<typeof matchedLine>;
