import type { z } from 'zod';
import { InvalidInput } from '../../core/errors.ts';

/** A cursor that says where a page ended. */
export function writePlace(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Throws 400 for anything that a list with such places can't have handed out. */
export function readPlace<T>(cursor: string, form: z.ZodType<T>): T {
  try {
    const parts = form.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (parts.success) return parts.data;
  } catch {
    // Answered below: what was wrong with it helps nobody.
  }
  throw new InvalidInput([
    { path: 'cursor', message: { zh: '不是本列表的游标', en: 'not a cursor of this list' } },
  ]);
}
