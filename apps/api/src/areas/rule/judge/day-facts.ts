import type { DayFacts } from './facts.ts';
import { weekdayOf } from './usage.ts';

/** A day that a calendar says something of. */
export interface CalendarDay {
  kind: 'OFF' | 'WORK';
  name: string;
}

/** A day by its calendar; without a word of it Monday to Friday are worked. */
export function dayFacts(day: string, said: CalendarDay | null): DayFacts {
  if (said) return { day, kind: said.kind === 'WORK' ? 'WORKDAY' : 'HOLIDAY', name: said.name };
  return { day, kind: weekdayOf(day) <= 5 ? 'WORKDAY' : 'RESTDAY', name: null };
}
