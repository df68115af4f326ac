import { openDay } from '../../platform/approval/maker-day.ts';
import { makerWhoMay } from '../../platform/approval/money-act.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { releaseHold } from '../../platform/fund/fund-hold.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { heldFor } from './batch-hold.ts';
import { issueStateMachine } from './batch-states.ts';
import { limitIssue } from './issue-threshold.ts';
import { matterOfIssue } from './matter.ts';
import { refuseUnissuable, scheduleIssue } from './start-issue.ts';

/** 额度发放: a batch over the threshold issues nothing before somebody else has looked at it; its sum is held meanwhile. */
export const limitIssueApproval: ApprovalSubject = {
  ...limitIssue,
  matter: matterOfIssue,
  waiting: `SELECT id FROM issue_batches WHERE tenant_id = $1 AND state = 'SUBMITTED' AND kind = 'MANUAL' AND state_before IS NULL`,
  approve: async (tx, decision) => {
    const { approval, now } = decision;
    const { tenantId, subjectId: id } = approval;
    const batch = await tx.issueBatch.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
    // What is issued is its maker's; who approved it stands in the approval.
    const session = await makerWhoMay(tx, limitIssue, decision);
    const day = await openDay(tx, limitIssue, { tenantId, makerId: session.userId, now });
    const count = batch.total - batch.failed;
    day.takeApproved({ amount: Number(batch.amount), count, subjectId: id }, approval.id);
    await day.close();
    await refuseUnissuable(tx, batch, now);
    await scheduleIssue(tx, { ...decision, session }, batch, 'approve');
  },
  reject: (tx, decision) => giveUp(tx, decision, 'reject'),
  withdraw: (tx, decision) => giveUp(tx, decision, 'withdraw'),
};

async function giveUp(tx: Transaction, decision: Decision, outcome: 'reject' | 'withdraw'): Promise<void> {
  const { tenantId, subjectId: id } = decision.approval;
  await releaseHold(tx, heldFor({ tenantId, id }, decision.now));
  await writeState(tx, decision, issueStateMachine, outcome, [{ tenantId, id }]);
}
