import { type Sql, sql } from '../../platform/db/sql.ts';
import type { DayFacts } from './judge/facts.ts';
import { weekdayOf } from './judge/usage.ts';

/** A day that a calendar says something of. */
export interface CalendarDay {
  kind: 'OFF' | 'WORK';
  name: string;
}

/** SQL of what a tenant's work calendar, or the national one below it, says of a day, as JSON; null where neither does. */
export function calendarDay(tenantId: string, day: string): Sql {
  return sql`(SELECT coalesce(
      (SELECT json_build_object('kind', w.kind, 'name', w.name) FROM work_days w WHERE w.tenant_id = ${tenantId}::uuid AND w.day = ${day}::date),
      (SELECT json_build_object('kind', n.kind, 'name', n.name) FROM national_days n WHERE n.day = ${day}::date)))`;
}

/** A day by its calendar; without a word of it Monday to Friday are worked. */
export function dayFacts(day: string, said: CalendarDay | null): DayFacts {
  if (said) return { day, kind: said.kind === 'WORK' ? 'WORKDAY' : 'HOLIDAY', name: said.name };
  return { day, kind: weekdayOf(day) <= 5 ? 'WORKDAY' : 'RESTDAY', name: null };
}
