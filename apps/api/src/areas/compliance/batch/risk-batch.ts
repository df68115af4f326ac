import type { Deps } from '../../../core/deps.ts';
import { activeTenantIds } from '../../../platform/db/active-tenant.ts';
import { rowOf, sql } from '../../../platform/db/sql.ts';
import { inTransaction, longestTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { search } from '../engine/search.ts';
import { calendarOf, type Span, windowAt, windowsWithin } from '../engine/windows.ts';
import { heardBefore, writeHits } from '../engine/write-hits.ts';
import { lateWindows } from './late-windows.ts';
import { type BatchVersion, runningVersions } from './running-versions.ts';

const minute = 60_000;
/** Records are looked through in spans of this grid, so that replicas side by side look at the same one. */
const every = 5 * minute;
/** What is that young may belong to a transaction that has not ended. */
const inFlight = 2 * minute;
/** The most that is looked through at once, after the service was away. */
const longest = 24 * 60 * minute;
/** A calendar window is looked at so long after its end. */
const afterWindow = 60 * minute;

/**
 * 批量监控: looks through what came in since the last run, and the calendar windows that are over. Each span of a version is looked at once,
 * also by replicas side by side, after a crash, and whatever the business clock does: what came in is told by the database's.
 */
export async function riskBatch({ database, clock }: Deps, lag = inFlight): Promise<void> {
  const { now } = await rowOf<{ now: Date }>(database.pool, sql`SELECT now() AS now`);
  const business = clock.businessNow();
  for (const tenantId of await activeTenantIds(database, business)) {
    for (const version of await runningVersions(database.pool, tenantId)) {
      for (const span of spansOf(version, now.getTime() - lag, business)) {
        const work = (tx: Transaction) => look(tx, tenantId, version, span);
        await inTransaction(database, work, { timeout: longestTransaction });
      }
    }
  }
}

/** What a version has still to look at. */
function spansOf({ expression, lookedTo }: BatchVersion, until: number, business: Date): Span[] {
  const kind = calendarOf(expression);
  if (kind) {
    const over = new Date(business.getTime() - afterWindow);
    const last = windowAt(kind, over);
    const begin = lookedTo ?? windowAt(kind, new Date(last.from.getTime() - 1)).from;
    return windowsWithin(kind, { from: begin, to: over });
  }
  const to = Math.floor(until / every) * every;
  const spans: Span[] = [];
  for (let from = lookedTo?.getTime() ?? to - every; from < to; from = Math.min(from + longest, to)) {
    spans.push({ from: new Date(from), to: new Date(Math.min(from + longest, to)) });
  }
  return spans;
}

/** One span of a version, once; of calendar windows also those before it again in which something came in late. */
async function look(tx: Transaction, tenantId: string, version: BatchVersion, span: Span): Promise<void> {
  const { id, expression } = version;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`risk-run/${tenantId}/${id}`}, 0))`;
  const { isDone, lastRun, now } = await rowOf<{ isDone: boolean; lastRun: Date | null; now: Date }>(
    tx,
    sql`SELECT coalesce(bool_or(n.to_at >= ${span.to}), FALSE) AS "isDone", max(n.created_at) AS "lastRun", now() AS now
        FROM risk_runs n WHERE n.tenant_id = ${tenantId}::uuid AND n.version_id = ${id}::uuid`,
  );
  if (isDone) return;
  const isCalendar = calendarOf(expression) !== null;
  const late =
    isCalendar && lastRun
      ? await lateWindows(tx, { tenantId, versionId: id, expression }, { lastRun, now, lag: inFlight })
      : [];
  const kind = isCalendar ? 'happened' : 'came';
  const { subject, source } = expression;
  let written = 0;
  for (const looked of [...late, span]) {
    const found = (await search(tx, expression, tenantId, { ...looked, kind })).map((hit) => ({
      ...hit,
      subjectType: subject,
    }));
    const counts = await heardBefore(tx, tenantId, id, expression, found);
    written += await writeHits(tx, { tenantId, version, subjectType: subject, source }, counts, now);
  }
  await tx.riskRun.create({
    data: { tenantId, versionId: id, ...span, found: written, createdAt: now },
  });
}
