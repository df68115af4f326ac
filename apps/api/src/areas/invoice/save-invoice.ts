import { randomInt } from 'node:crypto';
import type { invoice as contract } from '@xyxlx/contracts/invoice';
import type { InvoiceApplication } from '@xyxlx/database/client/client';
import type { z } from 'zod';

import type { Deps } from '../../core/deps.ts';
import { Refusal, recordMissing } from '../../core/errors.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { yuanText } from '../../platform/money/yuan-text.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { keyOfOwn } from './invoice.sql.ts';

import { type Invoiceable, invoiceablePayments, lockPayments } from './invoiceable.ts';

type Application = z.output<typeof contract.saveInvoice.input>;

/** Keeps an application as a draft, or hands it in: then its amount is taken from what its payments have left, or it is refused (406). */
export async function saveInvoice(
  { database, clock }: Deps,
  { applicationNo, submit, paymentNos, mobileLastFour, ...application }: Application,
): Promise<z.output<typeof contract.saveInvoice.output>> {
  return inTransaction(database, async (tx) => {
    const draft = applicationNo ? await ownDraft(tx, applicationNo, application.email) : null;
    const proof = { paymentNos, mobileLastFour };
    const found = await invoiceablePayments(tx, proof);
    const tenantId = (found[0] as Invoiceable).tenantId;
    await lockPayments(
      tx,
      tenantId,
      found.map(({ id }) => id),
    );
    // Read again under the lock: what is left may have been taken meanwhile.
    const payments = await invoiceablePayments(tx, proof);
    // A draft stays with the tenant that its payments were of.
    if (draft && draft.tenantId !== tenantId) throw recordMissing();
    const data = {
      ...application,
      amount: BigInt(application.amount),
      tenantId,
      state: submit ? ('ISSUING' as const) : ('DRAFT' as const),
      updatedAt: clock.now(),
    };
    const saved = draft
      ? await tx.invoiceApplication.update({
          where: { tenantId_id: { tenantId, id: draft.id } },
          data: { ...data, version: { increment: 1 } },
        })
      : await tx.invoiceApplication.create({
          data: { ...data, applicationNo: numberOf(clock.businessNow()) },
        });
    await tx.invoiceLine.deleteMany({ where: { tenantId, applicationId: saved.id } });
    const lines = submit
      ? spread(Number(saved.amount), payments)
      : payments.map((payment) => lineOf(payment, 0));
    await tx.invoiceLine.createMany({
      data: lines.map((one) => ({ ...one, tenantId, applicationId: saved.id })),
    });
    await tx.consumptionRecord.updateMany({
      where: {
        tenantId,
        id: { in: lines.filter(({ amount }) => amount > 0).map((one) => one.consumptionId) },
      },
      data: { invoiceState: 'ISSUING' },
    });
    return { applicationNo: saved.applicationNo, state: saved.state };
  });
}

/** The draft of that number and e-mail; a wrong e-mail is answered as if there were none. */
async function ownDraft(tx: Transaction, applicationNo: string, email: string): Promise<InvoiceApplication> {
  const key = await keyOfOwn(tx, { applicationNo, email });
  const draft = await tx.invoiceApplication.findUniqueOrThrow({ where: { tenantId_id: key } });
  if (draft.state !== 'DRAFT') throw recordMissing();
  return draft;
}

/** Spreads the amount over the payments, oldest first; throws 406 when they have not so much left. */
function spread(amount: number, payments: Invoiceable[]): ReturnType<typeof lineOf>[] {
  let rest = amount;
  const lines = payments.map((payment) => {
    const taken = Math.min(rest, payment.left);
    rest -= taken;
    return lineOf(payment, taken);
  });
  if (rest > 0) {
    const left = yuanText(amount - rest);
    throw new Refusal({
      zh: `开票金额超过可开票金额 ${left} 元`,
      en: `The amount exceeds what can be invoiced, ${left} yuan`,
    });
  }
  return lines;
}

function lineOf({ id: consumptionId }: Invoiceable, amount: number) {
  return { consumptionId, amount };
}

/** Another number of an application, which tells its day and can't be guessed. */
export function numberOf(now: Date): string {
  return `FP${shanghaiDay(now).replaceAll('-', '')}${randomInt(1e10).toString().padStart(10, '0')}`;
}
