import type { Label } from '@xyxlx/contracts/endpoint';
import { type JobState, jobTransitions } from '@xyxlx/contracts/job';
import { Prisma } from '@xyxlx/database/client/client';
import type { Deps } from '../../core/deps.ts';
import { Unavailable, WireFailure } from '../../core/errors.ts';
import { activeTenant } from '../db/active-tenant.ts';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import { sqlStateOf } from '../db/sql-state.ts';
import { inTransaction, longestTransaction, type Transaction } from '../db/transaction.ts';
import { makeThrottle } from '../load/background-throttle.ts';
import { abandonJob, actorOf, cancelledWords, endJob, type TakenJob, takenColumns } from './end-job.ts';
import type { JobKey, JobKind, JobWork } from './job-kind.ts';
import { type JobChange, jobChangeColumns, publishProgress } from './job-progress.ts';
import { workStates } from './job-states.ts';
import type { Queue } from './queue.ts';

/** So many unexpected failures in a row, with no step in between that went through, end a job. */
const maxFailures = 3;

/** Followers hear of a running job at most this often, in ms. */
const newsEvery = 400;

/** Thrown inside a run that must end without touching the job: another replica has it, or it was cancelled. */
class JobLost extends Error {}

/** Thrown between two steps when the tenant was suspended or has expired meanwhile. */
class JobPaused extends Error {}

/** Thrown to hand the job back to the queue. */
class JobHandedBack extends Error {}

interface Run {
  deps: Deps;
  key: JobKey;
  kindOf: (name: string) => JobKind;
  queue: Pick<Queue, 'send'>;
  signal: AbortSignal;
}

/** How often a job of a suspended or expired tenant is looked at again, in seconds. */
const pauseFor = 60;

const change = Prisma.raw(jobChangeColumns);

/** Takes the job, does its work, writes how it ended; rejects where the queue shall give it to a replica again. */
export async function runJob({ deps, key, kindOf, queue, signal }: Run): Promise<void> {
  const pause = () => inTransaction(deps.database, (tx) => queue.send(tx, key, pauseFor));
  if (await isPaused(deps.database.prisma, deps, key)) return pause();
  const job = await take(deps, key);
  if (!job) return;
  const kind = kindOf(job.kind);
  const fail = (message: Label) =>
    inTransaction(deps.database, async (tx) => {
      // What could not be taken back stays done.
      if (job.state === 'UNDOING') await endJob(tx, kind, job, null, message);
      else await abandonJob(tx, kind, job, 'FAILED', message);
    });
  try {
    const { state = null, message } = await kind.run(workOf(deps, kind, job, signal));
    await inTransaction(deps.database, async (tx) => {
      if (await endJob(tx, kind, job, state, message)) return;
      if (state === 'WAITING_CONFIRM') await abandonJob(tx, kind, job, 'CANCELLED', cancelledWords);
    });
  } catch (error) {
    if (error instanceof JobLost) return;
    if (error instanceof JobPaused) return pause();
    if (error instanceof JobHandedBack) throw error;
    // The job is not at fault when the database is away, or somebody frozen holds a lock: it is tried again until that is over.
    if (isPassing(error)) throw error;
    if (error instanceof WireFailure) return fail(error.text);
    deps.log.error(
      { err: error, jobId: job.id, kind: job.kind, attempt: job.attempt },
      'a job failed unexpectedly',
    );
    if (!(await countFailure(deps, job))) throw error;
    await fail(unexpected);
  }
}

/** A statement that took too long is the job's own: it would take as long again. */
function isPassing(error: unknown): boolean {
  return error instanceof Unavailable || (isDatabaseUnavailable(error) && sqlStateOf(error) !== '57014');
}

const unexpected: Label = {
  zh: '系统错误，任务未能完成，请联系管理员',
  en: 'The work failed unexpectedly, please contact your administrator',
};

/** The jobs of a tenant that nobody can sign in to wait. */
async function isPaused(
  client: Pick<Transaction, '$queryRaw'>,
  { clock }: Deps,
  { tenantId }: JobKey,
): Promise<boolean> {
  const rows = await client.$queryRaw<unknown[]>`
    SELECT 1 FROM tenants t WHERE t.id = ${tenantId}::uuid AND NOT ${activeTenant('t', clock.businessNow())}`;
  return rows.length > 0;
}

