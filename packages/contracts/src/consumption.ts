import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, fen, fenNotNegative, fenPositive, id, instant, keyword, reason } from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf, sumInput, sumsOf, tenantFilter, withTenant } from './paging.ts';
import { timelineOf } from './timeline.ts';
import { transitions } from './transitions.ts';
import { waits } from './waits.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** 消费 退款 转账. */
export const consumptionTypeWords = {
  CONSUME: { zh: '消费', en: 'Payment' },
  REFUND: { zh: '退款', en: 'Refund' },
  TRANSFER: { zh: '转账', en: 'Transfer' },
} as const satisfies WordsOf<string>;
export const consumptionTypes = valuesOf(consumptionTypeWords);
/** The ways between them stand in `paymentTransitions`. */
export const consumptionStateWords = {
  PROCESSING: { zh: '处理中', en: 'Processing', tone: 'waiting' },
  SUCCESS: { zh: '成功', en: 'Successful', tone: 'good' },
  FAILED: { zh: '失败', en: 'Failed', tone: 'bad' },
  REVOKED: { zh: '已撤销', en: 'Revoked', tone: 'quiet' },
  PARTLY_REFUNDED: { zh: '部分退款', en: 'Partly refunded', tone: 'info' },
  REFUNDED: { zh: '已退款', en: 'Refunded', tone: 'info' },
} as const satisfies WordsOf<string>;
export const consumptionStates = valuesOf(consumptionStateWords);
/** 餐饮 采购 出行 酒店 福利 其他. */
export const consumptionCategoryWords = {
  MEAL: { zh: '餐饮', en: 'Meals' },
  PURCHASE: { zh: '采购', en: 'Purchases' },
  TRAVEL: { zh: '出行', en: 'Travel' },
  HOTEL: { zh: '酒店', en: 'Hotels' },
  WELFARE: { zh: '福利', en: 'Benefits' },
  OTHER: { zh: '其他', en: 'Other' },
} as const satisfies WordsOf<string>;
export const consumptionCategories = valuesOf(consumptionCategoryWords);
/** 未开票 开票中 已开票 不可开票. */
export const invoiceStateWords = {
  NONE: { zh: '未开票', en: 'Not invoiced' },
  ISSUING: { zh: '开票中', en: 'Being issued' },
  ISSUED: { zh: '已开票', en: 'Issued' },
  NOT_INVOICEABLE: { zh: '不可开票', en: 'Not invoiceable' },
} as const satisfies WordsOf<string>;
export const invoiceStates = valuesOf(invoiceStateWords);
/** 支付宝 微信 银联 实体卡. */
export const payChannelWords = {
  ALIPAY: { zh: '支付宝', en: 'Alipay' },
  WECHAT: { zh: '微信支付', en: 'WeChat Pay' },
  UNIONPAY: { zh: '银联', en: 'UnionPay' },
  CARD: { zh: '支付卡', en: 'Payment card' },
} as const satisfies WordsOf<string>;
export const payChannels = valuesOf(payChannelWords);
export type PayChannel = keyof typeof payChannelWords;

/** 额度 预付卡: whose money pays the company's share. */
export const paidFromWords = {
  LIMIT: { zh: '额度', en: 'Limit' },
  CARD: { zh: '预付卡', en: 'Prepaid card' },
} as const satisfies WordsOf<string>;
export const paidFromKinds = valuesOf(paidFromWords);

const consumptionRow = z.strictObject({
  id,
  paymentNo: z.string(),
  type: z.enum(consumptionTypes),
  state: z.enum(consumptionStates),
  /** enterprise + personal. */
  amount: fenNotNegative,
  enterpriseAmount: fenNotNegative,
  personalAmount: fenNotNegative,
  discountAmount: fenNotNegative,
  refundedAmount: fenNotNegative,
  category: z.enum(consumptionCategories),
  merchant: option,
  store: option.nullable(),
  /** Null where an anonymous card paid. */
  employee: option.extend({ employeeNo: z.string() }).nullable(),
  fundedBy: z.enum(paidFromKinds),
  /** The last four of the card, if one was used. */
  cardLastFour: z.string().nullable(),
  ruleVersion: z.string().nullable(),
  /** A refund's payment. */
  relatedNo: z.string().nullable(),
  invoiceState: z.enum(invoiceStates),
  channel: z.enum(payChannels),
  paidAt: instant,
});
export type ConsumptionRow = z.infer<typeof consumptionRow>;

