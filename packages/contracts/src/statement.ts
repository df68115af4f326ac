import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, fen, fenPositive, id, instant, keyword, noInput, remark, version } from './fields.ts';
import { fileFormat } from './file-format.ts';
import type {} from './home.ts';
import { option, tenantOption } from './option.ts';
import { cursorPageInput, cursorPageOf, tenantFilter, withTenant } from './paging.ts';
import { topUpStates } from './top-up-kinds.ts';
import { matched, matchedLine } from './top-up-match.ts';
import { transitions } from './transitions.ts';
import { waits } from './waits.ts';
import { valuesOf, type WordsOf } from './words.ts';

declare module './home.ts' {
  interface TodoKinds {
    lineUnclaimed: true;
  }
}

/** Which way the money went, as the account's owner sees it. */
export const lineDirectionWords = {
  IN: { zh: '收', en: 'In' },
  OUT: { zh: '支', en: 'Out' },
} as const satisfies WordsOf<string>;
export const lineDirections = valuesOf(lineDirectionWords);
export type LineDirection = keyof typeof lineDirectionWords;

/** The ways between them stand in `statementLineTransitions`. */
export const lineStateWords = {
  UNCLAIMED: { zh: '待认领', en: 'Unclaimed', tone: 'waiting' },
  CLAIMED: { zh: '待审核', en: 'Claimed, waiting', tone: 'info' },
  MATCHED: { zh: '已匹配', en: 'Matched', tone: 'good' },
  UNMATCHED: { zh: '未匹配', en: 'Not matched', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const lineStates = valuesOf(lineStateWords);

/** The most rows of a statement's file. */
export const maxStatementRows = 100_000;

/** An account at a bank or channel, its number masked. */
export const statementAccount = z.strictObject({
  id,
  name: z.string(),
  bank: z.string(),
  accountNo: z.string(),
  company: option,
});

/** The top-up that a line is claimed as. */
const claim = z.strictObject({
  id,
  topUpNo: z.string(),
  company: option,
  /** The order of cards that it pays. */
  order: z.strictObject({ id, no: z.string() }).nullable(),
  state: z.enum(topUpStates),
  remark: z.string(),
  createdAt: instant,
  createdBy: z.string().nullable(),
});

const lineRow = z.strictObject({
  id,
  account: statementAccount,
  /** The bank's own number of the movement. */
  bankNo: z.string(),
  direction: z.enum(lineDirections),
  amount: fenPositive,
  balanceAfter: fen,
  /** When the bank booked it. */
  at: instant,
  /** 对方户名. */
  payer: z.string(),
  /** 摘要. */
  summary: z.string(),
  state: z.enum(lineStates),
  /** Null while nobody claims it, and again once a claim was rejected or withdrawn. */
  claim: claim.nullable(),
  version,
  createdAt: instant,
  createdBy: z.string().nullable(),
});
export type StatementLineRow = z.infer<typeof lineRow>;

/** A top-up that may wait for a line. */
const lineMatch = matched.extend({
  topUp: z.strictObject({
    id,
    no: z.string(),
    company: option,
    transferCode: z.string(),
    remark: z.string(),
    createdAt: instant,
    createdBy: z.string().nullable(),
  }),
});
export type StatementLineMatch = z.infer<typeof lineMatch>;

/** An order of cards that may wait for a line. */
const lineOrder = matched.extend({
  order: z.strictObject({
    id,
    no: z.string(),
    company: option,
    payableAmount: fenPositive,
    /** How many files prove the transfer. */
    proofs: z.int().min(0),
  }),
});
export type StatementLineOrder = z.infer<typeof lineOrder>;

/** 对账单: what banks and channels say of the accounts at platforms, and claiming what came in. */
export const statement = {
  importStatement: endpoint({
    kind: 'upload',
    access: 'session',
    permission: 'fund.reconcile',
    logs: 'platformAccount',
    logsDone: false,
    idempotent: true,
    summary: { zh: '导入对账单', en: "Import a bank's statement of an account" },
    input: z.strictObject({ accountId: id }),
    output: z.strictObject({ jobId: id }),
  }),
  statementTemplate: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'fund.reconcile',
    logs: 'export',
    logsDone: false,
    summary: { zh: '对账单导入模板', en: 'The sheet that importStatement takes' },
    input: z.strictObject({ format: fileFormat }),
    output: z.null(),
  }),
  queryLine: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'topup.view',
    summary: { zh: '对账单流水', en: 'List the lines of statements' },
    input: cursorPageInput(['at', 'amount', 'state'], {
      ...tenantFilter,
      keyword: keyword.optional(),
      accountId: id.optional(),
      direction: z.array(z.enum(lineDirections)).min(1).optional(),
      state: z.array(z.enum(lineStates)).min(1).optional(),
      /** Days in Asia/Shanghai, both included. */
      atFrom: day.optional(),
      atTo: day.optional(),
    }),
    output: cursorPageOf(withTenant(lineRow)),
  }),
  getLine: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'topup.view',
    summary: { zh: '对账单流水详情', en: 'One line of a statement' },
    input: z.strictObject({ id }),
    output: lineRow,
  }),
  claimTopUp: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'topup.edit',
    logs: 'statementLine',
    idempotent: true,
    summary: {
      zh: '认领收入流水为公司的充值、卡订单的付款或待认领的充值，他人审核后入账',
      en: "Claim a line as a company's top-up, as what pays an order of cards, or as a top-up that waits for it, once somebody else agrees",
    },
    input: z.strictObject({
      lineId: id,
      /** Exactly one of the three: whose top-up it is, the order that it pays whole, or the top-up that waits for it. */
      companyId: id.optional(),
      orderId: id.optional(),
      topUpId: id.optional(),
      remark: remark.optional(),
    }),
    output: lineRow.extend(waits),
  }),
  queryLineAccount: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'topup.view',
    summary: { zh: '对账单可选的账户', en: 'Accounts that have statements, for a picker' },
    input: noInput,
    output: z.array(tenantOption),
  }),
  queryLineMatch: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'topup.edit',
    summary: { zh: '流水可匹配的待认领充值', en: 'Top-ups that may wait for a line' },
    input: z.strictObject({ id }),
    output: z.array(lineMatch),
  }),
  queryLineCompany: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'topup.edit',
    summary: { zh: '认领可选的公司', en: 'Companies that a line can be claimed for' },
    input: z.strictObject({ id }),
    output: z.array(option),
  }),
  queryLineOrder: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'topup.edit',
    summary: {
      zh: '流水可匹配的待付款卡订单（转账付款，应付金额一致）',
      en: 'Orders of cards that may wait for a line: for a transfer of its amount',
    },
    input: z.strictObject({ id }),
    output: z.array(lineOrder),
  }),
  queryOrderLine: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'topup.view',
    summary: {
      zh: '待转账付款的卡订单可匹配的流水',
      en: 'Lines that may be the transfer that an order of cards waits for',
    },
    input: z.strictObject({ id }),
    output: z.array(matchedLine),
  }),
};

