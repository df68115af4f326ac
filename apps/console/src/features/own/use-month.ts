import { useState } from 'react';
import { businessNow } from '../../lib/business-clock.ts';
import { businessToday } from '../../lib/time.ts';

/** A month of Asia/Shanghai to look at, from the present one back. */
export function useMonth(now = businessNow()) {
  const present = businessToday(now).slice(0, 7);
  const [month, setMonth] = useState(present);
  return {
    month,
    span: { from: `${month}-01`, to: lastDay(month) },
    previous: () => setMonth(shifted(month, -1)),
    next: month < present ? () => setMonth(shifted(month, 1)) : undefined,
  };
}

export type Month = ReturnType<typeof useMonth>;

function shifted(month: string, by: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

function lastDay(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
