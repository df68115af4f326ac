import { z } from 'zod';

/** How well a line and a top-up that waits for a transfer go together; the amount is always the same. */
export const matchScores = {
  /** The code of the transfer is in 摘要. */
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
