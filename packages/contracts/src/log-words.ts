import { approvalStateWords } from './approval.ts';
import { billStateWords } from './bill.ts';
import { limitBatchStateWords } from './bill-change.ts';
import { bindingStateWords, channelWords } from './channel.ts';
import { certificationStateWords } from './company.ts';
import {
  riskCaseStateWords,
  riskCaseTodoWords,
  riskOutcomeWords,
  riskReportKindWords,
} from './compliance-case-kinds.ts';
import { riskSeverityWords, riskSubjectWords } from './compliance-kinds.ts';
import {
  consumptionCategoryWords,
  consumptionStateWords,
  consumptionTypeWords,
  payChannelWords,
} from './consumption.ts';
import { employeeStateWords } from './employee.ts';
import { enabledStateWords } from './enabled-state.ts';
import type { Label } from './endpoint.ts';
import { errorReportStateWords } from './error-report.ts';
import { fieldWords } from './field-words.ts';
import { invoiceApplicationStateWords } from './invoice.ts';
import { adjustmentSourceWords, adjustmentTypeWords } from './limit.ts';
import { lotteryStateWords, prizeTypeWords } from './lottery.ts';
import { merchantStateWords } from './merchant.ts';
import { operationResultWords } from './operation-log.ts';
import { permissionLabel, permissions, permissionTree } from './permissions.ts';
import { platformTypeWords } from './platform.ts';
import { platformAccountKindWords, platformAccountStateWords } from './platform-account.ts';
import { dataScopeWords } from './role.ts';
import { withoutRuleWords } from './rule.ts';
import { excessWords, institutionStateWords } from './rule-institution.ts';
import { storeStateWords } from './store.ts';
import { tenantStateWords } from './tenant.ts';
import { userStateWords } from './user-administration.ts';

// Areas of the wire that are no group of the permission tree, or go by another name there.
const others: Record<string, Label> = {
  userAccount: { zh: '用户与账号', en: 'Users and accounts' },
  approval: { zh: '审批', en: 'Approvals' },
  billChange: { zh: '批量调额', en: 'Batch adjustments' },
  store: { zh: '门店', en: 'Stores' },
  invoice: { zh: '开票', en: 'Invoices' },
  job: { zh: '后台任务', en: 'Background work' },
  operationLog: { zh: '操作日志', en: 'Operation log' },
  notification: { zh: '通知', en: 'Notifications' },
  subApp: { zh: '子应用', en: 'Sub-applications' },
  errorReport: { zh: '错误报告', en: 'Error reports' },
  attachment: { zh: '附件', en: 'Attachments' },
  creditLimit: { zh: '手动发放', en: 'Manual issue' },
  autoIssue: { zh: '自动发放', en: 'Automatic issue' },
  workCalendar: { zh: '工作日历', en: 'Work calendar' },
};

const groupWords = Object.entries(permissionTree).map(([group, { label }]) => [group, label] as const);

/** What the modules of the log are called. */
export const logModuleWords: Record<string, Label> = {
  ...Object.fromEntries(groupWords.filter(([group]) => group !== 'user' && group !== 'operationlog')),
  ...others,
};

/** What a changed field is called. */
export const logFieldWords: Readonly<Record<string, Label>> = {
  ...fieldWords,
  note: { zh: '备注字数', en: 'Characters of the note' },
};

/** States and kinds by the record they belong to, or by the area whose list was exported. */
export const logValuesOfRecord: Record<string, Record<string, Record<string, Label>>> = {
  approval: { state: approvalStateWords },
  bill: { state: billStateWords },
  billChange: { state: employeeStateWords },
  brand: { state: enabledStateWords },
  channel: { state: bindingStateWords, channel: channelWords },
  channelBinding: { state: bindingStateWords, channel: channelWords },
  consumption: { state: consumptionStateWords, type: consumptionTypeWords },
  employee: { state: employeeStateWords },
  errorReport: { state: errorReportStateWords },
  institution: { state: institutionStateWords },
  invoice: { state: invoiceApplicationStateWords },
  limitBatch: { state: limitBatchStateWords },
  lottery: { state: lotteryStateWords },
  merchant: { state: merchantStateWords },
  platform: { state: enabledStateWords, type: platformTypeWords },
  platformAccount: { state: platformAccountStateWords, kind: platformAccountKindWords },
  riskCase: { state: riskCaseStateWords },
  riskReport: { kind: riskReportKindWords },
  compliance: { state: riskCaseStateWords },
  store: { state: storeStateWords },
  subApp: { state: enabledStateWords },
  tenant: { state: tenantStateWords },
  user: { state: userStateWords },
  userAccount: { state: userStateWords },
};

const permissionWords = Object.fromEntries(permissions.map((one) => [one, permissionLabel(one)]));

/** Those of any record. */
export const logValues: Record<string, Record<string, Label>> = {
  type: adjustmentTypeWords,
  source: adjustmentSourceWords,
  category: consumptionCategoryWords,
  categories: consumptionCategoryWords,
  channel: payChannelWords,
  certification: certificationStateWords,
  dataScope: dataScopeWords,
  outcome: riskOutcomeWords,
  severity: riskSeverityWords,
  subjectType: riskSubjectWords,
  todo: riskCaseTodoWords,
  excess: excessWords,
  prizeType: prizeTypeWords,
  withoutRule: withoutRuleWords,
  module: logModuleWords,
  permission: permissionWords,
  permissions: permissionWords,
  permissionGroups: Object.fromEntries(groupWords),
  result: operationResultWords,
  domain: { card: { zh: '支付卡与额度', en: 'Cards and limits' } },
  updatePassword: { 0: { zh: '未修改', en: 'Not changed' }, 1: { zh: '已修改', en: 'Changed' } },
};

/** Fields whose numbers are fen. */
export const logMoney = /(amount|limit|balance|ceiling|fee)$/i;
