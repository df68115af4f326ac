import type { Call } from '../../core/call.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { logChange, theSystem } from '../../platform/operation-log/operation-log.ts';
import { takeCode } from '../verification-code/codes.ts';
import { takeInvitation } from './accept-invitation.ts';

interface Answer {
  id: string;
  mobile: string;
  verificationCode: string;
}

/** Says no for the owner of a mobile, who has the code; the tenant that asked reads in its log that they did, and nothing else of them. */
export async function declineInvitation({
  input,
  request,
  deps,
  operation,
}: Call<Answer, undefined>): Promise<null> {
  const mobile = input.mobile.toLowerCase();
  await takeCode(deps, request, { mobile, scene: 'acceptInvitation', code: input.verificationCode });
  await inTransaction(deps.database, async (tx) => {
    const { tenantId, id, name } = await takeInvitation(tx, deps, input.id, mobile);
    await tx.invitation.delete({ where: { tenantId_id: { tenantId, id } } });
    await logChange(tx, theSystem(tenantId, request.id, operation), { tenantId, id, label: name });
  });
  return null;
}
