import { z } from 'zod';
import {
  type BillFigure,
  type BillWait,
  billEntryKinds,
  billKinds,
  billMessageSides,
  billWaits,
} from './bill-kinds.ts';
import { bulkResult } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import { fen, id, instant, keyword, reason, stamps, version } from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import type {} from './home.ts';
import { option, recordRef } from './option.ts';
import {
  cursorPageInput,
  cursorPageOf,
  pageInput,
  pageOf,
  sumInput,
  sumsOf,
  tenantFilter,
  withTenant,
} from './paging.ts';
import { timelineOf } from './timeline.ts';
import { transitions } from './transitions.ts';
import { valuesOf, type WordsOf } from './words.ts';

declare module './home.ts' {
  interface TodoKinds {
    billDue: true;
    billDisputed: true;
    billAnswered: true;
    billToSettle: true;
  }
}

/** What is written into a dispute, in lines of its writer's. */
const disputeText = z.string().min(1).max(1000);

/** The ways between them stand in `billTransitions`. */
export const billStateWords = {
  OPEN: { zh: '未出账', en: 'Open', tone: 'quiet' },
  ISSUED: { zh: '已出账', en: 'Issued', tone: 'waiting' },
  CONFIRMED: { zh: '已确认', en: 'Confirmed', tone: 'info' },
  SETTLED: { zh: '已结清', en: 'Settled', tone: 'good' },
  DISPUTED: { zh: '有异议', en: 'Disputed', tone: 'bad' },
  ANSWERED: { zh: '已答复', en: 'Answered', tone: 'info' },
} as const satisfies WordsOf<string>;
export const billStates = valuesOf(billStateWords);

/** A month in Asia/Shanghai. */
export const period = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

/** The figures of a bill, in fen, in the order of its sum; those that its kind has not are 0. */
const figures = {
  openingBalance: fen,
  /** Of companies. */
  topUpAmount: fen,
  /** Into the limits of a merchant; out of the fund of a company. */
  issuedAmount: fen,
  /** Of merchants: refunds to limits. */
  refundedAmount: fen,
  /** Of merchants: the company's part of payments. */
  consumedAmount: fen,
  /** Out of the limits of a merchant; into the fund of a company, with what was refunded to limits that had ended. */
  recoveredAmount: fen,
  /** Of companies, as all that follow. */
  transferInAmount: fen,
  transferOutAmount: fen,
  cardInAmount: fen,
  cardOutAmount: fen,
  feeAmount: fen,
  closingBalance: fen,
} satisfies Record<BillFigure, typeof fen>;

/** A month of a merchant's limits or of a company's fund. */
const billRow = z.strictObject({
  id,
  billNo: z.string(),
  kind: z.enum(billKinds),
  /** Whose it is: one of the two, by kind. */
  merchant: option.nullable(),
  company: option.nullable(),
  period,
  ...figures,
  state: z.enum(billStates),
  /** What it waits for, as the caller sees it; null once it is settled, and while its month runs. */
  waitsFor: z.enum(billWaits).nullable(),
  issuedAt: instant.nullable(),
  confirmedAt: instant.nullable(),
  version,
  ...stamps,
});

/** The same in a list. */
const listedBill = withTenant(billRow);
export type ListedBill = z.infer<typeof listedBill>;

export const billDetail = billRow.extend({
  /** What the ledger says today; the figures of an open bill always are. */
  recomputedClosingBalance: fen,
  /** Whether it says the same of every figure. */
  balanced: z.boolean(),
  /** Whether its month is over, before which it is not issued. */
  periodEnded: z.boolean(),
  issuedBy: z.string().nullable(),
  confirmedBy: z.string().nullable(),
  entryCount: z.int(),
  messageCount: z.int(),
  /** Whether the caller may answer in its dispute, and whether they may write for the other side. */
  canAnswer: z.boolean(),
  canFollowUp: z.boolean(),
});
export type BillDetail = z.infer<typeof billDetail>;

/** A word of a dispute: what the other side writes about the bill, or what is answered. */
const billMessage = z.strictObject({
  id,
  side: z.enum(billMessageSides),
  text: z.string(),
  author: z.string(),
  createdAt: instant,
});
export type BillMessage = z.infer<typeof billMessage>;

/** One movement of the ledger; `amount` has its sign. */
export const billEntry = z.strictObject({
  id,
  kind: z.enum(billEntryKinds),
  amount: fen,
  employee: option.nullable(),
  sourceNo: z.string(),
  /** That record; null of an employee's adjustment, which no screen opens alone, and of a company's bill as in flows of funds. */
  source: recordRef.nullable(),
  occurredAt: instant,
});

