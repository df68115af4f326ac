import { z } from 'zod';
import { type BillFigure, billEntryKinds, billKinds } from './bill-kinds.ts';
import { endpoint } from './endpoint.ts';
import { fen, id, instant, keyword, reason, stamps, version } from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import type {} from './home.ts';
import { option } from './option.ts';
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
import { transitions } from './transitions.ts';
import { valuesOf, type WordsOf } from './words.ts';

declare module './home.ts' {
  interface TodoKinds {
    billDisputed: true;
    companyBillDisputed: true;
  }
}

/** The ways between them stand in `billTransitions`. */
export const billStateWords = {
  OPEN: { zh: '未出账', en: 'Open', tone: 'quiet' },
  ISSUED: { zh: '已出账', en: 'Issued', tone: 'waiting' },
  CONFIRMED: { zh: '已确认', en: 'Confirmed', tone: 'info' },
  SETTLED: { zh: '已结清', en: 'Settled', tone: 'good' },
  DISPUTED: { zh: '有异议', en: 'Disputed', tone: 'bad' },
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
  issuedAt: instant.nullable(),
  confirmedAt: instant.nullable(),
  version,
  ...stamps,
});

export const billDetail = billRow.extend({
  /** What the ledger says today; the figures of an open bill always are. */
  recomputedClosingBalance: fen,
  /** Whether it says the same of every figure. */
  balanced: z.boolean(),
  /** Whether its month is over, before which it is not issued. */
  periodEnded: z.boolean(),
  disputeReason: z.string().nullable(),
  issuedBy: z.string().nullable(),
  confirmedBy: z.string().nullable(),
  entryCount: z.int(),
});
export type BillDetail = z.infer<typeof billDetail>;

/** One movement of the ledger; `amount` has its sign. */
export const billEntry = z.strictObject({
  id,
  kind: z.enum(billEntryKinds),
  amount: fen,
  employee: option.nullable(),
  sourceNo: z.string(),
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
};

const step = z.strictObject({ id, version });

export const bill = {
  queryBill: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'bill.view',
    summary: { zh: '账单列表', en: 'List bills' },
    input: cursorPageInput(['period', 'closingBalance', 'state'], filters),
    output: cursorPageOf(withTenant(billRow)),
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
    summary: { zh: '出账（有异议的重新出账）', en: 'Issue a bill, or a disputed one again' },
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
  settleBill: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'bill.confirm',
    logs: 'bill',
    summary: { zh: '结清', en: 'Settle' },
    input: step,
    output: billDetail,
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
      from: ['OPEN', 'DISPUTED'],
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
    },
    settleBill: { from: ['CONFIRMED'], to: ['SETTLED'] },
  },
  automatic: {},
});
