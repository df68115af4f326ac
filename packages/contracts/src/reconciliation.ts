import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, fen, fenNotNegative, id, instant, reason, version } from './fields.ts';
import { fundFlowKinds } from './fund-kinds.ts';
import type {} from './home.ts';
import { cursorPageInput, cursorPageOf, tenantFilter, withTenant } from './paging.ts';
import { lineDirections, lineStates, statementAccount } from './statement.ts';
import { transitions } from './transitions.ts';
import { waits } from './waits.ts';
import { valuesOf, type WordsOf } from './words.ts';

declare module './home.ts' {
  interface TodoKinds {
    dayBroken: true;
  }
}

/** The ways between them stand in `reconciliationTransitions`. */
export const reconciliationStateWords = {
  BALANCED: { zh: '已平', en: 'Balanced', tone: 'good' },
  BROKEN: { zh: '有差异', en: 'With breaks', tone: 'bad' },
} as const satisfies WordsOf<string>;
export const reconciliationStates = valuesOf(reconciliationStateWords);

/** 长款: the account has more than the books; 短款: less; 金额不符: both know of it, by other amounts; 重复: the bank has it twice. */
export const breakKindWords = {
  LONG: { zh: '长款', en: 'Over' },
  SHORT: { zh: '短款', en: 'Short' },
  AMOUNT: { zh: '金额不符', en: 'Other amount' },
  DUPLICATE: { zh: '重复', en: 'Twice' },
} as const satisfies WordsOf<string>;
export const breakKinds = valuesOf(breakKindWords);
export type BreakKind = keyof typeof breakKindWords;

/** The ways between them stand in `breakTransitions`. */
export const breakStateWords = {
  OPEN: { zh: '待处理', en: 'Open', tone: 'bad' },
  SUSPENDED: { zh: '挂账', en: 'Suspended', tone: 'waiting' },
  SUBMITTED: { zh: '待审核', en: 'Waiting', tone: 'waiting' },
  MATCHED: { zh: '已匹配', en: 'Matched', tone: 'good' },
  ADJUSTED: { zh: '已调整', en: 'Adjusted', tone: 'good' },
} as const satisfies WordsOf<string>;
export const breakStates = valuesOf(breakStateWords);
export type BreakState = keyof typeof breakStateWords;

/** The most breaks that come with a reconciliation: those that wait first. */
export const shownBreaks = 200;

const reconciliationRow = z.strictObject({
  id,
  account: statementAccount,
  day,
  /** What the books have of the account before the day, what came and went that day, and what they have after it. */
  openingBalance: fen,
  inAmount: fenNotNegative,
  outAmount: fenNotNegative,
  closingBalance: fen,
  /** What the statement says at the day's end, and how many lines of the day it has. */
  statementBalance: fen,
  lineCount: fenNotNegative,
  /** Statement less books. */
  differenceAmount: fen,
  state: z.enum(reconciliationStates),
  breakCount: fenNotNegative,
  /** Those that are neither matched nor adjusted. */
  undecidedCount: fenNotNegative,
  /** When it was last done, and by whom. */
  updatedAt: instant,
  updatedBy: z.string().nullable(),
});
export type ReconciliationRow = z.infer<typeof reconciliationRow>;

const breakRow = z.strictObject({
  id,
  kind: z.enum(breakKinds),
  /** Statement less books: what an adjustment would move. */
  differenceAmount: fen,
  /** The number by which it was looked for. */
  reference: z.string(),
  state: z.enum(breakStates),
  /** What the bank or channel says; null where only the books know of it. */
  line: z
    .strictObject({
      id,
      bankNo: z.string(),
      direction: z.enum(lineDirections),
      amount: fen,
      at: instant,
      payer: z.string(),
      summary: z.string(),
      state: z.enum(lineStates),
    })
    .nullable(),
  /** What the books say of an account at a bank; null where only the bank knows of it. */
  flow: z
    .strictObject({ kind: z.enum(fundFlowKinds), deltaAmount: fen, sourceNo: z.string(), createdAt: instant })
    .nullable(),
  /** What they say of an account at a channel. */
  payment: z.strictObject({ id, paymentNo: z.string(), amount: fen, paidAt: instant }).nullable(),
  /** Why it was decided as it was; null before, and where the books caught up by themselves. */
  reason: z.string().nullable(),
  version,
  updatedAt: instant,
  updatedBy: z.string().nullable(),
});
export type BreakRow = z.infer<typeof breakRow>;

