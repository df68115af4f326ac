import type { cardOrder as contract } from '@xyxlx/contracts/card-order';
import type { CardOrder } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { numberOf } from './save-invoice.ts';

type Head = Omit<z.output<typeof contract.applyInvoice.input>, 'id'>;

/**
 * Hands in the application for the invoice of a locked order: all of what is paid, not given back and not invoiced, its face values untaxed, its fees
 * taxed. Throws 406 where nothing is left.
 */
export async function applyForOrder(
  tx: Transaction,
  by: Caller,
  { tenantId, id, orderNo, paid, refunded, refundedFee, amount: faces }: CardOrder,
  head: Head,
): Promise<void> {
  const { _sum } = await tx.invoiceLine.aggregate({
    where: { tenantId, orderId: id },
    _sum: { amount: true, untaxed: true },
  });
  const amount = paid - refunded - (_sum.amount ?? 0n);
  if (amount <= 0n)
    throw new Refusal({ zh: '订单没有可开票金额', en: 'Nothing of the order is left to be invoiced' });
  const untaxed = faces - (refunded - refundedFee) - (_sum.untaxed ?? 0n);
  const applicationNo = numberOf(by.now);
  await tx.invoiceApplication.create({
    data: {
      ...{ ...head, tenantId, applicationNo, state: 'ISSUING', amount, untaxed },
      ...{ createdAt: by.now, updatedAt: by.now, updatedBy: by.session.userName },
      lines: { create: { orderId: id, amount, untaxed } },
    },
  });
  await logChange(tx, by, {
    ...{ tenantId, id, label: orderNo },
    after: { applicationNo, invoicedAmount: Number(amount) },
  });
}
