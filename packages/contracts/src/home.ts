import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, fenNotNegative, instant } from './fields.ts';
import { option } from './option.ts';
import { tenantFilter } from './paging.ts';

/** The kinds of to-do, which each area's contract adds to; what waits for approval is `approval/todoCount`. */
export interface TodoKinds {
  /** Of the funds, which have no area and no screen yet. */
  fundLow: true;
}
export type TodoKind = keyof TodoKinds;

export const home = {
  getHome: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'home.view',
    summary: { zh: '首页：数字、待办、30 天趋势、商户排行', en: 'Figures, to-dos, 30 days, top merchants' },
    /** `tenantId`: the figures of one tenant alone, for who sees several; another's is 406. To-dos are the caller's all the same. */
    input: z.strictObject({ ...tenantFilter }),
    output: z.strictObject({
      /** The business day in Asia/Shanghai that "today" means. */
      today: day,
      asOf: instant,
      /** Whose figures these are: of every tenant, of one, or of a part of it. */
      whose: z.strictObject({
        /** Null: of every tenant. */
        tenant: z.string().nullable(),
        /** With those below it; null: of the whole tenant, or of merchants alone. */
        company: z.string().nullable(),
        /** How many merchants by name; null: of all of them. */
        merchantCount: z.int().nullable(),
      }),
      fund: z.strictObject({ availableBalance: fenNotNegative, frozenBalance: fenNotNegative }),
      /** What employees may still spend, and what is locked. */
      limits: z.strictObject({ availableLimit: fenNotNegative, lockedLimit: fenNotNegative }),
      spend: z.strictObject({
        todayAmount: fenNotNegative,
        todayCount: z.int(),
        yesterdayAmount: fenNotNegative,
        todayRefundAmount: fenNotNegative,
        todayRefundCount: z.int(),
      }),
      /** Only what the caller may act on, and only where there is something. */
      todos: z.array(
        z.strictObject({
          /** One of `TodoKinds`. */
          kind: z.string(),
          count: z.int().min(1),
          /** Counted are those made on this day or later; null: all. */
          since: day.nullable(),
        }),
      ),
      /** The last 30 days with today, the oldest first, days without anything included. */
      trend: z.array(
        z.strictObject({
          day,
          consumeAmount: fenNotNegative,
          consumeCount: z.int(),
          refundAmount: fenNotNegative,
        }),
      ),
      /** Of the same 30 days, the highest first. */
      topMerchants: z.array(
        z.strictObject({ merchant: option, consumeAmount: fenNotNegative, consumeCount: z.int() }),
      ),
    }),
  }),
};
