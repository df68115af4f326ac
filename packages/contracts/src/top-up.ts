import { z } from 'zod';
import { channelRefund } from './channel-refund.ts';
import { endpoint } from './endpoint.ts';
import {
  day,
  fenNotNegative,
  fenPositive,
  formats,
  id,
  instant,
  keyword,
  reason,
  remark,
  stamps,
  version,
} from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf, tenantFilter, withTenant } from './paging.ts';
import { payTo } from './pay-to.ts';
import {
  toppedUpTargets,
  topUpChannels,
  topUpDiversions,
  topUpExceptions,
  topUpReversalKinds,
  topUpStates,
  topUpStateWords,
  topUpTargets,
} from './top-up-kinds.ts';
import { matchedLine } from './top-up-match.ts';
import { topUpReversal } from './top-up-reversal.ts';
import { transitions } from './transitions.ts';
import { waits } from './waits.ts';

/** How long somebody has to pay by a channel, in minutes. */
export const topUpOpenMinutes = 120;
/** How long a transfer may take to come, in days. */
export const transferOpenDays = 30;

const topUpRow = z.strictObject({
  id,
  no: z.string(),
  target: z.enum(topUpTargets),
  /** Whose 企业资金 has it; of a card, the company that holds it. */
  company: option,
  card: z.strictObject({ id, cardNo: z.string() }).nullable(),
  /** The order of cards that it pays, unless that was over by then. */
  order: z.strictObject({ id, no: z.string() }).nullable(),
  amount: fenPositive,
  feeAmount: fenNotNegative,
  bonusAmount: fenNotNegative,
  /** amount − fee + bonus. */
  receivedAmount: fenPositive,
  channel: z.enum(topUpChannels),
  /** The channel's number of the payment, or the bank's of the line that it claims. */
  flowNo: z.string().nullable(),
  /** What the payer of a transfer writes into 摘要; of those that were begun before it came. */
  transferCode: z.string().nullable(),
  /** It came after the top-up was over. */
  late: z.boolean(),
  /** Why the company's 企业资金 has what came for its card; null where it has not. */
  divertedFor: z.enum(topUpDiversions).nullable(),
  /** What a channel told of that is not the amount; nothing was credited for it. */
  toldAmount: fenPositive.nullable(),
  state: z.enum(topUpStates),
  closesAt: instant.nullable(),
  remark: z.string(),
  version,
  ...stamps,
});
export type TopUpRow = z.infer<typeof topUpRow>;

const topUpDetail = topUpRow.extend({
  /** The newest first. */
  reversals: z.array(topUpReversal),
  /** What somebody pays with: what is behind the QR code; null until the channel has made one, and once there is nothing to pay. */
  payUrl: z.string().nullable(),
  /** Where the payer of a transfer that is waited for sends it; null where none is. */
  payTo: payTo.nullable(),
});
export type TopUpDetail = z.infer<typeof topUpDetail>;

const filters = {
  ...tenantFilter,
  /** Its number, the channel's or bank's, or the code of a transfer. */
  keyword: keyword.optional(),
  companyId: id.optional(),
  target: z.array(z.enum(topUpTargets)).min(1).optional(),
  channel: z.array(z.enum(topUpChannels)).min(1).optional(),
  state: z.array(z.enum(topUpStates)).min(1).optional(),
  exception: z.array(z.enum(topUpExceptions)).min(1).optional(),
  /** Days in Asia/Shanghai, both included. */
  createdFrom: day.optional(),
  createdTo: day.optional(),
};

const channelNo = z
  .string()
  .regex(/^[\w-]{8,64}$/)
  .register(formats, {
    zh: '8 至 64 位字母、数字、下划线或连字符',
    en: '8–64 letters, digits, underscores or hyphens',
    maxLength: 64,
  });

