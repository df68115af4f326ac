import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  day,
  fen,
  fenNotNegative,
  fenPositive,
  id,
  instant,
  keyword,
  reason,
  stamps,
  version,
} from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import { fundFlowKinds, fundKinds } from './fund-kinds.ts';
import { option, recordRef } from './option.ts';
import { cursorPageInput, cursorPageOf, pageInput, pageOf, tenantFilter, withTenant } from './paging.ts';
import { statementAccount } from './statement.ts';
import { transitions } from './transitions.ts';
import { waits } from './waits.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** What has become of a part of a balance that was promised. */
export const fundHoldStateWords = {
  HELD: { zh: '冻结中', en: 'Held', tone: 'waiting' },
  USED: { zh: '已使用', en: 'Used', tone: 'good' },
  RELEASED: { zh: '已释放', en: 'Released', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const fundHoldStates = valuesOf(fundHoldStateWords);

/** The ways between them stand in `fundTransferTransitions`. */
export const fundTransferStateWords = {
  SUBMITTED: { zh: '待审核', en: 'Waiting', tone: 'waiting' },
  DONE: { zh: '已完成', en: 'Done', tone: 'good' },
  REJECTED: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
  WITHDRAWN: { zh: '已撤回', en: 'Withdrawn', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const fundTransferStates = valuesOf(fundTransferStateWords);
export type FundTransferState = keyof typeof fundTransferStateWords;

/** An account of a company as flows, holds and transfers name it. */
const accountOption = z.strictObject({ id, company: option, kind: z.enum(fundKinds) });

const accountRow = accountOption.extend({
  /** 备付金 is below zero while what came back today to limits of earlier days, and was given back since, waits for the day's close. */
  balance: fen,
  /** The part of it that is promised to what waits. */
  frozenBalance: fenNotNegative,
  availableBalance: fen,
  /** Below it those who see the fund are told, once; null: never. */
  thresholdAmount: fenNotNegative.nullable(),
  version,
});
export type FundAccountRow = z.infer<typeof accountRow>;

const flowRow = z.strictObject({
  id,
  /** Counts from 1 within the account. */
  seq: z.int().min(1),
  account: accountOption,
  kind: z.enum(fundFlowKinds),
  deltaAmount: fen,
  balanceAfter: fen,
  /** The number or name of what moved it. */
  sourceNo: z.string(),
  /** That record; null for who sees a part of the tenant, which may not have it. */
  source: recordRef.nullable(),
  /** The number that a bank or channel gave it. */
  externalNo: z.string().nullable(),
  /** Movements of one event on several accounts share it; that of a day's close is made from the company and the day. */
  pairId: z.guid().nullable(),
  createdAt: instant,
  createdBy: z.string().nullable(),
});
export type FundFlowRow = z.infer<typeof flowRow>;

const holdRow = z.strictObject({
  id,
  account: accountOption,
  amount: fenPositive,
  usedAmount: fenNotNegative,
  sourceNo: z.string(),
  source: recordRef.nullable(),
  state: z.enum(fundHoldStates),
  createdAt: instant,
  createdBy: z.string().nullable(),
});
export type FundHoldRow = z.infer<typeof holdRow>;

const transferRow = z.strictObject({
  id,
  transferNo: z.string(),
  from: accountOption,
  /** Null where it leaves the funds. */
  to: accountOption.nullable(),
  /** Through which it leaves them; null between accounts of companies. */
  platformAccount: statementAccount.nullable(),
  amount: fenPositive,
  reason: z.string(),
  state: z.enum(fundTransferStates),
  version,
  ...stamps,
});
export type FundTransferRow = z.infer<typeof transferRow>;

const flowFilters = {
  ...tenantFilter,
  companyId: id.optional(),
  accountId: id.optional(),
  accountKind: z.array(z.enum(fundKinds)).min(1).optional(),
  kind: z.array(z.enum(fundFlowKinds)).min(1).optional(),
  /** Days in Asia/Shanghai, both included. */
  createdFrom: day.optional(),
  createdTo: day.optional(),
};

/** 资金: what companies have, and what they have given out. */
export const fund = {
  queryAccount: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'fund.view',
    summary: { zh: '资金账户', en: 'List the accounts of companies' },
    input: pageInput(['company', 'balance', 'availableBalance'], {
      ...tenantFilter,
      /** Of a company with it in the name, or with this credit code. */
      keyword: keyword.optional(),
      accountId: id.optional(),
      companyId: id.optional(),
      kind: z.array(z.enum(fundKinds)).min(1).optional(),
      /** Only those below their threshold. */
      low: z.boolean().optional(),
    }),
    output: pageOf(withTenant(accountRow)),
  }),
  queryFlow: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'fund.view',
    summary: { zh: '资金流水', en: 'List what moved the accounts' },
    input: cursorPageInput(['createdAt'], flowFilters),
    output: cursorPageOf(withTenant(flowRow)),
  }),
  exportFlow: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'fund.export',
    logs: 'export',
    summary: { zh: '导出资金流水', en: 'Export what moved the accounts' },
    input: z.strictObject({ ...flowFilters, format: fileFormat }),
    output: exportStarted,
  }),
  queryHold: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'fund.view',
    summary: { zh: '资金冻结明细', en: 'List what balances are promised to' },
    input: cursorPageInput(['createdAt'], {
      ...tenantFilter,
      companyId: id.optional(),
      accountId: id.optional(),
      /** Of the accounts. */
      kind: z.array(z.enum(fundKinds)).min(1).optional(),
      state: z.array(z.enum(fundHoldStates)).min(1).optional(),
      createdFrom: day.optional(),
      createdTo: day.optional(),
    }),
    output: cursorPageOf(withTenant(holdRow)),
  }),
  editThreshold: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'fund.transfer',
    logs: 'fund',
    summary: { zh: '设置余额预警', en: 'Say below which balance somebody is told' },
    input: z.strictObject({ id, version, thresholdAmount: fenNotNegative.nullable() }),
    output: accountRow,
  }),
  queryTransfer: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'fund.view',
    summary: { zh: '资金划转', en: 'List transfers' },
    input: cursorPageInput(['createdAt', 'amount', 'state'], {
      ...tenantFilter,
      companyId: id.optional(),
      state: z.array(z.enum(fundTransferStates)).min(1).optional(),
      createdFrom: day.optional(),
      createdTo: day.optional(),
    }),
    output: cursorPageOf(withTenant(transferRow)),
  }),
  getTransfer: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'fund.view',
    summary: { zh: '资金划转详情', en: 'One transfer' },
    input: z.strictObject({ id }),
    output: transferRow,
  }),
  addTransfer: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'fund.transfer',
    logs: 'fundTransfer',
    idempotent: true,
    summary: {
      zh: '提交资金划转：冻结转出金额，待他人审核',
      en: 'Submit a transfer: what it takes is held until somebody else agrees',
    },
    input: z.strictObject({
      fromId: id,
      /** Exactly one of the two: another account of a company, or the account at a bank or channel that pays it out (结算, 提现). */
      toId: id.optional(),
      platformAccountId: id.optional(),
      amount: fenPositive,
      reason,
    }),
    output: transferRow.extend(waits),
  }),
  queryPayoutAccount: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'fund.transfer',
    summary: {
      zh: '结算与提现可选的平台账户',
      en: 'Accounts that settlements and withdrawals are paid from',
    },
    input: z.strictObject({
      /** The account that it leaves: the same tenant pays. */
      fromId: id,
    }),
    output: z.array(option),
  }),
};

