import type { dev as contract } from '@xyxlx/contracts/dev';
import type { z } from 'zod';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { datedNumber } from '../../platform/records/numbers.ts';
import { limitTooLow, lockAccount } from '../limit/account.sql.ts';
import { addToDay } from './consumption-days.ts';

type Payment = z.output<(typeof contract)['pay']['input']>;

/** Takes a payment as a channel reports one: the limit pays the company's share, the same payment is taken once, by its number; returns the record's id. */
export async function pay(tx: Transaction, session: Session, payment: Payment, now: Date): Promise<string> {
  const { employeeId, storeId, amount, personalAmount, category, channel } = payment;
  const account = await lockAccount(tx, session, employeeId, now);
  const { tenantId, merchantId } = account;
  const paymentNo = payment.paymentNo ?? datedNumber('P', now);
  const known = await tx.consumptionRecord.findUnique({
    where: { tenantId_paymentNo: { tenantId, paymentNo } },
  });
  if (known) {
    const isSame =
      known.employeeId === employeeId &&
      Number(known.amount) === amount &&
      Number(known.personal) === personalAmount;
    if (isSame) return known.id;
    throw new Refusal({
      zh: '交易流水号已被另一笔支付使用',
      en: 'The payment number is taken by another payment',
    });
  }
  if (account.merchantState !== 'ACTIVE') {
    throw new Refusal({ zh: '商户已停用，不能消费', en: 'The merchant is not active: nothing can be spent' });
  }
  if (account.employeeState !== 'ACTIVE' || account.expired) {
    throw new Refusal({ zh: '员工或额度不可用', en: 'The employee or the limit can not be used' });
  }
  const store = storeId && (await tx.store.findFirst({ where: { tenantId, merchantId, id: storeId } }));
  if (storeId && !store) throw recordMissing();
  if (store && store.state !== 'ACTIVE') throw new Refusal({ zh: '门店已停用', en: 'The store is disabled' });
  const enterprise = amount - personalAmount;
  if (enterprise < 0)
    throw new Refusal({ zh: '个人支付不能大于金额', en: 'The personal share is more than the amount' });
  if (enterprise > account.availableLimit) throw limitTooLow();
  await tx.limitAccount.update({
    where: { tenantId_id: { tenantId, id: account.id } },
    data: { available: { decrement: enterprise }, used: { increment: enterprise }, updatedAt: now },
  });
  const { id } = await tx.consumptionRecord.create({
    data: {
      tenantId,
      merchantId,
      storeId: storeId ?? null,
      employeeId,
      paymentNo,
      type: 'CONSUME',
      state: 'SUCCESS',
      amount,
      enterprise,
      personal: personalAmount,
      category,
      channel,
      paidAt: now,
    },
  });
  await addToDay(tx, { tenantId, merchantId, at: now, consume: amount });
  return id;
}
