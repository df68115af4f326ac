import { z } from 'zod';
import { employeeStates } from './employee.ts';
import { endpoint } from './endpoint.ts';
import {
  day,
  fenNotNegative,
  formats,
  id,
  instant,
  keyword,
  line,
  reason,
  stamps,
  version,
} from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import { issueBatchStateWords, issueKinds, issueRowStates } from './issue-kinds.ts';
import { planAmount } from './issue-schedule.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf, sumInput, sumsOf, tenantFilter, withTenant } from './paging.ts';
import { transitions } from './transitions.ts';
import { waits } from './waits.ts';
import { valuesOf } from './words.ts';

declare module './home.ts' {
  interface TodoKinds {
    issueFailed: true;
  }
}

/** The most rows of a batch's file, and the latest that its day can be, in days from today. */
export const maxIssueRows = 100_000;
export const maxDaysAhead = 366;
/** The most that a batch can come to, in fen. */
export const maxIssueAmount = 1_000_000_000_000_000;

/** Whom of a merchant's employees something is issued to; departments with those below them. */
export const issueTarget = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('ALL') }),
  z.strictObject({ by: z.literal('DEPARTMENT'), ids: z.array(id).min(1).max(200) }),
  z.strictObject({ by: z.literal('LABEL'), values: z.array(line(40)).min(1).max(50) }),
  z.strictObject({ by: z.literal('GRADE'), values: z.array(line(40)).min(1).max(50) }),
  z.strictObject({ by: z.literal('EMPLOYEE'), ids: z.array(id).min(1).max(1_000) }),
]);
export type IssueTarget = z.infer<typeof issueTarget>;

/** What a client calls a batch, so that the same one sent again is the same batch. */
const batchNo = z
  .string()
  .regex(/^[A-Z0-9-]{6,40}$/)
  .register(formats, {
    zh: '6 至 40 位大写字母、数字或连字符',
    en: '6 to 40 capital letters, digits or hyphens',
    maxLength: 40,
  });

const head = {
  batchNo: batchNo.optional(),
  merchantId: id,
  /** The only 制度 that what is issued pays under. */
  institutionId: id.optional(),
  name: line(40),
  reason,
  /** Days in Asia/Shanghai: when it is issued (today where nothing is said), and the last on which it can be spent. */
  effectiveOn: day.optional(),
  lastDay: day.optional(),
};

/** 发放批次. */
export const issueBatch = z.strictObject({
  id,
  batchNo: z.string(),
  name: z.string(),
  kind: z.enum(issueKinds),
  merchant: option,
  institution: option.nullable(),
  state: z.enum(valuesOf(issueBatchStateWords)),
  reason: z.string(),
  fileName: z.string().nullable(),
  effectiveOn: day,
  /** Null: what it issues never ends. */
  lastDay: day.nullable(),
  total: z.int().min(0),
  done: z.int().min(0),
  failed: z.int().min(0),
  amount: fenNotNegative,
  doneAmount: fenNotNegative,
  takenBackAmount: fenNotNegative,
  /** What of the company's fund is promised to it. */
  heldAmount: fenNotNegative,
  message: z.string(),
  /** The job that works on it, or worked last: `/job/getJob` knows its progress. */
  jobId: id.nullable(),
  startedAt: instant.nullable(),
  /** The plan and its version that it is a run of; null, and so is all of the run, where somebody made it by hand. */
  plan: z.strictObject({ id, code: z.string(), name: z.string() }).nullable(),
  planVersion: z.int().min(1).nullable(),
  /** The run's own day in Asia/Shanghai, and when it was due, which rest days move. */
  runOn: day.nullable(),
  plannedAt: instant.nullable(),
  /** What is issued for; of joiners and anniversaries the day. */
  period: z.string().nullable(),
  version,
  ...stamps,
});
export type IssueBatchRecord = z.infer<typeof issueBatch>;

/** One person of a batch. */
export const issueRow = z.strictObject({
  id,
  rowNo: z.int().min(1),
  employeeNo: z.string(),
  employeeName: z.string(),
  /** Null where the file has no amount that can be read. */
  amount: fenNotNegative.nullable(),
  state: z.enum(issueRowStates),
  /** Why it failed, in the caller's language. */
  message: z.string(),
  takenBackAmount: fenNotNegative,
  finishedAt: instant.nullable(),
});

const step = z.strictObject({ id, version });

/** The most rows of a batch that are named to be voided. */
const maxVoidRows = 500;

const rowFilters = { issueId: id, state: z.array(z.enum(issueRowStates)).min(1).optional() };

