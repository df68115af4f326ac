import { approvalStateWords } from './approval.ts';
import { billStateWords } from './bill.ts';
import { limitBatchStateWords } from './bill-change.ts';
import { cardProductFields } from './card-product.ts';
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
};

const groupWords = Object.entries(permissionTree).map(([group, { label }]) => [group, label] as const);

/** What the modules of the log are called. */
export const logModuleWords: Record<string, Label> = {
  ...Object.fromEntries(groupWords.filter(([group]) => group !== 'user' && group !== 'operationlog')),
  ...others,
};

/** What a changed field is called. */
export const logFieldWords: Record<string, Label> = {
  name: { zh: '名称', en: 'Name' },
  shortName: { zh: '简称', en: 'Short name' },
  title: { zh: '抬头', en: 'Title' },
  code: { zh: '代码', en: 'Code' },
  state: { zh: '状态', en: 'State' },
  stateReason: { zh: '状态说明', en: 'Reason of state' },
  merchantNo: { zh: '商户号', en: 'Merchant number' },
  storeNo: { zh: '门店号', en: 'Store number' },
  employeeNo: { zh: '工号', en: 'Employee number' },
  refundNo: { zh: '退款流水号', en: 'Refund number' },
  invoiceNo: { zh: '发票号码', en: 'Invoice number' },
  creditCode: { zh: '统一社会信用代码', en: 'Credit code' },
  contactName: { zh: '联系人', en: 'Contact' },
  contactMobile: { zh: '联系手机', en: 'Contact mobile' },
  mobile: { zh: '手机号/邮箱', en: 'Mobile or e-mail' },
  email: { zh: '邮箱', en: 'E-mail' },
  phone: { zh: '电话', en: 'Phone' },
  address: { zh: '地址', en: 'Address' },
  region: { zh: '地区', en: 'Region' },
  mcc: { zh: 'MCC', en: 'MCC' },
  brandId: { zh: '品牌', en: 'Brand' },
  platformId: { zh: '平台', en: 'Platform' },
  companyId: { zh: '公司', en: 'Company' },
  company: { zh: '公司', en: 'Company' },
  parent: { zh: '上级', en: 'Parent' },
  parentId: { zh: '上级', en: 'Parent' },
  certification: { zh: '认证状态', en: 'Certification' },
  settlementBank: { zh: '开户行', en: 'Bank' },
  settlementAccount: { zh: '结算账户', en: 'Settlement account' },
  bank: { zh: '开户行', en: 'Bank' },
  accountNo: { zh: '账号', en: 'Account number' },
  kind: { zh: '类型', en: 'Kind' },
  feeBps: { zh: '费率', en: 'Fee' },
  logoUrl: { zh: '标志', en: 'Logo' },
  bankAccount: { zh: '银行账号', en: 'Bank account' },
  taxNo: { zh: '税号', en: 'Tax number' },
  isDefault: { zh: '默认抬头', en: 'Default' },
  departmentId: { zh: '部门', en: 'Department' },
  labels: { zh: '标签', en: 'Labels' },
  grade: { zh: '职级', en: 'Grade' },
  birthday: { zh: '生日', en: 'Birthday' },
  hiredOn: { zh: '入职日期', en: 'Hired on' },
  totalLimit: { zh: '总额度', en: 'Total limit' },
  availableLimit: { zh: '可用额度', en: 'Available limit' },
  lockedLimit: { zh: '冻结额度', en: 'Locked limit' },
  usedLimit: { zh: '已用额度', en: 'Used limit' },
  recoveredLimit: { zh: '已回收额度', en: 'Recovered limit' },
  type: { zh: '类型', en: 'Type' },
  amount: { zh: '金额', en: 'Amount' },
  dayAmount: { zh: '当日累计金额', en: 'Amount a day' },
  singleLimit: cardProductFields.singleLimit,
  dayLimit: cardProductFields.dayLimit,
  monthLimit: cardProductFields.monthLimit,
  dayCount: { zh: '当日累计数量', en: 'Count a day' },
  count: { zh: '数量', en: 'Count' },
  refundedAmount: { zh: '已退款金额', en: 'Refunded' },
  amountCeiling: { zh: '金额上限', en: 'Amount ceiling' },
  rows: { zh: '行数', en: 'Rows' },
  done: { zh: '成功行数', en: 'Rows done' },
  failed: { zh: '失败行数', en: 'Rows failed' },
  sha256: { zh: '文件校验值', en: 'SHA-256 of the file' },
  found: { zh: '查到条数', en: 'Found' },
  total: { zh: '总数', en: 'Total' },
  format: { zh: '文件格式', en: 'File format' },
  // What an export was filtered by.
  id: { zh: '记录', en: 'Record' },
  keyword: { zh: '关键字', en: 'Keyword' },
  merchantId: { zh: '商户', en: 'Merchant' },
  storeId: { zh: '门店', en: 'Store' },
  employeeId: { zh: '员工', en: 'Employee' },
  activityId: { zh: '活动', en: 'Activity' },
  batchId: { zh: '调额批次', en: 'Batch' },
  billId: { zh: '账单', en: 'Bill' },
  roleId: { zh: '角色', en: 'Role' },
  actorId: { zh: '操作人', en: 'Actor' },
  label: { zh: '标签', en: 'Label' },
  category: { zh: '类别', en: 'Category' },
  channel: { zh: '渠道', en: 'Channel' },
  source: { zh: '来源', en: 'Source' },
  prizeType: { zh: '奖品类型', en: 'Prize type' },
  lotteryNo: { zh: '抽奖号', en: 'Draw number' },
  paymentNo: { zh: '交易流水号', en: 'Payment number' },
  minAmount: { zh: '最低金额', en: 'Amount from' },
  maxAmount: { zh: '最高金额', en: 'Amount to' },
  paidFrom: { zh: '支付日期从', en: 'Paid from' },
  paidTo: { zh: '支付日期至', en: 'Paid to' },
  drawnFrom: { zh: '抽奖日期从', en: 'Drawn from' },
  drawnTo: { zh: '抽奖日期至', en: 'Drawn to' },
  createdFrom: { zh: '创建日期从', en: 'Created from' },
  createdTo: { zh: '创建日期至', en: 'Created to' },
  periodFrom: { zh: '账期从', en: 'Month from' },
  periodTo: { zh: '账期至', en: 'Month to' },
  from: { zh: '日期从', en: 'From' },
  to: { zh: '日期至', en: 'To' },
  module: { zh: '模块', en: 'Module' },
  action: { zh: '操作', en: 'Action' },
  result: { zh: '结果', en: 'Result' },
  domain: { zh: '范围', en: 'Area' },
  targetType: { zh: '对象类型', en: 'Target type' },
  targetId: { zh: '对象', en: 'Target' },
  traceId: { zh: '追踪号', en: 'Trace id' },
  updatePassword: { zh: '初始密码', en: 'Initial password' },
  roles: { zh: '角色', en: 'Roles' },
  permissions: { zh: '权限', en: 'Permissions' },
  permissionGroups: { zh: '包含的功能', en: 'Included' },
  dataScope: { zh: '数据范围', en: 'Data scope' },
  merchantIds: { zh: '指定商户', en: 'Named merchants' },
  added: { zh: '新增', en: 'Added' },
  removed: { zh: '移除', en: 'Removed' },
  ended: { zh: '下线设备数', en: 'Devices ended' },
  provider: { zh: '登录渠道', en: 'Sign-on provider' },
  domains: { zh: '域名', en: 'Domains' },
  package: { zh: '套餐', en: 'Package' },
  maxAccounts: { zh: '账号上限', en: 'Account limit' },
  expiresAt: { zh: '到期时间', en: 'Expires at' },
  administrator: { zh: '首位管理员', en: 'First administrator' },
  appId: { zh: 'appId', en: 'appId' },
  externalId: { zh: '外部账号', en: 'External account' },
  secretSetAt: { zh: '密钥更新时间', en: 'Secret set at' },
  callbackSecretSetAt: { zh: '回调密钥更新时间', en: 'Callback secret set at' },
  lastCheckMessage: { zh: '最近检查', en: 'Last check' },
  message: { zh: '结果说明', en: 'Message' },
  ok: { zh: '通过', en: 'Passed' },
  problems: { zh: '异常数', en: 'Problems' },
  jobId: { zh: '任务', en: 'Job' },
  categories: { zh: '类目', en: 'Categories' },
  priority: { zh: '优先级', en: 'Priority' },
  excess: { zh: '超额处理', en: 'What is above' },
  validFrom: { zh: '生效日', en: 'Valid from' },
  validTo: { zh: '截止日', en: 'Valid to' },
  scopes: { zh: '适用范围', en: 'Scope' },
  rules: { zh: '规则', en: 'Rules' },
  versionNo: { zh: '版本', en: 'Version' },
  withoutRule: { zh: '无制度时', en: 'Without a policy' },
  isActive: { zh: '启用', en: 'Active' },
  inboxId: { zh: '收件箱', en: 'Inbox' },
  assigneeId: { zh: '经办人', en: 'Assignee' },
  until: { zh: '挂起至', en: 'Suspended until' },
  outcome: { zh: '结论', en: 'Outcome' },
  note: { zh: '备注字数', en: 'Characters of the note' },
  suspectedAt: { zh: '确认可疑', en: 'Suspicious since' },
  linked: { zh: '关联案件', en: 'Linked case' },
  attachment: { zh: '附件', en: 'File' },
  size: { zh: '字节数', en: 'Bytes' },
  frozen: { zh: '冻结主体', en: 'Subject frozen' },
  unfreezeSubmitted: { zh: '申请解冻', en: 'Unfreezing asked for' },
  caseNo: { zh: '案件', en: 'Case' },
  hits: { zh: '命中数', en: 'Hits' },
  corrects: { zh: '更正报告', en: 'Corrects' },
  ruleId: { zh: '监控规则', en: 'Monitoring rule' },
  ruleIds: { zh: '监控规则', en: 'Monitoring rules' },
  severity: { zh: '严重程度', en: 'Severity' },
  subjectType: { zh: '主体类型', en: 'Kind of subject' },
  subjectId: { zh: '主体', en: 'Subject' },
  mine: { zh: '仅我经办的', en: 'Only mine' },
  overdue: { zh: '仅已超时的', en: 'Only overdue' },
  minScore: { zh: '评分不低于', en: 'Score from' },
  todo: { zh: '待办', en: 'To-do' },
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
  tenant: { state: tenantStateWords },
  user: { state: userStateWords },
  userAccount: { state: userStateWords },
};

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
  permissions: Object.fromEntries(permissions.map((one) => [one, permissionLabel(one)])),
  permissionGroups: Object.fromEntries(groupWords),
  result: operationResultWords,
  domain: { card: { zh: '支付卡与额度', en: 'Cards and limits' } },
  updatePassword: { 0: { zh: '未修改', en: 'Not changed' }, 1: { zh: '已修改', en: 'Changed' } },
};

/** Fields whose numbers are fen. */
export const logMoney = /(amount|limit|balance|ceiling|fee)$/i;
