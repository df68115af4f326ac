import type { Queryable } from '../../../platform/db/sql.ts';
import { dayBefore, shanghaiDay } from '../../../platform/time/shanghai.ts';
import { daysSaid } from '../../work-calendar/day.sql.ts';
import { type Calendar, calendarOf } from '../schedule/calendar.ts';

/** So many days before an instant are read too: of blocks that began, of runs that were missed. */
const back = 400;
/** As far as calendars and festivals of each year are looked ahead, in days. */
const ahead = 13 * 366;

/** A tenant's work calendar around an instant: its own days above the national ones. */
export async function calendarAround(client: Queryable, tenantId: string, at: Date): Promise<Calendar> {
  const today = shanghaiDay(at);
  const span = { first: dayBefore(today, back), last: dayBefore(today, -ahead) };
  const rows = await daysSaid(client, tenantId, span);
  return calendarOf(
    rows.flatMap(({ day, own, national }) => {
      const said = own ?? national;
      return said ? [{ day, ...said }] : [];
    }),
  );
}
