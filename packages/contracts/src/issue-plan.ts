import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, fen, fenNotNegative, id, instant, keyword, line, reason, stamps, version } from './fields.ts';
import { issueTarget } from './issue.ts';
import { issueBatchStateWords, issuePlanStates, issuePlanStateWords, issuePlanTypes } from './issue-kinds.ts';
import { planAmount, planTiming } from './issue-schedule.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf, tenantFilter, withTenant } from './paging.ts';
import { institutionVersionStates } from './rule-institution.ts';
import { transitions } from './transitions.ts';
import { valuesOf } from './words.ts';

declare module './home.ts' {
  interface TodoKinds {
    planShort: true;
    /** Of the calendar that plans go by. */
    calendarMissing: true;
  }
}

/** What a plan says: when it issues how much to whom, and what becomes of it. */
export const planDefinition = planTiming.safeExtend({
  target: issueTarget,
  amount: planAmount,
  /** The only 制度 that what is issued pays under. */
  institutionId: id.optional(),
});
export type PlanDefinition = z.infer<typeof planDefinition>;

/** The most runs that are looked ahead. */
export const maxPreview = 12;

const planVersion = z.strictObject({
  no: z.int().min(1),
  state: z.enum(institutionVersionStates),
  definition: planDefinition,
  /** The definition as a sentence, in the request's language. */
  words: z.string(),
  /** What the definition names by its ids, with the names. */
  named: z.array(option),
  sha256: z.string(),
  /** The most that one run was to issue when it was handed in, in fen, and to how many; null before. */
  mostAmount: fenNotNegative.nullable(),
  mostPeople: z.int().min(0).nullable(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  publishedAt: instant.nullable(),
});
export type PlanVersion = z.infer<typeof planVersion>;

/** 发放计划 as lists show it: by the version that runs, or by the newest where none does. */
export const issuePlan = z.strictObject({
  id,
  code: z.string(),
  name: z.string(),
  type: z.enum(issuePlanTypes),
  merchant: option,
  institution: option.nullable(),
  words: z.string(),
  state: z.enum(issuePlanStates),
  versionNo: z.int().min(1),
  /** A newer version that is a draft or waits; null without one. */
  next: z.strictObject({ no: z.int(), state: z.enum(['DRAFT', 'SUBMITTED']) }).nullable(),
  /** The day of its next run, and what that would issue at this moment, in fen; null where it has none, or does not run. */
  nextRunOn: day.nullable(),
  nextAmount: fenNotNegative.nullable(),
  /** How its last run is. */
  lastState: z.enum(valuesOf(issueBatchStateWords)).nullable(),
  version,
  ...stamps,
});
export type IssuePlanRow = z.infer<typeof issuePlan>;

export const issuePlanDetail = issuePlan.extend({
  /** What runs; null before the first approval. */
  published: planVersion.nullable(),
  /** The newest, which the editor opens. */
  newest: planVersion,
});
export type IssuePlanDetail = z.infer<typeof issuePlanDetail>;

/** A run that is to come. */
export const previewedRun = z.strictObject({
  /** Its own day, which rest days don't move. */
  runOn: day,
  /** When it is due; null: that waits for the work calendar. */
  runAt: instant.nullable(),
  /** What is issued for; null where each has their own. */
  period: z.string().nullable(),
  /** Whom it issues to, as they are at this moment. */
  people: z.int().min(0),
  /** Who is known to come after it within its period, and gets a share of it then. */
  joiners: z.int().min(0),
  /** What both get, in fen. */
  amount: fenNotNegative,
  /** The last day on which it can be spent; null: it never ends. */
  lastDay: day.nullable(),
  /** What the company's fund would have left after it, were nothing else to move it, in fen. */
  fundAfter: fen,
  /** What is to be said of it, in the request's language; mostly nothing. */
  note: z.string(),
});
export type PreviewedRun = z.infer<typeof previewedRun>;

const act = z.strictObject({ id, version, reason });

const filters = {
  ...tenantFilter,
  merchantId: id.optional(),
  keyword: keyword.optional(),
  type: z.array(z.enum(issuePlanTypes)).min(1).optional(),
  state: z.array(z.enum(issuePlanStates)).min(1).optional(),
  /** Only enabled ones of companies whose funds have less free than their plans are to issue within seven days. */
  short: z.boolean().optional(),
};

/** 自动发放: plans that issue limits by the calendar. */
export const autoIssue = {
  queryPlan: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'creditlimit.view',
    summary: { zh: '发放计划', en: 'List plans' },
    input: cursorPageInput(['createdAt'], filters),
    output: cursorPageOf(withTenant(issuePlan)),
  }),
  getPlan: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'creditlimit.view',
    summary: { zh: '计划详情：执行版本与最新版本', en: 'One plan: the version that runs, and the newest' },
    input: z.strictObject({ id }),
    output: issuePlanDetail,
  }),
  addPlan: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'creditlimit.issue',
    logs: 'issuePlan',
    summary: { zh: '新建发放计划（草稿）', en: 'Add a plan as a draft' },
    input: planDefinition.safeExtend({ merchantId: id, name: line(40) }),
    output: issuePlanDetail,
  }),
  editPlan: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'creditlimit.issue',
    logs: 'issuePlan',
    summary: {
      zh: '修改计划：已启用的产生新版本草稿，原版本继续执行',
      en: 'Edit a plan; of an enabled one a new draft is made, and the old version runs on',
    },
    input: planDefinition.safeExtend({ id, version, name: line(40) }),
    output: issuePlanDetail,
  }),
  submitPlan: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'creditlimit.issue',
    logs: 'issuePlan',
    summary: { zh: '提交审核', en: 'Submit a plan for approval' },
    input: act,
    output: issuePlanDetail,
  }),
  disablePlan: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'creditlimit.issue',
    logs: 'issuePlan',
    summary: { zh: '停用（立即生效）', en: 'Disable at once' },
    input: act,
    output: issuePlanDetail,
  }),
  archivePlan: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'creditlimit.issue',
    logs: 'issuePlan',
    summary: { zh: '归档（不可恢复）', en: 'Archive for good' },
    input: act,
    output: issuePlanDetail,
  }),
  previewPlan: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'creditlimit.view',
    summary: {
      zh: '执行预览：今后最多 12 期的日期、人数与金额',
      en: 'The next runs, at most twelve, with people and amounts',
    },
    /** Of a plan as its newest version has it, or of a definition that is being written; with both, as that plan would go on with it. */
    input: z
      .strictObject({
        id: id.optional(),
        plan: planDefinition.safeExtend({ merchantId: id }).optional(),
        count: z.int().min(1).max(maxPreview).default(maxPreview),
      })
      .refine((input) => input.id !== undefined || input.plan !== undefined, { path: ['id'] }),
    output: z.array(previewedRun),
  }),
};

