import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, fenNotNegative, id, reason, version } from './fields.ts';
import { issueBatch, issueRow } from './issue.ts';
import { issueRowStates } from './issue-kinds.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf, tenantFilter, withTenant } from './paging.ts';
import { transitions } from './transitions.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** 执行: where a run of a plan is; once it has issued, it is voided like any batch. */
export const executionStateWords = {
  SCHEDULED: { zh: '待执行', en: 'Scheduled', tone: 'waiting' },
  SUBMITTED: { zh: '待审核', en: 'Pending', tone: 'waiting' },
  RUNNING: { zh: '执行中', en: 'Running', tone: 'info' },
  DONE: { zh: '成功', en: 'Done', tone: 'good' },
  PARTLY_DONE: { zh: '部分成功', en: 'Partly done', tone: 'bad' },
  FAILED: { zh: '失败', en: 'Failed', tone: 'bad' },
  STOPPED: { zh: '已中止', en: 'Stopped', tone: 'bad' },
  REJECTED: { zh: '驳回', en: 'Rejected', tone: 'bad' },
  SKIPPED: { zh: '已跳过', en: 'Skipped', tone: 'quiet' },
  VOIDING: { zh: '作废中', en: 'Voiding', tone: 'info' },
  VOIDED: { zh: '已作废', en: 'Voided', tone: 'quiet' },
  PARTLY_VOIDED: { zh: '部分作废', en: 'Partly voided', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const executionStates = valuesOf(executionStateWords);
export type ExecutionState = keyof typeof executionStateWords;

const { plan, planVersion, runOn, plannedAt, period } = issueBatch.shape;
/** One run of a plan: a batch with the plan's day. */
export const issueExecution = issueBatch.extend({
  plan: plan.unwrap(),
  planVersion: planVersion.unwrap(),
  runOn: runOn.unwrap(),
  plannedAt: plannedAt.unwrap(),
  period: period.unwrap(),
});
export type IssueExecution = z.infer<typeof issueExecution>;

const filters = {
  ...tenantFilter,
  merchantId: id.optional(),
  planId: id.optional(),
  state: z.array(z.enum(executionStates)).min(1).optional(),
  /** Of their own days, both included. */
  runFrom: day.optional(),
  runTo: day.optional(),
};

/** A run that is written down, or a plan's day that has none. */
const which = z
  .strictObject({
    id: id.optional(),
    version: version.optional(),
    planId: id.optional(),
    runOn: day.optional(),
    reason,
  })
  .refine((given) => given.id !== undefined || (given.planId !== undefined && given.runOn !== undefined), {
    path: ['id'],
  });

/** 离职多用: what somebody who left spent of a period's money beyond the share of the days until then, in fen. */
const overspent = z.strictObject({
  id,
  employeeNo: z.string(),
  name: z.string(),
  merchant: option,
  plan: z.strictObject({ id, code: z.string(), name: z.string() }),
  period: z.string(),
  leftOn: day,
  issuedAmount: fenNotNegative,
  spentAmount: fenNotNegative,
  overAmount: fenNotNegative,
});
export type Overspent = z.infer<typeof overspent>;

/** 执行列表: what the plans' days came to. */
export const execution = {
  queryExecution: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'creditlimit.view',
    summary: { zh: '计划执行列表', en: 'List the runs of plans' },
    input: cursorPageInput(['createdAt'], filters),
    output: cursorPageOf(withTenant(issueExecution)),
  }),
  getExecution: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'creditlimit.view',
    summary: { zh: '执行详情', en: 'One run of a plan' },
    input: z.strictObject({ id }),
    output: issueExecution,
  }),
  queryExecutionRow: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'creditlimit.view',
    summary: { zh: '执行明细', en: "A run's rows" },
    input: cursorPageInput(['rowNo'], {
      issueId: id,
      state: z.array(z.enum(issueRowStates)).min(1).optional(),
    }),
    output: cursorPageOf(issueRow),
  }),
  queryOverspent: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'creditlimit.view',
    summary: {
      zh: '离职多用：离职员工超出折算部分的使用，仅供查看',
      en: 'What leavers have spent beyond their share of a period; nothing is booked for it',
    },
    /** Days on which people left, both included. */
    input: z.strictObject({ merchantId: id.optional(), leftFrom: day, leftTo: day }),
    /** The latest leavers first, at most a thousand. */
    output: z.array(overspent),
  }),
  retryExecution: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'creditlimit.issue',
    logs: 'issueBatch',
    idempotent: true,
    summary: {
      zh: '重试失败的执行或其失败的行',
      en: 'Try a failed run again, or the rows of it that failed',
    },
    input: which,
    output: issueExecution,
  }),
  skipExecution: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'creditlimit.issue',
    logs: 'issueBatch',
    summary: { zh: '跳过待执行或将来的一期', en: 'Skip a run that is scheduled or to come' },
    input: which,
    output: issueExecution,
  }),
  reissueExecution: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'creditlimit.issue',
    logs: 'issueBatch',
    idempotent: true,
    summary: { zh: '补发已跳过或错过的一期', en: 'Do a run after all that was skipped or missed' },
    input: which,
    output: issueExecution,
  }),
};

