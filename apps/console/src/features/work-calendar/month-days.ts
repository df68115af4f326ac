import type { CalendarDayRow, CalendarKind } from '@xyxlx/contracts/work-calendar';

/** A day as the calendar of a year shows it. */
export interface ShownDay {
  /** As 2026-10-05. */
  day: string;
  /** Null where no calendar says anything. */
  kind: CalendarKind | null;
  name: string;
  isOwn: boolean;
  isWorked: boolean;
  row: CalendarDayRow;
}

/** The days of a month by its weeks from Monday on; null where a week has days of another month. `month` as 2026-10. */
export function weeksOf(month: string, said: ReadonlyMap<string, CalendarDayRow>): (ShownDay | null)[][] {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
  const cells = [
    ...Array<null>(before).fill(null),
    ...Array.from({ length }, (_, at) => shown(`${month}-${String(at + 1).padStart(2, '0')}`, said)),
  ];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, at) =>
    Array.from({ length: 7 }, (_nothing, weekday) => cells[at * 7 + weekday] ?? null),
  );
}

function shown(day: string, said: ReadonlyMap<string, CalendarDayRow>): ShownDay {
  const row = said.get(day) ?? { day, own: null, national: null };
  const { kind = null, name = '' } = row.own ?? row.national ?? {};
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const isWorked = kind === null ? weekday >= 1 && weekday <= 5 : kind === 'WORK';
  return { day, kind, name, isOwn: row.own !== null, isWorked, row };
}
