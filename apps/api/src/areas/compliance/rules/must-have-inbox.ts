import { FieldRefusal, recordMissing } from '../../../core/errors.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';

/** Throws 406 on the field for an inbox that the tenant does not have. */
export async function mustHaveInbox(tx: Transaction, tenantId: string, inboxId: string): Promise<void> {
  if (await tx.riskInbox.findUnique({ where: { tenantId_id: { tenantId, id: inboxId } } })) return;
  throw new FieldRefusal('inboxId', recordMissing().text);
}
