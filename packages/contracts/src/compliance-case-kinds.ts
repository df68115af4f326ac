import { valuesOf, type WordsOf } from './words.ts';

/** The ways between them stand in the table of cases, and the database refuses every other. */
export const riskCaseStateWords = {
  NEW: { zh: '待处理', en: 'New', tone: 'waiting' },
  WORKING: { zh: '调查中', en: 'Being worked', tone: 'info' },
  SUSPENDED: { zh: '挂起', en: 'Suspended', tone: 'quiet' },
  CLOSING: { zh: '结案待复核', en: 'To be checked', tone: 'waiting' },
  CLOSED: { zh: '已结案', en: 'Closed', tone: 'good' },
} as const satisfies WordsOf<string>;
export const riskCaseStates = valuesOf(riskCaseStateWords);
export type RiskCaseState = keyof typeof riskCaseStateWords;

/** What of the cases waits for somebody, as their to-dos count it. */
export const riskCaseTodoWords = {
  TO_CLAIM: { zh: '待我领取', en: 'To be claimed by me' },
  DUE_SOON: { zh: '今日到期或已超时', en: 'Due today or past it' },
  TO_CHECK: { zh: '待我复核', en: 'To be checked by me' },
} as const satisfies WordsOf<string>;
export const riskCaseTodos = valuesOf(riskCaseTodoWords);
export type RiskCaseTodo = keyof typeof riskCaseTodoWords;

/** What a case turned out to be: the label of its hits. */
export const riskOutcomeWords = {
  FALSE: { zh: '误报', en: 'False alarm', tone: 'quiet' },
  EXPLAINED: { zh: '有合理解释', en: 'Explained', tone: 'good' },
  VIOLATION: { zh: '违规', en: 'Violation', tone: 'waiting' },
  FRAUD: { zh: '欺诈', en: 'Fraud', tone: 'bad' },
  REPORTED: { zh: '已上报', en: 'Reported', tone: 'bad' },
} as const satisfies WordsOf<string>;
export const riskOutcomes = valuesOf(riskOutcomeWords);
export type RiskOutcome = keyof typeof riskOutcomeWords;

/** The outcomes that say a hit was right. */
export const positiveOutcomes = ['VIOLATION', 'FRAUD', 'REPORTED'] as const satisfies readonly RiskOutcome[];

/** Where a label comes from. */
export const riskLabelSourceWords = {
  CASE: { zh: '结案', en: 'A case’s closing' },
  HAND: { zh: '人工', en: 'By hand' },
} as const satisfies WordsOf<string>;
export const riskLabelSources = valuesOf(riskLabelSourceWords);

/** What a step of a case is. */
export const riskCaseActionWords = {
  OPEN: { zh: '立案', en: 'Opened' },
  ALERT: { zh: '新预警', en: 'A new alert' },
  CLAIM: { zh: '领取', en: 'Claimed' },
  RELEASE: { zh: '释放', en: 'Released' },
  ASSIGN: { zh: '转派', en: 'Assigned' },
  ESCALATE: { zh: '升级', en: 'Escalated' },
  SUSPEND: { zh: '挂起', en: 'Suspended' },
  WAKE: { zh: '恢复', en: 'Woken' },
  SUSPECT: { zh: '确认可疑', en: 'Found suspicious' },
  CLOSE: { zh: '提交结案', en: 'Submitted for closing' },
  CLOSED: { zh: '结案', en: 'Closed' },
  REJECT: { zh: '结案被驳回', en: 'Closing rejected' },
  WITHDRAW: { zh: '结案已撤回', en: 'Closing withdrawn' },
  REOPEN: { zh: '重开', en: 'Reopened' },
  NOTE: { zh: '备注', en: 'Note' },
  ATTACH: { zh: '附件', en: 'Attachment' },
  LINK: { zh: '关联案件', en: 'Linked' },
  LIST: { zh: '列入名单', en: 'Put on a list' },
  FREEZE: { zh: '冻结主体', en: 'Subject frozen' },
  UNFREEZE: { zh: '解冻主体', en: 'Subject unfrozen' },
  REPORT: { zh: '可疑报告', en: 'Report' },
} as const satisfies WordsOf<string>;
export const riskCaseActions = valuesOf(riskCaseActionWords);
export type RiskCaseAction = keyof typeof riskCaseActionWords;

/** 可疑报告; an approved one is written, and only then is it final. */
export const riskReportStateWords = {
  SUBMITTED: { zh: '待审批', en: 'Waiting', tone: 'waiting' },
  WRITING: { zh: '生成中', en: 'Being written', tone: 'info' },
  APPROVED: { zh: '已批准', en: 'Approved', tone: 'good' },
  REJECTED: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
  WITHDRAWN: { zh: '已撤回', en: 'Withdrawn', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const riskReportStates = valuesOf(riskReportStateWords);
export type RiskReportState = keyof typeof riskReportStateWords;

/** What a report is about. */
export const riskReportKindWords = {
  TRANSACTION: { zh: '可疑交易', en: 'Suspicious transactions' },
  BEHAVIOUR: { zh: '可疑行为', en: 'Suspicious behaviour' },
} as const satisfies WordsOf<string>;
export const riskReportKinds = valuesOf(riskReportKindWords);

/** What was done about it. */
export const riskMeasureWords = {
  FREEZE: { zh: '冻结', en: 'Frozen' },
  BLACK_LIST: { zh: '列入黑名单', en: 'Put on the black list' },
  WATCH: { zh: '持续监测', en: 'Watched' },
  RECOVER: { zh: '追回款项', en: 'Money recovered' },
  POLICE: { zh: '报案', en: 'Reported to the police' },
  OTHER: { zh: '其他', en: 'Other' },
} as const satisfies WordsOf<string>;
export const riskMeasures = valuesOf(riskMeasureWords);
export type RiskMeasure = keyof typeof riskMeasureWords;
