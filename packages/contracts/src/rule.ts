import { z } from 'zod';
import { bulkResult } from './bulk.ts';
import { consumptionCategories, payChannels } from './consumption.ts';
import { endpoint } from './endpoint.ts';
import {
  bulkIds,
  chosenInstant,
  digits,
  fenNotNegative,
  fenPositive,
  id,
  keyword,
  line,
  noInput,
  reason,
  version,
} from './fields.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf, pageInput, pageOf, tenantFilter, withTenant } from './paging.ts';
import { cityCode } from './rule-condition.ts';
import { decision } from './rule-decision.ts';
import {
  inOrder,
  institutionDetail,
  institutionRow,
  institutionStates,
  institutionStateWords,
  institutionVersion,
  outOfOrder,
  scopeLine,
  terms,
} from './rule-institution.ts';
import { transitions } from './transitions.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** What a bulk change of scopes does with its lines. */
export const scopeChangeWords = {
  ADD: { zh: '加入范围', en: 'Put into the scope' },
  REMOVE: { zh: '移出范围', en: 'Take out of the scope' },
} as const satisfies WordsOf<string>;
export const scopeChanges = valuesOf(scopeChangeWords);

/** Whether an employee whom no 制度 covers may pay. */
export const withoutRuleWords = {
  ALLOW: { zh: '允许支付', en: 'May pay' },
  DECLINE: { zh: '拒付', en: 'Is declined' },
} as const satisfies WordsOf<string>;
export const withoutRules = valuesOf(withoutRuleWords);

const filters = {
  ...tenantFilter,
  keyword: keyword.optional(),
  state: z.array(z.enum(institutionStates)).min(1).optional(),
  category: z.enum(consumptionCategories).optional(),
  /** Those that cover this employee. */
  employeeId: id.optional(),
};

const act = z.strictObject({ id, version, reason });

/** What is refused to people whom a 制度 does not cover, and to whom. */
const setting = z.strictObject({
  /** Under which its change is approved; null while the tenant has set nothing. */
  id: id.nullable(),
  withoutRule: z.enum(withoutRules),
  /** What somebody wants it to be, until it is decided. */
  proposed: z.enum(withoutRules).nullable(),
  /** 0 while the tenant has set nothing. */
  version: z.int().min(0),
});

const person = z.strictObject({
  id,
  name: z.string(),
  employeeNo: z.string(),
  merchant: option,
});

/** What two 制度 do to each other, or one by itself. */
export const overlapKindWords = {
  SHADOWED: { zh: '不会生效', en: 'Never decides', tone: 'bad' },
  TIGHTER: { zh: '同时适用，取较小', en: 'Both apply, the smaller counts', tone: 'info' },
  DUPLICATE: { zh: '重复', en: 'Duplicate', tone: 'waiting' },
  GAP: { zh: '无制度覆盖', en: 'Not covered', tone: 'waiting' },
  EXPIRING: { zh: '即将到期', en: 'Ends soon', tone: 'waiting' },
} as const satisfies WordsOf<string>;
export const overlapKinds = valuesOf(overlapKindWords);

