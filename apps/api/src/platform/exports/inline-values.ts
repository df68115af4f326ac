import pg from 'pg';
import type { Sql } from '../db/sql.ts';

/** The statement with its values written into it, quoted: COPY takes no parameters. */
export function inlineValues({ strings, values }: Sql): string {
  return strings.reduce((text, part, index) => `${text}${literalOf(values[index - 1])}${part}`);
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (Array.isArray(value)) return `ARRAY[${value.map(literalOf).join(', ')}]`;
  throw new Error(`A ${typeof value} can't be written into a statement`);
}
