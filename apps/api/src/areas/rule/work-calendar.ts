import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import type { DayFacts } from './judge/facts.ts';
import { weekdayOf } from './judge/usage.ts';

/** Days of a tenant by its work calendar, the national one below it; without a row Monday to Friday are worked. */
export async function calendarDays(
  client: Queryable,
  tenantId: string,
  days: readonly string[],
): Promise<Map<string, DayFacts>> {
  const rows = await rowsOf<{ day: string; kind: 'OFF' | 'WORK'; name: string }>(
    client,
    sql`SELECT d.day::text, coalesce(w.kind, n.kind) AS kind, coalesce(w.name, n.name) AS name
        FROM unnest(${[...days]}::date[]) d(day)
        LEFT JOIN work_days w ON w.tenant_id = ${tenantId}::uuid AND w.day = d.day
        LEFT JOIN national_days n ON n.day = d.day
        WHERE coalesce(w.kind, n.kind) IS NOT NULL`,
  );
  const known = new Map(rows.map((row) => [row.day, row]));
  return new Map(days.map((day) => [day, dayFacts(day, known.get(day))]));
}

function dayFacts(day: string, row: { kind: 'OFF' | 'WORK'; name: string } | undefined): DayFacts {
  if (row) return { day, kind: row.kind === 'WORK' ? 'WORKDAY' : 'HOLIDAY', name: row.name };
  return { day, kind: weekdayOf(day) <= 5 ? 'WORKDAY' : 'RESTDAY', name: null };
}
