import { endedJobStates } from '@xyxlx/contracts/job';
import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Deps } from '../../core/deps.ts';
import { activeTenantIds } from '../../platform/db/active-tenant.ts';
import { raw, rowOf, rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { postWhere } from '../../platform/ledger/post.ts';
import { logChange, theSystem } from '../../platform/operation-log/operation-log.ts';
import { dayBefore, shanghaiDay, startOfDay } from '../../platform/time/shanghai.ts';

/** Jobs are of somebody; this one is nobody's. */
const nobody = '00000000-0000-0000-0000-000000000000';

const operation = { module: 'fund', action: 'backfillLedger', target: 'ledger' };

/**
 * 历史数据入账: posts a tenant's money of the time before the ledger, a day at a time, by the rules that post it live. What lies there
 * already stays: those who post meanwhile come in between without harm.
 */
export const ledgerBackfill: JobKind<{ tenantId: string }> = {
  kind: 'ledgerBackfill',
  title: { zh: '历史数据入账', en: 'Posting of earlier money' },
  permission: 'fund.view',
  goesOnToItsEnd: true,
  run: async ({ tenantId, deps, steps }) => {
    const first = await firstDay(deps, tenantId);
    await steps(async (tx, checkpoint) => {
      const now = deps.clock.businessNow();
      const day = checkpoint === null ? first : dayBefore(String(checkpoint), -1);
      if (day > shanghaiDay(now)) {
        await finish(tx, tenantId, now);
        return null;
      }
      await postDay(tx, deps, { tenantId, day, isFirst: day === first });
      return { checkpoint: day, done: 1 };
    });
    const message = { zh: `${first} 起的业务均已入账`, en: `All money since ${first} is posted` };
    return { state: 'SUCCEEDED', message };
  },
};

/** The first day of the books. */
async function firstDay({ database }: Deps, tenantId: string): Promise<string> {
  const { day } = await rowOf<{ day: string }>(
    database.pool,
    sql`SELECT min(p.period) || '-01' AS day FROM ledger_periods p WHERE p.tenant_id = ${tenantId}::uuid`,
  );
  return day;
}

/** Posts what each rule has of a day; with the first day what a bank dated before it. */
async function postDay(
  tx: Transaction,
  { registry }: Deps,
  { tenantId, day, isFirst }: { tenantId: string; day: string; isFirst: boolean },
): Promise<void> {
  const [from, to] = [startOfDay(day), startOfDay(dayBefore(day, -1))];
  for (const rule of registry.postings.values()) {
    const at = raw(rule.at);
    const since = isFirst ? sql`TRUE` : sql`${at} >= ${from}::timestamptz`;
    const which = sql`${since} AND ${at} < ${to}::timestamptz`;
    await postWhere(tx, rule, tenantId, which, { missing: true });
  }
}

async function finish(tx: Transaction, tenantId: string, now: Date): Promise<void> {
  const { count } = await tx.ledgerBackfill.updateMany({
    where: { tenantId, finishedAt: null },
    data: { finishedAt: now },
  });
  if (count === 0) return;
  await logChange(tx, theSystem(tenantId, 'backfillLedger', operation), {
    tenantId,
    id: tenantId,
    label: ledgerBackfill.title.zh,
    after: { finishedAt: now.toISOString() },
  });
}

async function isAtWork(tx: Transaction, tenantId: string, jobId: string | null): Promise<boolean> {
  if (jobId === null) return false;
  const job = await tx.job.findUnique({ where: { tenantId_id: { tenantId, id: jobId } } });
  return job !== null && !endedJobStates.includes(job.state);
}

/** Starts what has to be posted of tenants, and starts it again where it came to an end before its work did. Of two replicas the second finds it started. */
export async function startBackfills({ database, clock, jobs }: Deps): Promise<void> {
  const now = clock.businessNow();
  for (const tenantId of await activeTenantIds(database, now)) {
    await inTransaction(database, async (tx) => {
      const [waiting] = await rowsOf<{ first: string; jobId: string | null }>(
        tx,
        sql`SELECT (SELECT min(p.period) FROM ledger_periods p WHERE p.tenant_id = ${tenantId}::uuid) || '-01' AS first, b.job_id AS "jobId"
            FROM ledger_backfills b WHERE b.tenant_id = ${tenantId}::uuid AND b.finished_at IS NULL FOR UPDATE OF b`,
      );
      // Whoever waited for the lock has the row as it is now, but nothing that was joined to it: its job is looked for afterwards.
      if (!waiting || (await isAtWork(tx, tenantId, waiting.jobId))) return;
      const actor = {
        session: { tenantId, homeTenantId: tenantId, userId: nobody, userName: systemActor.zh, roles: [] },
        request: { id: 'backfillLedger', ip: '', device: '', startedAt: clock.now().getTime() },
      };
      const days =
        (startOfDay(shanghaiDay(now)).getTime() - startOfDay(waiting.first).getTime()) / 86_400_000;
      const jobId = await jobs.start(tx, actor, {
        kind: ledgerBackfill.kind,
        payload: { tenantId },
        total: Math.round(days) + 1,
      });
      await tx.ledgerBackfill.update({ where: { tenantId }, data: { jobId } });
    });
  }
}
