import type { dev as contract } from '@xyxlx/contracts/dev';
import type { Label } from '@xyxlx/contracts/endpoint';
import type { ConsumptionRecord } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import type { Sight } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { post } from '../../platform/ledger/post.ts';
import { datedNumber } from '../../platform/records/numbers.ts';
import {
  askCompliance,
  type ComplianceWord,
  type PaymentEvent,
} from '../compliance/online/ask-compliance.ts';
import { type LockedAccount, lockAccount } from '../limit/account.sql.ts';
import { spendableOf, spendLimit } from '../limit/spend-lots.ts';
import { decide } from '../rule/decide.ts';
import { firstReason } from '../rule/decision-answer.ts';
import { type DecisionRecord, decidingOf } from '../rule/decision-record.ts';
import { paymentFacts } from '../rule/payment-facts.ts';
import { addUsage } from '../rule/rule-usage.sql.ts';
import { addToDay } from './consumption-days.ts';
import { keptDecision, writeDecision } from './payment-decision.ts';
import { consumptionPostings } from './postings.ts';
import { notApproved, refusalOf, unusable } from './unusable.ts';

type Payment = z.output<(typeof contract)['pay']['input']> & {
  /** The binding that tells of it. */
  bindingId?: string;
};

/** A payment that was taken, or one that was declined: it is a record, too, and says why. */
export interface Paid {
  id: string;
  declined: Refusal | null;
}

/**
 * Takes a payment as a channel reports one: the rules say what the company pays of it, the limit pays that. The same payment is taken
 * or declined once, by its number. The caller commits what was declined before it says so.
 */
export async function pay(tx: Transaction, by: Caller<Sight>, payment: Payment): Promise<Paid> {
  const { session, now, deps } = by;
  const { employeeId, amount, personalAmount } = payment;
  const account = await lockAccount(tx, session, employeeId, now);
  const { tenantId } = account;
  if (personalAmount > amount) {
    throw new Refusal({ zh: '个人支付不能大于金额', en: 'The personal share is more than the amount' });
  }
  const paymentNo = payment.paymentNo ?? datedNumber('P', now);
  const known = await takenAlready(tx, tenantId, paymentNo, payment);
  if (known) return known;
  const facts = await paymentFacts(
    tx,
    { ...payment, tenantId, at: now },
    await spendableOf(tx, account, now),
  );
  const asked = { account, payment, paymentNo, facts, now };
  const cannot = await unusable(tx, account, { ...facts, storeId: payment.storeId });
  const judged = cannot ?? (await decide(tx, deps, tenantId, facts));
  const allowed = 'outcome' in judged && judged.outcome !== 'DECLINED' ? judged.allowed : null;
  const word = await askCompliance(tx, riskEventOf(asked, allowed ?? amount - personalAmount));
  const taken: Taken = { ...asked, word };
  if (!('outcome' in judged) || judged.outcome === 'DECLINED') return decline(tx, taken, judged);
  return word.declines ? decline(tx, taken, notApproved) : take(tx, taken, judged);
}

/** A payment on its way into the books. */
interface Taken {
  account: LockedAccount;
  payment: Payment;
  paymentNo: string;
  facts: Awaited<ReturnType<typeof paymentFacts>>;
  now: Date;
  /** What compliance says of it. */
  word: ComplianceWord;
}

/** The payment as compliance sees it, with the company's share in fen. */
function riskEventOf(
  { account, payment, facts, now }: Omit<Taken, 'word'>,
  enterprise: number,
): PaymentEvent {
  const { tenantId, merchantId, companyId, employeeId, hiredOn, leftOn } = account;
  const { amount, channel, category } = payment;
  const { mcc, city, payeeMerchantId: payee } = facts;
  return {
    ...{ tenantId, merchantId, companyId, subjects: { EMPLOYEE: employeeId } },
    record: {
      ...{ at: now.getTime(), amount, enterprise, personal: amount - enterprise, refunded: 0 },
      ...{ channel, category, mcc, city, payee, hiredOn, leftOn, activatedAt: null },
    },
  };
}

