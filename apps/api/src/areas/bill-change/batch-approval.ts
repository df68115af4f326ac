import { openDay } from '../../platform/approval/maker-day.ts';
import { makerWhoMay } from '../../platform/approval/money-act.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { limitBatchStateMachine } from './batch-states.ts';
import { limitBatch } from './batch-threshold.ts';
import { matterOfBatch } from './matter.ts';
import { startBatch } from './start-batch.ts';

/** 批量调额: a batch over the threshold changes no limit before somebody else has looked at it. */
export const limitBatchApproval: ApprovalSubject = {
  ...limitBatch,
  matter: matterOfBatch,
  waiting: `SELECT id FROM limit_batches WHERE tenant_id = $1 AND state = 'SUBMITTED'`,
  approve: async (tx, decision) => {
    const { approval, now } = decision;
    const { tenantId, subjectId: id } = approval;
    const batch = await tx.limitBatch.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
    // The adjustments are their maker's; who approved them stands in the approval.
    const session = await makerWhoMay(tx, limitBatch, decision);
    const day = await openDay(tx, limitBatch, {
      tenantId,
      makerId: session.userId,
      now,
    });
    const amount = Number(batch.increaseAmount + batch.decreaseAmount);
    day.takeApproved({ amount, count: batch.changed, subjectId: id }, approval.id);
    await day.close();
    await startBatch(tx, { ...decision, session }, batch, 'approve');
  },
  reject: (tx, decision) => leave(tx, decision, 'reject'),
  withdraw: (tx, decision) => leave(tx, decision, 'withdraw'),
};

async function leave(tx: Transaction, decision: Decision, outcome: 'reject' | 'withdraw'): Promise<void> {
  const { tenantId, subjectId: id } = decision.approval;
  await writeState(tx, decision, limitBatchStateMachine, outcome, [{ tenantId, id }]);
}
