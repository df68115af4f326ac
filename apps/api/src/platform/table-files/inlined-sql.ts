import type { Prisma } from '@xyxlx/database/client/client';
import pg from 'pg';

/** A statement with its values written into it as literals, for COPY, which takes no parameters. */
export function inlined({ strings, values }: Prisma.Sql): string {
  return strings.map((text, index) => (index === 0 ? text : literal(values[index - 1]) + text)).join('');
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'bigint') {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('No literal for this number.');
    // In parentheses, as a minus after a minus would begin a comment.
    return `(${value})`;
  }
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(', ')}]`;
  throw new Error(`No literal for a value of type ${typeof value}.`);
}
