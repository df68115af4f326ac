import { z } from 'zod';
import { compareOps, riskNumberWords } from './compliance-expression.ts';
import { riskSources } from './compliance-kinds.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** What a number is that a rule saw: an aggregate of a window, or a number of the event itself. */
export const riskFactWords = {
  COUNT: { zh: '笔数', en: 'count' },
  SUM: { zh: '合计', en: 'sum' },
  MAX: { zh: '最大单笔', en: 'largest' },
  DISTINCT: { zh: '种类数', en: 'different ones' },
  TOP_SHARE: { zh: '最大商户占比', en: 'share of the largest payee' },
  RATIO: { zh: '占比', en: 'ratio' },
  ...riskNumberWords,
} as const satisfies WordsOf<string>;
export const riskFactKinds = valuesOf(riskFactWords);
export type RiskFactKind = keyof typeof riskFactWords;

/** Those in fen, and those in bp; all others are whole numbers of something. */
export const factsInFen = [
  'SUM',
  'MAX',
  'amount',
  'enterprise',
  'personal',
] as const satisfies readonly RiskFactKind[];
export const factsInBp = ['TOP_SHARE', 'RATIO', 'refundedShare'] as const satisfies readonly RiskFactKind[];

/** A number that a rule saw, and what it asked of it. */
export const riskFact = z.strictObject({
  /** Its name in the expression. */
  name: z.string(),
  kind: z.enum(riskFactKinds),
  /** What records it is about; null where it follows from others. */
  source: z.enum(riskSources).nullable(),
  /** Null: of nothing. */
  value: z.int().nullable(),
  asked: z.array(z.strictObject({ op: z.enum(compareOps), value: z.int() })),
});
export type RiskFact = z.infer<typeof riskFact>;
