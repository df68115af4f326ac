import { rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { shanghaiDay } from '../../../platform/time/shanghai.ts';
import type { Skip } from '../schedule/due.ts';
import type { RunningPlan } from './running-plan.ts';

/** A run that is to be written down. */
export interface RunToWrite {
  kind: 'RUN' | 'JOINER';
  /** Its own day in Asia/Shanghai. */
  day: string;
  period: string | null;
  runAt: Date;
  lastDay: string | null;
  skipped: Skip | 'BY_HAND' | null;
  /** Why somebody skipped it; what is written otherwise is the plan's name. */
  reason?: string;
}

/** Writes runs down as batches, each once however often it is tried; returns the ids of those to be done, in order. */
export async function writeRuns(
  tx: Transaction,
  plan: RunningPlan,
  runs: readonly RunToWrite[],
  now: Date,
): Promise<string[]> {
  const { tenantId, merchantId, planId, code, name, versionNo, sha256, definition, submitter } = plan;
  const given = runs.map(({ kind, day, period, runAt, lastDay, skipped, reason }, place) => {
    const movedTo = shanghaiDay(runAt);
    return {
      ...{ place, kind, day, period: period ?? day, runAt, lastDay, reason: reason ?? name },
      // What is over before it begins has a day all the same.
      effectiveOn: lastDay !== null && lastDay < movedTo ? lastDay : movedTo,
      batchNo: `${code}-${day.replaceAll('-', '')}${kind === 'JOINER' ? '-J' : ''}`,
      state: skipped === null ? 'SCHEDULED' : 'SKIPPED',
      message: skipped === null ? '' : skipped,
    };
  });
  // A number that somebody gave a batch of their own keeps no run from being written.
  const batchNo = sql`g."batchNo" || CASE WHEN EXISTS (SELECT FROM issue_batches o WHERE o.tenant_id = ${tenantId}::uuid
    AND o.batch_no = g."batchNo" AND o.plan_id IS DISTINCT FROM ${planId}::uuid) THEN upper('-' || left(gen_random_uuid()::text, 8)) ELSE '' END`;
  const written = await rowsOf<{ id: string; state: string }>(
    tx,
    sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS g(place int, kind text, day date, period text, "runAt" timestamptz,
        "lastDay" date, reason text, "effectiveOn" date, "batchNo" text, state text, message text)),
    written AS (
      INSERT INTO issue_batches (tenant_id, merchant_id, institution_id, batch_no, name, kind, plan_id, plan_version, run_on, period, planned_at,
        effective_on, last_day, input_sha256, state, reason, message, finished_at, created_at, created_by, created_by_id, updated_at, updated_by)
      SELECT ${tenantId}::uuid, ${merchantId}::uuid, ${definition.institutionId ?? null}::uuid, ${batchNo}, ${name}, g.kind, ${planId}::uuid,
        ${versionNo}::int, g.day, g.period, g."runAt", g."effectiveOn", g."lastDay", ${sha256}, g.state, g.reason, g.message,
        CASE WHEN g.state = 'SKIPPED' THEN ${now}::timestamptz END, ${now}::timestamptz, ${submitter.userName}, ${submitter.userId}::uuid,
        ${now}::timestamptz, ${submitter.userName}
      FROM given g ORDER BY g.place
      ON CONFLICT (tenant_id, plan_id, run_on, kind) DO NOTHING RETURNING id, run_on, kind, state)
    SELECT w.id, w.state FROM written w JOIN given g ON g.day = w.run_on AND g.kind = w.kind ORDER BY g.place`,
  );
  return written.filter(({ state }) => state === 'SCHEDULED').map(({ id }) => id);
}
