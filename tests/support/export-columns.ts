import { billStateWords } from '@xyxlx/contracts/bill';
import { billEntryKindWords, billKindWords } from '@xyxlx/contracts/bill-kinds';
import { cardFormWords, cardNamingWords, cardStateWords } from '@xyxlx/contracts/card-kinds';
import { cardOrderStateWords, cardPayMethodWords } from '@xyxlx/contracts/card-order-kinds';
import { riskCaseStateWords, riskOutcomeWords } from '@xyxlx/contracts/compliance-case-kinds';
import { riskSeverityWords, riskSubjectWords } from '@xyxlx/contracts/compliance-kinds';
import {
  consumptionCategoryWords,
  consumptionStateWords,
  consumptionTypeWords,
  paidFromWords,
  payChannelWords,
} from '@xyxlx/contracts/consumption';
import { employeeStateWords } from '@xyxlx/contracts/employee';
import type { Label } from '@xyxlx/contracts/endpoint';
import { fundFlowKindWords, fundKindWords } from '@xyxlx/contracts/fund-kinds';
import { issueRowStateWords } from '@xyxlx/contracts/issue-kinds';
import { adjustmentSourceWords, adjustmentTypeWords } from '@xyxlx/contracts/limit';
import { lotteryStateWords, prizeTypeWords } from '@xyxlx/contracts/lottery';
import { merchantStateWords } from '@xyxlx/contracts/merchant';
import { outcomeWords } from '@xyxlx/contracts/rule-decision';
import { changedKindWords } from '@xyxlx/contracts/rule-simulation';
import {
  topUpChannelWords,
  topUpDiversionWords,
  topUpStateWords,
  topUpTargetWords,
} from '@xyxlx/contracts/top-up-kinds';

/** Where a cell comes from: a field of the row that the list has of the same record ('' is the row itself), and how it is written. */
export interface Cell {
  field: string;
  write(value: never): string;
  /** People type it, so it may begin as a formula does. */
  isTyped: boolean;
}

/** The records that some exports are of. */
export interface ExportedRecords {
  merchantId: string;
  batchId: string;
  /** A batch of issued limits whose rows failed, with amounts that can't be read. */
  issueId: string;
  simulationId: string;
  /** A bill of a month with movements of employees. */
  bill: { id: string; merchantId: string; period: string };
  /** A company's, with lines of several merchants. */
  companyBillId: string;
}

/** An export beside the list of the same records. */
interface ComparedExport {
  list: string;
  /** What each is asked for; nothing, otherwise. */
  inputs?: (of: ExportedRecords) => { list: object; file: object };
  /** The field that the file is in the order of, where the list is not. */
  order?: { field: string; descending: boolean };
  /** Every column by its heading, in its place. */
  columns: Record<string, Cell>;
}

const made = (field: string): Cell => ({ field, write: String, isTyped: false });
const typed = (field: string): Cell => ({ field, write: String, isTyped: true });
const as = (field: string, write: (value: never) => string): Cell => ({ field, write, isTyped: false });

/** An amount as files have it. */
export const fenInYuan = (fen: number) => (fen / 100).toFixed(2);
const yuan = (field: string) => as(field, fenInYuan);
const moment = (field: string) =>
  as(field, (instant: string) =>
    new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
  );
const word = (field: string, words: Readonly<Record<string, Label>>) =>
  as(field, (key: string) => words[key]?.zh ?? key);
const typedAs = (field: string, write: (value: never) => string): Cell => ({ field, write, isTyped: true });

/** Whose a bill is. */
const ownerOf = (field: string) =>
  typedAs(field, ({ merchant, company }: Record<'merchant' | 'company', { name: string } | null>) =>
    String((merchant ?? company)?.name),
  );

/** Whose the record is, for whoever sees several tenants. */
const tenant = typed('tenant.name');

const userStates = { ACTIVE: '正常', DISABLED: '停用', LOCKED: '锁定', PENDING: '待确认' };
const wholeLimit = ({ availableLimit, usedLimit }: { availableLimit: number; usedLimit: number }) =>
  fenInYuan(availableLimit + usedLimit);

const entryColumns = {
  时间: moment('occurredAt'),
  类型: word('kind', billEntryKindWords),
  '金额（元）': yuan('amount'),
  员工: typed('employee.name'),
  // In a merchant's bill the system makes it.
  来源号: made('sourceNo'),
};

/** The amount that the failed rows of the test's sheet name, by the number of the row; the list has none, as it is no number. */
export const notAnAmount = (rowNo: number) => `-1"${rowNo}`;

