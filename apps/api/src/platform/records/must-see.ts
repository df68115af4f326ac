import { recordMissing } from '../../core/errors.ts';
import { type Queryable, rowsOf, type Sql, sql } from '../db/sql.ts';

/** Throws 406 where there is no such row; `from` is what stands after FROM, with the condition on what the caller sees. */
export async function mustSee(client: Queryable, from: Sql): Promise<void> {
  const rows = await rowsOf(client, sql`SELECT FROM ${from}`);
  if (rows.length === 0) throw recordMissing();
}
