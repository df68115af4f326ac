import { raw, type Sql, sql } from '../db/sql.ts';

/** In minutes. */
const longestWait = 60;

/** SQL of when a row whose `attempts` are counted is tried again, from now on: after 2, 4, 8 … minutes, and every hour in the end. */
export function nextTry(alias: string, now: Date): Sql {
  return sql`${now}::timestamptz + make_interval(mins => least(${longestWait}::int, (2 ^ least(${raw(alias)}.attempts + 1, 10))::int))`;
}