/** What a company issued to the limits of a merchant in a month, and what came back of them; in fen. */
const billLine = z.strictObject({
  merchant: option,
  issuedAmount: fen,
  recoveredAmount: fen,
  /** The merchant's own bill of the month; null where there is none, or the caller does not see it. */
  merchantBillId: id.nullable(),
});

const filters = {
  ...tenantFilter,
  kind: z.enum(billKinds).optional(),
  merchantId: id.optional(),
  companyId: id.optional(),
  /** A merchant's or company's name, or a bill's number. */
  keyword: keyword.optional(),
  state: z.array(z.enum(billStates)).min(1).optional(),
  periodFrom: period.optional(),
  periodTo: period.optional(),
  waitsFor: z.array(z.enum(billWaits)).min(1).optional(),
};

const step = z.strictObject({ id, version });

/** So many bills are dealt with at once, each by itself. */
export const billsAtOnce = 100;
const many = z.strictObject({ ids: z.array(id).min(1).max(billsAtOnce) });
const atOnce = {
  kind: 'mutation',
  access: 'session',
  logs: 'bill',
  logsDone: false,
  idempotent: true,
} as const;

export const bill = {
  queryBill: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'bill.view',
    summary: { zh: '账单列表', en: 'List bills' },
    input: cursorPageInput(['period', 'closingBalance', 'state'], filters),
    output: cursorPageOf(listedBill),
  }),
  sumBill: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'bill.view',
    summary: {
      zh: '账单合计：退款为负，不含未出账；发放与回收在两类账单中都有',
      en: 'Sums of bills that are issued: refunds count below zero; what was issued and recovered stands in bills of both kinds',
    },
    input: sumInput(filters),
    output: sumsOf({
      issuedAmount: fen,
      consumedAmount: fen,
      refundedAmount: fen,
      recoveredAmount: fen,
      topUpAmount: fen,
      feeAmount: fen,
    }),
  }),
  getBill: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'bill.view',
    summary: { zh: '账单详情，按流水重算', en: 'One bill, recomputed from the ledger' },
    input: z.strictObject({ id }),
    output: billDetail,
  }),
  queryTimeline: timelineOf('bill.view'),
  queryBillEntry: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'bill.view',
    summary: { zh: '账单明细', en: "A bill's movements" },
    input: cursorPageInput(['occurredAt'], {
      billId: id,
      kind: z.array(z.enum(billEntryKinds)).min(1).optional(),
    }),
    output: cursorPageOf(billEntry),
  }),
  queryBillMessage: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'bill.view',
    summary: { zh: '异议往来', en: 'What was written about a bill in dispute' },
    input: cursorPageInput(['createdAt'], { billId: id }),
    output: cursorPageOf(billMessage),
  }),
  queryBillWait: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'bill.view',
    summary: {
      zh: '月末待办：各账期的账单等待什么，各多少',
      en: 'What the bills of each month wait for, and how many of them',
    },
    input: z.strictObject({ ...tenantFilter, kind: z.enum(billKinds).optional() }),
    /** The newest months first. */
    output: z.array(z.strictObject({ period, waitsFor: z.enum(billWaits), count: z.int().min(1) })),
  }),
  queryBillLine: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'bill.view',
    summary: { zh: '公司账单的商户明细', en: "A company's bill by merchant" },
    input: pageInput(['merchant', 'issuedAmount', 'recoveredAmount'], { billId: id }),
    output: pageOf(billLine),
  }),
  issueBill: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'bill.issue',
    logs: 'bill',
    summary: {
      zh: '出账（已答复异议的重新出账）',
      en: 'Issue a bill, or a disputed one again once it is answered',
    },
    input: step,
    output: billDetail,
  }),
  confirmBill: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'bill.confirm',
    logs: 'bill',
    summary: { zh: '确认（不能是出账人）', en: 'Confirm, by another than who issued it' },
    input: step,
    output: billDetail,
  }),
  disputeBill: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'bill.confirm',
    logs: 'bill',
    summary: { zh: '提出异议', en: 'Dispute' },
    input: step.extend({ reason }),
    output: billDetail,
  }),
  followUpBill: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'bill.confirm',
    logs: 'bill',
    summary: {
      zh: '补充异议（答复后仍有异议的重新待答复）',
      en: 'Write more about a dispute; after an answer it waits for another',
    },
    input: step.extend({ text: disputeText }),
    output: billDetail,
  }),
  answerBill: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'bill.issue',
    logs: 'bill',
    summary: { zh: '答复异议（不能是提出人）', en: 'Answer a dispute, by another than who wrote it' },
    input: step.extend({ text: disputeText }),
    output: billDetail,
  }),
  settleBill: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'bill.confirm',
    logs: 'bill',
    summary: { zh: '结清', en: 'Settle' },
    input: step,
    output: billDetail,
  }),
  issueBills: endpoint({
    ...atOnce,
    permission: 'bill.issue',
    loggedAs: 'issueBill',
    summary: { zh: '批量出账（逐笔返回结果）', en: 'Issue many bills, each by itself' },
    input: many,
    output: bulkResult,
  }),
  confirmBills: endpoint({
    ...atOnce,
    permission: 'bill.confirm',
    loggedAs: 'confirmBill',
    summary: { zh: '批量确认（逐笔返回结果）', en: 'Confirm many bills, each by itself' },
    input: many,
    output: bulkResult,
  }),
  settleBills: endpoint({
    ...atOnce,
    permission: 'bill.confirm',
    loggedAs: 'settleBill',
    summary: { zh: '批量结清（逐笔返回结果）', en: 'Settle many bills, each by itself' },
    input: many,
    output: bulkResult,
  }),
  exportBill: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'bill.export',
    logs: 'export',
    summary: { zh: '导出账单', en: 'Export bills' },
    input: z.strictObject({ ...filters, format: fileFormat }),
    output: exportStarted,
  }),
  exportBillDetails: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'bill.export',
    logs: 'export',
    summary: { zh: '导出账单的全部明细', en: 'Export every movement of the bills' },
    input: z.strictObject({ ...filters, format: fileFormat }),
    output: exportStarted,
  }),
  downloadStatement: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'bill.export',
    logs: 'export',
    summary: {
      zh: '下载账单的对账单（PDF，A4，含每日与各类合计）',
      en: "Download a bill's statement as a PDF for A4, with its sums by day and by kind",
    },
    input: z.strictObject({ id }),
    output: z.null(),
  }),
  exportBillLine: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'bill.export',
    logs: 'export',
    summary: { zh: '导出公司账单的商户明细', en: "Export a company's bill by merchant" },
    input: z.strictObject({ billId: id, format: fileFormat }),
    output: exportStarted,
  }),
  exportBillEntry: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'bill.export',
    logs: 'export',
    summary: { zh: '导出账单明细', en: "Export a bill's movements" },
    input: z.strictObject({ billId: id, format: fileFormat }),
    output: exportStarted,
  }),
};

