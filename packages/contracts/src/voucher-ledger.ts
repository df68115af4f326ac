import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, fen, fenNotNegative, id, instant } from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import { accountCode, ledgerBases, ledgerPeriod } from './ledger-fields.ts';
import { accountSides, ledgerRoles, postingKinds, postingSources } from './ledger-roles.ts';
import { option } from './option.ts';
import { defaultPageSize, maxPageSize, tenantFilter } from './paging.ts';
import { accountName } from './voucher-record.ts';

/** A span of periods, both included; or the day until whose end everything counts. One of the two; without either, the present period. */
const span = {
  from: ledgerPeriod.optional(),
  to: ledgerPeriod.optional(),
  asOf: day.optional(),
};
const isSpan = ({ from, to, asOf }: { from?: string; to?: string; asOf?: string }) =>
  asOf === undefined
    ? (from === undefined) === (to === undefined) && (from ?? '') <= (to ?? '')
    : !from && !to;
const noSpan = { path: ['to'] };

const balanceInput = z.strictObject({
  ...tenantFilter,
  ...span,
  level: z.int().min(1).max(4).default(4),
  basis: z.enum(ledgerBases).default('POSTED'),
  companyId: id.optional(),
});

/** Balances have the sign of the account's own side. */
const figures = { openingBalance: fen, debitAmount: fen, creditAmount: fen, closingBalance: fen };

const balanceRow = z.strictObject({
  accountId: id,
  code: accountCode,
  name: z.string(),
  level: z.int().min(1).max(4),
  side: z.enum(accountSides),
  isLeaf: z.boolean(),
  ...figures,
});
export type BalanceRow = z.infer<typeof balanceRow>;

const trialBalance = z.strictObject({
  /** The days that it spans, both included. */
  fromDay: day,
  toDay: day,
  basis: z.enum(ledgerBases),
  rows: z.array(balanceRow),
  /** Of the accounts of the first level: opening and closing balances by the side that they stand on. */
  totals: z.strictObject({
    openingDebit: fen,
    openingCredit: fen,
    debitAmount: fen,
    creditAmount: fen,
    closingDebit: fen,
    closingCredit: fen,
  }),
  /** Closing debits less closing credits; 0 where the books balance. Null of one company, whose money stands on both sides only in part. */
  differenceAmount: fen.nullable(),
});
export type TrialBalance = z.infer<typeof trialBalance>;

/** Pages by cursor alone: the running balance travels in it. */
const cursorOnly = {
  pageSize: z.int().min(1).max(maxPageSize).default(defaultPageSize),
  cursor: z.string().max(500).optional(),
};

const postingRow = z.strictObject({
  source: z.strictObject({
    type: z.enum(postingSources),
    id,
    /** Its number or name; null where it has none. */
    no: z.string().nullable(),
    /** The console's path of it; null where it has no screen. */
    link: z.string().nullable(),
  }),
  leg: z.int().min(1).max(8),
  kind: z.enum(postingKinds),
  bookDate: day,
  occurredAt: instant,
  debitRole: z.enum(ledgerRoles),
  creditRole: z.enum(ledgerRoles),
  /** The accounts that the roles are mapped to now. */
  debitAccount: accountName.nullable(),
  creditAccount: accountName.nullable(),
  amount: fenNotNegative,
  company: option.nullable(),
  merchant: option.nullable(),
  employee: option.nullable(),
  cardId: id.nullable(),
  /** Null until its slot is sealed. */
  voucher: z.strictObject({ id, voucherNo: z.string().nullable(), period: ledgerPeriod }).nullable(),
});
export type PostingRow = z.infer<typeof postingRow>;

const entryRow = z.strictObject({
  date: day,
  /** Null of live postings, which are a row a day. */
  voucherId: id.nullable(),
  voucherNo: z.string().nullable(),
  lineNo: z.int(),
  summary: z.string(),
  debitAmount: fen,
  creditAmount: fen,
  /** After it, with the sign of the account's own side. */
  balance: fen,
});
export type EntryRow = z.infer<typeof entryRow>;

/** 科目余额表, 明细账, 分录流水: what stands on accounts, and why. */
export const voucherLedger = {
  getTrialBalance: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'voucher.view',
    summary: { zh: '科目余额表', en: 'Trial balance' },
    input: balanceInput.refine(isSpan, noSpan),
    output: trialBalance,
  }),
  exportTrialBalance: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'voucher.export',
    logs: 'export',
    summary: { zh: '导出科目余额表', en: 'Export the trial balance' },
    input: balanceInput.extend({ format: fileFormat }).refine(isSpan, noSpan),
    output: exportStarted,
  }),
  queryBalanceTrend: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'voucher.view',
    summary: {
      zh: '资金分布走势（员工额度、预付卡、企业资金，实时流水）',
      en: 'Where the money lies over time: limits, cards, funds, by live postings',
    },
    input: z.strictObject({ ...tenantFilter, days: z.int().min(7).max(366).default(90) }),
    /** One a day until today, at its end; in fen. */
    output: z.array(z.strictObject({ day, limitBalance: fen, cardBalance: fen, fundBalance: fen })).max(366),
  }),
  queryAccountLedger: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'voucher.view',
    summary: { zh: '明细账', en: 'The ledger of an account, with its running balance' },
    input: z
      .strictObject({
        accountId: id,
        ...span,
        basis: z.enum(ledgerBases).default('POSTED'),
        companyId: id.optional(),
        ...cursorOnly,
      })
      .refine(isSpan, noSpan),
    output: z.strictObject({
      account: accountName.extend({ side: z.enum(accountSides) }),
      fromDay: day,
      toDay: day,
      ...figures,
      list: z.array(entryRow),
      cursor: z.string().nullable(),
    }),
  }),
  queryPosting: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'voucher.view',
    summary: { zh: '分录流水', en: 'List postings, newest first' },
    /** Of what is named; of nothing there are none. */
    input: z.strictObject({
      voucherId: id.optional(),
      source: z.strictObject({ type: z.enum(postingSources), id }).optional(),
      cardId: id.optional(),
      employeeId: id.optional(),
      companyId: id.optional(),
      from: day.optional(),
      to: day.optional(),
      ...cursorOnly,
    }),
    output: z.strictObject({ list: z.array(postingRow), cursor: z.string().nullable() }),
  }),
};
