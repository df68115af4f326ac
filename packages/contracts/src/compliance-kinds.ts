import { valuesOf, type WordsOf } from './words.ts';

/** Of one rule one version counts while another is on trial; the ways between them stand in `riskRuleTransitions`. */
export const riskRuleStateWords = {
  DRAFT: { zh: '草稿', en: 'Draft', tone: 'quiet' },
  SHADOW: { zh: '试运行', en: 'On trial', tone: 'info' },
  SUBMITTED: { zh: '试运行（待审核）', en: 'On trial, submitted', tone: 'waiting' },
  ENABLED: { zh: '启用', en: 'Enabled', tone: 'good' },
  DISABLED: { zh: '停用', en: 'Disabled', tone: 'bad' },
} as const satisfies WordsOf<string>;
export const riskRuleStates = valuesOf(riskRuleStateWords);
export type RiskRuleState = keyof typeof riskRuleStateWords;

/** Whom or what a rule is about; payments ask those about employees and cards themselves. */
export const riskSubjectWords = {
  EMPLOYEE: { zh: '员工', en: 'Employee' },
  CARD: { zh: '预付卡', en: 'Prepaid card' },
  PAYEE: { zh: '收款商户', en: 'Payee' },
  MERCHANT: { zh: '商户', en: 'Merchant' },
  COMPANY: { zh: '公司', en: 'Company' },
  OPERATOR: { zh: '经办人', en: 'Operator' },
} as const satisfies WordsOf<string>;
export const riskSubjects = valuesOf(riskSubjectWords);
export type RiskSubject = keyof typeof riskSubjectWords;

/** What happens to a subject: where the records come from that a rule looks at. */
export const riskSourceWords = {
  PAYMENT: { zh: '消费', en: 'Payment' },
  REFUND: { zh: '退款', en: 'Refund' },
  TOP_UP: { zh: '充值', en: 'Top-up' },
  CARD_EVENT: { zh: '卡状态变更', en: 'Step of a card' },
  ADJUSTMENT: { zh: '额度调整', en: 'Adjustment of a limit' },
} as const satisfies WordsOf<string>;
export const riskSources = valuesOf(riskSourceWords);
export type RiskSource = keyof typeof riskSourceWords;

/** From the least on: their order is that of the values. */
export const riskSeverityWords = {
  LOW: { zh: '低', en: 'Low', tone: 'quiet' },
  MEDIUM: { zh: '中', en: 'Medium', tone: 'info' },
  HIGH: { zh: '高', en: 'High', tone: 'waiting' },
  URGENT: { zh: '紧急', en: 'Urgent', tone: 'bad' },
} as const satisfies WordsOf<string>;
export const riskSeverities = valuesOf(riskSeverityWords);
export type RiskSeverity = keyof typeof riskSeverityWords;

/** What an enabled rule does when it finds something. */
export const riskActionWords = {
  ALERT: { zh: '预警', en: 'Alert' },
  DECLINE: { zh: '拒付', en: 'Decline' },
} as const satisfies WordsOf<string>;
export const riskActions = valuesOf(riskActionWords);
export type RiskAction = keyof typeof riskActionWords;

/** Of a subject in several of them the first counts: black, white, grey. */
export const riskListWords = {
  BLACK: { zh: '黑名单', en: 'Black list', tone: 'bad' },
  WHITE: { zh: '白名单', en: 'White list', tone: 'good' },
  GREY: { zh: '灰名单', en: 'Grey list', tone: 'waiting' },
} as const satisfies WordsOf<string>;
export const riskLists = valuesOf(riskListWords);
export type RiskList = keyof typeof riskListWords;

/** Whether an entry holds; one that has ended is over without a state of its own. */
export const riskEntryStateWords = {
  PENDING: { zh: '待审核', en: 'Waiting', tone: 'waiting' },
  ACTIVE: { zh: '生效', en: 'Active', tone: 'good' },
  REMOVING: { zh: '待移出', en: 'To be removed', tone: 'waiting' },
  REMOVED: { zh: '已移出', en: 'Removed', tone: 'quiet' },
  REJECTED: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
} as const satisfies WordsOf<string>;
export const riskEntryStates = valuesOf(riskEntryStateWords);
export type RiskEntryState = keyof typeof riskEntryStateWords;

/** Whether a hit that counts stands in a case, or a white list keeps it quiet. */
export const riskAlertStateWords = {
  IN_CASE: { zh: '已立案', en: 'In a case', tone: 'info' },
  SUPPRESSED: { zh: '已抑制', en: 'Suppressed', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const riskAlertStates = valuesOf(riskAlertStateWords);
export type RiskAlertState = keyof typeof riskAlertStateWords;

export const riskBacktestStateWords = {
  RUNNING: { zh: '运行中', en: 'Running', tone: 'waiting' },
  DONE: { zh: '已完成', en: 'Done', tone: 'good' },
  FAILED: { zh: '失败', en: 'Failed', tone: 'bad' },
} as const satisfies WordsOf<string>;
export const riskBacktestStates = valuesOf(riskBacktestStateWords);

/** Which of the version on trial and the enabled one found it. */
export const riskBacktestSideWords = {
  BOTH: { zh: '两者均命中', en: 'Both' },
  NEW: { zh: '仅新版本', en: 'Only the new one' },
  OLD: { zh: '仅原版本', en: 'Only the old one' },
} as const satisfies WordsOf<string>;
export const riskBacktestSides = valuesOf(riskBacktestSideWords);