/** 充值: money that comes for a company or a card. */
export const topUp = {
  queryTopUp: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'topup.view',
    summary: { zh: '充值记录', en: 'List top-ups' },
    input: cursorPageInput(['createdAt', 'amount', 'state'], filters),
    output: cursorPageOf(withTenant(topUpRow)),
  }),
  getTopUp: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'topup.view',
    summary: { zh: '充值详情', en: 'One top-up' },
    input: z.strictObject({ id }),
    output: topUpDetail,
  }),
  getFunnel: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'topup.view',
    summary: { zh: '各渠道充值转化与异常', en: 'What became of the top-ups of each channel' },
    input: z.strictObject({
      ...tenantFilter,
      /** How many days of Asia/Shanghai, up to today. */
      days: z.int().min(1).max(366).default(30),
    }),
    output: z.array(
      z.strictObject({
        channel: z.enum(topUpChannels),
        made: z.int().min(1),
        succeeded: fenNotNegative,
        late: fenNotNegative,
        mismatched: fenNotNegative,
        diverted: fenNotNegative,
        receivedAmount: fenNotNegative,
      }),
    ),
  }),
  addTopUp: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'topup.edit',
    logs: 'topUp',
    idempotent: true,
    summary: {
      zh: '发起充值：渠道须两小时内扫码支付，不支持信用卡；转账凭汇款码待认领',
      en: 'Begin a top-up: by a channel, to be paid within two hours, no credit cards; a transfer is claimed by its code',
    },
    input: z.strictObject({
      target: z.enum(toppedUpTargets),
      /** Of the company, or of the card. */
      id,
      amount: fenPositive,
      channel: z.enum(topUpChannels),
      remark: remark.optional(),
    }),
    output: topUpDetail,
  }),
  askTopUp: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'topup.edit',
    logs: 'topUp',
    summary: {
      zh: '渠道当时没有回应的充值，重新生成付款码',
      en: 'Ask the channel again for the code of a top-up that it did not answer for',
    },
    input: z.strictObject({ id }),
    output: topUpDetail,
  }),
  cancelTopUp: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'topup.edit',
    logs: 'topUp',
    summary: { zh: '取消待支付或待认领的充值', en: 'Give up a top-up that nobody has paid' },
    input: z.strictObject({ id, version, reason }),
    output: topUpDetail,
  }),
  reverseTopUp: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'topup.edit',
    logs: 'topUp',
    idempotent: true,
    summary: {
      zh: '退回充值：复核后冲正（流水重新待认领）或退款（退回付款方），企业资金或卡可用余额须足够',
      en: 'Take a top-up back: once a checker agrees its line can be claimed anew, or the money goes back to its payer; the free fund, or the card, must cover it',
    },
    input: z.strictObject({
      id,
      version,
      /** A transfer is reversed or refunded, what came by a channel is refunded. */
      kind: z.enum(topUpReversalKinds),
      reason,
    }),
    output: topUpDetail.extend(waits),
  }),
  resendRefund: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'topup.edit',
    logs: 'channelRefund',
    summary: {
      zh: '渠道拒绝的退款以同一退款单号再次请求渠道',
      en: 'Ask a channel again for a refund that it refused, under the same number',
    },
    input: z.strictObject({ id, version }),
    output: channelRefund,
  }),
  queryTopUpMatch: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'topup.edit',
    summary: { zh: '待认领充值可匹配的流水', en: 'Lines that may be the transfer that a top-up waits for' },
    input: z.strictObject({ id }),
    output: z.array(matchedLine),
  }),
  exportTopUp: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'topup.export',
    logs: 'export',
    summary: { zh: '导出充值记录', en: 'Export top-ups' },
    input: z.strictObject({ ...filters, format: fileFormat }),
    output: exportStarted,
  }),
  queryCompanyOption: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'topup.edit',
    summary: { zh: '可充值的公司', en: 'Companies that can be topped up' },
    input: z.strictObject({}),
    output: z.array(option),
  }),
  notifyTopUp: endpoint({
    kind: 'mutation',
    access: 'signed',
    logs: 'topUp',
    // Told again it changes nothing.
    logsDone: false,
    summary: {
      zh: '渠道通知充值的支付结果；同一渠道流水号只入账一次',
      en: 'A channel tells how a top-up was paid; one flow number is credited once',
    },
    input: z.strictObject({
      topUpNo: z
        .string()
        .regex(/^CZ\d{8}$/)
        .register(formats, { zh: 'CZ 与 8 位数字', en: 'CZ and 8 digits', maxLength: 10 }),
      /** The channel's own number of the payment. */
      flowNo: channelNo,
      status: z.enum(['PAYING', 'SUCCESS', 'FAILED']),
      amount: fenPositive,
    }),
    output: z.strictObject({ state: z.enum(topUpStates) }),
  }),
};

