import {
  type BacktestHitRow,
  type BacktestRow,
  backtestSample,
  complianceBacktest as contract,
} from '@xyxlx/contracts/compliance-backtest';
import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import { precisionOf } from '@xyxlx/contracts/wilson';
import { recordMissing } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { iso, type Queryable, rowsOf, sql } from '../../../platform/db/sql.ts';
import { oneOf } from '../../../platform/lists/conditions.ts';
import { listOf } from '../../../platform/lists/list.ts';
import { ofOwnTenant } from '../../../platform/records/scope.ts';
import { subjectName } from '../cases/subject.sql.ts';
import { factsOf } from '../facts/hit-facts.ts';
import { visibleSubjects } from '../subjects/subject-name.sql.ts';
import { outcomeOf } from './outcome.sql.ts';
import { verdict } from './verdict.sql.ts';

const hitRow = sql`json_build_object('id', h.id, 'side', h.side, 'subjectType', h.subject_type, 'subjectId', h.subject_id,
  'subjectName', ${subjectName('h')}, 'at', ${iso('h.at')}, 'amount', h.amount, 'facts', h.facts,
  'label', (SELECT (${verdict}) FROM risk_backtests b WHERE b.tenant_id = h.tenant_id AND b.id = h.backtest_id),
  'expression', (SELECT CASE WHEN h.side = 'OLD' THEN o.expression WHEN v.sha256 = b.sha256 THEN v.expression END FROM risk_backtests b
    JOIN risk_rule_versions v ON v.tenant_id = b.tenant_id AND v.id = b.version_id
    LEFT JOIN risk_rule_versions o ON o.tenant_id = b.tenant_id AND o.id = b.against_id
    WHERE b.tenant_id = h.tenant_id AND b.id = h.backtest_id))`;

/** As it is kept, with what found it: a draft may have been edited since. */
type ReadHit = Omit<BacktestHitRow, 'facts'> & {
  expression: RiskExpression | null;
  facts: Record<string, number | null>;
};

const presented = ({ expression, facts, ...hit }: ReadHit): BacktestHitRow => ({
  ...hit,
  facts: expression ? factsOf(expression, facts) : [],
});

/** What a look at the past has found, of those whom the caller sees. */
export const backtestHits = listOf<typeof contract.queryBacktestHit, ReadHit>(contract.queryBacktestHit, {
  from: 'risk_backtest_hits',
  alias: 'h',
  scope: visibleSubjects,
  filters: {
    id: (id) => sql`h.backtest_id = ${id}::uuid`,
    side: oneOf('h.side'),
    sample: (sample, { session }) =>
      sample &&
      sql`h.id IN (SELECT s.id FROM risk_backtest_hits s WHERE ${visibleSubjects(session, 's')} AND s.backtest_id = h.backtest_id
        ORDER BY md5(s.id::text) LIMIT ${backtestSample})`,
  },
  sort: { at: { column: 'h.at', type: 'timestamptz' } },
  usual: ['at', 'asc'],
  row: hitRow,
  present: (rows) => rows.map((one) => presented(one)),
});

/** One of them as the list shows it; throws 406 when there is none that the caller sees. */
export async function foundHit(client: Queryable, session: Session, id: string): Promise<BacktestHitRow> {
  const [first] = await rowsOf<{ row: ReadHit }>(
    client,
    sql`SELECT ${hitRow} AS row FROM risk_backtest_hits h WHERE ${visibleSubjects(session, 'h')} AND h.id = ${id}::uuid`,
  );
  if (!first) throw recordMissing();
  return presented(first.row);
}

/**
 * The newest look at the past by a version of one's tenant, in the figures of those whom the caller sees; null where there was none, 406
 * where there is no such version.
 */
export async function newestBacktest(
  client: Queryable,
  session: Session,
  versionId: string,
): Promise<BacktestRow | null> {
  const { tenantId, scope } = session;
  const seen = scope.all || scope.tenant ? null : visibleSubjects(session, 'h');
  const [first] = await rowsOf<{
    row: (Omit<BacktestRow, 'precision'> & { labelled: number; positive: number }) | null;
  }>(
    client,
    sql`SELECT (SELECT json_build_object('id', b.id, 'versionId', b.version_id, 'againstId', b.against_id, 'from', ${iso('b.from_at')},
          'to', ${iso('b.to_at')}, 'jobId', b.job_id, 'state', b.state, 'outcome', b.outcome, 'labelled', t.labelled, 'positive', t.positive,
          'createdAt', ${iso('b.created_at')}, 'createdBy', b.created_by)
        FROM risk_backtests b CROSS JOIN LATERAL (
          SELECT count(*)::int AS labelled, count(*) FILTER (WHERE l.outcome IN ('VIOLATION', 'FRAUD', 'REPORTED'))::int AS positive
          FROM risk_backtest_hits h CROSS JOIN LATERAL (${verdict}) l
          WHERE h.tenant_id = b.tenant_id AND h.backtest_id = b.id AND h.side <> 'OLD' AND ${seen ?? sql`TRUE`}) t
        WHERE b.tenant_id = v.tenant_id AND b.version_id = v.id ORDER BY b.created_at DESC, b.id DESC LIMIT 1) AS row
      FROM risk_rule_versions v WHERE ${ofOwnTenant(session, 'v')} AND v.id = ${versionId}::uuid`,
  );
  if (!first) throw recordMissing();
  if (!first.row) return null;
  const { labelled, positive, ...row } = first.row;
  const outcome = row.outcome && seen ? await outcomeOf(client, tenantId, row.id, seen) : row.outcome;
  return { ...row, outcome, precision: precisionOf(labelled, positive) };
}
