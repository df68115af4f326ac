import { z } from 'zod';
import { bulkIds, bulkResult } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import { day, fenNotNegative, id, instant, keyword, noInput, reason } from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import { option, tenantOption } from './option.ts';
import { cursorPageInput, cursorPageOf } from './paging.ts';

/** 额度 券 实物 谢谢参与. */
export const prizeTypes = ['LIMIT', 'COUPON', 'GOODS', 'NONE'] as const;
export type PrizeType = (typeof prizeTypes)[number];
/** 未中奖 | 待发放 → 发放中 → 已发放/发放失败 (retry)/已过期. */
export const lotteryStates = ['NOT_WON', 'PENDING', 'AWARDING', 'AWARDED', 'FAILED', 'EXPIRED'] as const;
export type LotteryState = (typeof lotteryStates)[number];

export const lotteryRow = z.strictObject({
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
  /** How often it was tried to hand the prize out. */
  tries: z.int(),
  drawnAt: instant,
  awardedAt: instant.nullable(),
  expiresAt: instant.nullable(),
});
export type LotteryRow = z.infer<typeof lotteryRow>;

/** 抽奖活动 with what is left of its budget. */
export const activityRow = tenantOption.extend({
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

const filters = {
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
    output: cursorPageOf(lotteryRow),
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
    idempotent: true,
    summary: {
      zh: '补发：待发放与发放失败的奖品（逐条返回结果）',
      en: 'Award again what is pending or failed, row by row',
    },
    input: z.strictObject({ ids: bulkIds, reason }),
    output: bulkResult,
  }),
  exportLottery: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'lottery.export',
    summary: { zh: '导出抽奖记录', en: 'Export draws' },
    input: z.strictObject({ ...filters, format: fileFormat }),
    output: exportStarted,
  }),
};