export const statementLineTransitions = transitions({
  area: 'fund',
  record: { zh: '对账单流水', en: 'Statement line' },
  words: lineStateWords,
  initial: ['UNCLAIMED', 'UNMATCHED'],
  endpoints: statement,
  actions: {
    claimTopUp: {
      from: ['UNCLAIMED'],
      to: ['CLAIMED', 'MATCHED'],
      guard: { zh: '收入流水', en: 'Money that came in' },
      effect: { zh: '生成待审核的充值', en: 'A top-up waits for a checker' },
    },
  },
  automatic: {
    approveClaim: {
      by: { zh: '认领审批通过', en: 'Its claim is approved' },
      from: ['CLAIMED'],
      to: ['MATCHED'],
      effect: {
        zh: '企业资金入账一笔，或卡订单已付款',
        en: "One flow into the company's fund, or an order of cards is paid",
      },
    },
    leaveClaim: {
      by: { zh: '认领被驳回或撤回', en: 'Its claim is rejected or withdrawn' },
      from: ['CLAIMED'],
      to: ['UNCLAIMED'],
    },
    reverseClaim: {
      by: { zh: '其充值冲正', en: 'Its top-up is reversed' },
      from: ['MATCHED'],
      to: ['UNCLAIMED'],
    },
    holdForBreak: {
      by: { zh: '其差异提交调整或匹配', en: 'Its break is to be adjusted or matched' },
      from: ['UNCLAIMED'],
      to: ['CLAIMED'],
    },
    leaveBreak: {
      by: { zh: '其差异的调整被驳回或撤回', en: 'The adjustment of its break is rejected or withdrawn' },
      from: ['CLAIMED'],
      to: ['UNCLAIMED'],
    },
    reconcile: {
      by: { zh: '对账匹配，或差异已匹配、已调整', en: 'Reconciled, or its break is matched or adjusted' },
      from: ['UNMATCHED', 'CLAIMED'],
      to: ['MATCHED'],
    },
  },
});
