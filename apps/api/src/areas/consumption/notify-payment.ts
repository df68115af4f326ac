import { payChannels } from '@xyxlx/contracts/consumption';
import type { paymentNotice } from '@xyxlx/contracts/payment-notice';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Language } from '../../core/language.ts';
import type { SigningChannel } from '../../core/signing-channel.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { presentDecision } from '../rule/decision-answer.ts';
import { keepNotice, toldBefore } from './channel-notices.ts';
import { pay, paymentNoTaken } from './pay.ts';
import { keptDecision } from './payment-decision.ts';
import { refusalOf } from './unusable.ts';

type Input = z.output<typeof paymentNotice.notifyPayment.input>;
type Answer = z.input<typeof paymentNotice.notifyPayment.output>;

/** Takes or declines a payment that a channel tells of, once a number; both are records, and an answer to the channel. */
export async function notifyPayment(call: Call<Input, SigningChannel>): Promise<Answer> {
  const { deps, input, request, session } = call;
  const { tenantId, bindingId } = session;
  return inTransaction(deps.database, async (tx) => {
    const { merchantNo: _, employeeNo: __, payeeMerchantNo: ___, ...payment } = input;
    const known = await toldBefore(tx, call, input.paymentNo, paymentNoTaken);
    if (known) return answerOf(tx, tenantId, known.consumptionId, request.language);
    const people = await whoPaysWhom(tx, tenantId, input);
    const { id } = await pay(tx, call, { ...payment, ...people, channel: payChannelOf(session), bindingId });
    await keepNotice(tx, call, { number: input.paymentNo, consumptionId: id });
    return answerOf(tx, tenantId, id, request.language);
  });
}

/** What a binding's payments are paid through. */
export function payChannelOf({ channel }: SigningChannel): (typeof payChannels)[number] {
  const payChannel = payChannels.find((one) => one === channel);
  if (!payChannel)
    throw new Error(`Nobody pays through ${channel}, and no binding of it has a callback secret.`);
  return payChannel;
}

/** The employee, and the payee where one is named, by their numbers in the tenant; throws 406 where one is not there. */
async function whoPaysWhom(
  tx: Transaction,
  tenantId: string,
  { merchantNo, employeeNo, payeeMerchantNo }: Input,
): Promise<{ employeeId: string; payeeMerchantId?: string }> {
  const [found] = await rowsOf<{ employeeId: string; payeeMerchantId: string | null }>(
    tx,
    sql`
    SELECT e.id AS "employeeId", (SELECT p.id FROM merchants p
        WHERE p.tenant_id = ${tenantId}::uuid AND p.merchant_no = ${payeeMerchantNo ?? null}) AS "payeeMerchantId"
    FROM merchants m JOIN employees e ON e.tenant_id = m.tenant_id AND e.merchant_id = m.id
    WHERE m.tenant_id = ${tenantId}::uuid AND m.merchant_no = ${merchantNo} AND e.employee_no = ${employeeNo}`,
  );
  if (!found) throw recordMissing();
  const { employeeId, payeeMerchantId } = found;
  if (payeeMerchantNo === undefined) return { employeeId };
  if (payeeMerchantId === null) throw recordMissing();
  return { employeeId, payeeMerchantId };
}

/** The same for as long as the payment is kept, whatever becomes of it. */
async function answerOf(tx: Transaction, tenantId: string, id: string, language: Language): Promise<Answer> {
  const { decision, state, failure, ...payment } = await tx.consumptionRecord.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
    include: { decision: true },
  });
  const approved = state !== 'FAILED';
  if (decision) return { approved, decision: presentDecision(keptDecision(decision), language) };
  const enterprise = Number(payment.enterprise);
  const unjudged = {
    institution: null,
    versionNo: null,
    rule: null,
    askedAmount: enterprise,
    candidates: [],
  };
  if (approved) {
    const shares = { allowedAmount: enterprise, personalAmount: Number(payment.personal) };
    return { approved, decision: { outcome: 'PASS', ...unjudged, ...shares, reasons: [] } };
  }
  const words = refusalOf(failure ?? '').text[language];
  const reason = { code: 'UNUSABLE' as const, words, usedAmount: null, capAmount: null, leftAmount: null };
  const nothing = { allowedAmount: 0, personalAmount: Number(payment.personal) };
  return { approved, decision: { outcome: 'DECLINED', ...unjudged, ...nothing, reasons: [reason] } };
}
