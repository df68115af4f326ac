import { z } from 'zod';
import { fen, fenNotNegative, id, instant } from './fields.ts';
import { recordRef } from './option.ts';

const label = z.strictObject({ zh: z.string(), en: z.string() });

/** A value of a matter; null: there is none. What is personal is masked. */
const matterValue = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text'), text: z.string() }),
    z.strictObject({ type: z.literal('words'), words: label }),
    z.strictObject({ type: z.literal('record'), record: recordRef, text: z.string() }),
    z.strictObject({ type: z.literal('money'), amount: fen }),
    z.strictObject({ type: z.literal('count'), count: z.int() }),
    z.strictObject({ type: z.literal('instant'), at: instant }),
  ])
  .nullable();
export type MatterValue = z.infer<typeof matterValue>;

/** The most rows of a file or lines of a bill that come with a matter: its first page. */
export const matterRows = 50;

/** What somebody sees of a matter before they decide it, part by part. */
const matterPart = z.discriminatedUnion('type', [
  /** What the thing is. */
  z.strictObject({
    type: z.literal('facts'),
    facts: z.array(z.strictObject({ label, value: matterValue })),
  }),
  /** What becomes of something that is there already. */
  z.strictObject({
    type: z.literal('changes'),
    changes: z.array(z.strictObject({ label, before: matterValue, after: matterValue })),
  }),
  /** The rows of a file, the lines of a bill or voucher: the first of them, and how many there are. */
  z.strictObject({
    type: z.literal('rows'),
    title: label,
    columns: z.array(label),
    rows: z.array(z.array(matterValue)).max(matterRows),
    total: z.int().min(0),
  }),
]);
export type MatterPart = z.infer<typeof matterPart>;

/** What makes a second look worth while; none of it forbids anything. */
const matterSignal = z.discriminatedUnion('type', [
  /** Nothing of the kind was done for them before. */
  z.strictObject({ type: z.literal('FIRST_PAYEE'), payee: z.string() }),
  /** Four fifths or more of what the maker may move, or the caller approve, in fen. */
  z.strictObject({
    type: z.literal('NEAR_CEILING'),
    whose: z.enum(['MAKER', 'CALLER']),
    ceilingAmount: fenNotNegative,
  }),
  /** So many of the kind the maker has handed in on its day, with it; and what they come to, in fen. */
  z.strictObject({
    type: z.literal('MANY_TODAY'),
    count: z.int().min(1),
    amount: fenNotNegative,
  }),
  /** It was rejected before, so often. */
  z.strictObject({ type: z.literal('REJECTED_BEFORE'), count: z.int().min(1) }),
]);
export type MatterSignal = z.infer<typeof matterSignal>;

/** What an approval is about, as whoever decides it sees it. */
export const approvalMatter = z.strictObject({
  id,
  parts: z.array(matterPart),
  signals: z.array(matterSignal),
  /** Everybody with a hand in it, who handed it in first; none of them decides it. */
  makers: z.array(z.strictObject({ id, name: z.string() })),
  /** Names what is to be seen here: an approval that says it is refused where the matter is another by then. */
  seen: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ApprovalMatter = z.infer<typeof approvalMatter>;
