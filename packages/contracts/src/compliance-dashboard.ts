import { z } from 'zod';
import { ruleOf } from './compliance-subject.ts';
import { endpoint } from './endpoint.ts';
import { day } from './fields.ts';
import { option } from './option.ts';

/** The longest span, both ends included, in days. */
export const longestSpan = 366;
/** The longest span that is told day by day; a longer one is told by its weeks. */
export const longestByDay = 92;

const count = z.int().min(0);
/** A share in basis points; null where there is nothing to divide by. */
const share = z.int().min(0).max(10_000).nullable();
const dayLength = 86_400_000;

/** How many days a span has, both ends included. */
export function daysIn({ from, to }: { from: string; to: string }): number {
  return (Date.parse(to) - Date.parse(from)) / dayLength + 1;
}

const dashboard = z.strictObject({
  /** How often each rule that has alerts or closings was right, with Wilson's interval of 95%. */
  precision: z.array(
    z.strictObject({ rule: ruleOf, closed: count, positive: count, share, low: share, high: share }),
  ),
  /**
   * By the day that they were made on, the oldest first; of a span longer than `longestByDay` by the week, which begins on Monday and is
   * named by its first day within the span.
   */
  alerts: z.array(z.strictObject({ day, rule: ruleOf, alerts: count, suppressed: count })),
  /** Open cases by how many hours ago they were opened. */
  ageing: z.strictObject({ hours4: count, hours24: count, hours72: count, more: count }),
  /** Open cases past their time. */
  overdue: count,
  /** Minutes from the opening of a case to somebody’s first act; of the newest 20,000 that were made in the span. */
  firstAct: z.strictObject({ count, p50: z.number().nullable(), p95: z.number().nullable() }),
  /** What alerts are about, by weekday (1 Monday … 7 Sunday) and hour; those without any are left out. */
  hours: z.array(
    z.strictObject({ weekday: z.int().min(1).max(7), hour: z.int().min(0).max(23), alerts: count }),
  ),
  /** Who closed how many; null for who may not decide. */
  people: z.array(z.strictObject({ user: option, closed: count, positive: count })).nullable(),
});
export type ComplianceDashboard = z.infer<typeof dashboard>;

export const complianceDashboard = {
  getDashboard: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'compliance.view',
    summary: { zh: '合规看板', en: 'Compliance in figures' },
    /** Days in Asia/Shanghai, both included. */
    input: z
      .strictObject({ from: day, to: day })
      .refine((span) => span.from <= span.to && daysIn(span) <= longestSpan, {
        path: ['to'],
        params: { days: longestSpan },
      }),
    output: dashboard,
  }),
};
