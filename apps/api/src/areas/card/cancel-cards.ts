import type { BulkActResult } from '@xyxlx/contracts/bulk';
import type { cardRequests as contract } from '@xyxlx/contracts/card-request';
import { paths } from '@xyxlx/contracts/paths';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { operationOf } from '../../core/operation.ts';
import type { Session } from '../../core/session.ts';
import { onPage } from '../../platform/approval/money-act.ts';
import { sql } from '../../platform/db/sql.ts';
import { change } from '../../platform/db/transaction.ts';
import { releaseHold } from '../../platform/fund/fund-hold.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { requestApproval, requestDone } from './card-requests.ts';
import { handInEach } from './hand-in-requests.ts';
import { lockCards } from './lock-cards.ts';
import { mustCancel } from './request-rules.ts';
import { stepCards, toState } from './step-cards.ts';

/** 注销: a card without money; all of it waits. */
const cardCancellation = {
  type: 'cardCancellation',
  label: { zh: '注销卡', en: 'Cancellation of a card' },
  madeWith: 'card.edit',
  permission: 'card.approve',
  link: onPage(paths.card),
} as const;

/** A cancellation: approved, what was held of the fund for the card is free again. */
export const cancellationApproval = requestApproval(
  'CANCEL',
  cardCancellation,
  async (tx, by, asked, decision) => {
    const { card, request } = asked;
    mustCancel(card);
    const { tenantId, id, cardNo, state } = card;
    await releaseHold(tx, { tenantId, source: { type: 'card', id }, now: by.now });
    await stepCards(tx, by, [card], {
      action: 'CANCEL',
      to: toState('CANCELLED'),
      columns: sql`frozen_by = NULL, state_before = NULL, request_id = NULL, state_reason = ${request.reason}`,
      side: 'OPERATOR',
      reason: request.reason,
    });
    await requestDone(tx, by, asked, 'approve');
    await logChange(
      tx,
      { ...decision, operation: operationOf('card', 'cancelCard') },
      {
        ...{ tenantId, id, label: cardNo, reason: request.reason },
        before: { state },
        after: { state: 'CANCELLED' },
      },
    );
  },
);

/** Hands in the cancellation of each of the called cards that lets it; the others are refused one by one. */
export function cancelCards(
  call: Call<z.output<typeof contract.cancelCard.input>, Session>,
): Promise<BulkActResult> {
  return change(call, async (tx) => {
    const rows = await lockCards(tx, call.session, call.input.ids);
    return handInEach(tx, call, rows, { kind: 'CANCEL', subject: cardCancellation, rule: mustCancel });
  });
}
