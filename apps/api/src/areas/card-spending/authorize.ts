import { createHash } from 'node:crypto';
import type { cardSpending } from '@xyxlx/contracts/card-spending';
import { longHeldMcc, type ResponseCode, responseWords } from '@xyxlx/contracts/card-spending-kinds';
import type { CardAuthorization } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Unavailable } from '../../core/errors.ts';
import type { Language } from '../../core/language.ts';
import type { SigningChannel } from '../../core/signing-channel.ts';
import { isDatabaseUnavailable } from '../../platform/db/database-unavailable.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { askCompliance, type PaymentEvent } from '../compliance/online/ask-compliance.ts';
import { lockNamedCard, moveHeld, type NamedCard, type SpendingCard, spentOf } from './card-of-call.sql.ts';
import { declinedByCompliance, judgeAuthorization, type Verdict } from './judge-authorization.ts';

type Input = z.output<typeof cardSpending.authorize.input>;
type Answer = z.input<typeof cardSpending.authorize.output>;
type Asking = Call<Input, SigningChannel>;

const dayLength = 24 * 60 * 60 * 1000;

/**
 * Holds money of a card for a channel, once a reference; what is declined is kept and answered, too. Of what could not be judged in time
 * nothing is kept.
 */
export async function authorize(call: Asking): Promise<Answer> {
  const { deps, request } = call;
  try {
    return await inTransaction(deps.database, (tx) => answer(tx, call));
  } catch (error) {
    if (!(error instanceof Unavailable || isDatabaseUnavailable(error))) throw error;
    deps.log.warn({ err: error }, 'an authorization was not judged');
    return refusalOf('96', request.language);
  }
}

async function answer(tx: Transaction, call: Asking): Promise<Answer> {
  const { input, request, session } = call;
  const { tenantId, bindingId } = session;
  const named = namedCard(call);
  // Before the reference is looked at: of two at once the second waits, and finds the first.
  const card = await lockNamedCard(tx, tenantId, named);
  const { reference } = input;
  const known = await tx.cardAuthorization.findUnique({
    where: { tenantId_bindingId_reference: { tenantId, bindingId, reference } },
  });
  if (!known) return answerOf(await write(tx, call, named, card), request.language);
  if (bodyHashes(input, named).includes(known.bodyHash)) return answerOf(known, request.language);
  return refusalOf('94', request.language);
}

/** The card that an authorization is asked of. */
export function namedCard({ input: { pan, cardNo = '' }, deps }: Pick<Asking, 'input' | 'deps'>): NamedCard {
  return pan === undefined ? { cardNo } : { pan, panIndexes: deps.dataKeys.cardIndexes(pan) };
}

async function write(
  tx: Transaction,
  { input, session, now }: Asking,
  named: NamedCard,
  card: SpendingCard | null,
): Promise<CardAuthorization> {
  const { tenantId, bindingId } = session;
  const { reference, amount, mcc, payeeMerchantNo } = input;
  const payee = await tx.merchant.findUnique({
    where: { tenantId_merchantNo: { tenantId, merchantNo: payeeMerchantNo } },
    select: { id: true, state: true },
  });
  const unknown: Verdict = { responseCode: '14', approved: 0 };
  const judged = card
    ? judgeAuthorization({
        ...{ card, terms: card, own: card.own, amount, mcc, now },
        spent: await spentOf(tx, tenantId, card.id, now),
        payeeActive: payee?.state === 'ACTIVE',
        partialAllowed: input.partialAllowed,
      })
    : unknown;
  const asked = judged.approved || amount;
  const word =
    card && (await askCompliance(tx, riskEventOf(tenantId, card, { amount: asked, mcc, payee }, now)));
  const { approved, responseCode } = word?.declines ? declinedByCompliance(judged) : judged;
  if (card && approved > 0) await moveHeld(tx, { tenantId, cardId: card.id }, approved);
  const days = longHeldMcc.has(mcc) ? 31 : 7;
  const [bodyHash = ''] = bodyHashes(input, named);
  const written = await tx.cardAuthorization.create({
    data: {
      ...{ tenantId, bindingId, reference, bodyHash, amount, approved, responseCode, mcc },
      cardId: card?.id ?? null,
      payeeMerchantId: payee?.id ?? null,
      state: approved > 0 ? 'OPEN' : 'DECLINED',
      availableAfter: card && card.balance - card.held - approved,
      expiresAt: approved > 0 ? new Date(now.getTime() + days * dayLength) : null,
      createdAt: now,
      closedAt: approved > 0 ? null : now,
    },
  });
  await word?.write(tx, { id: written.id, outcome: approved > 0 ? 'PAID' : 'FAILED' });
  return written;
}

/** What is asked of a card as compliance sees it, in fen. */
function riskEventOf(
  tenantId: string,
  card: SpendingCard,
  { amount, mcc, payee }: { amount: number; mcc: string; payee: { id: string } | null },
  now: Date,
): PaymentEvent {
  const { id, merchantId, companyId, employeeId, hiredOn, leftOn, activatedAt } = card;
  return {
    ...{ tenantId, merchantId, companyId },
    subjects: { CARD: id, ...(employeeId !== null && { EMPLOYEE: employeeId }) },
    record: {
      ...{ at: now.getTime(), amount, enterprise: amount, personal: 0, refunded: 0 },
      ...{ channel: 'CARD', category: null, mcc, city: null, payee: payee?.id ?? null },
      ...{ hiredOn, leftOn, activatedAt: activatedAt?.getTime() ?? null },
    },
  };
}

/** Of what was asked, by each of the keys that there are: the number on a card has few enough values to be tried. */
function bodyHashes({ pan: _, ...rest }: Input, named: NamedCard): string[] {
  const fields = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return ('pan' in named ? named.panIndexes : ['']).map((index) =>
    createHash('sha256')
      .update(JSON.stringify([index, fields]))
      .digest('hex'),
  );
}

/** The same however often it is asked, whatever becomes of the card. */
function answerOf(
  { id, responseCode, approved, availableAfter, expiresAt }: CardAuthorization,
  language: Language,
): Answer {
  return {
    ...refusalOf(responseCode, language),
    approved: approved > 0n,
    approvedAmount: Number(approved),
    availableBalance: availableAfter === null ? null : Number(availableAfter),
    authorizationId: id,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

/** A decline of which nothing is kept. */
export function refusalOf(responseCode: ResponseCode, language: Language): Answer {
  return {
    ...{ approved: false, responseCode, reason: responseWords[responseCode][language] },
    ...{ approvedAmount: 0, availableBalance: null, authorizationId: null, expiresAt: null },
  };
}