/** Every export that has a list of the same records. */
export const comparedExports: Record<string, ComparedExport> = {
  exportMerchant: {
    list: 'merchant/queryMerchant',
    columns: {
      商户号: made('merchantNo'),
      租户: tenant,
      商户名称: typed('name'),
      简称: typed('shortName'),
      统一社会信用代码: made('creditCode'),
      联系人: typed('contactName'),
      手机: typed('contactMobile'),
      品牌: typed('brand.name'),
      平台: typed('platform.name'),
      MCC: made('mcc'),
      地区: typed('region'),
      开户行: typed('detail.settlementBank'),
      结算账户: made('detail.settlementAccount'),
      状态: word('state', merchantStateWords),
      创建时间: moment('createdAt'),
    },
  },
  exportCard: {
    list: 'card/queryCard',
    columns: {
      商户: typed('merchant.name'),
      租户: tenant,
      卡编号: made('cardNo'),
      卡号: made('maskedPan'),
      产品: typed('product.name'),
      形态: word('form', cardFormWords),
      记名方式: word('naming', cardNamingWords),
      持有人: typed('holder.name'),
      工号: made('holder.employeeNo'),
      '面值（元）': yuan('faceAmount'),
      '余额（元）': yuan('balance'),
      '冻结金额（元）': yuan('heldBalance'),
      有效期至: moment('expiresAt'),
      状态: word('state', cardStateWords),
    },
  },
  exportEmployee: {
    list: 'employee/queryEmployee',
    columns: {
      商户: typed('merchant.name'),
      租户: tenant,
      工号: made('employeeNo'),
      姓名: typed('name'),
      手机: typed('mobile'),
      邮箱: typed('email'),
      部门: typed('department.name'),
      标签: typedAs('labels', (all: string[]) => all.join('、')),
      职级: typed('grade'),
      状态: word('state', employeeStateWords),
      生日: made('birthday'),
      入职日期: made('hiredOn'),
      '总额度（元）': yuan('totalLimit'),
      '可用额度（元）': yuan('availableLimit'),
      '冻结额度（元）': yuan('lockedLimit'),
      '已用额度（元）': yuan('usedLimit'),
    },
  },
  billLimitExport: {
    list: 'employee/queryEmployee',
    inputs: ({ merchantId }) => ({ list: { merchantId }, file: { merchantId } }),
    order: { field: 'employeeNo', descending: false },
    columns: {
      工号: made('employeeNo'),
      姓名: typed('name'),
      部门: typed('department.name'),
      状态: word('state', employeeStateWords),
      '可用额度（元）': yuan('availableLimit'),
      '已用额度（元）': yuan('usedLimit'),
      '现有额度（元）': as('', wholeLimit),
      '调整后额度（元）': as('', wholeLimit),
    },
  },
  exportBatchFailed: {
    list: 'billChange/queryBatchRow',
    inputs: ({ batchId }) => ({ list: { batchId, state: ['FAILED'] }, file: { id: batchId } }),
    columns: {
      工号: typed('employeeNo'),
      姓名: typed('employeeName'),
      '调整后额度（元）': typedAs('rowNo', notAnAmount),
      失败原因: made('message'),
    },
  },
  exportIssueRow: {
    list: 'creditLimit/queryIssueRow',
    inputs: ({ issueId }) => ({ list: { issueId }, file: { issueId } }),
    columns: {
      行号: made('rowNo'),
      工号: typed('employeeNo'),
      姓名: typed('employeeName'),
      '发放金额(元)': yuan('amount'),
      状态: word('state', issueRowStateWords),
      说明: made('message'),
      '收回金额(元)': yuan('takenBackAmount'),
      完成时间: moment('finishedAt'),
    },
  },
  exportIssueFailed: {
    list: 'creditLimit/queryIssueRow',
    inputs: ({ issueId }) => ({ list: { issueId, state: ['FAILED'] }, file: { id: issueId } }),
    columns: {
      工号: typed('employeeNo'),
      姓名: typed('employeeName'),
      '发放金额(元)': typedAs('rowNo', notAnAmount),
      失败原因: made('message'),
    },
  },
  exportAdjustment: {
    list: 'limit/queryAdjustment',
    columns: {
      商户: typed('merchant.name'),
      租户: tenant,
      工号: made('employee.employeeNo'),
      姓名: typed('employee.name'),
      序号: made('seq'),
      类型: word('type', adjustmentTypeWords),
      来源: word('source', adjustmentSourceWords),
      '调整前（元）': yuan('beforeLimit'),
      '调整额（元）': yuan('deltaLimit'),
      '调整后（元）': yuan('afterLimit'),
      原因: typed('reason'),
      时间: moment('createdAt'),
      操作人: typed('createdBy'),
    },
  },
  exportOrder: {
    list: 'order/queryOrder',
    columns: {
      订单号: made('no'),
      租户: tenant,
      购卡单位: typed('merchant.name'),
      付款公司: typed('company.name'),
      张数: as('quantity', String),
      '面值合计（元）': yuan('amount'),
      '制卡与寄送费（元）': yuan('feeAmount'),
      '应付金额（元）': yuan('payableAmount'),
      '已付金额（元）': yuan('paidAmount'),
      '已退金额（元）': yuan('refundedAmount'),
      付款方式: word('payMethod', cardPayMethodWords),
      状态: word('state', cardOrderStateWords),
      下单时间: moment('createdAt'),
      下单人: typed('createdBy'),
    },
  },
  exportCase: {
    list: 'compliance/queryCase',
    columns: {
      案件号: made('no'),
      主体类型: word('subject.type', riskSubjectWords),
      主体: typed('subject.name'),
      规则: as('rule', ({ code, name }: { code: string; name: string }) => `${code} ${name}`),
      收件箱: typed('inbox.name'),
      预警数: as('alerts', String),
      '金额（元）': yuan('amount'),
      评分: as('score', String),
      严重程度: word('severity', riskSeverityWords),
      级别: as('level', String),
      经办人: typedAs('assignee', (assignee: { name: string } | null) => assignee?.name ?? ''),
      状态: word('state', riskCaseStateWords),
      时限: moment('dueAt'),
      结论: as('outcome', (outcome: keyof typeof riskOutcomeWords | null) =>
        outcome === null ? '' : riskOutcomeWords[outcome].zh,
      ),
      立案时间: moment('openedAt'),
      结案时间: as('closedAt', (at: string | null) =>
        at === null
          ? ''
          : new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
      ),
    },
  },
  exportTopUp: {
    list: 'topup/queryTopUp',
    columns: {
      充值单号: made('no'),
      租户: tenant,
      公司: typed('company.name'),
      对象: word('target', topUpTargetWords),
      卡号: made('card.cardNo'),
      渠道: word('channel', topUpChannelWords),
      '充值金额（元）': yuan('amount'),
      '手续费（元）': yuan('feeAmount'),
      '赠送（元）': yuan('bonusAmount'),
      '到账金额（元）': yuan('receivedAmount'),
      汇款码: made('transferCode'),
      流水号: typed('flowNo'),
      状态: word('state', topUpStateWords),
      迟到: as('late', (late: boolean) => (late ? '迟到' : '')),
      '渠道通知的不符金额（元）': yuan('toldAmount'),
      转入企业资金的原因: word('divertedFor', topUpDiversionWords),
      备注: typed('remark'),
      创建时间: moment('createdAt'),
      创建人: typed('createdBy'),
    },
  },
  exportFlow: {
    list: 'fund/queryFlow',
    columns: {
      公司: typed('account.company.name'),
      租户: tenant,
      账户: word('account.kind', fundKindWords),
      序号: made('seq'),
      类型: word('kind', fundFlowKindWords),
      '变动（元）': yuan('deltaAmount'),
      '变动后余额（元）': yuan('balanceAfter'),
      来源: typed('sourceNo'),
      外部流水号: typed('externalNo'),
      时间: moment('createdAt'),
      操作人: typed('createdBy'),
    },
  },
  exportConsumption: {
    list: 'consumption/queryConsumption',
    columns: {
      交易流水号: made('paymentNo'),
      租户: tenant,
      类型: word('type', consumptionTypeWords),
      状态: word('state', consumptionStateWords),
      商户: typed('merchant.name'),
      门店: typed('store.name'),
      工号: made('employee.employeeNo'),
      姓名: typed('employee.name'),
      '金额（元）': yuan('amount'),
      '企业支付（元）': yuan('enterpriseAmount'),
      '个人支付（元）': yuan('personalAmount'),
      '优惠（元）': yuan('discountAmount'),
      '已退金额（元）': yuan('refundedAmount'),
      消费类别: word('category', consumptionCategoryWords),
      渠道: word('channel', payChannelWords),
      资金来源: word('fundedBy', paidFromWords),
      卡号: as('cardLastFour', (lastFour: string) => `**** ${lastFour}`),
      关联流水号: made('relatedNo'),
      支付时间: moment('paidAt'),
    },
  },
  exportLottery: {
    list: 'lottery/queryLottery',
    columns: {
      抽奖号: made('lotteryNo'),
      租户: tenant,
      活动: typed('activity.name'),
      商户: typed('merchant.name'),
      门店: typed('store.name'),
      工号: made('employee.employeeNo'),
      姓名: typed('employee.name'),
      触发交易: made('paymentNo'),
      奖品类型: word('prizeType', prizeTypeWords),
      奖品: typed('prizeName'),
      '价值（元）': yuan('prizeAmount'),
      状态: word('state', lotteryStateWords),
      抽奖时间: moment('drawnAt'),
      快递公司: typed('carrier'),
      快递单号或券码: typed('deliveryNo'),
      发放时间: moment('awardedAt'),
    },
  },
  exportBill: {
    list: 'bill/queryBill',
    columns: {
      账单号: made('billNo'),
      租户: tenant,
      类型: word('kind', billKindWords),
      商户或公司: ownerOf(''),
      账期: made('period'),
      '期初余额（元）': yuan('openingBalance'),
      '发放（元）': yuan('issuedAmount'),
      '退款（元）': yuan('refundedAmount'),
      '消费（元）': yuan('consumedAmount'),
      '回收（元）': yuan('recoveredAmount'),
      '充值（元）': yuan('topUpAmount'),
      '转入（元）': yuan('transferInAmount'),
      '卡转入（元）': yuan('cardInAmount'),
      '手续费（元）': yuan('feeAmount'),
      '转出（元）': yuan('transferOutAmount'),
      '卡支出（元）': yuan('cardOutAmount'),
      '期末余额（元）': yuan('closingBalance'),
      状态: word('state', billStateWords),
      出账时间: moment('issuedAt'),
      确认时间: moment('confirmedAt'),
    },
  },
  exportBillLine: {
    list: 'bill/queryBillLine',
    inputs: ({ companyBillId: billId }) => ({ list: { billId }, file: { billId } }),
    columns: {
      商户: typed('merchant.name'),
      '发放（元）': yuan('issuedAmount'),
      '回收（元）': yuan('recoveredAmount'),
    },
  },
  exportBillEntry: {
    list: 'bill/queryBillEntry',
    inputs: ({ bill: { id } }) => ({ list: { billId: id }, file: { billId: id } }),
    columns: entryColumns,
  },
  exportBillDetails: {
    list: 'bill/queryBillEntry',
    inputs: ({ bill: { id, merchantId, period } }) => ({
      list: { billId: id, sort: { field: 'occurredAt', order: 'asc' } },
      file: { merchantId, periodFrom: period, periodTo: period },
    }),
    columns: {
      账单号: made('detail.billNo'),
      租户: typed('detail.tenant.name'),
      账单类型: word('detail.kind', billKindWords),
      商户或公司: ownerOf('detail'),
      账期: made('detail.period'),
      ...entryColumns,
    },
  },
  exportSimulation: {
    list: 'rule/querySimulationRow',
    inputs: ({ simulationId: id }) => ({ list: { id }, file: { id } }),
    columns: {
      交易流水号: made('paymentNo'),
      支付时间: moment('paidAt'),
      商户: typed('merchant.name'),
      工号: made('employee.employeeNo'),
      姓名: typed('employee.name'),
      类目: word('category', consumptionCategoryWords),
      '金额（元）': yuan('amount'),
      变化: word('change', changedKindWords),
      '变化金额（元）': yuan('changedAmount'),
      '当时企业支付（元）': yuan('paidAmount'),
      生效版本: word('before.outcome', outcomeWords),
      '生效版本企业支付（元）': yuan('before.allowedAmount'),
      新版本: word('after.outcome', outcomeWords),
      '新版本企业支付（元）': yuan('after.allowedAmount'),
      原因: typed('after.reason'),
    },
  },
  exportUserInfo: {
    list: 'userAccount/queryUser',
    order: { field: 'id', descending: true },
    columns: {
      姓名: typed('name'),
      手机号: typed('mobile'),
      邮箱: typed('email'),
      公司: typed('company.name'),
      角色: typedAs('roles', (all: { name: string }[]) => all.map(({ name }) => name).join('、')),
      状态: as('state', (state: keyof typeof userStates) => userStates[state]),
      最近登录: moment('lastLoginAt'),
      创建时间: moment('createdAt'),
    },
  },
};
