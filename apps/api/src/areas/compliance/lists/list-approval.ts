import { paths } from '@xyxlx/contracts/paths';
import { alreadyHandled } from '../../../core/errors.ts';
import type { ApprovalSubject, Decision } from '../../../platform/approval/subject.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { matterOfRiskList } from './matter.ts';

/** 名单变更: a white entry begins, and a black one ends, once another person has agreed. */
export const riskListApproval: ApprovalSubject = {
  type: 'riskList',
  label: { zh: '合规名单变更', en: 'Change of a compliance list' },
  permission: 'compliance.decide',
  link: () => `${paths.complianceSettings}?tab=list`,
  matter: matterOfRiskList,
  waiting: `SELECT DISTINCT e.request_id AS id FROM risk_list_entries e WHERE e.tenant_id = $1 AND e.state = 'PENDING'
    UNION SELECT e.id FROM risk_list_entries e WHERE e.tenant_id = $1 AND e.state = 'REMOVING'`,
  approve: async (tx, decision) => {
    const { approval, session, now } = decision;
    const ended = {
      state: 'REMOVED',
      removalId: approval.id,
      removedAt: now,
      removedBy: session.userName,
    } as const;
    await move(tx, decision, { state: 'ACTIVE', approvalId: approval.id }, ended);
  },
  reject: (tx, decision) =>
    move(tx, decision, { state: 'REJECTED' }, { state: 'ACTIVE', removeReason: null }),
  withdraw: (tx, decision) =>
    move(tx, decision, { state: 'REJECTED' }, { state: 'ACTIVE', removeReason: null }),
};

/** Moves on what begins of a request, or the one entry that ends. */
async function move(
  tx: Transaction,
  { approval: { tenantId, subjectId } }: Decision,
  beginning: { state: 'ACTIVE' | 'REJECTED'; approvalId?: string },
  ending: {
    state: 'ACTIVE' | 'REMOVED';
    removalId?: string;
    removedAt?: Date;
    removedBy?: string;
    removeReason?: null;
  },
): Promise<void> {
  const version = { increment: 1 };
  const begun = await tx.riskListEntry.updateMany({
    where: { tenantId, requestId: subjectId, state: 'PENDING' },
    data: { ...beginning, version },
  });
  if (begun.count > 0) return;
  const ended = await tx.riskListEntry.updateMany({
    where: { tenantId, id: subjectId, state: 'REMOVING' },
    data: { ...ending, version },
  });
  if (ended.count === 0) throw alreadyHandled();
}
