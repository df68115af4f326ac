import type { Label } from '@xyxlx/contracts/endpoint';
import { type JobState, jobTransitions } from '@xyxlx/contracts/job';
import { Prisma } from '@xyxlx/database/client/client';
import type { Requester } from '../../core/caller.ts';
import type { Transaction } from '../db/transaction.ts';
import { notifyUsers } from '../live/notify-users.ts';
import type { AbandonedJob, JobKey, JobKind, Origin } from './job-kind.ts';

import { type JobChange, jobChangeColumns, publishProgress } from './job-progress.ts';
import { cancelledAtOnce, mustEndAs } from './job-states.ts';

/** A job with what its run needs. */
export interface TakenJob extends JobChange {
  attempt: number;
  failures: number;
  payload: object;
  origin: Origin;
  createdBy: string;
}

/** Columns of a `TakenJob`, for RETURNING. */
export const takenColumns = Prisma.raw(
  `${jobChangeColumns}, attempt, failures, payload, origin, created_by AS "createdBy"`,
);

/** Ends the job if this run still has it, and says whether it had; a null state is chosen by the counts. What was cancelled meanwhile waits for nobody: it is not ended so. */
export async function endJob(
  tx: Transaction,
  kind: JobKind,
  job: TakenJob,
  state: JobState | null,
  message: Label,
): Promise<boolean> {
  for (const end of state ? [state] : byCounts) mustEndAs(job.state, end);
  const [row] = await tx.$queryRaw<JobChange[]>`
    UPDATE jobs SET message = ${JSON.stringify(message)}::jsonb, updated_at = now(),
      finished_at = CASE WHEN ${state}::text = 'WAITING_CONFIRM' THEN NULL ELSE ${new Date()}::timestamptz END,
      state = coalesce(${state}::text,
        (CASE WHEN failed = 0 THEN 'SUCCEEDED' WHEN done = 0 THEN 'FAILED' ELSE 'PARTIAL' END))
    WHERE tenant_id = ${job.tenantId}::uuid AND id = ${job.id}::uuid AND attempt = ${job.attempt} AND state = ${job.state}
      AND (cancel_requested_at IS NULL OR ${state}::text IS DISTINCT FROM 'WAITING_CONFIRM')
    RETURNING ${Prisma.raw(jobChangeColumns)}`;
  if (!row) return false;
  await publishProgress(tx, row);
  if (row.state === 'WAITING_CONFIRM' || !kind.outcome) return true;
  await notifyUsers(tx, {
    tenantId: job.tenantId,
    userIds: [job.createdById],
    kind: 'job.ended',
    title: { zh: `${kind.title.zh}：${message.zh}`, en: `${kind.title.en}: ${message.en}` },
    link: kind.outcome(job),
  });
  return true;
}

/** What the counts of done and failed can come to. */
const byCounts: readonly JobState[] = ['SUCCEEDED', 'FAILED', 'PARTIAL'];

/** Ends the job before its work does, if this run still has it. */
export async function abandonJob(
  tx: Transaction,
  kind: JobKind,
  job: TakenJob,
  state: AbandonedJob['state'],
  message: Label,
): Promise<void> {
  if (await endJob(tx, kind, job, state, message))
    await kind.abandoned?.(tx, abandonedJob(job, state, message));
}

/** Cancels a job: one that waits at once, a running one before its next step, by its replica; false when it had ended. */
export async function cancelJob(
  tx: Transaction,
  kindOf: (name: string) => JobKind,
  { tenantId, id }: JobKey,
): Promise<boolean> {
  const { from, to } = jobTransitions.actions.cancelJob;
  const [row] = await tx.$queryRaw<TakenJob[]>`
    UPDATE jobs SET cancel_requested_at = now(), updated_at = now(),
      finished_at = CASE WHEN state = ANY(${cancelledAtOnce}) THEN ${new Date()}::timestamptz END,
      message = ${JSON.stringify(cancelledWords)}::jsonb,
      state = CASE WHEN state = ANY(${cancelledAtOnce}) THEN ${to[0]} ELSE state END
    WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid AND state = ANY(${from})
    RETURNING ${takenColumns}`;
  if (!row) return false;
  if (row.state === 'CANCELLED') {
    await kindOf(row.kind).abandoned?.(tx, abandonedJob(row, 'CANCELLED', cancelledWords));
  }
  await publishProgress(tx, row);
  return true;
}

export const cancelledWords: Label = { zh: '已取消', en: 'Cancelled' };

function abandonedJob(job: TakenJob, state: AbandonedJob['state'], message: Label): AbandonedJob {
  return { payload: job.payload, actor: actorOf(job), state, message };
}

/** In whose name the job works. */
export function actorOf({ tenantId, createdById, createdBy, origin }: TakenJob): Requester {
  return {
    session: { tenantId, userId: createdById, userName: createdBy, roles: origin.roles },
    request: origin.request,
  };
}
