import { z } from 'zod';
import { attachmentRow, maxAttachmentBytes } from './attachment.ts';
import { cardForms, cardNamings } from './card-kinds.ts';
import { cardOrderStates, cardOrderStateWords, cardPayMethods } from './card-order-kinds.ts';
import { cardOrderRefund, refundLine } from './card-order-refund.ts';
import { callingChannels } from './channel.ts';
import { endpoint } from './endpoint.ts';
import {
  day,
  deliveryNo,
  fenNotNegative,
  fenPositive,
  id,
  instant,
  keyword,
  line,
  reason,
  stamps,
  version,
} from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import { invoiceHead, invoiceOf } from './invoice.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf, tenantFilter, withTenant } from './paging.ts';
import { payTo } from './pay-to.ts';
import { topUpChannels, topUpStates } from './top-up-kinds.ts';
import { transitions } from './transitions.ts';
import { waits } from './waits.ts';

/** How many days an order is open for its payment, once it was approved. */
export const orderOpenDays = 7;

/** How many days after it was sent an order is taken as received, where nobody says so. */
export const receivedAfterDays = 15;

/** What sending the cards of an order costs, in fen; virtual ones are not sent. */
export const parcelFee = 1_200;

const quantity = z.int().min(1).max(100_000);

const orderRow = z.strictObject({
  id,
  no: z.string(),
  /** The unit that buys, and the company whose fund pays. */
  merchant: option,
  company: option,
  /** Cards of all lines. */
  quantity: z.int().min(1),
  /** What is to be on the cards, Σ face × quantity; in fen. */
  amount: fenPositive,
  /** Making and sending them, tax included. */
  feeAmount: fenNotNegative,
  /** amount + fee. */
  payableAmount: fenPositive,
  paidAmount: fenNotNegative,
  /** What of that was given back. */
  refundedAmount: fenNotNegative,
  payMethod: z.enum(cardPayMethods),
  state: z.enum(cardOrderStates),
  /** When it is cancelled if nobody has paid; null before it is approved. */
  closesAt: instant.nullable(),
  version,
  ...stamps,
});
export type CardOrderRow = z.infer<typeof orderRow>;

const orderDetail = orderRow.extend({
  /** Where the cards are sent; null where all are virtual. */
  address: z.string().nullable(),
  /** 发票抬头. */
  invoiceTitle: z.string().nullable(),
  parcelFee: fenNotNegative,
  /** What is paid, not given back and not invoiced. */
  invoiceableAmount: fenNotNegative,
  /** The newest first. */
  invoices: z.array(invoiceOf),
  lines: z.array(
    z.strictObject({
      id,
      product: z.strictObject({ id, code: z.string(), name: z.string() }),
      form: z.enum(cardForms),
      naming: z.enum(cardNamings),
      faceAmount: fenPositive,
      quantity,
      /** Of one card, as it was when the order was handed in. */
      makingFee: fenNotNegative,
      /** face × quantity. */
      amount: fenPositive,
      /** Cards of it that were made. */
      made: z.int().min(0),
      /** Cards of it that were given back. */
      refunded: z.int().min(0),
      /** Cards of it that can be given back: nothing has been on them, and nothing is asked of them. */
      refundable: z.int().min(0),
    }),
  ),
  payments: z.array(
    z.strictObject({
      id,
      method: z.enum(cardPayMethods),
      amount: fenPositive,
      /** By which channel it came, and the number that the channel or bank gave it; null where the fund paid. */
      channel: z.enum(topUpChannels).nullable(),
      flowNo: z.string().nullable(),
      paidAt: instant,
      createdBy: z.string(),
    }),
  ),
  /** Where the payer of a transfer that it waits for sends it, with its number in 摘要; null where none is. */
  payTo: payTo.nullable(),
  /** The newest first. */
  refunds: z.array(cardOrderRefund),
  /** Files that prove its transfer. */
  proofs: z.array(attachmentRow),
  /** What is on its way: the payment that a channel waits for, or a line of a statement whose claim waits for a checker. */
  incoming: z
    .strictObject({
      id,
      no: z.string(),
      channel: z.enum(topUpChannels),
      state: z.enum(topUpStates),
      /** What is behind the QR code; null where the channel has not made one. */
      payUrl: z.string().nullable(),
      closesAt: instant.nullable(),
      /** The bank's number of the line. */
      bankNo: z.string().nullable(),
    })
    .nullable(),
  /** The job that works on its cards; null once that is done. */
  jobId: id.nullable(),
  /** Null before it is sent, and where all cards are virtual. */
  parcel: z
    .strictObject({
      carrier: z.string(),
      trackingNo: z.string(),
      shippedAt: instant,
      receivedAt: instant.nullable(),
    })
    .nullable(),
  /** Its way until now, the oldest step first. */
  timeline: z.array(
    z.strictObject({
      seq: z.int().min(1),
      state: z.enum(cardOrderStates),
      createdAt: instant,
      createdBy: z.string().nullable(),
    }),
  ),
});
export type CardOrderDetail = z.infer<typeof orderDetail>;