/** 对账: statements against books, a day and an account at a time, and what to do where they differ. */
export const reconciliation = {
  queryReconciliation: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'fund.reconcile',
    summary: { zh: '对账结果', en: 'List what was reconciled' },
    input: cursorPageInput(['day'], {
      ...tenantFilter,
      accountId: id.optional(),
      state: z.array(z.enum(reconciliationStates)).min(1).optional(),
      /** Days in Asia/Shanghai, both included. */
      dayFrom: day.optional(),
      dayTo: day.optional(),
    }),
    output: cursorPageOf(withTenant(reconciliationRow)),
  }),
  getReconciliation: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'fund.reconcile',
    summary: { zh: '对账详情与差异', en: 'One account and day with its breaks' },
    input: z.strictObject({ id }),
    output: reconciliationRow.extend({ breaks: z.array(breakRow).max(shownBreaks) }),
  }),
  runReconciliation: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'fund.reconcile',
    logs: 'reconciliation',
    summary: {
      zh: '对某一日重新对账：已处理的差异保持不变',
      en: 'Reconcile a day again; breaks that were decided stay as they are',
    },
    input: z.strictObject({ day }),
    output: z.strictObject({
      day,
      accountCount: fenNotNegative,
      balancedCount: fenNotNegative,
      /** Breaks of the day that wait. */
      undecidedCount: fenNotNegative,
    }),
  }),
  matchBreak: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'fund.reconcile',
    logs: 'reconciliationBreak',
    summary: {
      zh: '匹配差异：与抵平它的流水，或已补入的记录',
      en: 'Match a break with the line that makes up for it, or with what has come since',
    },
    input: z.strictObject({ id, version, lineId: id.optional(), reason }),
    output: breakRow,
  }),
  suspendBreak: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'fund.reconcile',
    logs: 'reconciliationBreak',
    summary: { zh: '差异挂账，查明后再匹配或调整', en: 'Suspend a break until it is known what it is' },
    input: z.strictObject({ id, version, reason }),
    output: breakRow,
  }),
  adjustBreak: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'fund.reconcile',
    logs: 'reconciliationBreak',
    idempotent: true,
    summary: {
      zh: '按差异调整企业资金，他人审核后入账',
      en: "Move the company's fund by the difference, once somebody else agrees",
    },
    input: z.strictObject({ id, version, reason }),
    output: breakRow.extend(waits),
  }),
  queryBreakLine: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'fund.reconcile',
    summary: { zh: '可抵平差异的流水', en: 'Lines that would make up for a break' },
    input: z.strictObject({ id }),
    output: z.array(breakRow.shape.line.unwrap()),
  }),
};

export const reconciliationTransitions = transitions({
  area: 'fund',
  record: { zh: '对账', en: 'Reconciliation' },
  words: reconciliationStateWords,
  initial: ['BALANCED', 'BROKEN'],
  endpoints: reconciliation,
  actions: {},
  automatic: {
    settle: {
      by: { zh: '差异全部匹配或调整', en: 'Its last break is matched or adjusted' },
      from: ['BROKEN'],
      to: ['BALANCED'],
    },
    find: {
      by: { zh: '重新对账发现差异', en: 'Done again, with a break' },
      from: ['BALANCED'],
      to: ['BROKEN'],
    },
  },
});

export const breakTransitions = transitions({
  area: 'fund',
  record: { zh: '对账差异', en: 'Break' },
  words: breakStateWords,
  initial: ['OPEN'],
  endpoints: reconciliation,
  actions: {
    matchBreak: {
      from: ['OPEN', 'SUSPENDED'],
      to: ['MATCHED'],
      guard: { zh: '有抵平它的流水或记录', en: 'A line or a record makes up for it' },
    },
    suspendBreak: { from: ['OPEN'], to: ['SUSPENDED'] },
    adjustBreak: {
      from: ['OPEN', 'SUSPENDED'],
      to: ['SUBMITTED', 'ADJUSTED'],
      effect: { zh: '他人审核后企业资金入账', en: "The company's fund moves once somebody else agrees" },
    },
  },
  automatic: {
    catchUp: {
      by: { zh: '账上或对账单补入对应记录', en: 'The books or the statement caught up' },
      from: ['OPEN', 'SUSPENDED'],
      to: ['MATCHED'],
    },
    complete: {
      by: { zh: '租户阈值以内', en: "Within the tenant's threshold" },
      from: ['SUBMITTED'],
      to: ['ADJUSTED'],
      effect: { zh: '企业资金入账一笔', en: "One flow of the company's fund" },
    },
    approve: {
      by: { zh: '审批通过', en: 'Approval' },
      from: ['SUBMITTED'],
      to: ['ADJUSTED'],
      effect: { zh: '企业资金入账一笔', en: "One flow of the company's fund" },
    },
    reject: { by: { zh: '审批驳回', en: 'Rejection' }, from: ['SUBMITTED'], to: ['OPEN'] },
    withdraw: { by: { zh: '提交人撤回', en: 'Withdrawal' }, from: ['SUBMITTED'], to: ['OPEN'] },
  },
});
