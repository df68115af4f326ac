import { consumption as contract, paymentTransitions } from '@xyxlx/contracts/consumption';
import type { ConsumptionRecord, Prisma } from '@xyxlx/database/client/client';
import { z } from 'zod';
import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import { operationOf } from '../../core/operation.ts';
import type { Sight } from '../../core/session.ts';
import type { SigningChannel } from '../../core/signing-channel.ts';
import { type ActKind, approvalPath, assessAct, moneyAct } from '../../platform/approval/money-act.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { moveFunds } from '../../platform/fund/fund.ts';
import { post } from '../../platform/ledger/post.ts';
import { yuanText } from '../../platform/money/yuan-text.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { lockVisible } from '../../platform/records/lock-visible.ts';
import { datedNumber } from '../../platform/records/numbers.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { refuseInvoiced } from '../invoice/refuse-invoiced.ts';
import { lockAccount, writeAdjustments } from '../limit/account.sql.ts';
import { partsOfRefund, returnToLots } from '../limit/give-back-lots.ts';
import { isLeaving } from '../merchant/running-move.ts';
import { subtractUsage } from '../rule/rule-usage.sql.ts';
import { addToDay } from './consumption-days.ts';
import { matterOfRefund } from './matter.ts';
import { keptDecision } from './payment-decision.ts';
import { consumptionPostings } from './postings.ts';
import { lockStandingCard, restoreCard } from './restore-card.ts';

/** 退款与撤销: 5,000 yuan an act and 20,000 a day, where the tenant has set nothing else. */
const consumptionRefund: ActKind = {
  type: 'consumptionRefund',
  label: { zh: '消费退款', en: 'Refund' },
  madeWith: 'consumption.refund',
  permission: 'limit.approve',
  link: approvalPath,
  threshold: { amount: 500_000, dayAmount: 2_000_000, count: null, dayCount: null },
};

const { refundConsumption, revokeConsumption } = contract;

/** A refund, or the revoking of a whole payment, over its maker's threshold. */
export const refundApproval = moneyAct(
  consumptionRefund,
  z.union([refundConsumption.input, revokeConsumption.input]),
  (tx, by, input) =>
    'amount' in input
      ? refund(tx, { ...by, operation: operationOf('consumption', 'refundConsumption') }, input)
      : revoke(tx, { ...by, operation: operationOf('consumption', 'revokeConsumption') }, input),
  matterOfRefund,
);

/** Refunds a part of a payment, the company's share first; Σ refunds never passes its amount. Returns the approval that it waits for, or null. */
export async function refund(
  tx: Transaction,
  by: Caller,
  input: z.output<typeof contract.refundConsumption.input>,
): Promise<string | null> {
  const { id, amount } = input;
  const payment = await lockPayment(tx, by.session, id);
  return giveBack(tx, by, payment, input, amount, stateAfterRefund(payment, amount));
}

/** Refunds a part of a locked payment as its channel tells, without a checker: the money is back already. */
export async function refundTold(
  tx: Transaction,
  by: Caller<SigningChannel>,
  payment: ConsumptionRecord,
  told: { refundNo: string; amount: number; reason: string },
): Promise<ConsumptionRecord> {
  const { refundNo, amount, reason } = told;
  const state = stateAfterRefund(payment, amount);
  await refuseInvoiced(tx, payment, amount);
  return writeBack(tx, by, payment, { amount, state, reason, refundNo, bindingId: by.session.bindingId });
}

/** Throws 406 where the payment can't be refunded, or not as much of it. */
function stateAfterRefund(payment: ConsumptionRecord, amount: number): 'REFUNDED' | 'PARTLY_REFUNDED' {
  const left = Number(payment.amount - payment.refunded);
  mustAllowPayment('refundConsumption', payment);
  if (amount > left) {
    const yuan = yuanText(left);
    throw new Refusal({
      zh: `可退余额不足，最多可退 ${yuan} 元`,
      en: `At most ${yuan} yuan can be refunded`,
    });
  }
  return amount === left ? 'REFUNDED' : 'PARTLY_REFUNDED';
}