/** What is ordered. */
const order = {
  lines: z
    .array(z.strictObject({ productId: id, faceAmount: fenPositive, quantity }))
    .min(1)
    .max(50),
  payMethod: z.enum(cardPayMethods),
  /** Needed where a card is physical. */
  address: line(200).optional(),
  invoiceTitle: line(100).optional(),
};

const filters = {
  ...tenantFilter,
  /** Its number. */
  keyword: keyword.optional(),
  merchantId: id.optional(),
  state: z.array(z.enum(cardOrderStates)).min(1).optional(),
  /** Days in Asia/Shanghai, both included. */
  createdFrom: day.optional(),
  createdTo: day.optional(),
};

/** What the card policy of a tenant says of orders. */
export const orderRules = z.strictObject({
  /** From so many fen on it isn't paid online. */
  transferOnlyFrom: fenPositive,
  /** From so many fen of anonymous cards on the buyer is a certified company. */
  realNameFrom: fenPositive,
});
export type OrderRules = z.infer<typeof orderRules>;

/** 卡订单: cards that a unit buys. */
export const cardOrder = {
  getRule: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'order.edit',
    summary: { zh: '单位下单的付款与实名规则', en: 'From when a unit pays by transfer and is to be known' },
    input: z.strictObject({ merchantId: id }),
    output: orderRules,
  }),
  queryOrder: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'order.view',
    summary: { zh: '卡订单列表', en: 'List card orders' },
    input: cursorPageInput(['createdAt', 'payableAmount', 'state'], filters),
    output: cursorPageOf(withTenant(orderRow)),
  }),
  getOrder: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'order.view',
    summary: { zh: '卡订单详情', en: 'One card order' },
    input: z.strictObject({ id }),
    output: orderDetail,
  }),
  addOrder: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'order.edit',
    logs: 'cardOrder',
    idempotent: true,
    summary: { zh: '下单购卡，价格即时锁定，提交审核', en: 'Order cards at the prices of now; submitted' },
    input: z.strictObject({ merchantId: id, ...order }),
    output: orderDetail.extend(waits),
  }),
  editOrder: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'order.edit',
    logs: 'cardOrder',
    idempotent: true,
    summary: { zh: '修改被驳回的订单并重新提交', en: 'Change a rejected order and submit it again' },
    input: z.strictObject({ id, version, ...order }),
    output: orderDetail.extend(waits),
  }),
  cancelOrder: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'order.edit',
    logs: 'cardOrder',
    summary: { zh: '取消待付款的订单', en: 'Cancel an order that nobody has paid' },
    input: z.strictObject({ id, version, reason }),
    output: orderDetail,
  }),
  payOrder: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'order.edit',
    logs: 'cardOrder',
    idempotent: true,
    summary: {
      zh: '支付订单：企业资金即时出账，线上支付生成渠道付款码；不支持信用卡',
      en: "Pay an order: from the company's fund at once, or by a code of a channel; no credit cards",
    },
    input: z.strictObject({
      id,
      version,
      /** By which channel an online payment is asked for. */
      channel: z.enum(callingChannels).optional(),
    }),
    output: orderDetail,
  }),
  uploadProof: endpoint({
    kind: 'upload',
    access: 'session',
    permission: 'order.edit',
    logs: 'cardOrder',
    maxFileBytes: maxAttachmentBytes,
    summary: {
      zh: '上传转账凭证（png、jpeg、webp、pdf）',
      en: 'Upload what proves the transfer of an order (png, jpeg, webp, pdf)',
    },
    input: z.strictObject({ id }),
    output: orderDetail,
  }),
  downloadProof: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'order.view',
    logs: 'attachment',
    summary: { zh: '下载转账凭证', en: 'What proves the transfer of an order' },
    input: z.strictObject({ id }),
    output: z.null(),
  }),
  makeOrder: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'order.ship',
    logs: 'cardOrder',
    summary: { zh: '制卡：后台生成订单的全部卡', en: 'Have all cards of an order made, by a job' },
    input: z.strictObject({ id, version }),
    output: orderDetail,
  }),
  shipOrder: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'order.ship',
    logs: 'cardOrder',
    summary: {
      zh: '发货：登记承运商与运单号',
      en: 'Send the cards of an order, with carrier and tracking number',
    },
    input: z.strictObject({ id, version, carrier: line(40), trackingNo: deliveryNo }),
    output: orderDetail,
  }),
  receiveOrder: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'order.edit',
    logs: 'cardOrder',
    summary: { zh: '确认收货', en: 'Say that the cards of an order have come' },
    input: z.strictObject({ id, version }),
    output: orderDetail,
  }),
  applyInvoice: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'order.edit',
    logs: 'cardOrder',
    idempotent: true,
    summary: {
      zh: '为已付款的订单申请开票：面值不征税，费用征税',
      en: 'Apply for the invoice of a paid order: its face values untaxed, its fees taxed',
    },
    input: z.strictObject({ id, ...invoiceHead }),
    output: orderDetail,
  }),
  refundOrder: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'order.edit',
    logs: 'cardOrder',
    idempotent: true,
    summary: {
      zh: '退款：退回未入账的卡，复核后卡注销、款项原路退回；制卡前退费用',
      en: 'Give cards back on which nothing has been: once a checker agrees they are cancelled and paid back the way they were paid; fees before they are made',
    },
    input: z.strictObject({
      id,
      version,
      lines: z
        .array(refundLine)
        .min(1)
        .max(50)
        .refine((lines) => new Set(lines.map(({ lineId }) => lineId)).size === lines.length),
      reason,
    }),
    output: orderDetail.extend(waits),
  }),
  exportOrder: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'order.export',
    logs: 'export',
    summary: { zh: '导出卡订单', en: 'Export card orders' },
    input: z.strictObject({ ...filters, format: fileFormat }),
    output: exportStarted,
  }),
};

