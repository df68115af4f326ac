import { day as contractDay } from '@xyxlx/contracts/fields';
import { z } from 'zod';
import { Refusal } from '../core/errors.ts';
import { daysMeant } from '../wire/issue-words.ts';

/** A day as a sheet may have it: 2026-01-02, 2026/1/2, 2026年1月2日 or the serial number of a spreadsheet program; throws a `Refusal` for any other. */
export function readDay(text: string): string {
  const serial = /^\d{5}(\.\d+)?$/.test(text) ? Math.floor(Number(text)) : null;
  const parts = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?( .*)?$/.exec(text);
  const day =
    serial !== null
      ? new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10)
      : parts
        ? [parts[1], parts[2]?.padStart(2, '0'), parts[3]?.padStart(2, '0')].join('-')
        : '';
  if (contractDay.safeParse(day).success) return day;
  if (z.iso.date().safeParse(day).success) throw new Refusal(daysMeant);
  throw new Refusal({ zh: '不是有效的日期，应如 2026-01-02', en: 'No date, such as 2026-01-02' });
}