/** Takes back a whole payment on its own day, while nothing of it was refunded; it waits as a refund does. */
export async function revoke(
  tx: Transaction,
  by: Caller,
  input: z.output<typeof contract.revokeConsumption.input>,
): Promise<string | null> {
  const payment = await lockPayment(tx, by.session, input.id);
  mustAllowPayment('revokeConsumption', payment);
  if (shanghaiDay(payment.paidAt) !== shanghaiDay(by.now)) {
    throw new Refusal({
      zh: '仅当日消费可以撤销，请使用退款',
      en: "Only today's payments can be revoked: refund it",
    });
  }
  return giveBack(tx, by, payment, input, Number(payment.amount), 'REVOKED');
}

const paymentStates = {
  table: paymentTransitions,
  refusal: (_state: ConsumptionRecord['state'], action: keyof typeof paymentTransitions.actions): Refusal =>
    action === 'refundConsumption'
      ? new Refusal({ zh: '该记录当前不可退款', en: 'This record can not be refunded' })
      : new Refusal({
          zh: '仅成功且未退款的消费可以撤销',
          en: 'Only a successful payment without refunds can be revoked',
        }),
};

/** Refunds and transfers stand beside payments, and nothing of them goes back. */
function mustAllowPayment(
  action: keyof typeof paymentTransitions.actions,
  { type, state }: ConsumptionRecord,
): void {
  if (type !== 'CONSUME') throw paymentStates.refusal(state, action);
  mustAllow(paymentStates, action, { state });
}

/** A payment that the caller sees, locked; throws 406 when there is none. */
export async function lockPayment(tx: Transaction, session: Sight, id: string): Promise<ConsumptionRecord> {
  return tx.consumptionRecord.findUniqueOrThrow({
    where: { tenantId_id: await lockVisible(tx, session, 'consumption_records', id) },
  });
}

async function giveBack(
  tx: Transaction,
  by: Caller,
  payment: ConsumptionRecord,
  input: { reason: string } & Prisma.InputJsonObject,
  amount: number,
  state: 'REFUNDED' | 'PARTLY_REFUNDED' | 'REVOKED',
): Promise<string | null> {
  await refuseInvoiced(tx, payment, amount);
  const { tenantId, merchantId, id, paymentNo } = payment;
  const { reason } = input;
  const act = { tenantId, merchantId, subjectId: id, subjectLabel: paymentNo, amount, reason, input };
  const { waits } = await assessAct(tx, by, consumptionRefund, act);
  if (waits !== null) return waits;
  await writeBack(tx, by, payment, { amount, state, reason, refundNo: datedNumber('R', by.now) });
  return null;
}

/** What is given back of a payment, and under which number. */
interface GivenBack {
  amount: number;
  state: 'REFUNDED' | 'PARTLY_REFUNDED' | 'REVOKED';
  reason: string;
  refundNo: string;
  /** The binding that told of it. */
  bindingId?: string;
}

async function writeBack(
  tx: Transaction,
  by: Caller | Caller<SigningChannel>,
  payment: ConsumptionRecord,
  { amount, state, reason, refundNo, bindingId }: GivenBack,
): Promise<ConsumptionRecord> {
  const { session, now } = by;
  const { tenantId, merchantId, id, paymentNo } = payment;
  const already = Number(payment.refunded);
  const enterprise = Number(payment.enterprise);
  const share = Math.min(amount, enterprise - Math.min(already, enterprise));
  const card = payment.cardId && (await lockStandingCard(tx, tenantId, payment.cardId));
  await tx.consumptionRecord.update({
    where: { tenantId_id: { tenantId, id } },
    data: { refunded: { increment: amount }, state },
  });
  const back = await tx.consumptionRecord.create({
    data: {
      tenantId,
      merchantId,
      companyId: payment.companyId,
      storeId: payment.storeId,
      payeeMerchantId: payment.payeeMerchantId,
      brandId: payment.brandId,
      mcc: payment.mcc,
      city: payment.city,
      employeeId: payment.employeeId,
      paymentNo: refundNo,
      type: 'REFUND',
      state: 'SUCCESS',
      amount,
      enterprise: share,
      personal: amount - share,
      category: payment.category,
      channel: payment.channel,
      fundedBy: payment.fundedBy,
      ...(card ? { cardId: card.id, cardLastFour: card.lastFour } : { cardLastFour: payment.cardLastFour }),
      ruleVersion: payment.ruleVersion,
      relatedId: id,
      bindingId: bindingId ?? null,
      invoiceState: 'NOT_INVOICEABLE',
      reason,
      paidAt: now,
      createdBy: session.userName,
      createdById: 'userId' in session ? session.userId : null,
    },
  });
  await post(tx, consumptionPostings, [back]);
  if (card) await restoreCard(tx, by, card, back);
  else if (share > 0) {
    const { employeeId } = payment;
    if (employeeId === null) throw new Error(`Nobody has paid ${paymentNo}`);
    await restoreLimit(tx, by, { ...payment, employeeId }, back);
    await giveBackUsage(tx, { ...payment, employeeId }, share, state === 'REVOKED');
  }
  await addToDay(tx, { tenantId, merchantId, at: now, refund: amount });
  await logChange(tx, by, {
    tenantId,
    id,
    label: paymentNo,
    before: { state: payment.state, refundedAmount: already },
    after: { state, refundedAmount: already + amount, refundNo },
    reason,
  });
  return back;
}

