import type pg from 'pg';
import { expect } from 'vitest';

/** A statement, alone or with its values. */
export type Statement = string | [text: string, values: unknown[]];

/** Does it on this connection with every deferred rule asked at the end, and takes it back. */
export async function tried(client: pg.ClientBase, ...statements: Statement[]): Promise<pg.QueryResult> {
  await client.query('BEGIN');
  try {
    let last: pg.QueryResult | undefined;
    for (const one of statements) {
      last = typeof one === 'string' ? await client.query(one) : await client.query(one[0], one[1]);
    }
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    return last as pg.QueryResult;
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Expects the database to refuse it by the rule of this name. */
export function refused(client: pg.ClientBase, rule: RegExp, ...statements: Statement[]): Promise<void> {
  return expect(tried(client, ...statements)).rejects.toThrow(rule);
}
