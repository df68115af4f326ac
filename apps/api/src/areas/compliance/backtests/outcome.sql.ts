import type { BacktestOutcome } from '@xyxlx/contracts/compliance-backtest';
import { type Queryable, rowOf, type Sql, sql } from '../../../platform/db/sql.ts';

/** What a look at the past comes to: of all hits, as it is kept once it is over, or of those hits `h` that a caller sees. */
export async function outcomeOf(
  client: Queryable,
  tenantId: string,
  backtestId: string,
  seen: Sql = sql`TRUE`,
): Promise<BacktestOutcome> {
  const { outcome } = await rowOf<{ outcome: BacktestOutcome }>(
    client,
    sql`
    WITH hits AS MATERIALIZED (
      SELECT h.side, h.at, h.subject_type, h.subject_id FROM risk_backtest_hits h
      WHERE h.tenant_id = ${tenantId}::uuid AND h.backtest_id = ${backtestId}::uuid AND ${seen}),
    own AS (SELECT * FROM hits WHERE side <> 'OLD'),
    subjects AS (
      SELECT least(100, v.score + 5 * (count(*) - 1))::int AS score FROM own
      JOIN risk_backtests b ON b.tenant_id = ${tenantId}::uuid AND b.id = ${backtestId}::uuid
      JOIN risk_rule_versions v ON v.tenant_id = b.tenant_id AND v.id = b.version_id GROUP BY own.subject_type, own.subject_id, v.score)
    SELECT json_build_object('hits', (SELECT count(*) FROM own), 'subjects', (SELECT count(*) FROM subjects),
      'byDay', (SELECT coalesce(json_agg(json_build_object('day', d.day, 'hits', d.hits) ORDER BY d.day), '[]') FROM (
        SELECT (o.at AT TIME ZONE 'Asia/Shanghai')::date AS day, count(*) AS hits FROM own o GROUP BY 1) d),
      'byScore', (SELECT coalesce(json_agg(json_build_object('from', s.score, 'subjects', s.subjects) ORDER BY s.score), '[]') FROM (
        SELECT score / 10 * 10 AS score, count(*) AS subjects FROM subjects GROUP BY 1) s),
      'both', (SELECT count(*) FROM hits WHERE side = 'BOTH'), 'onlyOld', (SELECT count(*) FROM hits WHERE side = 'OLD'),
      'onlyNew', (SELECT count(*) FROM hits WHERE side = 'NEW')) AS outcome`,
  );
  return outcome;
}
