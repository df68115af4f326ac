import type { BillState, LedgerKind } from './bill.ts';
import type {
  ConsumptionCategory,
  ConsumptionState,
  ConsumptionType,
  InvoiceState,
  PayChannel,
} from './consumption.ts';
import type { EmployeeState } from './employee.ts';
import type { Label } from './endpoint.ts';
import type { AdjustmentSource, AdjustmentType } from './limit.ts';
import type { LotteryState, PrizeType } from './lottery.ts';
import type { MerchantState } from './merchant.ts';
import type { OperationResult } from './operation-log.ts';

/** The words for the states and kinds of merchants, employees, limits, records and bills: on screens and in exports. */
export const merchantStateLabels: Record<MerchantState, Label> = {
  PENDING: { zh: '待审核', en: 'Pending' },
  ACTIVE: { zh: '正常', en: 'Active' },
  DISABLED: { zh: '停用', en: 'Disabled' },
  CLOSED: { zh: '已注销', en: 'Closed' },
  REJECTED: { zh: '已驳回', en: 'Rejected' },
};

export const employeeStateLabels: Record<EmployeeState, Label> = {
  PENDING: { zh: '待激活', en: 'To be activated' },
  ACTIVE: { zh: '已激活', en: 'Active' },
  FROZEN: { zh: '冻结', en: 'Frozen' },
  LEFT: { zh: '离职', en: 'Left' },
};

export const adjustmentTypeLabels: Record<AdjustmentType, Label> = {
  INCREASE: { zh: '增加', en: 'Increase' },
  DECREASE: { zh: '减少', en: 'Decrease' },
  CLEAR: { zh: '清零', en: 'Clear' },
  FREEZE: { zh: '冻结', en: 'Freeze' },
  UNFREEZE: { zh: '解冻', en: 'Unfreeze' },
  RECOVER: { zh: '回收', en: 'Recover' },
};

export const adjustmentSourceLabels: Record<AdjustmentSource, Label> = {
  SINGLE: { zh: '单笔', en: 'Single' },
  BATCH: { zh: '批量', en: 'Batch' },
  RULE: { zh: '规则', en: 'Rule' },
  SYSTEM: { zh: '系统', en: 'System' },
};

export const consumptionTypeLabels: Record<ConsumptionType, Label> = {
  CONSUME: { zh: '消费', en: 'Payment' },
  REFUND: { zh: '退款', en: 'Refund' },
  TRANSFER: { zh: '转账', en: 'Transfer' },
};

export const consumptionStateLabels: Record<ConsumptionState, Label> = {
  PROCESSING: { zh: '处理中', en: 'Processing' },
  SUCCESS: { zh: '成功', en: 'Successful' },
  FAILED: { zh: '失败', en: 'Failed' },
  REVOKED: { zh: '已撤销', en: 'Revoked' },
  PARTLY_REFUNDED: { zh: '部分退款', en: 'Partly refunded' },
  REFUNDED: { zh: '已退款', en: 'Refunded' },
};

export const consumptionCategoryLabels: Record<ConsumptionCategory, Label> = {
  MEAL: { zh: '餐饮', en: 'Meals' },
  PURCHASE: { zh: '采购', en: 'Purchases' },
  TRAVEL: { zh: '出行', en: 'Travel' },
  HOTEL: { zh: '酒店', en: 'Hotels' },
  WELFARE: { zh: '福利', en: 'Benefits' },
  OTHER: { zh: '其他', en: 'Other' },
};

export const invoiceStateLabels: Record<InvoiceState, Label> = {
  NONE: { zh: '未开票', en: 'Not invoiced' },
  ISSUING: { zh: '开票中', en: 'Being invoiced' },
  ISSUED: { zh: '已开票', en: 'Invoiced' },
  NOT_INVOICEABLE: { zh: '不可开票', en: 'Not invoiceable' },
};

export const payChannelLabels: Record<PayChannel, Label> = {
  ALIPAY: { zh: '支付宝', en: 'Alipay' },
  WECHAT: { zh: '微信支付', en: 'WeChat Pay' },
  UNIONPAY: { zh: '银联', en: 'UnionPay' },
  CARD: { zh: '支付卡', en: 'Payment card' },
};

export const prizeTypeLabels: Record<PrizeType, Label> = {
  LIMIT: { zh: '额度', en: 'Limit' },
  COUPON: { zh: '券', en: 'Coupon' },
  GOODS: { zh: '实物', en: 'Goods' },
  NONE: { zh: '谢谢参与', en: 'No prize' },
};

export const lotteryStateLabels: Record<LotteryState, Label> = {
  NOT_WON: { zh: '未中奖', en: 'Not won' },
  PENDING: { zh: '待发放', en: 'To be awarded' },
  AWARDING: { zh: '发放中', en: 'Being awarded' },
  AWARDED: { zh: '已发放', en: 'Awarded' },
  FAILED: { zh: '发放失败', en: 'Failed' },
  EXPIRED: { zh: '已过期', en: 'Expired' },
};

export const billStateLabels: Record<BillState, Label> = {
  OPEN: { zh: '未出账', en: 'Open' },
  ISSUED: { zh: '已出账', en: 'Issued' },
  CONFIRMED: { zh: '已确认', en: 'Confirmed' },
  SETTLED: { zh: '已结清', en: 'Settled' },
  DISPUTED: { zh: '有异议', en: 'Disputed' },
};

export const ledgerKindLabels: Record<LedgerKind, Label> = {
  TOP_UP: { zh: '充值', en: 'Top-up' },
  ISSUE: { zh: '发放', en: 'Issued' },
  REFUND: { zh: '退款', en: 'Refunded' },
  CONSUME: { zh: '消费', en: 'Consumed' },
  RECOVER: { zh: '回收', en: 'Recovered' },
  FEE: { zh: '手续费', en: 'Fee' },
};

export const operationResultLabels: Record<OperationResult, Label> = {
  SUCCESS: { zh: '成功', en: 'Done' },
  REFUSED: { zh: '被拒绝', en: 'Refused' },
  FAILED: { zh: '失败', en: 'Failed' },
};
