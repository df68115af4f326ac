import type { ConsumptionRecord } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

/** Refuses to give back what an invoice stands for: after `amount` fen are gone, the rest must still cover what is invoiced. */
export async function refuseInvoiced(
  tx: Transaction,
  payment: ConsumptionRecord,
  amount: number,
): Promise<void> {
  const { _sum } = await tx.invoiceLine.aggregate({
    where: { tenantId: payment.tenantId, consumptionId: payment.id },
    _sum: { amount: true },
  });
  const invoiced = _sum.amount ?? 0n;
  if (payment.amount - payment.refunded - BigInt(amount) >= invoiced) return;
  throw new Refusal({
    zh: '该交易已开票，请先红冲发票再退款',
    en: 'This payment has been invoiced: reverse the invoice before refunding it',
  });
}
