import { z } from 'zod';
import { endpoint, type Label } from './endpoint.ts';
import {
  creditCode,
  digits,
  id,
  keyword,
  line,
  mobile,
  nothing,
  reason,
  stamps,
  taxNo,
  version,
} from './fields.ts';
import { cursorPageInput, cursorPageOf, tenantFilter, withTenant } from './paging.ts';
import { transitions } from './transitions.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** The ways between them stand in `certificationTransitions`. */
export const certificationStateWords = {
  UNVERIFIED: { zh: '未认证', en: 'Not certified', tone: 'quiet' },
  PENDING: { zh: '审核中', en: 'Under review', tone: 'waiting' },
  VERIFIED: { zh: '已认证', en: 'Certified', tone: 'good' },
  REJECTED: { zh: '未通过', en: 'Rejected', tone: 'bad' },
} as const satisfies WordsOf<string>;
export const certificationStates = valuesOf(certificationStateWords);

/** What of a certified company only a checker changes. */
export const companyGuarded = {
  name: { zh: '公司名称', en: 'Name' },
  creditCode: { zh: '统一社会信用代码', en: 'Credit code' },
} as const satisfies Record<string, Label>;

const named = z.strictObject({ id, name: z.string() });

const companyRow = z.strictObject({
  id,
  parent: named.nullable(),
  name: z.string(),
  creditCode: z.string().nullable(),
  contactName: z.string().nullable(),
  /** Masked. */
  contactMobile: z.string().nullable(),
  address: z.string().nullable(),
  certification: z.enum(certificationStates),
  memberCount: z.int(),
  merchantCount: z.int(),
  version,
  ...stamps,
});
export type CompanyRow = z.infer<typeof companyRow>;

const invoiceTitleRow = z.strictObject({
  id,
  companyId: id,
  /** 抬头, 税号, 地址, 电话, 开户行, 账号. */
  title: z.string(),
  taxNo: z.string(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  bank: z.string().nullable(),
  bankAccount: z.string().nullable(),
  email: z.string().nullable(),
  isDefault: z.boolean(),
  version,
  ...stamps,
});
export type InvoiceTitleRow = z.infer<typeof invoiceTitleRow>;

const details = {
  creditCode: creditCode.nullable(),
  contactName: line(50).nullable(),
  address: line(200).nullable(),
};
/** Left out, the number stays: lists show it masked, so a form sends it only when it was typed again. */
const contactMobile = mobile.nullable().optional();
const fields = { name: line(80), parentId: id.nullable(), ...details, contactMobile };
const invoiceFields = {
  title: line(100),
  taxNo,
  address: line(200).nullable(),
  phone: line(30).nullable(),
  bank: line(100).nullable(),
  bankAccount: digits(8, 30).nullable(),
  email: z.email().max(120).nullable(),
  isDefault: z.boolean(),
};

export const company = {
  queryCompany: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'company.view',
    summary: { zh: '公司列表', en: 'List companies' },
    input: cursorPageInput(['name', 'createdAt', 'updatedAt'], {
      ...tenantFilter,
      keyword: keyword.optional(),
      certification: z.array(z.enum(certificationStates)).min(1).optional(),
      /** The companies below this one, at any depth. */
      belowId: id.optional(),
    }),
    output: cursorPageOf(withTenant(companyRow)),
  }),
  getCompanyTree: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'company.view',
    summary: { zh: '公司树', en: 'The tree of companies' },
    input: z.strictObject({}),
    output: z.strictObject({
      list: z.array(
        z.strictObject({
          id,
          parentId: id.nullable(),
          name: z.string(),
          certification: z.enum(certificationStates),
        }),
      ),
    }),
  }),
  getCompany: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'company.view',
    summary: { zh: '公司详情', en: 'One company' },
    input: z.strictObject({ id }),
    output: companyRow,
  }),
  addCompany: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'company.edit',
    logs: 'company',
    summary: { zh: '新增公司', en: 'Add a company' },
    input: z.strictObject(fields),
    output: companyRow,
  }),
  editCompany: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'company.edit',
    logs: 'company',
    summary: {
      zh: '修改公司；已认证公司的名称与信用代码须他人审核后生效',
      en: 'Edit a company; name and credit code of a certified one wait for a checker',
    },
    input: z.strictObject({
      id,
      version,
      ...fields,
      /** Why, for the checker of what waits. */
      reason: reason.optional(),
    }),
    output: companyRow,
  }),
  deleteCompany: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'company.edit',
    logs: 'company',
    summary: { zh: '删除公司', en: 'Delete a company that nothing belongs to' },
    input: z.strictObject({ id, version }),
    output: nothing,
  }),
  getOwnCompany: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'company.view',
    summary: { zh: '本公司信息', en: 'One’s own company' },
    input: z.strictObject({}),
    output: companyRow.nullable(),
  }),
  submitCertification: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'company.edit',
    logs: 'company',
    summary: { zh: '提交认证（由他人审核）', en: 'Hand a company in for certification' },
    input: z.strictObject({ id, version, reason: reason.optional() }),
    output: companyRow,
    idempotent: true,
  }),
  queryInvoiceTitle: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'company.view',
    summary: { zh: '开票信息列表', en: 'Invoice titles of a company' },
    input: z.strictObject({ companyId: id }),
    output: z.strictObject({ list: z.array(invoiceTitleRow) }),
  }),
  addInvoiceTitle: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'company.edit',
    logs: 'invoiceTitle',
    summary: { zh: '新增开票信息', en: 'Add an invoice title' },
    input: z.strictObject({ companyId: id, ...invoiceFields }),
    output: invoiceTitleRow,
  }),
  editInvoiceTitle: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'company.edit',
    logs: 'invoiceTitle',
    summary: { zh: '修改开票信息', en: 'Edit an invoice title' },
    input: z.strictObject({ id, version, ...invoiceFields }),
    output: invoiceTitleRow,
  }),
  deleteInvoiceTitle: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'company.edit',
    logs: 'invoiceTitle',
    summary: { zh: '删除开票信息', en: 'Delete an invoice title' },
    input: z.strictObject({ id, version }),
    output: nothing,
  }),
};

export const certificationTransitions = transitions({
  area: 'company',
  record: { zh: '公司认证', en: 'Certification of a company' },
  words: certificationStateWords,
  initial: ['UNVERIFIED'],
  endpoints: company,
  actions: {
    submitCertification: {
      from: ['UNVERIFIED', 'REJECTED'],
      to: ['PENDING'],
      guard: { zh: '已填写统一社会信用代码', en: 'It has a credit code' },
      effect: { zh: '等待他人审核，其间不能修改', en: 'It waits for a checker, unchanged' },
    },
  },
  automatic: {
    certify: { by: { zh: '审核通过', en: 'A checker approved' }, from: ['PENDING'], to: ['VERIFIED'] },
    refuse: { by: { zh: '审核驳回', en: 'A checker rejected' }, from: ['PENDING'], to: ['REJECTED'] },
    takeBack: { by: { zh: '经办撤回', en: 'Its maker withdrew it' }, from: ['PENDING'], to: ['UNVERIFIED'] },
  },
});
