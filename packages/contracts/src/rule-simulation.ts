import { z } from 'zod';
import { consumptionCategories } from './consumption.ts';
import { endpoint } from './endpoint.ts';
import { day, fenNotNegative, fenPositive, id, instant } from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf, pageInput, pageOf } from './paging.ts';
import { outcomes, reasonCodes } from './rule-decision.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** What a version would change of a payment. */
export const changedKindWords = {
  NEWLY_DECLINED: { zh: '新增拒付', en: 'Newly declined', tone: 'bad' },
  NEWLY_SPLIT: { zh: '新增个人支付', en: 'The employee pays more', tone: 'waiting' },
  NEWLY_ALLOWED: { zh: '新增企业支付', en: 'The company pays more', tone: 'good' },
} as const satisfies WordsOf<string>;
export const changedKinds = valuesOf(changedKindWords);
export type ChangedKind = keyof typeof changedKindWords;
export type SimulatedChange = ChangedKind | 'SAME';

/** How far a simulation is; follows from what it has come to. */
export const simulationStateWords = {
  RUNNING: { zh: '模拟中', en: 'Running', tone: 'info' },
  DONE: { zh: '已完成', en: 'Done', tone: 'good' },
  STOPPED: { zh: '未完成', en: 'Not finished', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const simulationStates = valuesOf(simulationStateWords);

/** How many payments, and in fen: of those that stay the same and of those newly declined what was asked, of the others what moves between company and employee. */
const counted = z.strictObject({ count: z.int().min(0), amount: fenNotNegative });
const totals = z.strictObject({
  same: counted,
  newlyDeclined: counted,
  newlySplit: counted,
  newlyAllowed: counted,
});
export type SimulationTotals = z.infer<typeof totals>;

/** What payments of the past would have become under a version; limits are not replayed. */
const simulationRow = z.strictObject({
  id,
  versionId: id,
  versionNo: z.int().min(1),
  /** Of what was simulated: a version that says something else now has another. */
  sha256: z.string(),
  institution: z.strictObject({ id, code: z.string(), name: z.string() }),
  /** Days in Asia/Shanghai, both included. */
  from: day,
  to: day,
  /** Whose people; null: everybody's. */
  merchant: option.nullable(),
  jobId: id,
  state: z.enum(simulationStates),
  /** Null until it is done. */
  totals: totals.nullable(),
  /** Payments that kept nothing of their payee: present facts stood in. */
  withoutSnapshot: z.int().min(0),
  createdAt: instant,
  createdBy: z.string().nullable(),
});
export type SimulationRow = z.infer<typeof simulationRow>;

const simulation = simulationRow.extend({
  /** Why what changes is not paid by the company; of what it newly pays, why it was not before. The largest amount first. */
  byReason: z.array(counted.extend({ code: z.enum(reasonCodes) })),
  /** Those with the most payments that change first. */
  byMerchant: z.array(totals.extend({ merchant: option })),
  byDay: z.array(totals.extend({ day })),
});
export type Simulation = z.infer<typeof simulation>;

const said = z.strictObject({
  outcome: z.enum(outcomes),
  institution: z.strictObject({ code: z.string(), name: z.string(), versionNo: z.int() }).nullable(),
  allowedAmount: fenNotNegative,
  /** In the request's language; empty where nothing stood against it. */
  reason: z.string(),
});
export type SimulatedWord = z.infer<typeof said>;

/** A payment that would have become something else. */
const changedPayment = z.strictObject({
  consumptionId: id,
  /** From 1. */
  seq: z.int().min(1),
  paymentNo: z.string(),
  paidAt: instant,
  merchant: option,
  employee: z.strictObject({ id, name: z.string(), employeeNo: z.string() }),
  category: z.enum(consumptionCategories),
  amount: fenPositive,
  change: z.enum(changedKinds),
  changedAmount: fenNotNegative,
  /** What became of it then: what the company paid; null where it was declined. */
  paidAmount: fenNotNegative.nullable(),
  /** What the enabled versions say. */
  before: said,
  /** What they say with the version in them. */
  after: said,
});

/** The longest span of a simulation, both ends included. */
export const maxSimulatedDays = 366;
const dayMs = 86_400_000;
const spanOf = ({ from, to }: { from: string; to: string }) =>
  (Date.parse(to) - Date.parse(from)) / dayMs + 1;

const rowFilters = { id, change: z.array(z.enum(changedKinds)).min(1).optional() };

/** 模拟 of a version on what was paid before. */
export const ruleSimulation = {
  startSimulation: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'rule.view',
    logs: 'institution',
    idempotent: true,
    summary: {
      zh: '模拟一个版本：重新判断历史支付（后台任务）',
      en: 'Judge the payments of the past again under a version, as long work',
    },
    input: z
      .strictObject({
        versionId: id,
        from: day,
        to: day,
        /** Needed by whoever does not see the whole tenant. */
        merchantId: id.optional(),
      })
      .refine((span) => spanOf(span) >= 1, { path: ['to'] })
      .refine((span) => spanOf(span) <= maxSimulatedDays, { path: ['to'] }),
    output: z.strictObject({ jobId: id, simulationId: id }),
  }),
  querySimulation: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'rule.view',
    summary: { zh: '制度的模拟记录', en: 'The simulations of a policy, newest first' },
    input: pageInput(['createdAt'], {
      institutionId: id,
      /** Those that are done, of what the newest version says now. */
      current: z.boolean().optional(),
    }),
    output: pageOf(simulationRow),
  }),
  getSimulation: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'rule.view',
    summary: { zh: '模拟结果', en: 'What a simulation came to, in all, by reason, merchant and day' },
    input: z.strictObject({ id }),
    output: simulation,
  }),
  querySimulationRow: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'rule.view',
    summary: {
      zh: '模拟中结果有变化的支付（前 10,000 笔）',
      en: 'The payments that a simulation changes, the first 10,000',
    },
    input: cursorPageInput(['seq'], rowFilters),
    output: cursorPageOf(changedPayment),
  }),
  exportSimulation: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'consumption.export',
    logs: 'export',
    summary: { zh: '导出模拟中有变化的支付', en: 'Export the payments that a simulation changes' },
    input: z.strictObject({ ...rowFilters, format: fileFormat }),
    output: exportStarted,
  }),
};
