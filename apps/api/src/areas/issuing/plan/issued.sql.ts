import type { PlanDefinition } from '@xyxlx/contracts/issue-plan';
import type { PlanAmount } from '@xyxlx/contracts/issue-schedule';
import { empty, type Queryable, type Sql, sql } from '../../../platform/db/sql.ts';
import type { Calendar } from '../schedule/calendar.ts';
import { dayAfter, daysFrom } from '../schedule/days.ts';
import { joinerShare } from '../schedule/joiner.ts';
import type { Occasion } from '../schedule/occasions.ts';
import { endOfPeriod } from '../schedule/period.ts';
import { meantBy } from '../target.ts';

/** Whose plan it is; without an id it has issued nothing yet. */
export interface IssuingPlan {
  tenantId: string;
  merchantId: string;
  planId: string | null;
  definition: PlanDefinition;
}

/** A run with the day in Asia/Shanghai on which it is done: who was hired by then is in it. */
export interface RunOn extends Occasion {
  on: string;
}

/**
 * SQL of whom runs issue how much, for `WITH`: `issued` has for each run (`no`, from 0) those it is for, with `amount` in fen, `period`, whether they
 * joined within the period (`joins`) and come after the run (`later`). One function for runs and previews: a run has people one by one, a preview
 * those who are alike as one row with their `count`; within a cap each run counts on what those before it issue.
 */
export async function issuedBy(
  client: Queryable,
  plan: IssuingPlan,
  { runs, calendar, now }: { runs: readonly RunOn[]; calendar: Calendar; now: Date },
  form: 'people' | 'alike',
): Promise<Sql> {
  const { definition } = plan;
  const { accumulation } = definition;
  const first = runs.reduce((least, { day }) => (day < least ? day : least), '9999-12-31');
  const given = runs.map(({ day, on, period }, no) => ({ no, day, on, period }));
  const shares = runs.flatMap(({ day }, no) =>
    sharesOf(definition, calendar, day).map((one) => ({ no, ...one })),
  );
  const capped =
    accumulation.kind === 'CAPPED'
      ? sql`least(room, sum(part) OVER upto) - least(room, sum(part) OVER upto - part)`
      : sql`part`;
  return sql`
    runs AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS r(no int, day date, "on" date, period text)),
    keys AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(runs.flatMap(keysOf))}::jsonb) AS k(no int, key text, before int)),
    shares AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) AS s(no int, hired_on date, days int, whole int)),
    people AS (${await peopleOf(client, plan, { first, now, form })}),
    meant AS (
      SELECT p.*, r.no, ${periodOf(definition)} AS period, p.hired_on > r.day AS joins, p.hired_on > r."on" AND p.hired_on > r.day AS later,
        -- Half up; whole where nothing is said of the day on which somebody was hired.
        CASE WHEN p.hired_on > r.day THEN (2 * p.base * s.days + s.whole) / (2 * s.whole) ELSE p.base END AS part
      FROM runs r ${
        isKeyed(definition)
          ? sql`JOIN keys k ON k.no = r.no JOIN people p ON p.key = k.key
          AND (k.before IS NULL OR extract(year FROM p.hired_on) < k.before)`
          : sql`CROSS JOIN people p`
      }
      LEFT JOIN shares s ON s.no = r.no AND s.hired_on = p.hired_on
      WHERE p.hired_on <= r.day OR s.days > 0),
    issued AS (
      SELECT *, (${capped})::bigint AS amount FROM meant WHERE NOT period = ANY(periods)
      WINDOW upto AS (PARTITION BY who ORDER BY no))`;
}

/** Whether a run is for some people each, whom a day names. */
export function isKeyed({ schedule: { type } }: Pick<PlanDefinition, 'schedule'>): boolean {
  return type === 'BIRTHDAY' || type === 'HIRE';
}

/** By which days a run finds its people: as 02-28, or the day itself. */
function keysOf({ whose }: RunOn, no: number): { no: number; key: string; before: number | null }[] {
  switch (whose.by) {
    case 'EVERYBODY':
      return [];
    case 'HIRED_ON':
      return [{ no, key: whose.day, before: null }];
    case 'BIRTHDAY':
      return whose.days.map((key) => ({ no, key, before: null }));
    case 'HIRED':
      return whose.days.map((key) => ({ no, key, before: whose.beforeYear }));
  }
}

/** What those get of a period who were hired on its days after the first, while the plan is in force. */
function sharesOf({ schedule, joiner, validTo }: PlanDefinition, calendar: Calendar, day: string) {
  const last = joiner === 'NEXT' ? null : endOfPeriod(schedule, calendar, day);
  if (last === null) return [];
  const until = validTo !== null && validTo < last ? validTo : last;
  return [...daysFrom(dayAfter(day), until)].map((hiredOn) => {
    const { days, of } = joinerShare(joiner, calendar, { first: day, last }, hiredOn);
    return { hired_on: hiredOn, days, whole: of };
  });
}

