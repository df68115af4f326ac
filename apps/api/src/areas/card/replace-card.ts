import { randomUUIDv7 } from 'node:crypto';
import type { cardRequests as contract } from '@xyxlx/contracts/card-request';
import { paths } from '@xyxlx/contracts/paths';
import type { Card } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { alreadyHandled, staleVersion } from '../../core/errors.ts';
import { operationOf } from '../../core/operation.ts';
import type { Session } from '../../core/session.ts';
import { openDay } from '../../platform/approval/maker-day.ts';
import { type ActKind, moreThanApproved, onPage, openActs } from '../../platform/approval/money-act.ts';
import { waitingAlready } from '../../platform/approval/submit.ts';
import { sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { writeFlows } from '../../platform/fund/fund.ts';
import { post } from '../../platform/ledger/post.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextNumber } from '../../platform/records/numbers.ts';
import { keepNumber, newCardNumber } from './card-number.ts';
import {
  type Asked,
  type Asker,
  awaitApproval,
  openRequests,
  requestApproval,
  requestDone,
} from './card-requests.ts';
import { lockCard } from './lock-cards.ts';
import { moveBalances } from './move-balance.ts';
import { cardRequestPostings } from './request-postings.ts';
import { mustReplace } from './request-rules.ts';
import { stepCards, toState } from './step-cards.ts';

/** 补卡: by what is on the card and the fee for the new one; 1,000 yuan a maker's day, however many cards. */
const cardReplacement: ActKind = {
  type: 'cardReplacement',
  label: { zh: '补卡', en: 'Replacement of a card' },
  madeWith: 'card.edit',
  permission: 'card.approve',
  link: onPage(paths.card),
  threshold: { amount: 100_000, dayAmount: 100_000, count: null, dayCount: null },
};

/** A replacement over its maker's threshold. */
export const replacementApproval = requestApproval(
  'REPLACE',
  cardReplacement,
  async (tx, by, asked, decision) => {
    const { approval, now } = decision;
    mustReplace(asked.card);
    const amount = Number(asked.card.balance + asked.request.fee);
    if (amount > Number(approval.amount)) throw moreThanApproved(amount, Number(approval.amount));
    const { tenantId, id: subjectId } = asked.request;
    const day = await openDay(tx, cardReplacement, { tenantId, makerId: by.session.userId, now });
    day.takeApproved({ amount, count: 1, subjectId }, approval.id);
    await day.close();
    const replacement = await moveToNewCard(tx, by, asked, 'approve');
    await logChange(
      tx,
      { ...decision, operation: operationOf('card', 'replaceCard') },
      { ...replaced(asked, replacement), reason: asked.request.reason },
    );
  },
);

/** Puts what is on a lost card, and what is open on it, on a new one; or hands that in where it is over the maker's threshold. */
export function replaceCard(
  call: Call<z.output<typeof contract.replaceCard.input>, Session>,
): Promise<z.input<typeof contract.replaceCard.output>> {
  const { input, session } = call;
  const { id, version, feeAmount, reason } = input;
  return change(call, async (tx) => {
    const card = await lockCard(tx, session, id);
    if (card.state === 'REPLACED') throw alreadyHandled();
    mustReplace(card);
    if (card.requestId) throw waitingAlready();
    if (card.version !== version) throw staleVersion();
    const { tenantId, merchantId } = card;
    const asking = { kind: 'REPLACE', reason, fee: feeAmount } as const;
    const [asked] = (await openRequests(tx, call, [card], asking)) as [Asked];
    const { id: subjectId, requestNo } = asked.request;
    const subjectLabel = `${requestNo} ${card.cardNo}`;
    const act = {
      tenantId,
      merchantId,
      subjectId,
      aboutId: id,
      subjectLabel,
      amount: Number(card.balance) + feeAmount,
      reason,
    };
    const acts = await openActs(tx, call, cardReplacement, [act]);
    const allowed = acts.assess(act);
    const [approvalId = null] = await acts.settle();
    if (approvalId !== null) {
      await awaitApproval(tx, call, [asked], [approvalId]);
      await logChange(tx, call, { tenantId, id, label: card.cardNo, after: { requestNo }, reason });
      return { approvalId, replacementId: null };
    }
    if (!allowed) throw new Error('A replacement is neither allowed nor handed in');
    const replacement = await moveToNewCard(tx, call, asked, 'complete');
    await logChange(tx, call, { ...replaced(asked, replacement), reason });
    return { approvalId: null, replacementId: replacement.id };
  });
}

interface Replacement {
  id: string;
  cardNo: string;
}

function replaced({ card: { tenantId, id, cardNo, state } }: Asked, replacement: Replacement) {
  return {
    ...{ tenantId, id, label: cardNo, before: { state } },
    after: { state: 'REPLACED', replacedBy: replacement.cardNo },
  };
}

async function moveToNewCard(
  tx: Transaction,
  by: Asker,
  asked: Asked,
  how: 'complete' | 'approve',
): Promise<Replacement> {
  const { card, request } = asked;
  const { tenantId, id: cardId, companyId, cardNo, held } = card;
  const { session, now } = by;
  const [balance, fee] = [Number(card.balance), Number(request.fee)];
  const replacement = await newCard(tx, by, card);
  const moved = { sourceType: 'cardRequest', sourceId: request.id };
  const booked = { tenantId, by: session.userName, now };
  // A card holds no more than is on it at any moment: the old one gives up first, and the new one takes last.
  await tx.$executeRaw(sql`
    WITH followed AS (
      UPDATE card_authorizations SET card_id = ${replacement.id}::uuid
      WHERE tenant_id = ${tenantId}::uuid AND card_id = ${cardId}::uuid AND state = 'OPEN')
    UPDATE cards SET held = 0 WHERE tenant_id = ${tenantId}::uuid AND id = ${cardId}::uuid`);
  if (balance > 0) {
    await moveBalances(
      tx,
      [
        { ...moved, cardId, kind: 'MOVE_OUT', delta: -balance, remark: replacement.cardNo },
        { ...moved, cardId: replacement.id, kind: 'MOVE_IN', delta: balance, remark: cardNo },
      ],
      booked,
    );
  }
  await tx.card.update({ where: { tenantId_id: { tenantId, id: replacement.id } }, data: { held } });
  await stepCards(tx, by, [card], {
    action: 'REPLACE',
    to: toState('REPLACED'),
    columns: sql`frozen_by = NULL, state_before = NULL, request_id = NULL, state_reason = ${request.reason}`,
    side: 'OPERATOR',
    reason: request.reason,
  });
  if (fee > 0) {
    await writeFlows(
      tx,
      [
        {
          ...{ tenantId, companyId, account: 'ENTERPRISE', flow: 'CARD_PAY', pairId: null },
          ...{ delta: -fee, sourceId: request.id, remark: request.requestNo },
        },
      ],
      { ...moved, ...booked },
    );
  }
  await requestDone(tx, by, asked, how);
  await post(tx, cardRequestPostings, [request]);
  return replacement;
}

async function newCard(tx: Transaction, { session, deps, now }: Asker, card: Card): Promise<Replacement> {
  const { tenantId, productId, form, naming, faceAmount, months, merchantId, companyId, employeeId } = card;
  const { singleLimit, dayLimit, monthLimit, dayCount } = card;
  const id = randomUUIDv7();
  const cardNo = await nextNumber(tx, tenantId, 'C');
  const by = session.userName;
  await tx.card.create({
    data: {
      ...{
        tenantId,
        id,
        cardNo,
        productId,
        form,
        naming,
        faceAmount,
        months,
        merchantId,
        companyId,
        employeeId,
      },
      ...{ singleLimit, dayLimit, monthLimit, dayCount },
      ...{ state: 'PENDING', cap: card.cap, expiresAt: card.expiresAt, replacesId: card.id },
      ...keepNumber(deps.dataKeys, id, await freeNumber(tx, deps, tenantId)),
      ...{ createdAt: now, createdBy: by, updatedAt: now, updatedBy: by },
    },
  });
  return { id, cardNo };
}

/** A number that no card of the tenant has, under whichever key it was kept. */
async function freeNumber(tx: Transaction, { dataKeys }: Deps, tenantId: string): Promise<string> {
  for (;;) {
    const pan = newCardNumber();
    const taken = await tx.card.count({ where: { tenantId, panIndex: { in: dataKeys.cardIndexes(pan) } } });
    if (taken === 0) return pan;
  }
}