/** 卡订单: what waits for its checker, its payment, its cards or its parcel, or is over. */
export const cardOrderTransitions = transitions({
  area: 'order',
  record: { zh: '卡订单', en: 'Card order' },
  words: cardOrderStateWords,
  initial: ['SUBMITTED'],
  endpoints: cardOrder,
  actions: {
    editOrder: {
      from: ['REJECTED'],
      to: ['SUBMITTED'],
      effect: { zh: '按当时价格重新计算并提交审核', en: 'Reckoned at the prices of then and submitted' },
    },
    cancelOrder: { from: ['TO_PAY'], to: ['CANCELLED'] },
    payOrder: {
      from: ['TO_PAY'],
      to: ['PAID', 'TO_PAY'],
      guard: {
        zh: '企业资金可用余额足够；线上支付须渠道已绑定',
        en: "The company's free fund covers it; online, the channel is bound",
      },
      effect: {
        zh: '企业资金出账一笔，记预收卡订单；线上支付生成付款码，到账后已付款',
        en: 'One flow out of the fund, owed as an order prepaid; online a code to pay by, paid once the money comes',
      },
    },
    makeOrder: {
      from: ['PAID'],
      to: ['MAKING'],
      effect: { zh: '后台逐批制卡，入库存', en: 'A job makes its cards, which are in stock then' },
    },
    shipOrder: {
      from: ['TO_SHIP'],
      to: ['SHIPPED'],
      effect: {
        zh: '制卡与寄送费确认收入；不记名卡待激活',
        en: 'Making and sending are earned; its anonymous cards can be activated',
      },
    },
    receiveOrder: { from: ['SHIPPED'], to: ['DONE'] },
    refundOrder: {
      from: ['PAID', 'MAKING', 'TO_SHIP', 'SHIPPED', 'DONE'],
      to: ['REFUNDING'],
      guard: {
        zh: '卡未入账、未在申请中；已开票部分不能退',
        en: 'Nothing has been on its cards or is asked of them, and what goes back is not invoiced',
      },
      effect: { zh: '提交审核，期间不制卡、不发货', en: 'Submitted; meanwhile nothing is made or sent' },
    },
  },
  automatic: {
    approve: {
      by: { zh: '审批通过', en: 'Approval' },
      from: ['SUBMITTED'],
      to: ['TO_PAY'],
      effect: { zh: '七天内付款', en: 'To be paid within seven days' },
    },
    reject: { by: { zh: '审批驳回', en: 'Rejection' }, from: ['SUBMITTED'], to: ['REJECTED'] },
    withdraw: { by: { zh: '提交人撤回', en: 'Withdrawal' }, from: ['SUBMITTED'], to: ['CANCELLED'] },
    settle: {
      by: {
        zh: '转账认领通过，或渠道通知成功',
        en: 'The claim of its transfer is approved, or its channel tells of the payment',
      },
      from: ['TO_PAY'],
      to: ['PAID'],
      effect: {
        zh: '待认领款或渠道款转预收卡订单；每条流水、每个渠道流水号一次',
        en: 'What was unclaimed or came by the channel is owed as an order prepaid, once a line and flow number',
      },
    },
    cancelUnpaid: {
      by: { zh: '七天未付款', en: 'Nobody pays for seven days' },
      from: ['TO_PAY'],
      to: ['CANCELLED'],
    },
    endMaking: {
      by: { zh: '制卡完成', en: 'All its cards are made' },
      from: ['MAKING'],
      to: ['TO_SHIP', 'DONE'],
      effect: {
        zh: '含实体卡待发货；全部虚拟卡即完成，费用确认收入，不记名卡待激活',
        en: 'Physical cards are to be sent; where all are virtual it is done and earned, and its anonymous cards can be activated',
      },
    },
    refund: {
      by: { zh: '退款审批通过', en: 'The approval of a refund' },
      from: ['REFUNDING'],
      to: ['REFUNDED', 'PAID', 'MAKING', 'TO_SHIP', 'SHIPPED', 'DONE'],
      effect: {
        zh: '全部退完为已退款（制卡后的费用确认收入），否则回到退款前的状态',
        en: 'Refunded where all cards are given back, what was not paid back of the fee is earned then; otherwise as it was before',
      },
    },
    keep: {
      by: { zh: '退款被驳回或撤回', en: 'The rejection or withdrawal of a refund' },
      from: ['REFUNDING'],
      to: ['PAID', 'MAKING', 'TO_SHIP', 'SHIPPED', 'DONE'],
      effect: { zh: '回到退款前的状态', en: 'As it was before' },
    },
    receive: {
      by: { zh: '发货满 15 天', en: 'Fifteen days after it was sent' },
      from: ['SHIPPED'],
      to: ['DONE'],
    },
  },
});
