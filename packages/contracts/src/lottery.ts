import { z } from 'zod';
import { bulkActResult, bulkResult } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import {
  bulkIds,
  day,
  deliveryNo,
  fenNotNegative,
  id,
  instant,
  keyword,
  line,
  noInput,
  reason,
} from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import type {} from './home.ts';
import { option, tenantOption } from './option.ts';
import { cursorPageInput, cursorPageOf, sumInput, sumsOf, tenantFilter, withTenant } from './paging.ts';
import { transitions } from './transitions.ts';
import { valuesOf, type WordsOf } from './words.ts';

declare module './home.ts' {
  interface TodoKinds {
    lotteryFailed: true;
  }
}

/** 额度 券 实物 谢谢参与. */
export const prizeTypeWords = {
  LIMIT: { zh: '额度', en: 'Limit' },
  COUPON: { zh: '券', en: 'Coupon' },
  GOODS: { zh: '实物', en: 'Goods' },
  NONE: { zh: '谢谢参与', en: 'No prize' },
} as const satisfies WordsOf<string>;
export const prizeTypes = valuesOf(prizeTypeWords);
export type PrizeType = keyof typeof prizeTypeWords;
/** The ways between them stand in `lotteryTransitions`. */
export const lotteryStateWords = {
  NOT_WON: { zh: '未中奖', en: 'Not won', tone: 'quiet' },
  PENDING: { zh: '待发放', en: 'To hand out', tone: 'waiting' },
  AWARDING: { zh: '发放中', en: 'Handing out', tone: 'info' },
  AWARDED: { zh: '已发放', en: 'Handed out', tone: 'good' },
  FAILED: { zh: '发放失败', en: 'Failed', tone: 'bad' },
  EXPIRED: { zh: '已过期', en: 'Expired', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const lotteryStates = valuesOf(lotteryStateWords);
export type LotteryState = keyof typeof lotteryStateWords;

const lotteryRow = z.strictObject({
  id,
  lotteryNo: z.string(),
  activity: option,
  merchant: option,
  store: option.nullable(),
  employee: option.extend({ employeeNo: z.string() }),
  /** The payment that earned the draw. */
  paymentNo: z.string().nullable(),
  prizeType: z.enum(prizeTypes),
  prizeName: z.string(),
  /** The value at the time of the draw, in fen. */
  prizeAmount: fenNotNegative,
  state: z.enum(lotteryStates),
  failure: z.string().nullable(),
  /** 快递公司, of goods that were handed out. */
  carrier: z.string().nullable(),
  /** The tracking number of goods, or a coupon's code, masked: what proves that it was handed out. */
  deliveryNo: z.string().nullable(),
  /** How often it was tried to hand the prize out. */
  tries: z.int(),
  drawnAt: instant,
  awardedAt: instant.nullable(),
  expiresAt: instant.nullable(),
});
export type LotteryRow = z.infer<typeof lotteryRow>;

/** 抽奖活动 with what is left of its budget. */
const activityRow = tenantOption.extend({
  startsAt: instant,
  endsAt: instant,
  budgetAmount: fenNotNegative,
  spentAmount: fenNotNegative,
  prizes: z.array(
    z.strictObject({
      id,
      type: z.enum(prizeTypes),
      name: z.string(),
      valueAmount: fenNotNegative,
      stock: z.int().min(0),
    }),
  ),
});
export type ActivityRow = z.infer<typeof activityRow>;

/** Prizes that are under way, each with what proves that it was handed out; goods name their carrier, coupons none. */
const deliveries = z
  .array(z.strictObject({ id, deliveryNo, carrier: line(40).nullable() }))
  .min(1)
  .max(500);

const filters = {
  ...tenantFilter,
  merchantId: id.optional(),
  storeId: id.optional(),
  employeeId: id.optional(),
  activityId: id.optional(),
  /** A draw's number from its start. */
  lotteryNo: keyword.optional(),
  prizeType: z.array(z.enum(prizeTypes)).min(1).optional(),
  state: z.array(z.enum(lotteryStates)).min(1).optional(),
  /** Days in Asia/Shanghai, both included. */
  drawnFrom: day.optional(),
  drawnTo: day.optional(),
};

export const lottery = {
  queryLottery: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'lottery.view',
    summary: { zh: '抽奖记录', en: 'List draws' },
    input: cursorPageInput(['drawnAt'], filters),
    output: cursorPageOf(withTenant(lotteryRow)),
  }),
  sumLottery: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'lottery.view',
    summary: { zh: '奖品合计', en: 'Sums of prizes' },
    input: sumInput(filters),
    output: sumsOf({ prizeAmount: fenNotNegative, awardedAmount: fenNotNegative }),
  }),
  getLottery: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'lottery.view',
    summary: { zh: '抽奖详情', en: 'One draw' },
    input: z.strictObject({ id }),
    output: lotteryRow,
  }),
  queryActivity: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'lottery.view',
    summary: { zh: '抽奖活动', en: 'Lottery activities' },
    input: noInput,
    output: z.array(activityRow),
  }),
  awardLottery: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'lottery.award',
    logs: 'lottery',
    idempotent: true,
    summary: {
      zh: '发放或补发：额度即时到账，券与实物进入发放中（逐条返回结果）',
      en: 'Award what is pending or failed, row by row: a limit arrives at once, coupons and goods are under way',
    },
    input: z.strictObject({ ids: bulkIds, reason }),
    output: bulkActResult,
  }),
  deliverLottery: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'lottery.award',
    logs: 'lottery',
    summary: {
      zh: '登记已发放：券码或快递单号（逐条返回结果）',
      en: 'Record coupons and goods as handed out, by code or tracking number, row by row',
    },
    input: z.strictObject({ deliveries }),
    output: bulkResult,
  }),
  failLottery: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'lottery.award',
    logs: 'lottery',
    summary: {
      zh: '登记发放失败（逐条返回结果，可补发）',
      en: 'Record that handing out failed, row by row; it can be tried again',
    },
    input: z.strictObject({ ids: bulkIds, reason }),
    output: bulkResult,
  }),
  revealLottery: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'lottery.award',
    logs: 'lottery',
    summary: { zh: '查看完整券码（留痕）', en: 'Reveal a coupon’s code; logged' },
    input: z.strictObject({ id, reason }),
    output: z.strictObject({ deliveryNo: z.string().nullable() }),
  }),
  exportLottery: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'lottery.export',
    logs: 'export',
    summary: { zh: '导出抽奖记录', en: 'Export draws' },
    input: z.strictObject({ ...filters, format: fileFormat }),
    output: exportStarted,
  }),
};