export const consumptionDetail = consumptionRow.extend({
  refundableAmount: fenNotNegative,
  /** Whether it can still be revoked: successful, of the same day, nothing refunded. */
  revocable: z.boolean(),
  /** Until when the limit that paid the company's part can be spent; null: for good. A refund restores it until then. */
  limitExpiresAt: instant.nullable(),
  failure: z.string().nullable(),
  reason: z.string().nullable(),
  /** Who was paid, as it was at that moment. */
  payee: option.extend({ brand: option.nullable(), mcc: z.string().nullable(), city: z.string().nullable() }),
  /** The card whose money paid, or to which it came back. */
  card: z.strictObject({ id, cardNo: z.string(), maskedPan: z.string() }).nullable(),
  related: consumptionRow.nullable(),
  refunds: z.array(consumptionRow),
});
export type ConsumptionDetail = z.infer<typeof consumptionDetail>;

const filters = {
  ...tenantFilter,
  merchantId: id.optional(),
  storeId: id.optional(),
  employeeId: id.optional(),
  /** A payment number from its start. */
  paymentNo: keyword.optional(),
  type: z.array(z.enum(consumptionTypes)).min(1).optional(),
  state: z.array(z.enum(consumptionStates)).min(1).optional(),
  category: z.array(z.enum(consumptionCategories)).min(1).optional(),
  channel: z.array(z.enum(payChannels)).min(1).optional(),
  /** Days in Asia/Shanghai, both included. */
  paidFrom: day.optional(),
  paidTo: day.optional(),
  minAmount: fenNotNegative.optional(),
  maxAmount: fenNotNegative.optional(),
};

export const consumption = {
  queryConsumption: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'consumption.view',
    summary: { zh: '消费记录', en: 'List consumption records' },
    input: cursorPageInput(['paidAt'], filters),
    output: cursorPageOf(withTenant(consumptionRow)),
  }),
  sumConsumption: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'consumption.view',
    summary: { zh: '消费合计：退款为负', en: 'Sums of consumption: refunds count below zero' },
    input: sumInput(filters),
    output: sumsOf({ consumeAmount: fenNotNegative, refundAmount: fen, netAmount: fen }),
  }),
  getConsumption: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'consumption.view',
    summary: { zh: '消费详情与退款', en: 'One record with its refunds' },
    input: z.strictObject({ id }),
    output: consumptionDetail,
  }),
  queryTimeline: timelineOf('consumption.view'),
  refundConsumption: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'consumption.refund',
    logs: 'consumption',
    idempotent: true,
    summary: {
      zh: '退款：先退企业支付部分，恢复原额度；额度已过期则退回企业资金',
      en: "Refund, the company's part first: the limit is restored; an expired one's money goes to the company's fund",
    },
    input: z.strictObject({ id, amount: fenPositive, reason }),
    /** Over the threshold it waits for a checker. */
    output: consumptionDetail.extend(waits),
  }),
  revokeConsumption: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'consumption.refund',
    logs: 'consumption',
    idempotent: true,
    summary: { zh: '撤销当日消费', en: 'Revoke a payment of today' },
    input: z.strictObject({ id, reason }),
    /** As a refund of the whole. */
    output: consumptionDetail.extend(waits),
  }),
  exportConsumption: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'consumption.export',
    logs: 'export',
    summary: { zh: '导出消费记录', en: 'Export consumption records' },
    input: z.strictObject({ ...filters, format: fileFormat }),
    output: exportStarted,
  }),
};

export const paymentTransitions = transitions({
  area: 'consumption',
  record: { zh: '消费', en: 'Payment' },
  words: consumptionStateWords,
  // A channel tells of a payment once it is over.
  initial: ['SUCCESS', 'FAILED', 'PROCESSING'],
  endpoints: consumption,
  actions: {
    refundConsumption: {
      from: ['SUCCESS', 'PARTLY_REFUNDED'],
      to: ['PARTLY_REFUNDED', 'REFUNDED'],
      guard: {
        zh: '退款合计不超过消费金额，且未开票',
        en: 'Σ refunds within its amount, and nothing of it invoiced',
      },
      effect: {
        zh: '生成退款记录，企业部分退回额度；超过审批阈值的先送审',
        en: 'A refund is written, the company’s share goes back to the limit; over the threshold after a checker agreed',
      },
    },
    revokeConsumption: {
      from: ['SUCCESS'],
      to: ['REVOKED'],
      guard: { zh: '当日消费，且未开票', en: 'Of today, and nothing of it invoiced' },
      effect: {
        zh: '全额退回；超过审批阈值的先送审',
        en: 'All of it goes back; over the threshold after a checker agreed',
      },
    },
  },
  automatic: {},
});
