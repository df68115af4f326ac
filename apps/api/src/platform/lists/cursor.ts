import { z } from 'zod';
import { InvalidInput } from '../../core/errors.ts';

/** Up to here a list's total is counted; beyond it is said to be an estimate. */
export const countedUpTo = 10_000;

/** Where a page ended: the next one begins below. `total` was counted for the first page. */
interface Cursor {
  key: string;
  id: string;
  total: number;
}

/** What PostgreSQL writes a key as; a text goes as it is. */
const keyForms = {
  timestamptz: z
    .string()
    .refine(
      (text) =>
        /^-?infinity$/.test(text) ||
        (/\+00$/.test(text) &&
          z.iso.datetime().safeParse(text.replace(' ', 'T').replace('+00', 'Z')).success),
    ),
  date: z.iso.date(),
  int: z.stringFormat('int', /^\d{1,9}$/),
  bigint: z
    .stringFormat('bigint', /^-?\d{1,19}$/)
    .refine((digits) => BigInt.asIntN(64, BigInt(digits)) === BigInt(digits)),
  text: z.string().max(300),
};
export type KeyType = keyof typeof keyForms;

export function writeCursor({ key, id, total }: Cursor): string {
  return Buffer.from(JSON.stringify([key, id, total])).toString('base64url');
}

/** Throws 400 for anything that a list with such a key can't have handed out. */
export function readCursor(text: string, type: KeyType): Cursor {
  const form = z.tuple([
    keyForms[type],
    z.uuid(),
    z
      .int()
      .min(0)
      .max(countedUpTo + 1),
  ]);
  try {
    const parts = form.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (parts.success) return { key: parts.data[0], id: parts.data[1], total: parts.data[2] };
  } catch {
    // Answered below: what was wrong with it helps nobody.
  }
  throw new InvalidInput([
    { path: 'cursor', message: { zh: '不是本列表的游标', en: 'not a cursor of this list' } },
  ]);
}