/** 充值: money that came or is to come; by a channel it is told of, by transfer it claims a statement's line, which somebody else approves. */
export const topUpTransitions = transitions({
  area: 'topup',
  record: { zh: '充值', en: 'Top-up' },
  words: topUpStateWords,
  initial: ['WAITING', 'TO_CLAIM', 'SUBMITTED'],
  endpoints: topUp,
  actions: {
    cancelTopUp: { from: ['WAITING', 'TO_CLAIM'], to: ['CLOSED'] },
    reverseTopUp: {
      from: ['SUCCESS'],
      to: ['SUCCESS'],
      guard: {
        zh: '未支付卡订单；冲正限转账；没有待审的退回',
        en: 'It paid no order; only a transfer is reversed; no other reversal waits',
      },
      effect: { zh: '提交审核', en: 'Submitted' },
    },
  },
  automatic: {
    beginPaying: {
      by: { zh: '渠道通知支付中', en: 'The channel: being paid' },
      from: ['WAITING'],
      to: ['PAYING'],
    },
    succeed: {
      by: { zh: '渠道通知成功', en: 'The channel: paid' },
      from: ['WAITING', 'PAYING', 'CLOSED', 'FAILED'],
      to: ['SUCCESS'],
      effect: {
        zh: '企业资金、卡或卡订单入账一次；已关闭、失败或订单已了结的标记迟到，卡不能充值的入账企业资金',
        en: "The company's fund, the card or the order has it once; marked late where it was over, or the order; the fund has what its card can't take",
      },
    },
    fail: {
      by: { zh: '渠道通知失败，或拒绝生成付款码', en: 'The channel: failed, or it makes no code' },
      from: ['WAITING', 'PAYING'],
      to: ['FAILED'],
    },
    close: {
      by: {
        zh: '两小时未支付，或三十天未到账',
        en: 'Nobody pays for two hours, or by transfer for thirty days',
      },
      from: ['WAITING', 'TO_CLAIM'],
      to: ['CLOSED'],
    },
    claim: {
      by: { zh: '认领对账单流水', en: "A statement's line is claimed as it" },
      from: ['TO_CLAIM'],
      to: ['SUBMITTED'],
    },
    leaveClaim: {
      by: { zh: '认领被驳回或撤回（有汇款码）', en: 'Its claim is rejected or withdrawn, and it has a code' },
      from: ['SUBMITTED'],
      to: ['TO_CLAIM'],
    },
    complete: {
      by: { zh: '租户阈值以内', en: "Within the tenant's threshold" },
      from: ['SUBMITTED'],
      to: ['SUCCESS'],
      effect: {
        zh: '企业资金入账一笔，或卡订单付款；订单已了结的标记迟到',
        en: "One flow into the company's fund, or the payment of an order; marked late where that was over",
      },
    },
    approve: {
      by: { zh: '审批通过', en: 'Approval' },
      from: ['SUBMITTED'],
      to: ['SUCCESS'],
      effect: {
        zh: '企业资金入账一笔，或卡订单付款；订单已了结的标记迟到',
        en: "One flow into the company's fund, or the payment of an order; marked late where that was over",
      },
    },
    takeBack: {
      by: { zh: '退回审批通过', en: 'The approval of its reversal' },
      from: ['SUCCESS'],
      to: ['REVERSED', 'REFUNDED'],
      effect: {
        zh: '企业资金或卡出账，冲正的流水重新待认领',
        en: "It leaves the company's fund or the card; the line of one that is reversed can be claimed anew",
      },
    },
    reject: { by: { zh: '审批驳回', en: 'Rejection' }, from: ['SUBMITTED'], to: ['REJECTED'] },
    withdraw: { by: { zh: '提交人撤回', en: 'Withdrawal' }, from: ['SUBMITTED'], to: ['WITHDRAWN'] },
  },
});
