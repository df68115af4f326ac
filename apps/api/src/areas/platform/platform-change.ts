import type { Label } from '@xyxlx/contracts/endpoint';
import { paths } from '@xyxlx/contracts/paths';
import { feeText, platformGuarded } from '@xyxlx/contracts/platform';
import { platformAccountGuarded, platformAccountKindWords } from '@xyxlx/contracts/platform-account';
import type { Platform, PlatformAccount } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import { operationOf } from '../../core/operation.ts';
import {
  approvedChange,
  changeApplied,
  changedColumns,
  submitChange,
  waitingChanges,
} from '../../platform/approval/record-change.ts';
import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { maskAccount } from '../../platform/security/mask.ts';
import { applyAccount, leaveAccount } from './account-change.ts';

/** 平台变更: the fee of a platform, and every account at one; the old values hold until it is approved. */
export const platformChange: ApprovalSubject = {
  type: 'platformChange',
  label: { zh: '平台变更', en: 'Change of a platform' },
  permission: 'fund.approve',
  link: (_id, approvalId) => `${paths.approval}?open=${approvalId}`,
  changes: {
    fee_bps: { field: 'feeBps', label: platformGuarded.feeBps, words: feeWords },
    platform_id: { field: 'platformId', label: platformAccountGuarded.platformId, names: 'platform' },
    company_id: { field: 'companyId', label: platformAccountGuarded.companyId, names: 'company' },
    kind: { field: 'kind', label: platformAccountGuarded.kind, words: kindWords },
    name: { field: 'name', label: platformAccountGuarded.name },
    bank: { field: 'bank', label: platformAccountGuarded.bank },
    account_no: { field: 'accountNo', label: platformAccountGuarded.accountNo, mask: maskAccount },
  },
  waiting: waitingChanges('platformChange'),
  approve: async (tx, decision) => ((await ofPlatform(tx, decision)) ? applyFee : applyAccount)(tx, decision),
  // A record that is live never changed: only a new account has a state to leave.
  reject: (tx, decision) => leaveAccount(tx, decision, 'rejectAccount'),
  withdraw: (tx, decision) => leaveAccount(tx, decision, 'withdrawAccount'),
};

/** Hands a platform's new fee in, in bps, where it is another. */
export async function submitFee(
  tx: Transaction,
  by: Caller,
  { tenantId, id, name, feeBps }: Platform,
  wanted: number,
  reason?: string,
): Promise<void> {
  const change = changedColumns({ fee_bps: String(feeBps) }, { fee_bps: String(wanted) });
  if (!change) return;
  const submission = { tenantId, subjectId: id, subjectLabel: name, ...(reason && { reason }) };
  await submitChange(tx, by, platformChange, submission, change);
}

async function ofPlatform(tx: Transaction, { approval }: Decision): Promise<boolean> {
  const { tenantId, subjectId: id } = approval;
  return (await tx.platform.count({ where: { tenantId, id } })) > 0;
}

async function applyFee(tx: Transaction, decision: Decision): Promise<void> {
  const { approval, session, now } = decision;
  const { tenantId, subjectId: id } = approval;
  const where = { tenantId_id: { tenantId, id } };
  const { name, feeBps: before } = await tx.platform.findUniqueOrThrow({ where });
  const approved = await approvedChange(tx, decision, { fee_bps: String(before) });
  const feeBps = Number(approved.fee_bps);
  await tx.platform.update({ where, data: { feeBps, changeId: approval.id, ...nextVersion(session, now) } });
  await changeApplied(tx, decision);
  await logChange(
    tx,
    { ...decision, operation: operationOf('platform', 'editPlatform') },
    {
      tenantId,
      id,
      label: name,
      before: { feeBps: before },
      after: { feeBps },
      ...(approval.reason && { reason: approval.reason }),
    },
  );
}

function kindWords(kind: string): Label {
  return platformAccountKindWords[kind as PlatformAccount['kind']];
}

function feeWords(bps: string): Label {
  const text = feeText(Number(bps));
  return { zh: text, en: text };
}