function periodOf({ schedule }: PlanDefinition): Sql {
  if (schedule.type !== 'HIRE') return sql`r.period`;
  return schedule.on.occasion === 'FIRST'
    ? sql`'once'`
    : sql`(extract(year FROM r.day) - extract(year FROM p.hired_on))::int::text`;
}

/** Those whom the plan is for at this moment, at work or frozen. */
async function peopleOf(
  client: Queryable,
  { tenantId, merchantId, planId, definition }: IssuingPlan,
  { first, now, form }: { first: string; now: Date; form: 'people' | 'alike' },
): Promise<Sql> {
  const { target, amount, schedule, accumulation } = definition;
  const isAnniversary = schedule.type === 'HIRE' && schedule.on.occasion === 'ANNIVERSARY';
  const key =
    schedule.type === 'BIRTHDAY'
      ? sql`to_char(e.birthday, 'MM-DD')`
      : isAnniversary
        ? sql`to_char(e.hired_on, 'MM-DD')`
        : schedule.type === 'HIRE'
          ? sql`e.hired_on::text`
          : sql`NULL::text`;
  // Whoever was hired before the first of the runs is like all others who were.
  const hiredOn = isAnniversary ? sql`e.hired_on` : sql`greatest(e.hired_on, ${first}::date)`;
  const has = planId !== null;
  const room =
    accumulation.kind === 'CAPPED'
      ? sql`greatest(${accumulation.cap}::bigint - ${has ? sql`coalesce(l.amount, 0)` : sql`0`}, 0)`
      : sql`NULL::bigint`;
  const facts = sql`e.state, ${amountOf(amount)} AS base, ${hiredOn} AS hired_on, ${key} AS key, ${room} AS room,
    ${has ? sql`coalesce(i.periods, '{}')` : sql`'{}'::text[]`} AS periods`;
  const from = sql`FROM employees e
    ${has && accumulation.kind === 'CAPPED' ? sql`LEFT JOIN (${leftOf(tenantId, planId, now)}) l ON l.employee_id = e.id` : empty}
    ${has ? sql`LEFT JOIN (${periodsOf(tenantId, planId, isKeyed(definition))}) i ON i.employee_id = e.id` : empty}
    WHERE ${await meantBy(client, { tenantId, merchantId }, target)} AND e.state IN ('ACTIVE', 'FROZEN')`;
  if (form === 'people') return sql`SELECT e.id AS who, e.employee_no, e.name, 1 AS count, ${facts} ${from}`;
  return sql`SELECT row_number() OVER () AS who, alike.* FROM (SELECT ${facts}, count(*)::int AS count ${from} GROUP BY 1, 2, 3, 4, 5, 6) alike`;
}

/** SQL of what an employee `e` gets whole, in fen. */
function amountOf(amount: PlanAmount): Sql {
  if (amount.by === 'SAME') return sql`${amount.amount}::bigint`;
  return sql`coalesce((SELECT g.amount FROM jsonb_to_recordset(${JSON.stringify(amount.grades)}::jsonb) AS g(grade text, amount bigint)
    WHERE g.grade = e.grade), ${amount.otherwise}::bigint)`;
}

/** SQL of what employees have left of a plan's money, in fen. */
function leftOf(tenantId: string, planId: string, now: Date): Sql {
  return sql`SELECT a.employee_id, sum(o.available + o.locked)::bigint AS amount FROM issue_batches b
    JOIN limit_lots o ON o.tenant_id = b.tenant_id AND o.batch_id = b.id AND o.end_reason IS DISTINCT FROM 'MOVED' AND o.ended_at IS NULL
      AND (o.expires_at IS NULL OR o.expires_at > ${now}::timestamptz)
    JOIN limit_accounts a ON a.tenant_id = o.tenant_id AND a.id = o.account_id
    WHERE b.tenant_id = ${tenantId}::uuid AND b.plan_id = ${planId}::uuid GROUP BY 1`;
}

/** SQL of the periods that employees have rows for; those of everybody's runs that are to come have none but of their own. */
function periodsOf(tenantId: string, planId: string, isKeyed: boolean): Sql {
  return sql`SELECT r.employee_id, array_agg(r.period ORDER BY r.period) AS periods FROM issue_batches b
    JOIN issue_rows r ON r.tenant_id = b.tenant_id AND r.batch_id = b.id AND r.employee_id IS NOT NULL
    WHERE b.tenant_id = ${tenantId}::uuid AND b.plan_id = ${planId}::uuid
      ${isKeyed ? empty : sql`AND b.period IN (SELECT period FROM runs)`} GROUP BY 1`;
}