const filters = {
  ...tenantFilter,
  merchantId: id.optional(),
  planId: id.optional(),
  keyword: keyword.optional(),
  state: z
    .array(z.enum(valuesOf(issueBatchStateWords)))
    .min(1)
    .optional(),
  /** Days in Asia/Shanghai, both included. */
  createdFrom: day.optional(),
  createdTo: day.optional(),
};

export const creditLimit = {
  previewTarget: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'creditlimit.view',
    summary: { zh: '发放对象预览', en: 'Whom a target means at this moment' },
    input: z.strictObject({ merchantId: id, target: issueTarget }),
    output: z.strictObject({
      /** How many they are in each state; those at work alone are issued to. */
      states: z.array(z.strictObject({ state: z.enum(employeeStates), count: z.int().min(1) })),
      /** The first twenty by their numbers. */
      people: z.array(
        z.strictObject({ id, employeeNo: z.string(), name: z.string(), state: z.enum(employeeStates) }),
      ),
    }),
  }),
  addIssue: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'creditlimit.issue',
    logs: 'issueBatch',
    // The same input under the same number makes nothing more.
    logsDone: false,
    idempotent: true,
    summary: { zh: '新建发放批次（先校验）', en: 'Make a batch of limits to be issued; it is only checked' },
    input: z.strictObject({ ...head, target: issueTarget, amount: planAmount }),
    /** `jobId` is the check's job; `batchId` leads to its outcome. */
    output: z.strictObject({ batchId: id, jobId: id }),
  }),
  uploadIssue: endpoint({
    kind: 'upload',
    access: 'session',
    permission: 'creditlimit.issue',
    logs: 'issueBatch',
    // The same input under the same number makes nothing more.
    logsDone: false,
    idempotent: true,
    summary: { zh: '上传发放名单（先校验）', en: 'Upload whom to issue how much; it is only checked' },
    input: z.strictObject(head),
    output: z.strictObject({ batchId: id, jobId: id }),
  }),
  issueTemplate: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'creditlimit.export',
    logs: 'export',
    logsDone: false,
    summary: { zh: '发放名单模板', en: 'The sheet that uploadIssue takes' },
    input: z.strictObject({ format: fileFormat }),
    output: z.null(),
  }),
  queryIssue: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'creditlimit.view',
    summary: { zh: '发放批次', en: 'List batches' },
    input: cursorPageInput(['createdAt', 'amount', 'state'], filters),
    output: cursorPageOf(withTenant(issueBatch)),
  }),
  sumIssue: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'creditlimit.view',
    summary: { zh: '发放批次合计', en: 'Sums of batches' },
    input: sumInput(filters),
    output: sumsOf({ amount: fenNotNegative, doneAmount: fenNotNegative, takenBackAmount: fenNotNegative }),
  }),
  getIssue: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'creditlimit.view',
    summary: { zh: '批次详情', en: 'One batch with the outcome of its check' },
    input: z.strictObject({ id }),
    output: issueBatch.extend({
      /** What the company's fund has free at this moment. */
      fundFreeAmount: fenNotNegative,
      /** Whether a checker would have to agree, were the caller to submit it now. */
      needsApproval: z.boolean(),
    }),
  }),
  queryIssueRow: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'creditlimit.view',
    summary: { zh: '批次明细', en: "A batch's rows" },
    input: cursorPageInput(['rowNo'], rowFilters),
    output: cursorPageOf(issueRow),
  }),
  submitIssue: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'creditlimit.issue',
    logs: 'issueBatch',
    idempotent: true,
    summary: {
      zh: '提交发放；超过审批阈值的待审核',
      en: 'Issue a draft on its day; one over the threshold waits for a checker',
    },
    input: step,
    output: issueBatch.extend(waits),
  }),
  cancelIssue: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'creditlimit.issue',
    logs: 'issueBatch',
    summary: { zh: '取消草稿批次', en: 'Drop a draft' },
    input: step,
    output: issueBatch,
  }),
  resumeIssue: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'creditlimit.issue',
    logs: 'issueBatch',
    summary: { zh: '继续发放已中止的批次', en: 'Issue what a stopped batch has left' },
    input: step,
    output: issueBatch,
  }),
  retryIssue: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'creditlimit.issue',
    logs: 'issueBatch',
    idempotent: true,
    summary: {
      zh: '重试发放时失败的行',
      en: 'Issue the rows that failed when it was issued; those that failed its check were never approved',
    },
    input: step,
    output: issueBatch,
  }),
  voidIssue: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'creditlimit.issue',
    logs: 'issueBatch',
    idempotent: true,
    summary: {
      zh: '作废批次或其中的行（仅未使用部分）；超过审批阈值的待审核',
      en: 'Void a batch or rows of it, as far as they are unspent; over the threshold it waits for a checker',
    },
    input: step.extend({
      reason,
      /** All that was issued where nothing is said. */
      rowNos: z.array(z.int().min(1)).min(1).max(maxVoidRows).optional(),
    }),
    /** `jobId` is null while a checker has to agree. */
    output: z.strictObject({ jobId: id.nullable(), ...waits }),
  }),
  exportIssueRow: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'creditlimit.export',
    logs: 'export',
    summary: { zh: '导出发放明细', en: "Export a batch's rows" },
    input: z.strictObject({ ...rowFilters, format: fileFormat }),
    output: exportStarted,
  }),
  exportIssueFailed: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'creditlimit.export',
    logs: 'export',
    summary: {
      zh: '下载失败行（同名单版式，附原因）',
      en: 'The failed rows in the layout of the file of people, with reasons',
    },
    input: z.strictObject({ id, format: fileFormat }),
    output: exportStarted,
  }),
};