export const billTransitions = transitions({
  area: 'bill',
  record: { zh: '账单', en: 'Bill' },
  words: billStateWords,
  initial: ['OPEN'],
  endpoints: bill,
  actions: {
    issueBill: {
      from: ['OPEN', 'ANSWERED'],
      to: ['ISSUED'],
      guard: { zh: '账期已结束', en: 'Its month is over' },
      effect: {
        zh: '按流水重算（公司账单含各商户明细）并送审',
        en: "Its figures, and a company's lines by merchant, are computed anew, and it waits for its confirmation",
      },
    },
    confirmBill: {
      from: ['ISSUED'],
      to: ['CONFIRMED'],
      guard: {
        zh: '由他人确认，且与流水一致',
        en: 'By another than who issued it, while the ledger says the same',
      },
    },
    disputeBill: {
      from: ['ISSUED'],
      to: ['DISPUTED'],
      guard: { zh: '由他人提出', en: 'By another than who issued it' },
      effect: { zh: '写入异议往来', en: 'The reason begins the thread of the dispute' },
    },
    followUpBill: {
      from: ['DISPUTED', 'ANSWERED'],
      to: ['DISPUTED'],
      guard: {
        zh: '由出账方以外的人',
        en: 'By somebody who neither issued the bill nor answered',
      },
    },
    answerBill: {
      from: ['DISPUTED', 'ANSWERED'],
      to: ['ANSWERED'],
      guard: { zh: '由未提出异议的人', en: 'By somebody who wrote none of the dispute' },
      effect: { zh: '答复人不能再确认该账单', en: 'Who answers can not confirm the bill' },
    },
    settleBill: { from: ['CONFIRMED'], to: ['SETTLED'] },
  },
  automatic: {},
});

/** What is done about what a bill waits for, by those who can; nothing about what others have to do. */
export const billActionOf = {
  ISSUE: 'issueBill',
  ANSWER: 'answerBill',
  REISSUE: 'issueBill',
  CONFIRM: 'confirmBill',
  SETTLE: 'settleBill',
} as const satisfies Record<Exclude<BillWait, 'OTHERS'>, keyof typeof billTransitions.actions>;
