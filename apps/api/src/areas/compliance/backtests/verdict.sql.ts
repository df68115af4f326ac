import { sql } from '../../../platform/db/sql.ts';

/**
 * The newest verdict on what the backtest `b` found as `h`, or no row: it was judged there itself, or any version of its rule has found the
 * same and that was judged.
 */
export const verdict = sql`SELECT l.outcome FROM (
  SELECT l.outcome, l.labelled_at FROM risk_labels l WHERE l.tenant_id = h.tenant_id AND l.backtest_hit_id = h.id
  UNION ALL
  SELECT l.outcome, l.labelled_at FROM risk_rule_versions t
  JOIN risk_hits f ON f.tenant_id = h.tenant_id AND f.rule_id = t.rule_id AND f.subject_type = h.subject_type AND f.subject_id = h.subject_id
    AND f.key = h.key
  JOIN risk_labels l ON l.tenant_id = h.tenant_id AND l.hit_id = f.id
  WHERE t.tenant_id = h.tenant_id AND t.id = b.version_id) l
  ORDER BY l.labelled_at DESC LIMIT 1`;
