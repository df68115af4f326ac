import { type ComplianceDashboard, longestByDay } from '@xyxlx/contracts/compliance-dashboard';
import type { Span } from '../../../kit/filters/days.ts';
import { dayAfter, daysBetween } from './dashboard-span.ts';

type Alerts = ComplianceDashboard['alerts'];
type Rule = Alerts[number]['rule'];

interface AlertSeries {
  /** Null: every other rule together. */
  rule: Rule | null;
  /** By point. */
  values: number[];
}

export interface AlertPoints {
  /** Days, or weeks from Monday on, of which the first and the last may be cut. */
  points: Span[];
  /** The rule with the most alerts first. */
  series: AlertSeries[];
  /** By point: those that a white list kept quiet. */
  suppressed: number[];
}

/** So many rules are told apart. */
export const mostSeries = 8;

/** The alerts of a span by day or week and rule; a day without any is a point, too. */
export function alertPoints(alerts: Alerts, span: Span): AlertPoints {
  const points = pointsOf(span);
  const totals = [...Map.groupBy(alerts, ({ rule }) => rule.id).values()]
    .map((of) => ({ of, rule: (of[0] as Alerts[number]).rule, total: sum(of) }))
    .filter(({ total }) => total > 0)
    .sort((one, other) => other.total - one.total || (one.rule.code < other.rule.code ? -1 : 1));
  const isCut = totals.length > mostSeries;
  const own = isCut ? totals.slice(0, mostSeries - 1) : totals;
  const others = totals.slice(own.length).flatMap(({ of }) => of);
  const byPoint = (of: Alerts, count: (row: Alerts[number]) => number) => {
    const values = points.map(() => 0);
    for (const row of of) {
      const at = points.findIndex(([from, to]) => from <= row.day && row.day <= to);
      // Those of the span before are shown until those of this one are there.
      if (at >= 0) values[at] = (values[at] ?? 0) + count(row);
    }
    return values;
  };
  const made = ({ alerts: count }: Alerts[number]) => count;
  return {
    points,
    series: [
      ...own.map(({ rule, of }) => ({ rule, values: byPoint(of, made) })),
      ...(isCut ? [{ rule: null, values: byPoint(others, made) }] : []),
    ],
    suppressed: byPoint(alerts, (row) => row.suppressed),
  };
}

function sum(alerts: Alerts): number {
  return alerts.reduce((all, row) => all + row.alerts, 0);
}

function pointsOf([from, to]: Span): Span[] {
  const isByWeek = daysBetween([from, to]) > longestByDay;
  const points: Span[] = [];
  for (let start = from; start <= to; ) {
    const end = isByWeek ? sundayOf(start) : start;
    points.push([start, end < to ? end : to]);
    start = dayAfter(end, 1);
  }
  return points;
}

function sundayOf(day: string): string {
  return dayAfter(day, (7 - new Date(day).getUTCDay()) % 7);
}
