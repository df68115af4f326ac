import { z } from 'zod';
import { fenNotNegative, id } from './fields.ts';
import { option } from './option.ts';

/** How many people and cards of a subject, of others, and how many payees a graph shows at most; with the cards' holders 60 in all. */
export const graphMost = { own: 8, others: 18, payees: 12 } as const;

/** Who pays whom around the subject of a case: its payees, and who else pays them. */
export const caseGraph = z.strictObject({
  /** Cards, and people who paid without one; those of the subject first, then who shares the most payees with it. */
  payers: z.array(
    z.strictObject({
      id,
      kind: z.enum(['EMPLOYEE', 'CARD']),
      /** People by their number and the first character of their name. */
      name: z.string(),
      /** Of a card that is somebody's. */
      holder: option.nullable(),
      /** Whether it is the subject, or the subject's. */
      isOwn: z.boolean(),
    }),
  ),
  payees: z.array(z.strictObject({ id, name: z.string(), isSubject: z.boolean() })),
  /** What was paid in the 31 days until the newest alert, in fen. */
  links: z.array(z.strictObject({ payerId: id, payeeId: id, count: z.int().min(1), amount: fenNotNegative })),
});
export type CaseGraph = z.infer<typeof caseGraph>;
