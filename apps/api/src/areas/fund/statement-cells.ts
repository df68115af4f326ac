import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';

const directions: Readonly<Record<string, 'IN' | 'OUT'>> = {
  收: 'IN',
  收入: 'IN',
  贷: 'IN',
  in: 'IN',
  credit: 'IN',
  支: 'OUT',
  支出: 'OUT',
  借: 'OUT',
  out: 'OUT',
  debit: 'OUT',
};
const written =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;
const digits = /^(\d{4})(\d{2})(\d{2}) ?(?:(\d{2}):?(\d{2}):?(\d{2}))?$/;

/** 收 or 支, also as banks write them (收入, 贷, Credit, …): IN or OUT. */
export function readDirection(text: string): string {
  const direction = directions[text.toLowerCase()];
  if (direction) return direction;
  throw new Refusal({ zh: '应为“收”或“支”', en: 'Neither in nor out' });
}

/** A time in Asia/Shanghai, such as 2026-11-22 08:30:15, 2026/1/2 or 20261122083015: as an instant. */
export function readTime(text: string): string {
  const [, year = '', ...rest] = written.exec(text) ?? digits.exec(text) ?? [];
  const [month, day, hour, minute, second] = rest.map((part) => (part ?? '0').padStart(2, '0'));
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`;
  if (z.iso.datetime({ offset: true }).safeParse(time).success) return time;
  throw new Refusal({
    zh: '不是有效的时间，应如 2026-01-02 08:30:15',
    en: 'No time, such as 2026-01-02 08:30:15',
  });
}
