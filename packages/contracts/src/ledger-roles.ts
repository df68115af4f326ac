import type { PayChannel } from './consumption.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** What a posting's two sides are; each stands for one leaf of a tenant's chart. */
export const ledgerRoleWords = {
  BANK: { zh: '银行存款', en: 'Bank' },
  CHANNEL_ALIPAY: { zh: '支付宝', en: 'Alipay' },
  CHANNEL_WECHAT: { zh: '微信支付', en: 'WeChat Pay' },
  CHANNEL_UNIONPAY: { zh: '银联', en: 'UnionPay' },
  CHANNEL_OTHER: { zh: '其他渠道', en: 'Other channels' },
  FUND: { zh: '企业资金', en: 'Enterprise funds' },
  LIMIT: { zh: '员工额度', en: 'Limits' },
  CARD: { zh: '预付卡余额', en: 'Card balances' },
  UNCLAIMED: { zh: '待认领款', en: 'Unclaimed receipts' },
  PRIZE: { zh: '应付奖品', en: 'Prizes payable' },
  SETTLEMENT: { zh: '商户结算（企业）', en: 'Merchants, company share' },
  SETTLEMENT_P: { zh: '商户结算（个人）', en: 'Merchants, personal share' },
  ORDER: { zh: '预收卡订单', en: 'Card orders prepaid' },
  VAT: { zh: '销项税额', en: 'Output VAT' },
  SERVICE: { zh: '服务费收入', en: 'Service fees' },
  CARD_INCOME: { zh: '卡工本与手续收入', en: 'Card fees' },
  BONUS: { zh: '充值赠送', en: 'Top-up bonuses' },
  PRIZE_COST: { zh: '奖品费用', en: 'Prizes' },
  CHANNEL_COST: { zh: '渠道手续费', en: 'Channel fees' },
} as const satisfies WordsOf<string>;
export const ledgerRoles = valuesOf(ledgerRoleWords);
export type LedgerRole = keyof typeof ledgerRoleWords;

/** Roles whose account follows from the business alone: nobody writes a voucher on it by hand. */
export const controlledRoles = ['FUND', 'LIMIT', 'CARD', 'UNCLAIMED', 'SETTLEMENT', 'ORDER'] as const;

/** The role of what a payment came through. */
export const channelRoles = {
  ALIPAY: 'CHANNEL_ALIPAY',
  WECHAT: 'CHANNEL_WECHAT',
  UNIONPAY: 'CHANNEL_UNIONPAY',
  CARD: 'CHANNEL_OTHER',
} as const satisfies Record<PayChannel, LedgerRole>;

/** What kind of event a posting is of. */
export const postingKindWords = {
  OPENING: { zh: '期初', en: 'Opening' },
  RECEIPT: { zh: '银行收款', en: 'Receipt' },
  TOP_UP: { zh: '充值', en: 'Top-up' },
  TOP_UP_BACK: { zh: '充值退回', en: 'Top-up taken back' },
  LIMIT_ISSUE: { zh: '额度发放', en: 'Limits issued' },
  LIMIT_BACK: { zh: '额度回收', en: 'Limits recovered' },
  PRIZE_LIMIT: { zh: '额度奖品', en: 'Limits won' },
  PRIZE_GOODS: { zh: '券与实物奖品', en: 'Coupons and goods won' },
  CONSUME: { zh: '消费', en: 'Payments' },
  REFUND: { zh: '退款', en: 'Refunds' },
  REFUND_OVERFLOW: { zh: '超额退款', en: 'Refunds over a cap' },
  FEE: { zh: '服务费', en: 'Service fee' },
  TRANSFER: { zh: '资金划转', en: 'Transfer' },
  SETTLE: { zh: '结算', en: 'Settlement' },
  WITHDRAW: { zh: '提现', en: 'Withdrawal' },
  ADJUST: { zh: '差异调整', en: 'Adjustment' },
  ORDER_PAID: { zh: '卡订单付款', en: 'Order paid' },
  ORDER_REFUND: { zh: '卡订单退款', en: 'Order refunded' },
  ORDER_EARNED: { zh: '卡订单收入', en: 'Order earned' },
  CARD_LOAD: { zh: '卡激活', en: 'Cards loaded' },
  CARD_MOVE: { zh: '补卡', en: 'Cards replaced' },
  CARD_REDEEM: { zh: '卡赎回', en: 'Card redeemed' },
  CARD_FEE: { zh: '卡手续费', en: 'Card fees' },
  CHANNEL_SETTLED: { zh: '渠道结算', en: 'Channel settled' },
} as const satisfies WordsOf<string>;
export const postingKinds = valuesOf(postingKindWords);
export type PostingKind = keyof typeof postingKindWords;