export const lotteryTransitions = transitions({
  area: 'lottery',
  record: { zh: '抽奖记录', en: 'Draw' },
  words: lotteryStateWords,
  initial: ['PENDING', 'NOT_WON'],
  endpoints: lottery,
  actions: {
    awardLottery: {
      from: ['PENDING', 'FAILED'],
      to: ['AWARDED', 'AWARDING'],
      guard: {
        zh: '奖品未过期；额度奖品的员工在职，且企业资金足够',
        en: "The prize is still valid; for a limit, the employee is there and the company's fund covers it",
      },
      effect: {
        zh: '额度即时到账，券与实物进入发放中；超过审批阈值的先送审',
        en: 'A limit arrives at once, coupons and goods are under way; over the threshold after a checker agreed',
      },
    },
    deliverLottery: {
      from: ['AWARDING'],
      to: ['AWARDED'],
      guard: {
        zh: '券码未发给他人；实物须有快递公司',
        en: "A coupon's code was given to nobody else; goods have a carrier",
      },
    },
    failLottery: { from: ['AWARDING'], to: ['FAILED'] },
  },
  automatic: {
    expireDraws: {
      by: { zh: '奖品过期', en: 'A prize expired' },
      from: ['PENDING', 'FAILED'],
      to: ['EXPIRED'],
      effect: { zh: '库存与预算退回', en: 'Its stock and budget are given back' },
    },
  },
});
