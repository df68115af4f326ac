import { type Sql, sql } from '../../platform/db/sql.ts';

/** SQL of what a tenant's work calendar, or the national one below it, says of a day, as JSON; null where neither does. */
export function calendarDay(tenantId: string, day: string): Sql {
  return sql`(SELECT coalesce(
      (SELECT json_build_object('kind', w.kind, 'name', w.name) FROM work_days w WHERE w.tenant_id = ${tenantId}::uuid AND w.day = ${day}::date),
      (SELECT json_build_object('kind', n.kind, 'name', n.name) FROM national_days n WHERE n.day = ${day}::date)))`;
}
