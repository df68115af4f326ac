import { z } from 'zod';
import { fenNotNegative, id } from './fields.ts';
import { amountCapWords, countCapWords, matchFactorWords } from './rule-condition.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** What became of a payment under the rules. */
export const outcomeWords = {
  PASS: { zh: '企业支付', en: 'Paid by the company', tone: 'good' },
  SPLIT: { zh: '部分企业支付', en: 'Split', tone: 'info' },
  PERSONAL: { zh: '全部个人支付', en: 'Paid by the employee', tone: 'quiet' },
  DECLINED: { zh: '拒付', en: 'Declined', tone: 'bad' },
} as const satisfies WordsOf<string>;
export type Outcome = keyof typeof outcomeWords;
export const outcomes = valuesOf(outcomeWords);

/** How one 制度 judged; NOT_APPLICABLE: none of its rules is for such a payment. */
export const candidateOutcomeWords = {
  ...outcomeWords,
  NOT_APPLICABLE: { zh: '不适用', en: 'Not for it', tone: 'quiet' },
} as const satisfies WordsOf<string>;

/** Why a 制度 did not let the company pay all of it: by its code, what stood against it. */
export const reasonCodeWords = {
  ...matchFactorWords,
  ...amountCapWords,
  ...countCapWords,
  NO_RULE: { zh: '没有制度', en: 'No policy' },
  BALANCE: { zh: '可用额度', en: 'Available limit' },
} as const satisfies WordsOf<string>;
export const reasonCodes = valuesOf(reasonCodeWords);

/** One reason, in the words of the request's language; amounts in fen, counts as they are. */
export const decisionReason = z.strictObject({
  code: z.enum(reasonCodes),
  words: z.string(),
  usedAmount: z.int().min(0).nullable(),
  capAmount: z.int().min(0).nullable(),
  leftAmount: z.int().min(0).nullable(),
});

/** How one 制度 that covers the employee judged. */
export const candidate = z.strictObject({
  institution: z.strictObject({ id, code: z.string(), name: z.string() }),
  versionNo: z.int().min(1),
  outcome: z.enum(valuesOf(candidateOutcomeWords)),
  /** The rule that applied, or that missed least; from 1; null where the category already does not fit. */
  rule: z.int().min(1).nullable(),
  allowedAmount: fenNotNegative,
  reasons: z.array(decisionReason),
});

/** What the rules say of a payment: `allowedAmount` is the company's part, `personalAmount` all that the employee pays. */
export const decision = z.strictObject({
  outcome: z.enum(outcomes),
  /** The 制度 that decided; null where none covers the employee. */
  institution: z.strictObject({ id, code: z.string(), name: z.string() }).nullable(),
  versionNo: z.int().min(1).nullable(),
  rule: z.int().min(1).nullable(),
  askedAmount: fenNotNegative,
  allowedAmount: fenNotNegative,
  personalAmount: fenNotNegative,
  reasons: z.array(decisionReason),
  candidates: z.array(candidate),
});
export type DecisionAnswer = z.infer<typeof decision>;