/** The job with a new attempt number, from which every older run of it is shut out; null when there is nothing left to do. */
async function take({ database }: Deps, { tenantId, id }: JobKey): Promise<TakenJob | null> {
  const { from, to } = jobTransitions.automatic.take;
  const [row] = await database.prisma.$queryRaw<TakenJob[]>`
    UPDATE jobs SET attempt = attempt + 1, started_at = coalesce(started_at, ${new Date()}::timestamptz), updated_at = now(),
      state = CASE WHEN state = ANY(${from}) THEN ${to[0]} ELSE state END
    WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid AND state = ANY(${workStates})
    RETURNING ${takenColumns}`;
  return row ?? null;
}

function workOf(deps: Deps, kind: JobKind, job: TakenJob, signal: AbortSignal): JobWork {
  let lastNews = 0;

  /** Locks the job's row and makes sure that this run still has it. */
  async function hold(tx: Transaction): Promise<unknown> {
    const [row] = await tx.$queryRaw<{ checkpoint: unknown; cancelled: boolean; state: JobState }[]>`
      SELECT checkpoint, cancel_requested_at IS NOT NULL AS cancelled, state::text AS state
      FROM jobs WHERE tenant_id = ${job.tenantId}::uuid AND id = ${job.id}::uuid AND attempt = ${job.attempt} FOR UPDATE`;
    if (!row || row.state !== job.state) throw new JobLost();
    if (await isPaused(tx, deps, job)) throw new JobPaused();
    if (signal.aborted) throw new JobHandedBack('The service stops, the job goes on elsewhere.');
    if (row.cancelled) {
      await abandonJob(tx, kind, job, 'CANCELLED', cancelledWords);
      return cancelled;
    }
    return row.checkpoint;
  }

  return {
    id: job.id,
    tenantId: job.tenantId,
    state: job.state,
    payload: job.payload,
    actor: actorOf(job),
    deps,
    signal,

    steps: async (step) => {
      const throttle = makeThrottle();
      for (;;) {
        const outcome = await inTransaction(
          deps.database,
          async (tx) => {
            const checkpoint = await hold(tx);
            if (checkpoint === cancelled) return cancelled;
            const did = await step(tx, checkpoint);
            if (!did) return null;
            const [row] = await tx.$queryRaw<JobChange[]>`
              UPDATE jobs SET checkpoint = ${JSON.stringify(did.checkpoint)}::jsonb, done = done + ${did.done},
                failed = failed + ${did.failed ?? 0}, failures = 0, updated_at = now()
              WHERE tenant_id = ${job.tenantId}::uuid AND id = ${job.id}::uuid RETURNING ${change}`;
            const now = Date.now();
            if (row && now - lastNews >= newsEvery) {
              lastNews = now;
              await publishProgress(tx, row);
            }
            return did;
          },
          { timeout: longestTransaction },
        );
        if (outcome === cancelled) throw new JobLost();
        if (outcome === null) return;
        await throttle();
      }
    },

    report: async ({ total, done, message }) => {
      await inTransaction(deps.database, async (tx) => {
        const [row] = await tx.$queryRaw<JobChange[]>`
          UPDATE jobs SET total = coalesce(${total ?? null}::int, total), done = coalesce(${done ?? null}::int, done),
            message = coalesce(${message ? JSON.stringify(message) : null}::jsonb, message),
            updated_at = now()
          WHERE tenant_id = ${job.tenantId}::uuid AND id = ${job.id}::uuid AND attempt = ${job.attempt} RETURNING ${change}`;
        if (!row) throw new JobLost();
        await publishProgress(tx, row);
      });
    },
  };
}

const cancelled = Symbol('cancelled');

/** Counts an unexpected failure; true when it was one too many. */
async function countFailure({ database }: Deps, job: TakenJob): Promise<boolean> {
  const [row] = await database.prisma.$queryRaw<{ failures: number }[]>`
    UPDATE jobs SET failures = failures + 1 WHERE tenant_id = ${job.tenantId}::uuid AND id = ${job.id}::uuid AND attempt = ${job.attempt}
    RETURNING failures`;
  return row !== undefined && row.failures >= maxFailures;
}
