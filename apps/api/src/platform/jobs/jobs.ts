import type { Label } from '@xyxlx/contracts/endpoint';
import { jobTransitions } from '@xyxlx/contracts/job';
import { Prisma } from '@xyxlx/database/client/client';
import type { Requester } from '../../core/caller.ts';
import type { Deps } from '../../core/deps.ts';
import type { Transaction } from '../db/transaction.ts';
import { cancelJob } from './end-job.ts';
import type { JobKey, JobKind, NewJob, Origin } from './job-kind.ts';
import { type JobChange, jobChangeColumns, publishProgress } from './job-progress.ts';
import { workStates } from './job-states.ts';
import type { Queue } from './queue.ts';
import { runJob } from './run-job.ts';
import { runScheduledTasks, type ScheduledTask } from './scheduled-task.ts';

/** Starts long work, which any free replica runs. */
export interface Jobs {
  /** Starts a job in the caller's transaction; returns its id. Nothing happens before that commits. */
  start(tx: Transaction, actor: Requester, job: NewJob): Promise<string>;
  /** Lets a job that waited for somebody go on, in the caller's transaction: false when it was in another state by then. */
  resume(tx: Transaction, job: JobKey, message: Label): Promise<boolean>;
  /** Has an import checked again that waits or had no good row, in the caller's transaction: false when it was in another state by then. */
  recheck(tx: Transaction, job: JobKey): Promise<boolean>;
  /** Cancels a job in the caller's transaction: one that waits at once, one at work before its next step; false when it had ended. */
  cancel(tx: Transaction, job: JobKey): Promise<boolean>;
  /** Has a job that did its work taken back by its kind, in the caller's transaction: false when it was in another state by then. */
  undo(tx: Transaction, job: JobKey, by: Requester): Promise<boolean>;
  /** Lets the jobs go on at once that paused while their tenant was suspended or expired, in the caller's transaction. */
  wake(tx: Transaction, tenantId: string): Promise<void>;
  /** The kind behind a job's name. */
  kind(name: string): JobKind;
  /** Works on jobs, and does its share of the scheduled tasks, from now on. */
  work(deps: Deps): Promise<void>;
  /** Has the scheduled tasks done now: the business clock was moved. */
  tick(): Promise<void>;
  /** Has one scheduled task done at once, when the caller's transaction commits. */
  runTask(tx: Transaction, name: string): Promise<void>;
  /** Takes no more jobs; running ones finish their step and go back to the queue. */
  stop(): Promise<void>;
}

declare module '../../core/deps.ts' {
  interface Deps {
    jobs: Jobs;
  }
}

/** How long a step may still take when the service stops, in ms. */
const stopWithin = 20_000;

/** Makes the job service over all kinds and scheduled tasks. */
export function makeJobs(kinds: readonly JobKind[], tasks: readonly ScheduledTask[], queue: Queue): Jobs {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  const stopping = new AbortController();

  function kindOf(name: string): JobKind {
    const kind = byName.get(name);
    if (!kind) throw new Error(`There is no kind of job called ${name}.`);
    return kind;
  }

  return {
    kind: kindOf,

    start: async (
      tx,
      { session, request },
      { id: jobId, kind, payload, total = 0, state = 'QUEUED', file },
    ) => {
      const { id, ip, device } = request;
      const origin: Origin = { roles: session.roles, request: { id, ip, device } };
      const row = await tx.job.create({
        data: {
          ...(jobId && { id: jobId }),
          tenantId: session.tenantId,
          kind,
          state,
          permission: kindOf(kind).permission ?? null,
          total,
          payload: payload as Prisma.InputJsonObject,
          origin: origin as unknown as Prisma.InputJsonObject,
          fileName: file?.name ?? null,
          fileSha256: file?.sha256 ?? null,
          createdById: session.userId,
          createdBy: session.userName,
        },
      });
      await queue.send(tx, row);
      return row.id;
    },

    resume: async (tx, { tenantId, id }, message) => {
      const { from, to } = jobTransitions.actions.confirmImport;
      const [row] = await tx.$queryRaw<JobChange[]>`
        UPDATE jobs SET state = ${to[0]}, checkpoint = NULL, done = 0, failed = 0, message = ${JSON.stringify(message)}::jsonb, updated_at = now()
        WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid AND state = ANY(${from})
        RETURNING ${Prisma.raw(jobChangeColumns)}`;
      if (!row) return false;
      await queue.send(tx, row);
      await publishProgress(tx, row);
      return true;
    },

    recheck: async (tx, { tenantId, id }) => {
      const { from, to } = jobTransitions.actions.mendImportRows;
      const message: Label = { zh: '等待重新校验', en: 'Waiting to be checked again' };
      const [row] = await tx.$queryRaw<JobChange[]>`
        UPDATE jobs SET state = ${to[0]}, checkpoint = NULL, done = 0, failed = 0, failures = 0, message = ${JSON.stringify(message)}::jsonb,
          finished_at = NULL, updated_at = now()
        WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid AND state = ANY(${from}) AND (state <> 'FAILED' OR payload #>> '{report,good}' = '0')
        RETURNING ${Prisma.raw(jobChangeColumns)}`;
      if (!row) return false;
      await queue.send(tx, row);
      await publishProgress(tx, row);
      return true;
    },

    cancel: (tx, job) => cancelJob(tx, kindOf, job),

    undo: async (tx, job, { session, request }) => {
      const { tenantId, userId, userName, roles } = session;
      const { id, ip, device } = request;
      const by: Requester = { session: { tenantId, userId, userName, roles }, request: { id, ip, device } };
      const message: Label = { zh: '正在撤销', en: 'Being taken back' };
      const { from, to } = jobTransitions.actions.undoImport;
      const [row] = await tx.$queryRaw<JobChange[]>`
        UPDATE jobs SET state = ${to[0]}, payload = payload || jsonb_build_object('undoneBy', ${JSON.stringify(by)}::jsonb), failures = 0,
          cancel_requested_at = NULL, message = ${JSON.stringify(message)}::jsonb, finished_at = NULL, updated_at = now()
        WHERE tenant_id = ${job.tenantId}::uuid AND id = ${job.id}::uuid AND state = ANY(${from}) RETURNING ${Prisma.raw(jobChangeColumns)}`;
      if (!row) return false;
      await queue.send(tx, row);
      await publishProgress(tx, row);
      return true;
    },

    wake: async (tx, tenantId) => {
      const paused = await tx.job.findMany({
        where: { tenantId, state: { in: [...workStates] } },
        select: { tenantId: true, id: true },
      });
      for (const job of paused) await queue.send(tx, job);
    },

    work: async (deps) => {
      await queue.work((key, claim) =>
        runJob({ deps, key, kindOf, queue, signal: AbortSignal.any([claim, stopping.signal]) }),
      );
      await queue.everyMinute((only) => runScheduledTasks(tasks, deps, only));
    },

    tick: () => queue.tick(),

    runTask: (tx, name) => queue.tickOne(tx, name),

    stop: async () => {
      stopping.abort();
      await queue.stop(stopWithin);
    },
  };
}
