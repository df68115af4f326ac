import { z } from 'zod';
import { InvalidInput } from '../wire/errors.ts';

/** The last row of a page in a list that is sorted by time and id. */
export interface Keyset {
  createdAt: Date;
  id: string;
}

const shape = z.tuple([z.iso.datetime(), z.uuid()]);

/** The cursor that leads past a row; opaque to clients. */
export function cursorAfter({ createdAt, id }: Keyset): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id])).toString('base64url');
}

/** The row that a cursor names; throws 400 for a text that is no cursor. */
export function readCursor(cursor: string): Keyset {
  const parsed = shape.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success) throw new InvalidInput([{ path: 'cursor', message: 'not a cursor of this list' }]);
  const [createdAt, id] = parsed.data;
  return { createdAt: new Date(createdAt), id };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
