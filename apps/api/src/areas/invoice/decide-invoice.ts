import type { InvoiceApplication, InvoiceApplicationState } from '@xyxlx/database/client/client';
import { nextVersion } from '../../platform/next-version.ts';
import { logOperation } from '../../platform/operation-log.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { Session } from '../../sessions/session.ts';
import { Refusal, recordMissing, staleVersion } from '../../wire/errors.ts';
import type { Call } from '../../wire/implement.ts';

interface Decision {
  action: 'issueInvoice' | 'failInvoice' | 'reverseInvoice';
  from: InvoiceApplicationState;
  to: InvoiceApplicationState;
  set: { invoiceNo: string } | { reason: string };
}

/** Moves an application of the caller's tenant on; one that fails or is reversed gives its payments back. */
export async function decideInvoice(
  { input, session, request, deps }: Call<{ id: string; version: number }, Session>,
  { action, from, to, set }: Decision,
): Promise<null> {
  await inTransaction(deps.database, async (tx) => {
    const [row] = await tx.invoiceApplication.updateManyAndReturn({
      where: { id: input.id, version: input.version, state: from, ...ofTenant(session) },
      data: {
        ...set,
        state: to,
        ...nextVersion(session, deps.clock.now()),
      },
    });
    if (!row) throw await whyNot(tx, session, input, from);
    await settlePayments(tx, row);
    await logOperation(
      tx,
      { session, request },
      {
        tenantId: row.tenantId,
        module: 'invoice',
        action,
        target: { type: 'invoice', id: row.id, label: row.applicationNo },
        before: { state: from },
        after: { state: to, ...set },
        ...('reason' in set && { reason: set.reason }),
      },
    );
  });
  return null;
}

/** The applications a caller may see. */
export function ofTenant({ tenantId, scope }: Session): { tenantId?: string } {
  return scope.all ? {} : { tenantId };
}

async function whyNot(
  tx: Transaction,
  session: Session,
  { id, version }: { id: string; version: number },
  from: InvoiceApplicationState,
): Promise<Refusal> {
  const row = await tx.invoiceApplication.findFirst({ where: { id, ...ofTenant(session) } });
  if (!row) return recordMissing();
  if (row.state === from && row.version !== version) return staleVersion();
  return new Refusal({ zh: '该申请已被处理', en: 'This application has already been decided' });
}

async function settlePayments(tx: Transaction, { id, state }: InvoiceApplication): Promise<void> {
  const lines = await tx.invoiceLine.findMany({ where: { applicationId: id } });
  const payments = lines.map((line) => line.consumptionId);
  if (state === 'ISSUED') {
    await tx.consumptionRecord.updateMany({
      where: { id: { in: payments } },
      data: { invoiceState: 'ISSUED' },
    });
    return;
  }
  await tx.invoiceLine.deleteMany({ where: { applicationId: id } });
  // A payment that another application still invoices stays as that one has it.
  await tx.consumptionRecord.updateMany({
    where: { id: { in: payments }, invoiceLines: { none: {} } },
    data: { invoiceState: 'NONE' },
  });
}
