import { iso, type Sql, sql } from '../../platform/db/sql.ts';

/** SQL: the refund by a channel `q` as the wire has it. */
export const channelRefundJson = sql`json_build_object('id', q.id, 'amount', q.amount, 'state', q.state, 'attempts', q.attempts,
  'answer', CASE WHEN q.answer_zh IS NOT NULL THEN json_build_object('zh', q.answer_zh, 'en', q.answer_en) END,
  'doneAt', ${iso('q.done_at')}, 'version', q.version)`;

/** SQL: what a channel was told of the refund `r`, by the column of `q` that names it; null where it was told nothing. */
export function channelRefundOf(column: Sql): Sql {
  return sql`(SELECT ${channelRefundJson} FROM channel_refunds q WHERE q.tenant_id = r.tenant_id AND ${column} = r.id)`;
}
