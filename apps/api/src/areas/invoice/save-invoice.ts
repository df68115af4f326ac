import { randomInt } from 'node:crypto';
import type { invoice as contract } from '@xyxlx/contracts/invoice';
import type { InvoiceApplication } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { shanghaiDay } from '../../platform/shanghai.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { yuanText } from '../../platform/yuan-text.ts';
import { Refusal, recordMissing } from '../../wire/errors.ts';
import { type Invoiceable, invoiceablePayments, lockPayments } from './invoiceable.ts';

type Application = z.output<typeof contract.saveInvoice.input>;

/** Keeps an application as a draft, or hands it in: then its amount is taken from what its payments have left, or it is refused (406). */
export async function saveInvoice(
  { database, clock }: Deps,
  { applicationNo, submit, ...application }: Application,
): Promise<Pick<InvoiceApplication, 'applicationNo' | 'state'>> {
  return inTransaction(database, async (tx) => {
    const draft = applicationNo ? await ownDraft(tx, applicationNo, application.email) : null;
    const found = await invoiceablePayments(tx, application.paymentNos);
    await lockPayments(
      tx,
      found.map(({ id }) => id),
    );
    // Read again under the lock: what is left may have been taken meanwhile.
    const payments = await invoiceablePayments(tx, application.paymentNos);
    const tenantId = (payments[0] as Invoiceable).tenantId;
    const data = {
      ...application,
      amount: BigInt(application.amount),
      tenantId,
      state: submit ? ('ISSUING' as const) : ('DRAFT' as const),
      updatedAt: clock.now(),
    };
    const saved = draft
      ? await tx.invoiceApplication.update({
          where: { id: draft.id },
          data: { ...data, version: { increment: 1 } },
        })
      : await tx.invoiceApplication.create({
          data: { ...data, applicationNo: numberOf(clock.businessNow()) },
        });
    if (submit) await take(tx, saved, payments);
    return saved;
  });
}

/** The draft of that number and e-mail; a wrong e-mail is answered as if there were none. */
async function ownDraft(tx: Transaction, applicationNo: string, email: string): Promise<InvoiceApplication> {
  const draft = await tx.invoiceApplication.findUnique({ where: { applicationNo } });
  if (draft?.email !== email || draft.state !== 'DRAFT') throw recordMissing();
  return draft;
}

/** Spreads the amount over the payments, oldest first. */
async function take(
  tx: Transaction,
  { id, tenantId, amount }: InvoiceApplication,
  payments: Invoiceable[],
): Promise<void> {
  let rest = Number(amount);
  const lines = payments.flatMap((payment) => {
    const taken = Math.min(rest, payment.left);
    rest -= taken;
    return taken > 0
      ? [{ tenantId, applicationId: id, consumptionId: payment.id, amount: BigInt(taken) }]
      : [];
  });
  if (rest > 0) {
    const left = yuanText(Number(amount) - rest);
    throw new Refusal({
      zh: `开票金额超过可开票金额 ${left} 元`,
      en: `The amount exceeds what can be invoiced, ${left} yuan`,
    });
  }
  await tx.invoiceLine.createMany({ data: lines });
  await tx.consumptionRecord.updateMany({
    where: { id: { in: lines.map((invoiced) => invoiced.consumptionId) } },
    data: { invoiceState: 'ISSUING' },
  });
}

function numberOf(now: Date): string {
  return `FP${shanghaiDay(now).replaceAll('-', '')}${randomInt(1e10).toString().padStart(10, '0')}`;
}
