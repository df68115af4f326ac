import { raw, type Sql, sql } from '../sql.ts';
import type { ApprovalSubject } from './subject.ts';

/** SQL for whether so much money (in fen) and so many records of the tenant in `alias` wait for a checker, by its own threshold or the kind's. */
export function overThreshold(
  { type, threshold }: Pick<ApprovalSubject, 'type' | 'threshold'>,
  alias: string,
  { amount, count }: { amount: Sql; count: Sql },
): Sql {
  if (!threshold) return sql`TRUE`;
  const own = (column: string) =>
    sql`(SELECT t.${raw(column)} FROM approval_thresholds t WHERE t.tenant_id = ${raw(alias)}.tenant_id AND t.subject_type = ${type})`;
  return sql`(${amount} > coalesce(${own('amount')}, ${threshold.amount}::bigint) OR ${count} > coalesce(${own('count')}, ${threshold.count}::int))`;
}
