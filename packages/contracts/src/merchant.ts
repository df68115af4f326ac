import { z } from 'zod';
import { bulkResult } from './bulk.ts';
import { enabledStates } from './enabled-state.ts';
import { endpoint, type Label } from './endpoint.ts';
import {
  bulkIds,
  creditCode,
  digits,
  id,
  instant,
  keyword,
  line,
  mobileNumber,
  noInput,
  reason,
  stamps,
  version,
} from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import { option, tenantOption } from './option.ts';
import { cursorPageInput, cursorPageOf, tenantFilter, withTenant } from './paging.ts';
import { timelineOf } from './timeline.ts';
import { transitions } from './transitions.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** The ways between them stand in `merchantTransitions`. */
export const merchantStateWords = {
  PENDING: { zh: '待审核', en: 'Pending', tone: 'waiting' },
  ACTIVE: { zh: '正常', en: 'Active', tone: 'good' },
  DISABLED: { zh: '停用', en: 'Disabled', tone: 'bad' },
  CLOSED: { zh: '已注销', en: 'Closed', tone: 'quiet' },
  REJECTED: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
} as const satisfies WordsOf<string>;
export type MerchantState = keyof typeof merchantStateWords;
export const merchantStates = valuesOf(merchantStateWords);

/** A merchant as lists show it; personal data is masked. */
const merchantRow = z.strictObject({
  id,
  merchantNo: z.string(),
  name: z.string(),
  shortName: z.string(),
  creditCode: z.string(),
  contactName: z.string(),
  contactMobile: z.string(),
  brand: option.nullable(),
  platform: option.nullable(),
  mcc: z.string(),
  region: z.string(),
  state: z.enum(merchantStates),
  version,
  ...stamps,
});
export type MerchantRow = z.infer<typeof merchantRow>;

/** A merchant with all that its own page shows; the settlement account is masked. */
export const merchantDetail = merchantRow.extend({
  company: option.nullable(),
  settlementBank: z.string(),
  settlementAccount: z.string(),
  /** Why it was rejected, disabled or closed. */
  stateReason: z.string().nullable(),
  /** Its way to another company while that goes on; the company above is the new one by then. */
  move: z
    .strictObject({ from: z.string(), people: z.int(), movedPeople: z.int(), startedAt: instant })
    .nullable(),
  summary: z.strictObject({
    storeCount: z.int(),
    employeeCount: z.int(),
    availableLimit: z.int(),
    lockedLimit: z.int(),
    usedLimit: z.int(),
  }),
});
export type MerchantDetail = z.infer<typeof merchantDetail>;

export const merchantSortFields = ['merchantNo', 'name', 'state', 'createdAt', 'updatedAt'] as const;

/** What of a live merchant only a checker changes: where its money goes, who it is, and whose fund stands behind it. */
export const merchantGuarded = {
  creditCode: { zh: '统一社会信用代码', en: 'Credit code' },
  companyId: { zh: '所属公司', en: 'Company' },
  settlementBank: { zh: '开户行', en: 'Bank' },
  settlementAccount: { zh: '结算账户', en: 'Settlement account' },
} as const satisfies Record<string, Label>;

/** Approved once and not closed: a disabled merchant can be enabled again by its editor alone. */
export function isLive(state: MerchantState): boolean {
  return state === 'ACTIVE' || state === 'DISABLED';
}

const filters = {
  ...tenantFilter,
  keyword: keyword.optional(),
  state: z.array(z.enum(merchantStates)).min(1).optional(),
  brandId: id.optional(),
  platformId: id.optional(),
  companyId: id.optional(),
  region: keyword.optional(),
};

/** A settlement account or a contact's mobile number as typed. */
const settlementAccount = digits(8, 30);

const merchantFields = {
  name: line(100),
  shortName: line(40),
  contactName: line(40),
  companyId: id.nullable(),
  brandId: id.nullable(),
  platformId: id.nullable(),
  mcc: digits(4),
  region: line(60),
  settlementBank: line(60),
};

const transition = z.strictObject({ id, version, reason });
const bulk = z.strictObject({ ids: bulkIds, reason });

