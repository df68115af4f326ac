import { raw, type Sql, sql } from '../../../platform/db/sql.ts';

/** SQL of how long a case of a severity may take in the inbox under an alias. */
export function slaOf(inbox: string, severity: Sql): Sql {
  return sql`make_interval(hours => CASE ${severity} ${raw(`WHEN 'URGENT' THEN ${inbox}.sla_urgent WHEN 'HIGH' THEN ${inbox}.sla_high
    WHEN 'MEDIUM' THEN ${inbox}.sla_medium ELSE ${inbox}.sla_low`)} END)`;
}
