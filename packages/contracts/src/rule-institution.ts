import { z } from 'zod';
import { consumptionCategories } from './consumption.ts';
import { day, id, instant, line, stamps, version } from './fields.ts';
import { option } from './option.ts';
import { condition } from './rule-condition.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** The ways between them stand in `institutionTransitions`. */
export const institutionStateWords = {
  DRAFT: { zh: '草稿', en: 'Draft', tone: 'quiet' },
  SUBMITTED: { zh: '待审核', en: 'Pending', tone: 'waiting' },
  ENABLED: { zh: '启用', en: 'Enabled', tone: 'good' },
  DISABLED: { zh: '停用', en: 'Disabled', tone: 'bad' },
  ARCHIVED: { zh: '归档', en: 'Archived', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export type InstitutionState = keyof typeof institutionStateWords;
export const institutionStates = valuesOf(institutionStateWords);

/** Of an enabled 制度 one version judges while the next is a draft or waits. */
export const institutionVersionStateWords = {
  DRAFT: { zh: '草稿', en: 'Draft', tone: 'quiet' },
  SUBMITTED: { zh: '待审核', en: 'Pending', tone: 'waiting' },
  PUBLISHED: { zh: '已发布', en: 'Published', tone: 'good' },
  RETIRED: { zh: '已替换', en: 'Replaced', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const institutionVersionStates = valuesOf(institutionVersionStateWords);

/** What happens to the part of a payment that is above the caps. */
export const excessWords = {
  DECLINE: { zh: '拒付', en: 'Decline' },
  SPLIT: { zh: '超额个人支付', en: 'The employee pays what is above' },
  PERSONAL: { zh: '全部个人支付', en: 'The employee pays all of it' },
} as const satisfies WordsOf<string>;
export type Excess = keyof typeof excessWords;
export const excesses = valuesOf(excessWords);

/** Whom a 制度 is for; companies and departments with those below them. */
export const scopeKindWords = {
  ALL: { zh: '全体员工', en: 'All employees' },
  COMPANY: { zh: '公司', en: 'Company' },
  MERCHANT: { zh: '商户', en: 'Merchant' },
  DEPARTMENT: { zh: '部门', en: 'Department' },
  LABEL: { zh: '标签', en: 'Label' },
  GRADE: { zh: '职级', en: 'Grade' },
  EMPLOYEE: { zh: '员工', en: 'Employees' },
} as const satisfies WordsOf<string>;
export const scopeKinds = valuesOf(scopeKindWords);

const excluded = z.boolean().default(false);

/** One line of a scope; of an employee that one line includes and another excludes, the exclusion wins. */
export const scopeLine = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ALL'), excluded: z.literal(false).default(false) }),
  z.strictObject({ kind: z.enum(['COMPANY', 'MERCHANT', 'DEPARTMENT']), excluded, id }),
  z.strictObject({ kind: z.enum(['LABEL', 'GRADE']), excluded, value: line(40) }),
  z.strictObject({ kind: z.literal('EMPLOYEE'), excluded, ids: z.array(id).min(1).max(1000) }),
]);
export type ScopeLineInput = z.infer<typeof scopeLine>;

const ruleInput = z.strictObject({
  /** Of a rule of the version before: what was used of it goes on counting. */
  key: id.optional(),
  conditions: z.array(condition).min(1).max(20),
});

/** What of a 制度 a version fixes, as it is handed in. */
export const terms = {
  /** Empty: every category. */
  categories: z.array(z.enum(consumptionCategories)).max(10),
  /** The least judges first. */
  priority: z.int().min(1).max(999),
  excess: z.enum(excesses),
  /** Days in Asia/Shanghai, both included. */
  validFrom: day,
  validTo: day.nullable().default(null),
  scopes: z.array(scopeLine).min(1).max(200),
  rules: z.array(ruleInput).min(1).max(50),
};

/** The days of the terms in their order, and where it is told that they are not. */
export const inOrder = ({ validFrom, validTo }: { validFrom: string; validTo: string | null }) =>
  validTo === null || validFrom <= validTo;
export const outOfOrder = { path: ['validTo'] };

/** A scope line with the names of what it names; of employees the first three and how many there are. */
const shownScope = z.strictObject({
  kind: z.enum(scopeKinds),
  excluded: z.boolean(),
  id: id.nullable(),
  ids: z.array(id),
  name: z.string(),
});

const shownRule = z.strictObject({
  key: id,
  seq: z.int().min(1),
  conditions: z.array(condition),
  /** The rule as one sentence, in the request's language. */
  sentence: z.string(),
});

/** A version with all that it says. */
export const institutionVersion = z.strictObject({
  id,
  no: z.int().min(1),
  state: z.enum(institutionVersionStates),
  categories: z.array(z.enum(consumptionCategories)),
  priority: z.int(),
  excess: z.enum(excesses),
  validFrom: day,
  validTo: day.nullable(),
  sha256: z.string(),
  scopes: z.array(shownScope),
  rules: z.array(shownRule),
  /** What scopes and conditions name by their ids, with the names. */
  named: z.array(option),
  createdAt: instant,
  createdBy: z.string().nullable(),
  publishedAt: instant.nullable(),
});
export type InstitutionVersion = z.infer<typeof institutionVersion>;

/** 制度 as lists show it: by the version that judges, or by the newest where none does. */
export const institutionRow = z.strictObject({
  id,
  code: z.string(),
  name: z.string(),
  categories: z.array(z.enum(consumptionCategories)),
  priority: z.int(),
  excess: z.enum(excesses),
  /** Employees at work whom it covers at this moment. */
  people: z.int().min(0),
  versionNo: z.int().min(1),
  validFrom: day,
  validTo: day.nullable(),
  state: z.enum(institutionStates),
  /** A newer version that is a draft or waits; null without one. */
  next: z.strictObject({ no: z.int(), state: z.enum(['DRAFT', 'SUBMITTED']) }).nullable(),
  /** Payments that it declined this month. */
  declinedCount: z.int().min(0),
  version,
  ...stamps,
});
export type InstitutionRow = z.infer<typeof institutionRow>;

export const institutionDetail = institutionRow.extend({
  /** What judges; null before the first approval. */
  published: institutionVersion.nullable(),
  /** The newest, which the editor opens. */
  newest: institutionVersion,
});
export type InstitutionDetail = z.infer<typeof institutionDetail>;
