import {
  type ComplianceDashboard,
  type complianceDashboard as contract,
  daysIn,
  longestByDay,
} from '@xyxlx/contracts/compliance-dashboard';
import { precisionOf } from '@xyxlx/contracts/wilson';
import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import type { Session } from '../../../core/session.ts';
import { type Queryable, rowOf, rowsOf, type Sql, sql } from '../../../platform/db/sql.ts';
import { fromDay, untilDay } from '../../../platform/lists/conditions.ts';
import type { Handlers } from '../../../wire/implement.ts';
import { ruleJson } from '../cases/case.sql.ts';
import { visibleCases } from '../cases/case-scope.ts';
import { figuresOf, type Span } from './figures.sql.ts';

/** The times to a first act are those of so many cases of the span, the newest: what is read stays bounded. */
const firstActsRead = 20_000;

type DayRow = ComplianceDashboard['alerts'][number] & { closed: number; positive: number };

/** What compliance comes to in a span, from the days' rollups. */
async function getDashboard(
  call: Call<z.output<typeof contract.getDashboard.input>, Session>,
): Promise<ComplianceDashboard> {
  const { input, session, deps, now } = call;
  const { pool } = deps.database;
  const figures = figuresOf(session, input);
  const [days, hours, people, open, firstAct] = await Promise.all([
    rowsOf<DayRow>(
      pool,
      sql`SELECT d.day::text AS day, ${ruleJson} AS rule, d.alerts::int, d.suppressed::int, d.closed::int, d.positive::int
          FROM (SELECT ${pointOf(input)} AS day, f.rule_id, sum(f.alerts) AS alerts, sum(f.suppressed) AS suppressed, sum(f.closed) AS closed, sum(f.positive) AS positive
                FROM ${figures.days} f GROUP BY 1, 2) d
          JOIN risk_rules u ON u.tenant_id = ${session.tenantId}::uuid AND u.id = d.rule_id ORDER BY d.day, u.code`,
    ),
    rowsOf<ComplianceDashboard['hours'][number]>(
      pool,
      sql`SELECT extract(isodow FROM f.day)::int AS weekday, f.hour, sum(f.alerts)::int AS alerts FROM ${figures.hours} f
          GROUP BY 1, 2 HAVING sum(f.alerts) > 0 ORDER BY 1, 2`,
    ),
    session.permissions.has('compliance.decide')
      ? rowsOf<NonNullable<ComplianceDashboard['people']>[number]>(
          pool,
          sql`SELECT json_build_object('id', w.id, 'name', w.name) AS "user", sum(f.closed)::int AS closed, sum(f.positive)::int AS positive
              FROM ${figures.people} f JOIN users w ON w.id = f.user_id GROUP BY w.id, w.name HAVING sum(f.closed) > 0
              ORDER BY sum(f.closed) DESC, w.name, w.id`,
        )
      : null,
    openCases(pool, session, now),
    firstActs(pool, session, input),
  ]);
  return {
    precision: precisions(days),
    alerts: days
      .filter(({ alerts, suppressed }) => alerts + suppressed > 0)
      .map(({ day, rule, alerts, suppressed }) => ({ day, rule, alerts, suppressed })),
    ...open,
    ...{ hours, people, firstAct },
  };
}

/** SQL of the day or week that a day of figures `f` is told with: years of days are more than can be looked at. */
function pointOf(span: Span): Sql {
  if (daysIn(span) <= longestByDay) return sql`f.day`;
  return sql`greatest(date_trunc('week', f.day::timestamp)::date, ${span.from}::date)`;
}

function precisions(days: readonly DayRow[]): ComplianceDashboard['precision'] {
  return [...Map.groupBy(days, ({ rule }) => rule.id).values()]
    .map((of) => {
      const closed = of.reduce((sum, day) => sum + day.closed, 0);
      const positive = of.reduce((sum, day) => sum + day.positive, 0);
      const precision = precisionOf(closed, positive);
      const { share, low, high } = precision ?? { share: null, low: null, high: null };
      return { rule: (of[0] as DayRow).rule, closed, positive, share, low, high };
    })
    .sort((one, other) => (one.rule.code < other.rule.code ? -1 : 1));
}

async function openCases(
  client: Queryable,
  session: Session,
  now: Date,
): Promise<Pick<ComplianceDashboard, 'ageing' | 'overdue'>> {
  const at = sql`${now}::timestamptz`;
  const { overdue, ...ageing } = await rowOf<ComplianceDashboard['ageing'] & { overdue: number }>(
    client,
    sql`SELECT count(*) FILTER (WHERE o.age <= interval '4 hours')::int AS hours4,
          count(*) FILTER (WHERE o.age > interval '4 hours' AND o.age <= interval '24 hours')::int AS hours24,
          count(*) FILTER (WHERE o.age > interval '24 hours' AND o.age <= interval '72 hours')::int AS hours72,
          count(*) FILTER (WHERE o.age > interval '72 hours')::int AS more, count(*) FILTER (WHERE o.due_at < ${at})::int AS overdue
        FROM (SELECT ${at} - c.opened_at AS age, c.due_at FROM risk_cases c WHERE c.state <> 'CLOSED' AND ${visibleCases(session, 'c')}) o`,
  );
  return { ageing, overdue };
}

function firstActs(
  client: Queryable,
  session: Session,
  { from, to }: Span,
): Promise<ComplianceDashboard['firstAct']> {
  return rowOf(
    client,
    sql`SELECT count(o.minutes)::int AS count, percentile_cont(0.5) WITHIN GROUP (ORDER BY o.minutes) AS p50,
          percentile_cont(0.95) WITHIN GROUP (ORDER BY o.minutes) AS p95
        FROM (SELECT (extract(epoch FROM c.first_act_at - c.opened_at) / 60)::float8 AS minutes FROM risk_cases c
              WHERE ${visibleCases(session, 'c')} AND ${fromDay('c.created_at')(from)} AND ${untilDay('c.created_at')(to)}
              ORDER BY c.created_at DESC LIMIT ${firstActsRead}) o`,
  );
}

export const dashboardHandlers: Handlers<typeof contract> = { getDashboard };
