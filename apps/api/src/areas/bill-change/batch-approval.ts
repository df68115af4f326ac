import type { ApprovalSubject, Decision } from '../../platform/approval/subject.ts';
import { nextVersion } from '../../platform/next-version.ts';
import type { Actor } from '../../platform/operation-log.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { batchSubject } from './batch-threshold.ts';
import { startBatch } from './start-batch.ts';

/** 批量调额: a batch over the threshold changes no limit before somebody else has looked at it. */
export const limitBatchApproval: ApprovalSubject = {
  ...batchSubject,
  label: { zh: '批量调额', en: 'Batch adjustment' },
  permission: 'limit.approve',
  link: (id) => `/layout/userlist?tab=batches&open=${id}`,
  waiting: `SELECT id FROM limit_batches WHERE state = 'SUBMITTED'`,
  approve: async (tx, decision) => {
    const { approval, request, deps } = decision;
    const batch = await tx.limitBatch.findUniqueOrThrow({ where: { id: approval.subjectId } });
    // The adjustments are their maker's; who approved them stands in the approval.
    await startBatch(tx, { session: await makerOf(tx, decision), request, deps }, batch);
  },
  reject: (tx, decision) => leave(tx, decision, 'REJECTED'),
  withdraw: (tx, decision) => leave(tx, decision, 'READY'),
};

/** Who handed the batch in, in the tenant they work in. */
async function makerOf(
  tx: Transaction,
  { approval: { tenantId, makerId, makerName } }: Decision,
): Promise<Actor> {
  if (makerId === null) throw new Error('A batch is handed in by somebody.');
  const places = await tx.membership.findMany({
    where: { userId: makerId },
    include: { roles: { include: { role: { select: { id: true, code: true, name: true } } } } },
  });
  const place = places.find((membership) => membership.tenantId === tenantId) ?? places[0];
  return {
    tenantId: place?.tenantId ?? tenantId,
    userId: makerId,
    userName: makerName,
    roles: place?.roles.map(({ role }) => role) ?? [],
  };
}

async function leave(
  tx: Transaction,
  { approval: { tenantId, subjectId: id }, session, deps }: Decision,
  state: 'REJECTED' | 'READY',
): Promise<void> {
  await tx.limitBatch.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      state,
      ...nextVersion(session, deps.clock.businessNow()),
    },
  });
}
