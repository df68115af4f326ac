import type { CalendarDayRow, CalendarKind, CalendarLayer } from '@xyxlx/contracts/work-calendar';
import { type Queryable, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { ofEveryTenant } from '../../platform/records/scope.ts';

/** What a layer is to say of a day. */
export interface Said {
  kind: CalendarKind;
  name: string;
}

const asJson = (alias: string): Sql =>
  sql`CASE WHEN ${raw(alias)}.day IS NOT NULL THEN json_build_object('kind', ${raw(alias)}.kind, 'name', ${raw(alias)}.name) END`;

/** The days of a span, both ends included, that a tenant's calendar or the national one says something of. */
export async function daysSaid(
  client: Queryable,
  tenantId: string,
  { first, last }: { first: string; last: string },
): Promise<CalendarDayRow[]> {
  return rowsOf(
    client,
    sql`SELECT coalesce(w.day, n.day)::text AS day, ${asJson('w')} AS own, ${asJson('n')} AS national
        FROM (SELECT * FROM work_days WHERE tenant_id = ${tenantId}::uuid AND day BETWEEN ${first}::date AND ${last}::date) w
        FULL JOIN (SELECT * FROM national_days WHERE day BETWEEN ${first}::date AND ${last}::date) n ON n.day = w.day
        ORDER BY coalesce(w.day, n.day)`,
  );
}

/** Writes what one layer says of days: of each row of `source`, whose columns are day, kind and name. */
export function writeDays(layer: CalendarLayer, tenantId: string, source: Sql, by: string): Sql {
  if (layer === 'NATIONAL') {
    return sql`INSERT INTO national_days (day, kind, name) SELECT s.day, s.kind, s.name FROM (${source}) s
      ON CONFLICT (day) DO UPDATE SET kind = excluded.kind, name = excluded.name`;
  }
  return sql`INSERT INTO work_days (tenant_id, day, kind, name, updated_by)
    SELECT ${tenantId}::uuid, s.day, s.kind, s.name, ${by} FROM (${source}) s
    ON CONFLICT (tenant_id, day) DO UPDATE SET kind = excluded.kind, name = excluded.name, updated_at = now(), updated_by = excluded.updated_by`;
}

/** Takes back what one layer says of a day. */
export function removeDay(layer: CalendarLayer, tenantId: string, day: string): Sql {
  return layer === 'NATIONAL'
    ? sql`DELETE FROM national_days WHERE day = ${day}::date`
    : sql`DELETE FROM work_days WHERE tenant_id = ${tenantId}::uuid AND day = ${day}::date`;
}

/**
 * SQL of whether a plan has issued by a day of a layer: on its own day, or on the one that rest days moved it to. A tenant's own word of a
 * day makes the national one nothing to its plans.
 */
export function hasIssuedBy(layer: CalendarLayer, tenantId: string, day: Sql): Sql {
  const whose =
    layer === 'OWN'
      ? sql`b.tenant_id = ${tenantId}::uuid`
      : sql`${ofEveryTenant('b')} AND NOT EXISTS (SELECT FROM work_days w WHERE w.tenant_id = b.tenant_id AND w.day = ${day})`;
  return sql`EXISTS (SELECT FROM issue_batches b WHERE ${whose} AND b.state NOT IN ('SKIPPED', 'CANCELLED', 'REJECTED')
    AND ${day} IN (b.run_on, (b.planned_at AT TIME ZONE 'Asia/Shanghai')::date))`;
}

/** SQL that has plans looked at in this minute: what a calendar says anew can move their runs, or make some that have waited for it due. */
export function lookAtPlans(layer: CalendarLayer, tenantId: string): Sql {
  const whose = layer === 'OWN' ? sql`c.tenant_id = ${tenantId}::uuid` : ofEveryTenant('c');
  return sql`UPDATE issue_plans c SET next_look_at = 'epoch' WHERE ${whose} AND c.state = 'ENABLED'`;
}

/** SQL of what a layer says of the day of a row, with the row's own kind and name beside it: whether that changes anything. */
export function isChange(layer: CalendarLayer, tenantId: string, row: Sql): Sql {
  const present =
    layer === 'OWN'
      ? sql`SELECT FROM work_days d WHERE d.tenant_id = ${tenantId}::uuid AND (d.day, d.kind, d.name) = ${row}`
      : sql`SELECT FROM national_days d WHERE (d.day, d.kind, d.name) = ${row}`;
  return sql`NOT EXISTS (${present})`;
}

/** Of a day that a plan has issued by: what it did would no longer be what the calendar says. */
export const alreadyIssued = { zh: '该日已有发放执行', en: 'A plan has issued by that day' };
