import { z } from 'zod';
import { consumptionCategories } from './consumption.ts';
import { day, fenNotNegative, fenPositive, id, instant } from './fields.ts';
import { jobStates } from './job.ts';
import { option } from './option.ts';
import { outcomes, reasonCodes } from './rule-decision.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** What a version would change of a payment. */
export const simulatedChangeWords = {
  SAME: { zh: '不变', en: 'The same', tone: 'quiet' },
  NEWLY_DECLINED: { zh: '新增拒付', en: 'Newly declined', tone: 'bad' },
  NEWLY_SPLIT: { zh: '新增个人支付', en: 'The employee pays more', tone: 'waiting' },
  NEWLY_ALLOWED: { zh: '新增企业支付', en: 'The company pays more', tone: 'good' },
} as const satisfies WordsOf<string>;
export type SimulatedChange = keyof typeof simulatedChangeWords;
export const simulatedChanges = valuesOf(simulatedChangeWords);

/** How many payments, and in fen: of those newly declined what was asked, of the others what moves between company and employee. */
const counted = z.strictObject({ count: z.int().min(0), amount: fenNotNegative });
const totals = z.strictObject({
  same: counted,
  newlyDeclined: counted,
  newlySplit: counted,
  newlyAllowed: counted,
});
export type SimulationTotals = z.infer<typeof totals>;

/** What payments of the past would have become under a version; limits are not replayed. */
export const simulation = z.strictObject({
  id,
  versionId: id,
  versionNo: z.int().min(1),
  /** Of what was simulated: a version that says something else now has another. */
  sha256: z.string(),
  institution: z.strictObject({ id, code: z.string(), name: z.string() }),
  /** Days in Asia/Shanghai, both included. */
  from: day,
  to: day,
  merchant: option.nullable(),
  jobId: id,
  state: z.enum(jobStates),
  /** Null until it has ended. */
  totals: totals.nullable(),
  byReason: z.array(counted.extend({ code: z.enum(reasonCodes) })),
  byMerchant: z.array(totals.extend({ merchant: option })),
  byDay: z.array(totals.extend({ day })),
  /** Records that kept nothing of their payee: present facts stood in. */
  withoutSnapshot: z.int().min(0),
  createdAt: instant,
  createdBy: z.string().nullable(),
});
export type Simulation = z.infer<typeof simulation>;

const said = z.strictObject({
  outcome: z.enum(outcomes),
  institution: z.strictObject({ code: z.string(), name: z.string(), versionNo: z.int() }).nullable(),
  allowedAmount: fenNotNegative,
  /** In the request's language; empty where nothing stood against it. */
  reason: z.string(),
});

/** A payment that would have become something else. */
export const simulationRow = z.strictObject({
  id,
  consumptionId: id,
  paymentNo: z.string(),
  paidAt: instant,
  merchant: option,
  employee: z.strictObject({ id, name: z.string(), employeeNo: z.string() }),
  category: z.enum(consumptionCategories),
  amount: fenPositive,
  change: z.enum(simulatedChanges),
  changedAmount: fenNotNegative,
  /** What became of it then: what the company paid; null where it was declined. */
  paidAmount: fenNotNegative.nullable(),
  /** What the enabled versions say. */
  before: said,
  /** What they say with the version in them. */
  after: said,
});
