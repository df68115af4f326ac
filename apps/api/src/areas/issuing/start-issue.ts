import { systemActor } from '@xyxlx/contracts/system-actor';
import type { IssueBatch } from '@xyxlx/database/client/client';
import type { Actor, Caller, Requester } from '../../core/caller.ts';
import type { Deps } from '../../core/deps.ts';
import { Refusal } from '../../core/errors.ts';
import { actorOf } from '../../platform/approval/maker.ts';
import { activeTenantIds } from '../../platform/db/active-tenant.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { keepInPlace, refuseWhileMoving } from '../merchant/running-move.ts';
import { effectiveDayOf, lastDayOf } from './batch-days.ts';
import { issueStateMachine } from './batch-states.ts';
import { limitIssue } from './issue-threshold.ts';
import { refuseUnusable } from './make-batch.ts';

/** Who starts it, and when. */
export interface Starter extends Requester {
  deps: Pick<Deps, 'jobs'>;
  now: Date;
}

/** Puts a batch whose sum is held down for its day, and issues it at once where that day has come. */
export async function scheduleIssue(
  tx: Transaction,
  by: Caller<Actor>,
  batch: IssueBatch,
  action: 'submitIssue' | 'approve',
): Promise<void> {
  await writeState(tx, by, issueStateMachine, action, [batch], { to: 'SCHEDULED' });
  if (effectiveDayOf(batch) <= shanghaiDay(by.now)) await startIssue(tx, by, batch, 'start');
}

/** Starts the job that issues what a batch has left; its sum is held. */
export async function startIssue(
  tx: Transaction,
  by: Starter,
  batch: IssueBatch,
  action: 'start' | 'resumeIssue' | 'retryIssue',
): Promise<void> {
  const { tenantId, id: batchId } = batch;
  const total = await tx.issueRow.count({ where: { tenantId, batchId, state: 'READY' } });
  const jobId = await by.deps.jobs.start(tx, by, { kind: 'issueRun', payload: { tenantId, batchId }, total });
  const columns = { jobId, startedAt: batch.startedAt ?? by.now };
  await writeState(tx, by, issueStateMachine, action, [batch], { columns });
}

/**
 * Keeps the merchant with the company whose fund is to pay; throws 406 while it is moving, where it or the 制度 does no business any more, or
 * where what would be issued has ended.
 */
export async function refuseUnissuable(tx: Transaction, batch: IssueBatch, now: Date): Promise<void> {
  await keepInPlace(tx, batch);
  await refuseWhileMoving(tx, batch);
  const { tenantId, merchantId, institutionId } = batch;
  const merchant = await tx.merchant.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: merchantId } },
  });
  await refuseUnusable(tx, merchant, institutionId);
  const lastDay = lastDayOf(batch);
  if (lastDay !== null && lastDay < shanghaiDay(now)) {
    throw new Refusal({ zh: '失效日已过，不能发放', en: 'What it would issue has ended already' });
  }
}

/**
 * Issues what was put down for a day that has come, in the name of who submitted it; of two replicas the second finds it started. Where the
 * merchant or the 制度 does no business any more, its rows say so, and are tried again once it does.
 */
export async function startDueIssues({ database, clock, jobs }: Deps): Promise<void> {
  const now = clock.businessNow();
  for (const tenantId of await activeTenantIds(database, now)) {
    await inTransaction(database, async (tx) => {
      const due = await rowsOf<{ id: string; makerId: string; makerName: string | null }>(
        tx,
        sql`SELECT c.id, a.maker_id AS "makerId", u.name AS "makerName"
            FROM issue_batches c
            CROSS JOIN LATERAL (SELECT a.maker_id FROM money_acts a WHERE a.tenant_id = ${tenantId}::uuid AND a.subject_id = c.id AND a.kind = ${limitIssue.type}
              ORDER BY a.id DESC LIMIT 1) a
            LEFT JOIN users u ON u.id = a.maker_id
            WHERE c.tenant_id = ${tenantId}::uuid AND c.state = 'SCHEDULED' AND c.kind = 'MANUAL' AND c.effective_on <= ${shanghaiDay(now)}::date
            ORDER BY c.effective_on, c.id FOR UPDATE OF c`,
      );
      for (const { id, makerId, makerName } of due) {
        const session = await actorOf(tx, {
          tenantId,
          userId: makerId,
          userName: makerName ?? systemActor.zh,
        });
        const request = { id: 'startDueIssues', ip: '', device: '', startedAt: clock.now().getTime() };
        const batch = await tx.issueBatch.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
        await startIssue(tx, { session, request, deps: { jobs }, now }, batch, 'start');
      }
    });
  }
}
