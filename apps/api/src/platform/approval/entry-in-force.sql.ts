import { type Sql, sql } from '../db/sql.ts';

/** SQL of whether the entry `e` of a list of compliance holds at a time; one whose removal waits still does. */
export function inForce(at: Date | Sql): Sql {
  return sql`e.state IN ('ACTIVE', 'REMOVING') AND e.valid_from <= ${at} AND (e.valid_to IS NULL OR e.valid_to > ${at})`;
}
