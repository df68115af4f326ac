import { z } from 'zod';
import { limits } from './employee.ts';
import { endpoint } from './endpoint.ts';
import { day, fen, fenNotNegative, fenPositive, id, instant, reason } from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import { lotEndWords } from './issue-kinds.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf, sumInput, sumsOf, tenantFilter, withTenant } from './paging.ts';
import { waits } from './waits.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** 增加 减少 清零 冻结 解冻 回收. */
export const adjustmentTypeWords = {
  INCREASE: { zh: '增加', en: 'Increase' },
  DECREASE: { zh: '减少', en: 'Decrease' },
  CLEAR: { zh: '清零', en: 'Clear' },
  FREEZE: { zh: '冻结', en: 'Freeze' },
  UNFREEZE: { zh: '解冻', en: 'Unfreeze' },
  RECOVER: { zh: '回收', en: 'Recover' },
} as const satisfies WordsOf<string>;
export const adjustmentTypes = valuesOf(adjustmentTypeWords);
export type AdjustmentType = keyof typeof adjustmentTypeWords;

/** The adjustment that takes another one back. */
export const inverseAdjustment = {
  INCREASE: 'DECREASE',
  DECREASE: 'INCREASE',
  CLEAR: 'INCREASE',
  RECOVER: 'INCREASE',
  FREEZE: 'UNFREEZE',
  UNFREEZE: 'FREEZE',
} as const satisfies Record<AdjustmentType, AdjustmentType>;

/** 单笔 批量 规则 系统. */
export const adjustmentSourceWords = {
  SINGLE: { zh: '单笔', en: 'Single' },
  BATCH: { zh: '批量', en: 'By file' },
  RULE: { zh: '规则', en: 'Rule' },
  SYSTEM: { zh: '系统', en: 'System' },
} as const satisfies WordsOf<string>;
export const adjustmentSources = valuesOf(adjustmentSourceWords);
export type AdjustmentSource = keyof typeof adjustmentSourceWords;

/**
 * One link of an account's gap-free chain: after = before + delta, and before = the after of the one before it.
 * The figure is what the employee may dispose of or has spent (available + used), so payments don't move it.
 */
const adjustmentRow = z.strictObject({
  id,
  /** Counts from 1 within the account. */
  seq: z.int().min(1),
  employee: option.extend({ employeeNo: z.string() }),
  merchant: option,
  type: z.enum(adjustmentTypes),
  source: z.enum(adjustmentSources),
  beforeLimit: fen,
  deltaLimit: fen,
  afterLimit: fen,
  reason: z.string(),
  /** The adjustment that this one took back, if it did. */
  undoes: id.nullable(),
  /** Whether it was taken back, wholly or in part. */
  undone: z.boolean(),
  batchId: id.nullable(),
  createdAt: instant,
  createdBy: z.string().nullable(),
});
export type AdjustmentRow = z.infer<typeof adjustmentRow>;

/** Whether a lot can be spent, or why it can't. */
export const lotStateWords = {
  LIVE: { zh: '有效', en: 'Live', tone: 'good' },
  ...lotEndWords,
} as const satisfies WordsOf<string>;
export const lotStates = valuesOf(lotStateWords);

/** 额度批: a part of a limit that was issued together, in fen. */
const lot = z.strictObject({
  id,
  /** The only 制度 that it pays under; null: any. */
  institution: option.nullable(),
  /** The batch that issued it. */
  sourceNo: z.string(),
  amount: fenPositive,
  availableLimit: fenNotNegative,
  lockedLimit: fenNotNegative,
  usedLimit: fenNotNegative,
  recoveredLimit: fenNotNegative,
  /** A day in Asia/Shanghai; null: it never ends. */
  lastDay: day.nullable(),
  state: z.enum(lotStates),
});
export type Lot = z.infer<typeof lot>;

const lotsOfEmployee = z.strictObject({
  /** Those that hold something, the soonest end first. */
  lots: z.array(lot),
  /** What is available and of no lot. */
  generalLimit: fenNotNegative,
});
export type LotsOfEmployee = z.infer<typeof lotsOfEmployee>;

const filters = {
  ...tenantFilter,
  merchantId: id.optional(),
  employeeId: id.optional(),
  batchId: id.optional(),
  type: z.array(z.enum(adjustmentTypes)).min(1).optional(),
  source: z.array(z.enum(adjustmentSources)).min(1).optional(),
  /** Days in Asia/Shanghai, both included. */
  createdFrom: day.optional(),
  createdTo: day.optional(),
};

/** What an adjustment left behind; one over its maker's threshold waits, and there is none yet. */
const adjusted = z.strictObject({ adjustment: adjustmentRow.nullable(), limits, ...waits });

const amountMissing = (input: { type: AdjustmentType; amount?: number | undefined }) =>
  (input.type === 'CLEAR') === (input.amount === undefined);

export const limit = {
  adjustLimit: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'limit.adjust',
    logs: 'employee',
    idempotent: true,
    summary: {
      zh: '调整额度；超过审批阈值的待审核',
      en: "Adjust an employee's limit; over the threshold it waits for a checker",
    },
    input: z
      .strictObject({
        employeeId: id,
        type: z.enum(adjustmentTypes),
        /** In fen; required, except that CLEAR takes none. */
        amount: fenPositive.optional(),
        reason,
      })
      .refine(amountMissing, { path: ['amount'] }),
    output: adjusted,
  }),
  undoAdjustment: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'limit.adjust',
    logs: 'employee',
    idempotent: true,
    summary: { zh: '撤销调额（仅未使用部分）', en: 'Take an adjustment back, as far as it is unspent' },
    input: z.strictObject({ id, reason }),
    output: adjusted,
  }),
  queryLot: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'limit.view',
    summary: { zh: '员工的额度批，先到期的在前', en: "An employee's lots, the soonest end first" },
    input: z.strictObject({ employeeId: id }),
    output: lotsOfEmployee,
  }),
  queryAdjustment: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'limit.view',
    summary: { zh: '调额记录', en: 'List adjustments' },
    input: cursorPageInput(['createdAt'], filters),
    output: cursorPageOf(withTenant(adjustmentRow)),
  }),
  sumAdjustment: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'limit.view',
    summary: { zh: '调额合计：减少为负', en: 'Sums of adjustments: decreases count below zero' },
    input: sumInput(filters),
    output: sumsOf({ increaseLimit: fen, decreaseLimit: fen, netLimit: fen }),
  }),
  exportAdjustment: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'limit.export',
    logs: 'export',
    summary: { zh: '导出调额记录', en: 'Export adjustments' },
    input: z.strictObject({ ...filters, format: fileFormat }),
    output: exportStarted,
  }),
};
