import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { sourcesOf } from '../engine/filters-of.ts';
import { recordsOf } from '../engine/records.sql.ts';
import type { Span } from '../engine/windows.ts';

/**
 * The calendar windows, of those that a version has looked at, in which something happened that came in only after its last run: a capture
 * that was booked back. `lag` in milliseconds is how long before that run what was on its way then may have come in.
 */
export function lateWindows(
  tx: Transaction,
  { tenantId, versionId, expression }: { tenantId: string; versionId: string; expression: RiskExpression },
  { lastRun, now, lag }: { lastRun: Date; now: Date; lag: number },
): Promise<Span[]> {
  const came = { kind: 'came', from: new Date(lastRun.getTime() - lag), to: now } as const;
  return rowsOf<Span>(
    tx,
    sql`SELECT DISTINCT n.from_at AS "from", n.to_at AS "to"
        FROM (${recordsOf(tenantId, sourcesOf(expression), expression.subject, came)}) r
        JOIN risk_runs n ON n.tenant_id = ${tenantId}::uuid AND n.version_id = ${versionId}::uuid AND r.at >= n.from_at AND r.at < n.to_at
        ORDER BY n.from_at`,
  );
}