async function take(tx: Transaction, taken: Taken, decision: DecisionRecord): Promise<Paid> {
  const { account, facts, payment, now } = taken;
  const { tenantId, merchantId, employeeId } = account;
  const { allowed } = decision;
  const id = await write(tx, taken, { state: 'SUCCESS', enterprise: allowed, failure: null, decision });
  const institutionId = decidingOf(decision)?.institution.id ?? null;
  await spendLimit(tx, account, { consumptionId: id, amount: allowed, institutionId, now });
  await post(tx, consumptionPostings, [{ tenantId, id }]);
  if (allowed > 0) {
    const whose = { tenantId, employeeId, day: facts.today.day };
    await addUsage(tx, whose, decision.keys, { amount: allowed, count: 1 });
  }
  await addToDay(tx, { tenantId, merchantId, at: now, consume: payment.amount });
  return { id, declined: null };
}

async function decline(tx: Transaction, taken: Taken, why: Label | DecisionRecord): Promise<Paid> {
  const { account, payment, now } = taken;
  const { tenantId, merchantId } = account;
  const decision = 'outcome' in why ? why : null;
  const declined = new Refusal('outcome' in why ? firstReason(why) : why);
  const enterprise = payment.amount - payment.personalAmount;
  const failure = declined.text.zh;
  const id = await write(tx, taken, { state: 'FAILED', enterprise, failure, decision });
  await addToDay(tx, { tenantId, merchantId, at: now });
  return { id, declined };
}

/** What becomes of the record. */
interface Written extends Pick<ConsumptionRecord, 'state' | 'failure'> {
  /** The company's part, in fen; of a declined payment what was asked of it. */
  enterprise: number;
  decision: DecisionRecord | null;
}

async function write(
  tx: Transaction,
  { account, payment, paymentNo, facts, now, word }: Taken,
  { enterprise, decision, ...outcome }: Written,
): Promise<string> {
  const { tenantId, merchantId, companyId, employeeId } = account;
  const { amount, category, channel, storeId = null, bindingId = null } = payment;
  const { payeeMerchantId, brandId, mcc, city } = facts;
  const by = decision && decidingOf(decision);
  const { id } = await tx.consumptionRecord.create({
    data: {
      tenantId,
      merchantId,
      companyId,
      employeeId,
      storeId,
      payeeMerchantId,
      brandId,
      mcc,
      city,
      paymentNo,
      type: 'CONSUME',
      ...outcome,
      amount,
      enterprise,
      personal: amount - enterprise,
      category,
      channel,
      bindingId,
      ruleVersion: by ? `${by.institution.code}@${by.versionNo}` : null,
      paidAt: now,
    },
  });
  if (decision) await writeDecision(tx, { tenantId, id, at: now }, decision);
  await word.write(tx, { id, outcome: outcome.state === 'FAILED' ? 'FAILED' : 'PAID' });
  return id;
}

/** The same payment told again is answered as the first time; the number of another is refused. */
async function takenAlready(
  tx: Transaction,
  tenantId: string,
  paymentNo: string,
  { employeeId, amount, personalAmount, bindingId }: Payment,
): Promise<Paid | null> {
  const known = await tx.consumptionRecord.findUnique({
    where: { tenantId_paymentNo: { tenantId, paymentNo } },
    include: { decision: true },
  });
  if (!known) return null;
  const asked = Number(known.decision?.asked ?? known.enterprise);
  if (
    known.bindingId !== (bindingId ?? null) ||
    known.employeeId !== employeeId ||
    Number(known.amount) !== amount ||
    amount - personalAmount !== asked
  ) {
    throw paymentNoTaken();
  }
  const { id, state, failure } = known;
  if (state !== 'FAILED') return { id, declined: null };
  const declined = known.decision
    ? new Refusal(firstReason(keptDecision(known.decision)))
    : refusalOf(failure ?? '');
  return { id, declined };
}

/** The number stands for another payment. */
export function paymentNoTaken(): Refusal {
  return new Refusal({
    zh: '交易流水号已被另一笔支付使用',
    en: 'The payment number is taken by another payment',
  });
}