/** A payment that an employee's limit has made. */
type PaymentOfLimit = ConsumptionRecord & { employeeId: string };

/**
 * The limit it came from gets it back, each of its lots what was taken of it; a lot that has ended, and a limit that has run out, whose
 * owner has left, or that another company stands behind since or is about to, gives it on to the fund that paid.
 */
async function restoreLimit(
  tx: Transaction,
  by: Caller | Caller<SigningChannel>,
  payment: PaymentOfLimit,
  back: ConsumptionRecord,
): Promise<void> {
  const { session, now } = by;
  const account = await lockAccount(tx, session, payment.employeeId, now);
  const { tenantId, companyId, id: sourceId, paymentNo: remark } = back;
  const alive =
    !account.expired &&
    account.employeeState !== 'LEFT' &&
    account.companyId === companyId &&
    !(await isLeaving(tx, account));
  const enterprise = Number(payment.enterprise);
  const of = { tenantId, consumptionId: payment.id };
  const already = Math.min(Number(payment.refunded), enterprise);
  const share = Number(back.enterprise);
  const found = await partsOfRefund(tx, { ...of, enterprise, already, share, now });
  const parts = found.map((part) => ({ ...part, ended: part.ended || !alive }));
  await returnToLots(tx, of, parts);
  const sum = (some: typeof parts) => some.reduce((total, { amount }) => total + amount, 0);
  const [live, dead] = [parts.filter(({ ended }) => !ended), parts.filter(({ ended }) => ended)];
  if (live.length > 0) {
    const restored = sum(live);
    await tx.limitAccount.update({
      where: { tenantId_id: { tenantId, id: account.id } },
      data: {
        used: { decrement: restored },
        available: { increment: restored },
        lotAvailable: { increment: sum(live.filter(({ lotId }) => lotId !== null)) },
        updatedAt: now,
      },
    });
  }
  if (dead.length === 0) return;
  const links = dead.map(({ lotId, amount }) => ({
    account: { ...account, companyId },
    change: {
      ...{ total: 0, available: 0, locked: 0, chain: -amount, fund: amount },
      ...{ used: -amount, recovered: amount, ...(lotId && { lotId }) },
    },
    reason: remark,
  }));
  await writeAdjustments(tx, links, { type: 'RECOVER', source: 'SYSTEM', by: session, now });
  await moveFunds(tx, [{ tenantId, companyId, kind: 'REFUND', delta: sum(dead), sourceId, remark }], {
    sourceType: 'consumption',
    by: session.userName,
    now,
  });
}

/** The rules' spans of the payment's own day get it back; a payment that was revoked counts no more. The limit is locked by now. */
async function giveBackUsage(
  tx: Transaction,
  { tenantId, id: consumptionId, employeeId, paidAt }: PaymentOfLimit,
  share: number,
  revoked: boolean,
): Promise<void> {
  const decision = await tx.paymentDecision.findUnique({
    where: { tenantId_consumptionId: { tenantId, consumptionId } },
  });
  if (!decision) return;
  const whose = { tenantId, employeeId, day: shanghaiDay(paidAt) };
  await subtractUsage(tx, whose, keptDecision(decision).keys, { amount: share, count: revoked ? 1 : 0 });
}
