import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  digits,
  fen,
  fenNotNegative,
  fenPositive,
  formats,
  id,
  instant,
  keyword,
  line,
  nothing,
  reason,
  taxNo,
  version,
} from './fields.ts';
import { mailOf, mailStates } from './mail.ts';
import { cursorPageInput, cursorPageOf, sumInput, sumsOf, tenantFilter, withTenant } from './paging.ts';
import { transitions } from './transitions.ts';
import { waits } from './waits.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** The ways between them stand in `invoiceTransitions`. */
export const invoiceApplicationStateWords = {
  DRAFT: { zh: '待提交', en: 'Draft', tone: 'quiet' },
  ISSUING: { zh: '开票中', en: 'Being issued', tone: 'waiting' },
  ISSUED: { zh: '已开票', en: 'Issued', tone: 'good' },
  FAILED: { zh: '开票失败', en: 'Failed', tone: 'bad' },
  REVERSED: { zh: '已红冲', en: 'Reversed', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const invoiceApplicationStates = valuesOf(invoiceApplicationStateWords);

const paymentNo = z
  .string()
  .min(6)
  .max(40)
  .regex(/^[\w-]+$/);
/** Of one application: payments of one person, who proves them with their mobile number. */
const payments = {
  paymentNos: z.array(paymentNo).min(1).max(50),
  /** The last four digits of the mobile number of the employee who paid. */
  mobileLastFour: digits(4),
};

/** Whom an invoice is made out to, and where it is sent. */
export const invoiceHead = {
  title: line(100),
  /** 15 to 20 capital letters and digits; a person's invoice has none. */
  taxNo: taxNo.nullable(),
  address: z.string().max(200).nullable(),
  phone: z
    .string()
    .regex(/^[\d-]{7,20}$/)
    .register(formats, {
      zh: '7 至 20 位数字或短横线',
      en: '7 to 20 digits or hyphens',
      maxLength: 20,
    })
    .nullable(),
  bank: z.string().max(100).nullable(),
  account: digits(8, 30).nullable(),
  email: z.email().max(120),
};

/** 抬头, 税号, 地址, 电话, 开户行, 账号, amount, e-mail, bills. */
export const invoiceFields = { ...invoiceHead, amount: fenPositive, ...payments };

/** An application for an invoice of something, as that shows it. */
export const invoiceOf = z.strictObject({
  id,
  applicationNo: z.string(),
  state: z.enum(invoiceApplicationStates),
  amount: fenPositive,
  /** What of the amount is 不征税: the face values of cards. */
  untaxedAmount: fenNotNegative,
  invoiceNo: z.string().nullable(),
  createdAt: instant,
});

/** An application as lists show it. */
const invoiceRow = z.strictObject({
  id,
  applicationNo: z.string(),
  state: z.enum(invoiceApplicationStates),
  title: z.string(),
  taxNo: z.string().nullable(),
  amount: fenPositive,
  /** What of the amount is 不征税: the face values of cards. */
  untaxedAmount: fenNotNegative,
  /** Masked. */
  email: z.string(),
  paymentNos: z.array(z.string()),
  /** Card orders, where it is no invoice of payments. */
  orderNos: z.array(z.string()),
  invoiceNo: z.string().nullable(),
  /** Why it failed or was reversed. */
  reason: z.string().nullable(),
  /** What tells the applicant that it is issued; null before that, and of what was issued before e-mails were sent. */
  mail: mailOf.nullable(),
  version,
  createdAt: instant,
});
export type InvoiceRow = z.infer<typeof invoiceRow>;

const decided = z.strictObject({ id, version });

const filters = {
  ...tenantFilter,
  keyword: keyword.optional(),
  state: z.array(z.enum(invoiceApplicationStates)).min(1).optional(),
  mailState: z.array(z.enum(mailStates)).min(1).optional(),
};

export const invoice = {
  quoteInvoice: endpoint({
    kind: 'query',
    access: 'public',
    summary: {
      zh: '查询交易可开票金额（凭付款员工手机号后四位）',
      en: 'What payments can still be invoiced, for whoever knows the last four digits of the mobile that paid',
    },
    input: z.strictObject(payments),
    output: z.strictObject({
      invoiceableAmount: fenNotNegative,
      payments: z.array(
        z.strictObject({
          paymentNo: z.string(),
          merchantName: z.string(),
          paidAt: instant,
          invoiceableAmount: fenNotNegative,
        }),
      ),
    }),
  }),
  saveInvoice: endpoint({
    kind: 'mutation',
    access: 'public',
    summary: { zh: '保存或提交开票申请', en: 'Keep or submit an invoice application' },
    input: z.strictObject({
      /** A draft to go on with; its e-mail must be the one it was kept with. */
      applicationNo: z.string().max(40).optional(),
      ...invoiceFields,
      submit: z.boolean(),
    }),
    output: z.strictObject({ applicationNo: z.string(), state: z.enum(invoiceApplicationStates) }),
    idempotent: true,
  }),
  getInvoice: endpoint({
    kind: 'query',
    access: 'public',
    summary: { zh: '查询开票申请', en: 'One invoice application' },
    input: z.strictObject({ applicationNo: z.string().min(1).max(40), email: z.email().max(120) }),
    output: invoiceRow,
  }),
  queryInvoice: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'bill.view',
    summary: { zh: '开票申请列表', en: 'List invoice applications' },
    input: cursorPageInput(['createdAt', 'amount', 'state'], filters),
    output: cursorPageOf(withTenant(invoiceRow)),
  }),
  sumInvoice: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'bill.view',
    summary: { zh: '开票合计：已红冲为负', en: 'Sums of invoices: reversed ones count below zero' },
    input: sumInput(filters),
    output: sumsOf({ issuedAmount: fenNotNegative, reversedAmount: fen, netAmount: fen }),
  }),
  issueInvoice: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'bill.confirm',
    logs: 'invoice',
    summary: { zh: '登记已开票', en: 'Record the issued invoice' },
    input: decided.extend({ invoiceNo: digits(8, 20) }),
    /** Over the threshold it waits for a checker. */
    output: z.strictObject(waits),
    idempotent: true,
  }),
  resendInvoice: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'bill.confirm',
    logs: 'invoice',
    summary: { zh: '重发开票邮件', en: 'Send the e-mail about an issued invoice again' },
    input: z.strictObject({ id }),
    output: nothing,
  }),
  failInvoice: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'bill.confirm',
    logs: 'invoice',
    summary: { zh: '登记开票失败', en: 'Record that issuing failed' },
    input: decided.extend({ reason }),
    output: nothing,
  }),
  reverseInvoice: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'bill.confirm',
    logs: 'invoice',
    summary: { zh: '红冲', en: 'Reverse an issued invoice' },
    input: decided.extend({ reason }),
    /** Over the threshold it waits for a checker. */
    output: z.strictObject(waits),
    idempotent: true,
  }),
};

