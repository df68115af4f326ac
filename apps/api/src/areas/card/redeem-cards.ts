import type { BulkActResult } from '@xyxlx/contracts/bulk';
import type { cardRequests as contract } from '@xyxlx/contracts/card-request';
import { paths } from '@xyxlx/contracts/paths';
import type { Card } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { operationOf } from '../../core/operation.ts';
import type { Session } from '../../core/session.ts';
import { isOverCeiling, OverCeiling } from '../../platform/approval/ceiling.ts';
import { moreThanApproved, onPage } from '../../platform/approval/money-act.ts';
import { sql } from '../../platform/db/sql.ts';
import { change } from '../../platform/db/transaction.ts';
import { writeFlows } from '../../platform/fund/fund.ts';
import { post } from '../../platform/ledger/post.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { requestApproval, requestDone } from './card-requests.ts';
import { handInEach } from './hand-in-requests.ts';
import { lockCards } from './lock-cards.ts';
import { moveBalances } from './move-balance.ts';
import { cardRequestPostings } from './request-postings.ts';
import { redemptionRule } from './request-rules.ts';
import { stepCards, toState } from './step-cards.ts';

/** 赎回: what a company bought is its own again; all of it waits. */
const cardRedemption = {
  type: 'cardRedemption',
  label: { zh: '赎回', en: 'Redemption of a card' },
  madeWith: 'card.edit',
  permission: 'card.approve',
  link: onPage(paths.card),
} as const;

/** A redemption: approved, what is on the card goes to its company's fund. */
export const redemptionApproval = requestApproval(
  'REDEEM',
  cardRedemption,
  async (tx, by, asked, decision) => {
    const { approval, now } = decision;
    const { card, request } = asked;
    const mustRedeem = await redemptionRule(tx, [card], now);
    mustRedeem(card);
    const amount = Number(card.balance);
    if (amount > Number(approval.amount)) throw moreThanApproved(amount, Number(approval.amount));
    const { tenantId, id: cardId, companyId, cardNo, state } = card;
    const moved = { sourceType: 'cardRequest', sourceId: request.id };
    const booked = { tenantId, by: by.session.userName, now };
    await moveBalances(
      tx,
      [{ ...moved, cardId, kind: 'REDEEM', delta: -amount, remark: request.requestNo }],
      booked,
    );
    await writeFlows(
      tx,
      [
        {
          ...{ tenantId, companyId, account: 'ENTERPRISE', flow: 'CARD_BACK', pairId: null },
          ...{ delta: amount, sourceId: request.id, remark: request.requestNo },
        },
      ],
      { ...moved, ...booked },
    );
    await stepCards(tx, by, [card], {
      action: 'REDEEM',
      to: toState('REDEEMED'),
      columns: sql`frozen_by = NULL, state_before = NULL, request_id = NULL, state_reason = ${request.reason}`,
      side: 'OPERATOR',
      reason: request.reason,
    });
    await requestDone(tx, by, asked, 'approve');
    await post(tx, cardRequestPostings, [request]);
    await logChange(
      tx,
      { ...decision, operation: operationOf('card', 'redeemCard') },
      {
        ...{ tenantId, id: cardId, label: cardNo, reason: request.reason },
        before: { state },
        after: { state: 'REDEEMED', amount },
      },
    );
  },
);

/** Hands in the redemption of each of the called cards that lets it; the others are refused one by one. */
export function redeemCards(
  call: Call<z.output<typeof contract.redeemCard.input>, Session>,
): Promise<BulkActResult> {
  const { input, session, now } = call;
  return change(call, async (tx) => {
    const rows = await lockCards(tx, session, input.ids);
    const mustRedeem = await redemptionRule(tx, rows, now);
    const rule = (card: Card) => {
      mustRedeem(card);
      if (isOverCeiling(session, card.balance)) throw new OverCeiling(session);
    };
    return handInEach(tx, call, rows, { kind: 'REDEEM', subject: cardRedemption, rule });
  });
}
