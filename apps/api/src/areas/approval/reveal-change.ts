import type { ComparedField } from '@xyxlx/contracts/approval';
import type { Call } from '../../core/call.ts';
import { alreadyHandled, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { findApproval, whyNotDecide } from '../../platform/approval/decide.ts';
import { inApproval } from '../../platform/approval/in-approval.ts';
import { comparedFields } from '../../platform/approval/record-change.ts';
import { change } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';

/** 查看: a waiting change with nothing masked, for those who may decide it; who looked and why is logged. */
export async function revealChange(
  call: Call<{ id: string; reason: string }, Session>,
): Promise<ComparedField[]> {
  const { id, reason } = call.input;
  const { session, request, deps } = call;
  return change(call, async (tx) => {
    const row = await findApproval(tx, session, { id });
    const subject = row && deps.registry.approvals.get(row.subjectType);
    if (!row || !subject?.changes) throw recordMissing();
    const refusal = whyNotDecide(session, subject, row, 'APPROVE');
    if (refusal) throw refusal;
    if (row.state !== 'PENDING') throw alreadyHandled();
    await logChange(tx, inApproval(call, 'revealChange', subject), {
      tenantId: row.tenantId,
      id: row.subjectId,
      label: row.subjectLabel,
      reason,
    });
    return comparedFields(tx, subject, row, { language: request.language, isRevealed: true });
  });
}