export const merchant = {
  queryMerchant: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'merchant.view',
    summary: { zh: '商户列表', en: 'List merchants' },
    input: cursorPageInput(merchantSortFields, filters),
    output: cursorPageOf(withTenant(merchantRow)),
  }),
  getMerchant: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'merchant.view',
    summary: { zh: '商户详情', en: 'One merchant' },
    input: z.strictObject({ id }),
    output: merchantDetail,
  }),
  queryTimeline: timelineOf('merchant.view'),
  addMerchant: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'merchant.edit',
    logs: 'merchant',
    summary: { zh: '新增商户（待审核）', en: 'Add a merchant (to be approved)' },
    input: z.strictObject({ ...merchantFields, creditCode, contactMobile: mobileNumber, settlementAccount }),
    output: merchantDetail,
  }),
  editMerchant: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'merchant.edit',
    logs: 'merchant',
    summary: {
      zh: '修改商户；未传的手机与结算账户保持不变。正常或停用商户的信用代码、公司、开户行与结算账户须他人审核后生效',
      en: 'Edit a merchant; an omitted mobile or settlement account stays as it is. Credit code, company, bank and settlement account of one that is active or disabled wait for a checker',
    },
    input: z.strictObject({
      id,
      version,
      ...merchantFields,
      creditCode,
      contactMobile: mobileNumber.optional(),
      settlementAccount: settlementAccount.optional(),
      /** Why, for the checker of what waits. */
      reason: reason.optional(),
    }),
    output: merchantDetail,
  }),
  approveMerchant: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'merchant.approve',
    logs: 'merchant',
    summary: { zh: '审核通过', en: 'Approve a merchant' },
    input: z.strictObject({ id, version }),
    output: merchantDetail,
  }),
  rejectMerchant: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'merchant.approve',
    logs: 'merchant',
    summary: { zh: '驳回', en: 'Reject a merchant' },
    input: transition,
    output: merchantDetail,
  }),
  enableMerchant: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'merchant.edit',
    logs: 'merchant',
    summary: { zh: '启用（逐条返回结果）', en: 'Enable merchants, row by row' },
    input: bulk,
    output: bulkResult,
  }),
  disableMerchant: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'merchant.edit',
    logs: 'merchant',
    summary: { zh: '停用（逐条返回结果）', en: 'Disable merchants, row by row' },
    input: bulk,
    output: bulkResult,
  }),
  closeMerchant: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'merchant.edit',
    logs: 'merchant',
    summary: { zh: '注销（须先停用）', en: 'Close a disabled merchant for good' },
    input: transition,
    output: merchantDetail,
  }),
  revealMerchant: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'merchant.reveal',
    logs: 'merchant',
    summary: { zh: '查看完整手机与结算账户（留痕）', en: 'Reveal mobile and settlement account; logged' },
    input: z.strictObject({ id, reason }),
    output: z.strictObject({ contactMobile: z.string(), settlementAccount: z.string() }),
  }),
  exportMerchant: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'merchant.export',
    logs: 'export',
    summary: { zh: '导出商户', en: 'Export merchants' },
    input: z.strictObject({ ...filters, format: fileFormat }),
    output: exportStarted,
  }),
  queryMerchantOption: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'merchant.view',
    summary: { zh: '商户选项（前 50 个）', en: 'Merchants for a picker, the first 50' },
    input: z.strictObject({ keyword: keyword.optional() }),
    output: z.array(option.extend({ merchantNo: z.string(), state: z.enum(merchantStates) })),
  }),
  queryBrandOption: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'merchant.view',
    summary: { zh: '品牌选项', en: 'Brands for a picker' },
    input: noInput,
    output: z.array(tenantOption.extend({ state: z.enum(enabledStates) })),
  }),
  queryPlatformOption: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'merchant.view',
    summary: { zh: '平台选项', en: 'Platforms for a picker' },
    input: noInput,
    output: z.array(tenantOption.extend({ state: z.enum(enabledStates) })),
  }),
  queryCompanyOption: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'merchant.view',
    summary: { zh: '公司选项', en: 'Companies for a picker' },
    input: noInput,
    output: z.array(tenantOption),
  }),
};

export const merchantTransitions = transitions({
  area: 'merchant',
  record: { zh: '商户', en: 'Merchant' },
  words: merchantStateWords,
  initial: ['PENDING'],
  endpoints: merchant,
  actions: {
    approveMerchant: {
      from: ['PENDING'],
      to: ['ACTIVE'],
      guard: {
        zh: '由他人审核，且其平台未停用',
        en: 'By another than who submitted it; its platform is in use',
      },
    },
    rejectMerchant: {
      from: ['PENDING'],
      to: ['REJECTED'],
      guard: { zh: '由他人审核', en: 'By another than who submitted it' },
    },
    enableMerchant: {
      from: ['DISABLED'],
      to: ['ACTIVE'],
      guard: { zh: '其平台未停用', en: 'Its platform is in use' },
    },
    disableMerchant: { from: ['ACTIVE'], to: ['DISABLED'] },
    closeMerchant: {
      from: ['DISABLED'],
      to: ['CLOSED'],
      guard: {
        zh: '员工没有未用额度，卡没有余额或未完成授权，也没有待审核的变更',
        en: 'No employee has an unspent limit, no card has money on it or held of it, and no change waits',
      },
    },
  },
  automatic: {
    registerAgain: {
      by: { zh: '修改后重新送审', en: 'Edited, and submitted again' },
      from: ['REJECTED'],
      to: ['PENDING'],
    },
  },
});