export const issueTransitions = transitions({
  area: 'creditLimit',
  record: { zh: '发放批次', en: 'Batch of limits to be issued' },
  words: issueBatchStateWords,
  initial: ['CHECKING'],
  endpoints: creditLimit,
  actions: {
    submitIssue: {
      from: ['DRAFT'],
      to: ['SCHEDULED', 'RUNNING', 'SUBMITTED'],
      guard: { zh: '企业资金足够', en: "The company's fund covers it" },
      effect: {
        zh: '冻结企业资金；超过审批阈值的送审',
        en: 'Its sum is held; over the threshold it waits for a checker',
      },
    },
    cancelIssue: { from: ['DRAFT'], to: ['CANCELLED'] },
    resumeIssue: {
      from: ['STOPPED'],
      to: ['RUNNING'],
      effect: { zh: '发放剩余行', en: 'A job issues what is left' },
    },
    retryIssue: {
      from: ['PARTLY_DONE', 'FAILED'],
      to: ['RUNNING'],
      guard: {
        zh: '有发放时失败的行，企业资金足够',
        en: "Rows failed when it was issued, and the company's fund covers them",
      },
      effect: { zh: '冻结企业资金，发放失败行', en: 'Their sum is held, and a job issues them' },
    },
    voidIssue: {
      from: ['DONE', 'PARTLY_DONE', 'STOPPED'],
      to: ['VOIDING', 'SUBMITTED'],
      guard: { zh: '有未使用的额度', en: 'Something is unspent' },
      effect: {
        zh: '收回未使用部分；超过审批阈值的先送审',
        en: 'A job takes back what is unspent; over the threshold after a checker agreed',
      },
    },
  },
  automatic: {
    check: { by: { zh: '校验结束', en: 'The check ended' }, from: ['CHECKING'], to: ['DRAFT', 'FAILED'] },
    abandonCheck: {
      by: { zh: '校验被中止', en: 'The check was stopped' },
      from: ['CHECKING'],
      to: ['FAILED', 'CANCELLED'],
    },
    approve: {
      by: { zh: '审批通过', en: 'A checker approved' },
      from: ['SUBMITTED'],
      to: ['SCHEDULED', 'RUNNING'],
    },
    reject: {
      by: { zh: '审批驳回', en: 'A checker rejected' },
      from: ['SUBMITTED'],
      to: ['REJECTED'],
      effect: { zh: '释放冻结资金', en: 'What was held is released' },
    },
    withdraw: {
      by: { zh: '经办人撤回审批', en: 'Its maker withdrew it' },
      from: ['SUBMITTED'],
      to: ['DRAFT'],
      effect: { zh: '释放冻结资金', en: 'What was held is released' },
    },
    skip: {
      by: { zh: '计划执行被跳过', en: 'The run of its plan was skipped' },
      from: ['SCHEDULED'],
      to: ['SKIPPED'],
    },
    start: { by: { zh: '到生效日', en: 'Its day came' }, from: ['SCHEDULED'], to: ['RUNNING'] },
    endRun: {
      by: { zh: '发放结束或被中止', en: 'The job ended or was stopped' },
      from: ['RUNNING'],
      to: ['DONE', 'PARTLY_DONE', 'FAILED', 'STOPPED'],
    },
    approveVoid: {
      by: { zh: '作废审批通过', en: 'A checker approved the void' },
      from: ['SUBMITTED'],
      to: ['VOIDING'],
    },
    leaveVoid: {
      by: { zh: '作废被驳回或撤回', en: 'The void was rejected or withdrawn' },
      from: ['SUBMITTED'],
      to: ['DONE', 'PARTLY_DONE', 'STOPPED'],
    },
    endVoid: {
      by: { zh: '作废结束或被中止', en: 'The void ended or was stopped' },
      from: ['VOIDING'],
      to: ['VOIDED', 'PARTLY_VOIDED'],
    },
  },
});