/** 使用规则: 制度, their versions, and what they say of payments. */
export const rule = {
  queryInstitution: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'rule.view',
    summary: { zh: '制度列表', en: 'List policies' },
    input: cursorPageInput(['code', 'name', 'createdAt'], filters),
    output: cursorPageOf(withTenant(institutionRow)),
  }),
  getInstitution: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'rule.view',
    summary: {
      zh: '制度详情：生效版本与最新版本',
      en: 'One policy: the version that judges, and the newest',
    },
    input: z.strictObject({ id }),
    output: institutionDetail,
  }),
  addInstitution: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'rule.edit',
    logs: 'institution',
    summary: { zh: '新增制度（草稿）', en: 'Add a policy as a draft' },
    input: z.strictObject({ name: line(40), ...terms }).refine(inOrder, outOfOrder),
    output: institutionDetail,
  }),
  editInstitution: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'rule.edit',
    logs: 'institution',
    summary: {
      zh: '修改制度：已发布的产生新版本草稿，原版本继续生效',
      en: 'Edit a policy; of a published one a new draft is made, and the old version judges on',
    },
    input: z.strictObject({ id, version, name: line(40), ...terms }).refine(inOrder, outOfOrder),
    output: institutionDetail,
  }),
  submitInstitution: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'rule.edit',
    logs: 'institution',
    summary: { zh: '提交审核', en: 'Submit a version for approval' },
    input: act,
    output: institutionDetail,
  }),
  disableInstitution: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'rule.edit',
    logs: 'institution',
    summary: { zh: '停用（立即生效）', en: 'Disable at once' },
    input: act,
    output: institutionDetail,
  }),
  archiveInstitution: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'rule.edit',
    logs: 'institution',
    summary: { zh: '归档（不可恢复）', en: 'Archive for good' },
    input: act,
    output: institutionDetail,
  }),
  assignInstitution: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'rule.edit',
    logs: 'institution',
    idempotent: true,
    summary: {
      zh: '批量指派：增减范围，已发布的生成新版本并提交审核（逐条返回结果）',
      en: 'Add scope lines to policies or take them out: what is published gets a new version, submitted for approval',
    },
    input: z.strictObject({
      ids: bulkIds,
      scopes: z.array(scopeLine).min(1).max(200),
      change: z.enum(scopeChanges),
      reason,
    }),
    output: bulkResult,
  }),
  queryVersion: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'rule.view',
    summary: { zh: '版本及其差异', en: 'The versions of a policy, newest first, with what each changed' },
    input: pageInput(['no'], { id }),
    output: pageOf(
      institutionVersion.extend({
        /** What differs from the version before, in the request's language. */
        changes: z.array(
          z.strictObject({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
        ),
      }),
    ),
  }),
  previewScope: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'rule.view',
    summary: {
      zh: '范围预览：覆盖与未覆盖的员工',
      en: 'Whom a scope covers of those that the caller sees, and who stays without any policy',
    },
    /** Of a 制度 as its newest version has it, or of lines that are being written; with neither, who stays without any 制度. */
    input: z.strictObject({ id: id.optional(), scopes: z.array(scopeLine).min(1).max(200).optional() }),
    output: z.strictObject({
      covered: z.int().min(0),
      /** Employees at work whom neither this nor another enabled 制度 covers. */
      uncovered: z.int().min(0),
      /** Of an enabled 制度: employees at work whom nothing would cover without it; otherwise 0. */
      coveredAlone: z.int().min(0),
      firstCovered: z.array(person),
      firstUncovered: z.array(person),
    }),
  }),
  explainOverlap: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'rule.view',
    summary: { zh: '制度重叠与缺口', en: 'Where policies overlap, never decide, or leave a gap' },
    input: z.strictObject({ ...tenantFilter, id: id.optional() }),
    output: z.array(
      z.strictObject({
        kind: z.enum(overlapKinds),
        institution: z.strictObject({ id, code: z.string(), name: z.string() }).nullable(),
        other: z.strictObject({ id, code: z.string(), name: z.string() }).nullable(),
        words: z.string(),
      }),
    ),
  }),
  tryPayment: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'rule.view',
    summary: { zh: '试一笔：按当前制度判断，不入账', en: 'Judge a payment without making it' },
    input: z.strictObject({
      employeeId: id,
      amount: fenPositive,
      personalAmount: fenNotNegative.default(0),
      category: z.enum(consumptionCategories),
      channel: z.enum(payChannels).default('ALIPAY'),
      /** The employee's own merchant where it is left out; so are its MCC and city. */
      payeeMerchantId: id.optional(),
      mcc: digits(4).optional(),
      city: cityCode.optional(),
      at: chosenInstant,
    }),
    output: decision,
  }),
  getSetting: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'rule.view',
    summary: { zh: '规则设置：无制度时如何处理', en: 'What happens to payments that no policy covers' },
    input: noInput,
    output: setting,
  }),
  editSetting: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'rule.edit',
    logs: 'ruleSetting',
    summary: { zh: '修改规则设置（须他人审核）', en: 'Change the setting; somebody else approves it' },
    input: z.strictObject({ withoutRule: z.enum(withoutRules), version: z.int().min(0), reason }),
    output: setting,
  }),
};

export const institutionTransitions = transitions({
  area: 'rule',
  record: { zh: '制度', en: 'Policy' },
  words: institutionStateWords,
  initial: ['DRAFT'],
  endpoints: rule,
  actions: {
    submitInstitution: {
      from: ['DRAFT', 'DISABLED', 'ENABLED'],
      to: ['SUBMITTED', 'ENABLED'],
      guard: {
        zh: '启用中的制度须有新版本草稿',
        en: 'Of an enabled one a newer version is a draft; it stays enabled',
      },
    },
    disableInstitution: {
      from: ['ENABLED'],
      to: ['DISABLED'],
      effect: { zh: '立即不再参与判断', en: 'It judges no more, at once' },
    },
    archiveInstitution: { from: ['DISABLED', 'DRAFT'], to: ['ARCHIVED'] },
  },
  automatic: {
    approve: {
      by: { zh: '审批通过', en: 'Approved' },
      from: ['SUBMITTED', 'ENABLED'],
      to: ['ENABLED'],
      effect: { zh: '新版本发布，原版本被替换', en: 'The version is published and replaces the one before' },
    },
    sendBack: {
      by: { zh: '审批驳回或撤回', en: 'Rejected or withdrawn' },
      from: ['SUBMITTED'],
      to: ['DRAFT'],
    },
  },
});