export const fundTransferTransitions = transitions({
  area: 'fund',
  record: { zh: '资金划转', en: 'Fund transfer' },
  words: fundTransferStateWords,
  initial: ['SUBMITTED'],
  endpoints: fund,
  actions: {},
  automatic: {
    complete: {
      by: { zh: '租户阈值以内', en: "Within the tenant's threshold" },
      from: ['SUBMITTED'],
      to: ['DONE'],
      effect: {
        zh: '两笔流水同时入账；结算与提现一笔',
        en: 'Both accounts move; of a settlement or withdrawal the one',
      },
    },
    approve: {
      by: { zh: '审批通过', en: 'Approval' },
      from: ['SUBMITTED'],
      to: ['DONE'],
      effect: {
        zh: '两笔流水同时入账（结算与提现一笔），冻结转为已使用',
        en: 'Both accounts move (of a settlement or withdrawal the one), and the hold is used',
      },
    },
    reject: {
      by: { zh: '审批驳回', en: 'Rejection' },
      from: ['SUBMITTED'],
      to: ['REJECTED'],
      effect: { zh: '冻结释放', en: 'The hold is released' },
    },
    withdraw: {
      by: { zh: '提交人撤回', en: 'Withdrawal' },
      from: ['SUBMITTED'],
      to: ['WITHDRAWN'],
      effect: { zh: '冻结释放', en: 'The hold is released' },
    },
  },
});
