import { valuesOf, type WordsOf } from './words.ts';

/** What makes a batch: somebody, a day of a plan, or who came after that day. */
export const issueKindWords = {
  MANUAL: { zh: '手工', en: 'By hand' },
  RUN: { zh: '计划执行', en: 'Run of a plan' },
  JOINER: { zh: '新入职补发', en: 'For joiners' },
} as const satisfies WordsOf<string>;
export const issueKinds = valuesOf(issueKindWords);
export type IssueKind = keyof typeof issueKindWords;

/** 额度发放批次. */
export const issueBatchStateWords = {
  CHECKING: { zh: '校验中', en: 'Checking', tone: 'info' },
  DRAFT: { zh: '草稿', en: 'Draft', tone: 'quiet' },
  SUBMITTED: { zh: '待审核', en: 'Pending', tone: 'waiting' },
  SCHEDULED: { zh: '待发放', en: 'Scheduled', tone: 'waiting' },
  RUNNING: { zh: '发放中', en: 'Issuing', tone: 'info' },
  DONE: { zh: '成功', en: 'Done', tone: 'good' },
  PARTLY_DONE: { zh: '部分成功', en: 'Partly done', tone: 'bad' },
  FAILED: { zh: '失败', en: 'Failed', tone: 'bad' },
  STOPPED: { zh: '已中止', en: 'Stopped', tone: 'bad' },
  CANCELLED: { zh: '已取消', en: 'Cancelled', tone: 'quiet' },
  REJECTED: { zh: '驳回', en: 'Rejected', tone: 'bad' },
  SKIPPED: { zh: '已跳过', en: 'Skipped', tone: 'quiet' },
  VOIDING: { zh: '作废中', en: 'Voiding', tone: 'info' },
  VOIDED: { zh: '已作废', en: 'Voided', tone: 'quiet' },
  PARTLY_VOIDED: { zh: '部分作废', en: 'Partly voided', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const issueBatchStates = valuesOf(issueBatchStateWords);
export type IssueBatchState = keyof typeof issueBatchStateWords;

/** One person of a batch. */
export const issueRowStateWords = {
  READY: { zh: '未发放', en: 'Not issued', tone: 'waiting' },
  DONE: { zh: '发放成功', en: 'Issued', tone: 'good' },
  FAILED: { zh: '发放失败', en: 'Failed', tone: 'bad' },
  NOTHING: { zh: '无需发放', en: 'Nothing to issue', tone: 'quiet' },
  TO_VOID: { zh: '待作废', en: 'To be voided', tone: 'waiting' },
  VOIDED: { zh: '已作废', en: 'Voided', tone: 'quiet' },
  VOID_FAILED: { zh: '作废失败', en: 'Not voided', tone: 'bad' },
} as const satisfies WordsOf<string>;
export const issueRowStates = valuesOf(issueRowStateWords);
export type IssueRowState = keyof typeof issueRowStateWords;

/** When a plan runs. */
export const issuePlanTypeWords = {
  DAILY: { zh: '每日', en: 'Daily' },
  WEEKLY: { zh: '每周', en: 'Weekly' },
  MONTHLY: { zh: '每月', en: 'Monthly' },
  WORKDAY: { zh: '工作日', en: 'Work days' },
  BIRTHDAY: { zh: '生日', en: 'Birthday' },
  HIRE: { zh: '入职', en: 'Hire date' },
  FESTIVAL: { zh: '节日', en: 'Festival' },
} as const satisfies WordsOf<string>;
export const issuePlanTypes = valuesOf(issuePlanTypeWords);
export type IssuePlanType = keyof typeof issuePlanTypeWords;

/** 发放计划. */
export const issuePlanStateWords = {
  DRAFT: { zh: '草稿', en: 'Draft', tone: 'quiet' },
  SUBMITTED: { zh: '待审核', en: 'Pending', tone: 'waiting' },
  ENABLED: { zh: '启用', en: 'Enabled', tone: 'good' },
  DISABLED: { zh: '停用', en: 'Disabled', tone: 'bad' },
  ARCHIVED: { zh: '归档', en: 'Archived', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const issuePlanStates = valuesOf(issuePlanStateWords);
export type IssuePlanState = keyof typeof issuePlanStateWords;

/** Why a lot came to its end; used up alone it has none. */
export const lotEndWords = {
  EXPIRED: { zh: '已过期', en: 'Expired', tone: 'quiet' },
  LEFT: { zh: '离职回收', en: 'Recovered from a leaver', tone: 'quiet' },
  MOVED: { zh: '商户变更', en: 'Issued anew by another company', tone: 'quiet' },
  VOIDED: { zh: '已作废', en: 'Voided', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const lotEnds = valuesOf(lotEndWords);
export type LotEnd = keyof typeof lotEndWords;