export const invoiceTransitions = transitions({
  area: 'invoice',
  record: { zh: '开票申请', en: 'Invoice application' },
  words: invoiceApplicationStateWords,
  initial: ['DRAFT', 'ISSUING'],
  endpoints: invoice,
  actions: {
    issueInvoice: {
      from: ['ISSUING'],
      to: ['ISSUED'],
      guard: { zh: '发票号码未被登记', en: 'The invoice number was not recorded before' },
      effect: {
        zh: '交易标为已开票，邮件告知申请人；超过审批阈值的先送审',
        en: 'Its payments are invoiced, the applicant is e-mailed; over the threshold after a checker agreed',
      },
    },
    failInvoice: {
      from: ['ISSUING'],
      to: ['FAILED'],
      effect: { zh: '交易可重新开票', en: 'Its payments can be invoiced again' },
    },
    reverseInvoice: {
      from: ['ISSUED'],
      to: ['REVERSED'],
      effect: {
        zh: '交易可重新开票，未送出的邮件不再发送；超过审批阈值的先送审',
        en: 'Its payments can be invoiced again, an e-mail that waits is not sent; over the threshold after a checker agreed',
      },
    },
  },
  automatic: {
    submit: {
      by: { zh: '申请人提交草稿', en: 'The applicant hands the draft in' },
      from: ['DRAFT'],
      to: ['ISSUING'],
    },
  },
});