export const executionTransitions = transitions({
  area: 'autoIssue',
  record: { zh: '计划执行', en: 'Run of a plan' },
  words: executionStateWords,
  initial: ['SCHEDULED', 'SKIPPED'],
  endpoints: execution,
  actions: {
    retryExecution: {
      from: ['FAILED', 'PARTLY_DONE'],
      to: ['SCHEDULED', 'RUNNING'],
      guard: { zh: '仍在有效期内', en: 'What it issues is good still' },
    },
    skipExecution: { from: ['SCHEDULED'], to: ['SKIPPED'] },
    reissueExecution: {
      from: ['SKIPPED'],
      to: ['SCHEDULED'],
      guard: { zh: '仍在有效期内', en: 'What it issues is good still' },
    },
  },
  automatic: {
    begin: {
      by: { zh: '到计划时间', en: 'Its time came' },
      from: ['SCHEDULED'],
      to: ['RUNNING', 'SUBMITTED', 'FAILED'],
      effect: {
        zh: '写入人员并冻结合计；远超审批的待审核，资金不足的失败',
        en: 'Its people are written and their sum is held; far beyond what was approved it waits, without funds it fails',
      },
    },
    tryAgain: {
      by: { zh: '资金不足后每 30 分钟', en: 'Each half hour after funds were short' },
      from: ['FAILED'],
      to: ['SCHEDULED'],
    },
    approve: { by: { zh: '审批通过', en: 'Approved' }, from: ['SUBMITTED'], to: ['RUNNING'] },
    reject: {
      by: { zh: '审批驳回', en: 'Rejected' },
      from: ['SUBMITTED'],
      to: ['REJECTED'],
      effect: { zh: '释放冻结资金', en: 'What was held is released' },
    },
    endRun: {
      by: { zh: '发放结束或被中止', en: 'The job ended or was stopped' },
      from: ['RUNNING'],
      to: ['DONE', 'PARTLY_DONE', 'FAILED', 'STOPPED'],
    },
    resume: { by: { zh: '继续发放', en: 'It was resumed' }, from: ['STOPPED'], to: ['RUNNING'] },
    void: {
      by: { zh: '作废', en: 'It was voided' },
      from: ['DONE', 'PARTLY_DONE', 'STOPPED'],
      to: ['VOIDING', 'SUBMITTED'],
    },
    approveVoid: {
      by: { zh: '作废审批通过', en: 'The void was approved' },
      from: ['SUBMITTED'],
      to: ['VOIDING'],
    },
    leaveVoid: {
      by: { zh: '作废被驳回或撤回', en: 'The void was rejected or withdrawn' },
      from: ['SUBMITTED'],
      to: ['DONE', 'PARTLY_DONE', 'STOPPED'],
    },
    endVoid: {
      by: { zh: '作废结束', en: 'The void ended' },
      from: ['VOIDING'],
      to: ['VOIDED', 'PARTLY_VOIDED'],
    },
  },
});
