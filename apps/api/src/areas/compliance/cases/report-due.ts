import type { Queryable } from '../../../platform/db/sql.ts';
import { dayBefore, shanghaiDay } from '../../../platform/time/shanghai.ts';
import { calendarOf, isWorkDay } from '../../issuing/schedule/calendar.ts';
import { daysSaid } from '../../work-calendar/day.sql.ts';

/** Working days from 确认可疑 until a report is to be handed in. */
const workdays = 5;
/** No five working days take longer. */
const ahead = 60;

/** The day in Asia/Shanghai by which a report is due of what was found suspicious then: the fifth working day after it. */
export async function reportDue(client: Queryable, tenantId: string, suspectedAt: Date): Promise<string> {
  const first = shanghaiDay(suspectedAt);
  const said = await daysSaid(client, tenantId, { first, last: dayBefore(first, -ahead) });
  const calendar = calendarOf(
    said.flatMap(({ day, own, national }) => {
      const kind = own ?? national;
      return kind ? [{ day, ...kind }] : [];
    }),
  );
  let left = workdays;
  for (let at = 1; at <= ahead; at += 1) {
    const day = dayBefore(first, -at);
    if (isWorkDay(calendar, day)) left -= 1;
    if (left === 0) return day;
  }
  return dayBefore(first, -ahead);
}