/** The kinds of row that money events are. */
export const postingSourceWords = {
  consumption: { zh: '消费记录', en: 'Payment' },
  limitAdjustment: { zh: '调额记录', en: 'Limit adjustment' },
  lottery: { zh: '抽奖记录', en: 'Draw' },
  statementLine: { zh: '对账单流水', en: 'Statement line' },
  topUp: { zh: '充值', en: 'Top-up' },
  topUpReversal: { zh: '充值退回', en: 'Top-up taken back' },
  fundFlow: { zh: '资金流水', en: 'Fund flow' },
  fundTransfer: { zh: '资金划转', en: 'Fund transfer' },
  reconciliationBreak: { zh: '对账差异', en: 'Reconciliation break' },
  reconciliation: { zh: '对账', en: 'Reconciliation' },
  cardOrder: { zh: '卡订单', en: 'Card order' },
  cardOrderRefund: { zh: '卡订单退款', en: 'Refund of a card order' },
  cardFlow: { zh: '卡流水', en: 'Card flow' },
  cardRequest: { zh: '卡申请', en: 'Request about a card' },
  opening: { zh: '期初', en: 'Opening' },
} as const satisfies WordsOf<string>;
export const postingSources = valuesOf(postingSourceWords);
export type PostingSource = keyof typeof postingSourceWords;

/** The side on which an account grows. */
export const accountSideWords = {
  DEBIT: { zh: '借', en: 'Debit' },
  CREDIT: { zh: '贷', en: 'Credit' },
} as const satisfies WordsOf<string>;
export const accountSides = valuesOf(accountSideWords);
export type AccountSide = keyof typeof accountSideWords;

/** Whether what employees add of their own passes through the tenant's accounts. */
export const personalShareWords = {
  DIRECT: { zh: '直接付给商户', en: 'Paid to the merchant directly' },
  THROUGH_US: { zh: '由本方代收', en: 'Collected by us' },
} as const satisfies WordsOf<string>;
export const personalShares = valuesOf(personalShareWords);
export type PersonalShare = keyof typeof personalShareWords;

/** An account of the chart that a tenant begins with; its parent is the code without the last two digits. */
export interface ChartRow {
  code: string;
  name: string;
  side: AccountSide;
  role: LedgerRole | null;
}

const row = (code: string, name: string, side: AccountSide, role: LedgerRole | null = null): ChartRow => ({
  code,
  name,
  side,
  role,
});

/** 科目表 by 企业会计准则, parents before their children. */
export const defaultChart: readonly ChartRow[] = [
  row('1001', '库存现金', 'DEBIT'),
  row('1002', '银行存款', 'DEBIT'),
  row('1002.01', '基本户', 'DEBIT', 'BANK'),
  row('1012', '其他货币资金', 'DEBIT'),
  row('1012.01', '支付宝', 'DEBIT', 'CHANNEL_ALIPAY'),
  row('1012.02', '微信支付', 'DEBIT', 'CHANNEL_WECHAT'),
  row('1012.03', '银联', 'DEBIT', 'CHANNEL_UNIONPAY'),
  row('1012.08', '其他渠道', 'DEBIT', 'CHANNEL_OTHER'),
  row('2202', '应付账款', 'CREDIT'),
  row('2202.01', '商户结算（企业）', 'CREDIT', 'SETTLEMENT'),
  row('2202.02', '商户结算（个人）', 'CREDIT', 'SETTLEMENT_P'),
  row('2203', '预收账款', 'CREDIT'),
  row('2203.01', '卡订单', 'CREDIT', 'ORDER'),
  row('2221', '应交税费', 'CREDIT'),
  row('2221.01', '销项税额', 'CREDIT', 'VAT'),
  row('2241', '其他应付款', 'CREDIT'),
  row('2241.01', '企业资金', 'CREDIT', 'FUND'),
  row('2241.02', '员工额度', 'CREDIT', 'LIMIT'),
  row('2241.03', '预付卡余额', 'CREDIT', 'CARD'),
  row('2241.04', '待认领款', 'CREDIT', 'UNCLAIMED'),
  row('2241.05', '应付奖品', 'CREDIT', 'PRIZE'),
  row('4103', '本年利润', 'CREDIT'),
  row('4104', '利润分配', 'CREDIT'),
  row('4104.01', '未分配利润', 'CREDIT'),
  row('6001', '主营业务收入', 'CREDIT'),
  row('6001.01', '服务费', 'CREDIT', 'SERVICE'),
  row('6051', '其他业务收入', 'CREDIT'),
  row('6051.01', '卡工本与手续', 'CREDIT', 'CARD_INCOME'),
  row('6601', '销售费用', 'DEBIT'),
  row('6601.01', '赠送', 'DEBIT', 'BONUS'),
  row('6601.02', '奖品', 'DEBIT', 'PRIZE_COST'),
  row('6602', '管理费用', 'DEBIT'),
  row('6603', '财务费用', 'DEBIT'),
  row('6603.01', '渠道手续费', 'DEBIT', 'CHANNEL_COST'),
];
