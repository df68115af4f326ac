import type { cardSpending } from '@xyxlx/contracts/card-spending';
import { authorizationStateWords } from '@xyxlx/contracts/card-spending-kinds';
import type { CardCapture } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal } from '../../core/errors.ts';
import type { SigningChannel } from '../../core/signing-channel.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { post } from '../../platform/ledger/post.ts';
import { yuanText } from '../../platform/money/yuan-text.ts';
import { datedNumber } from '../../platform/records/numbers.ts';
import { moveBalances } from '../card/move-balance.ts';
import { addToDay } from '../consumption/consumption-days.ts';
import { consumptionPostings } from '../consumption/postings.ts';
import { moveHeld } from './card-of-call.sql.ts';
import { categoryOf } from './category-of-mcc.ts';
import { type CardsAuthorization, leftOf, lockAuthorization } from './lock-authorization.ts';

type Input = z.output<typeof cardSpending.capture.input>;
type Answer = z.input<typeof cardSpending.capture.output>;
type Asking = Call<Input, SigningChannel>;

/** Takes what an authorization holds, or a part of it, as a payment of its card, once a number. */
export async function capture(call: Asking): Promise<Answer> {
  const { deps, input, session } = call;
  return inTransaction(deps.database, async (tx) => {
    const authorization = await lockAuthorization(tx, session, input.reference);
    const { tenantId, id: authorizationId } = authorization;
    const key = { tenantId, authorizationId, captureNo: input.captureNo };
    const known = await tx.cardCapture.findUnique({
      where: { tenantId_authorizationId_captureNo: key },
      include: { consumption: { select: { paymentNo: true } } },
    });
    if (known) return toldAgain(known, input);
    const left = leftToCapture(authorization, call);
    return take(tx, call, authorization, left);
  });
}

/** What an open authorization holds, in fen; throws 406 where that is over, or less than what is asked. */
function leftToCapture(authorization: CardsAuthorization, { input, now }: Asking): number {
  const { state, expiresAt } = authorization;
  // Its end holds from its instant on, whenever the duty that says so runs.
  const present = state === 'OPEN' && expiresAt && expiresAt <= now ? 'EXPIRED' : state;
  if (present !== 'OPEN') {
    const { zh, en } = authorizationStateWords[present];
    throw new Refusal({ zh: `授权${zh}`, en: `The authorization is over: ${en.toLowerCase()}` });
  }
  const left = leftOf(authorization);
  if (input.amount > left) {
    const yuan = yuanText(left);
    throw new Refusal({
      zh: `请款金额超过授权剩余 ${yuan} 元`,
      en: `At most ${yuan} yuan are left of the authorization`,
    });
  }
  return left;
}

async function take(
  tx: Transaction,
  { input, session, now }: Asking,
  authorization: CardsAuthorization,
  left: number,
): Promise<Answer> {
  const { tenantId, id: authorizationId, cardId } = authorization;
  const { captureNo, amount, final: isFinal } = input;
  const leftAfter = isFinal ? 0 : left - amount;
  const { id: consumptionId, paymentNo, merchantId } = await writePayment(tx, authorization, amount, now);
  await tx.cardAuthorization.update({
    where: { tenantId_id: { tenantId, id: authorizationId } },
    data: {
      captured: { increment: amount },
      ...(leftAfter === 0 && { state: 'CAPTURED', closedAt: now }),
    },
  });
  // A card holds no more than is on it at any moment: what is held goes first.
  await moveHeld(tx, { tenantId, cardId }, leftAfter - left);
  const spent = { cardId, kind: 'SPEND', delta: -amount, remark: paymentNo } as const;
  await moveBalances(tx, [{ ...spent, sourceType: 'consumption', sourceId: consumptionId }], {
    ...{ tenantId, by: session.userName, now },
  });
  await tx.cardCapture.create({
    data: { tenantId, authorizationId, captureNo, amount, isFinal, leftAfter, consumptionId, createdAt: now },
  });
  await post(tx, consumptionPostings, [{ tenantId, id: consumptionId }]);
  await addToDay(tx, { tenantId, merchantId, at: now, consume: amount });
  return { paymentNo, capturedAmount: amount, leftAmount: leftAfter };
}

/** The payment that a capture is: of the card's unit and holder, to whom the authorization named. */
async function writePayment(
  tx: Transaction,
  { tenantId, bindingId, cardId, payeeMerchantId, mcc }: CardsAuthorization,
  amount: number,
  now: Date,
): Promise<{ id: string; paymentNo: string; merchantId: string }> {
  const of = (id: string) => ({ where: { tenantId_id: { tenantId, id } } });
  const card = await tx.card.findUniqueOrThrow({
    ...of(cardId),
    select: { merchantId: true, companyId: true, employeeId: true, lastFour: true },
  });
  // Of what was approved the payee is known.
  const payee = await tx.merchant.findUniqueOrThrow({
    ...of(payeeMerchantId as string),
    select: { id: true, city: true, brandId: true, brand: { select: { category: true } } },
  });
  const { lastFour: cardLastFour, ...payer } = card;
  const { id: payeeId, city, brandId, brand } = payee;
  return tx.consumptionRecord.create({
    data: {
      ...{ tenantId, ...payer, bindingId, cardId, cardLastFour, fundedBy: 'CARD' },
      ...{ payeeMerchantId: payeeId, brandId, mcc, city },
      ...{ paymentNo: datedNumber('P', now), type: 'CONSUME', state: 'SUCCESS' },
      ...{ amount, enterprise: amount, personal: 0, channel: 'CARD', invoiceState: 'NOT_INVOICEABLE' },
      category: categoryOf(brand?.category, mcc),
      paidAt: now,
    },
    select: { id: true, paymentNo: true, merchantId: true },
  });
}

function toldAgain(
  { amount, isFinal, leftAfter, consumption }: CardCapture & { consumption: { paymentNo: string } },
  input: Input,
): Answer {
  if (input.amount !== Number(amount) || input.final !== isFinal) {
    throw new Refusal({
      zh: '请款流水号已被另一笔请款使用',
      en: 'The capture number is taken by another capture',
    });
  }
  const { paymentNo } = consumption;
  return { paymentNo, capturedAmount: input.amount, leftAmount: Number(leftAfter) };
}