export const issuePlanTransitions = transitions({
  area: 'autoIssue',
  record: { zh: '发放计划', en: 'Plan of issuing' },
  words: issuePlanStateWords,
  initial: ['DRAFT'],
  endpoints: autoIssue,
  actions: {
    submitPlan: {
      from: ['DRAFT', 'DISABLED', 'ENABLED'],
      to: ['SUBMITTED', 'ENABLED'],
      guard: {
        zh: '启用中的计划须有新版本草稿',
        en: 'Of an enabled one a newer version is a draft; it stays enabled',
      },
    },
    disablePlan: {
      from: ['ENABLED'],
      to: ['DISABLED'],
      effect: { zh: '立即不再执行', en: 'It runs no more, at once' },
    },
    archivePlan: { from: ['DISABLED', 'DRAFT'], to: ['ARCHIVED'] },
  },
  automatic: {
    approve: {
      by: { zh: '审批通过', en: 'Approved' },
      from: ['SUBMITTED', 'ENABLED'],
      to: ['ENABLED'],
      effect: {
        zh: '新版本发布，从此刻起执行，不补过去',
        en: 'The version is published and runs from then on, never for the past',
      },
    },
    sendBack: {
      by: { zh: '审批驳回或撤回', en: 'Rejected or withdrawn' },
      from: ['SUBMITTED'],
      to: ['DRAFT'],
    },
  },
});
