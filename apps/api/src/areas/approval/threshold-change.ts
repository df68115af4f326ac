import { paths } from '@xyxlx/contracts/paths';
import type { ApprovalThreshold } from '@xyxlx/database/client/client';
import { operationOf } from '../../core/operation.ts';
import type { ApprovalSubject, Decision, Threshold } from '../../platform/approval/subject.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { matterOfThreshold } from './threshold-matter.ts';

/** 审批阈值: who lets more through without a checker needs a checker for that. */
export const approvalThreshold: ApprovalSubject = {
  type: 'approvalThreshold',
  label: { zh: '审批阈值调整', en: 'Change of a threshold' },
  permission: 'approval.approve',
  link: () => `${paths.approval}?tab=rules`,
  matter: matterOfThreshold,
  waiting: 'SELECT id FROM approval_thresholds WHERE tenant_id = $1 AND proposed_amount IS NOT NULL',
  approve: async (tx, decision) => {
    const row = await proposedBy(tx, decision);
    const next = {
      amount: row.proposedAmount ?? row.amount,
      dayAmount: row.proposedDayAmount ?? row.dayAmount,
      count: row.proposedCount,
      dayCount: row.proposedDayCount,
    };
    await leave(tx, decision, next);
    await logChange(
      tx,
      { ...decision, operation: operationOf('approval', 'editThreshold') },
      {
        tenantId: row.tenantId,
        id: row.id,
        label: decision.approval.subjectLabel,
        before: plain(row),
        after: plain(next),
      },
    );
  },
  reject: (tx, decision) => leave(tx, decision),
  withdraw: (tx, decision) => leave(tx, decision),
};

function proposedBy(tx: Transaction, { approval: { tenantId, subjectId: id } }: Decision) {
  return tx.approvalThreshold.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
}

async function leave(
  tx: Transaction,
  { approval: { tenantId, subjectId: id }, session, now }: Decision,
  next?: Stored,
): Promise<void> {
  await tx.approvalThreshold.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      ...next,
      proposedAmount: null,
      proposedDayAmount: null,
      proposedCount: null,
      proposedDayCount: null,
      ...nextVersion(session, now),
    },
  });
}

/** A threshold as its row has it. */
type Stored = Pick<ApprovalThreshold, 'amount' | 'dayAmount' | 'count' | 'dayCount'>;

function plain({ amount, dayAmount, count, dayCount }: Stored) {
  return { amount: Number(amount), dayAmount: Number(dayAmount), count, dayCount } satisfies Threshold;
}
