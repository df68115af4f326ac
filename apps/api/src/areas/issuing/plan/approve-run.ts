import { makerOf } from '../../../platform/approval/maker.ts';
import type { ApprovalSubject, Decision } from '../../../platform/approval/subject.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { releaseHold } from '../../../platform/fund/fund-hold.ts';
import { writeState } from '../../../platform/records/change-state.ts';
import { heldFor } from '../batch-hold.ts';
import { matterOfIssue } from '../matter.ts';
import { refuseUnissuable } from '../start-issue.ts';
import { executionStateMachine } from './execution-states.ts';
import { planRun } from './run-approval.ts';

/** The subject of `planRun`: approved, the run goes on with the people and amounts that were looked at. */
export const planRunApproval: ApprovalSubject = {
  ...planRun,
  matter: matterOfIssue,
  waiting: `SELECT id FROM issue_batches WHERE tenant_id = $1 AND state = 'SUBMITTED' AND kind <> 'MANUAL' AND state_before IS NULL`,
  approve: async (tx, decision) => {
    const { approval, now, deps } = decision;
    const { tenantId, subjectId: id } = approval;
    const batch = await tx.issueBatch.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
    await refuseUnissuable(tx, batch, now);
    const by = { ...decision, session: await makerOf(tx, decision) };
    const payload = { tenantId, batchIds: [id], isPrepared: true };
    const total = batch.total - batch.failed;
    const jobId = await deps.jobs.start(tx, by, { kind: 'planRun', payload, total });
    const columns = { jobId, startedAt: now, message: '' };
    await writeState(tx, decision, executionStateMachine, 'approve', [batch], { columns });
  },
  reject: giveUp,
};

async function giveUp(tx: Transaction, decision: Decision): Promise<void> {
  const { tenantId, subjectId: id } = decision.approval;
  await releaseHold(tx, heldFor({ tenantId, id }, decision.now));
  await writeState(tx, decision, executionStateMachine, 'reject', [{ tenantId, id }]);
}
