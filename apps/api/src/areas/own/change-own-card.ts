import type { OwnCardDetail } from '@xyxlx/contracts/own';
import type { Card } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import { FieldRefusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { activate } from '../card/activate-cards.ts';
import { anonymousLoss, mustLet, mustLetChange, takeStep } from '../card/change-cards.ts';
import { lockOwnCard, ownCardOf } from './own-card.sql.ts';

type Asked = Call<{ id: string; lastFour?: string }, Session>;

/** Who takes the step, and what the log and the card's life say of why. */
const byHolder = { side: 'HOLDER', reason: '持卡人本人操作' } as const;

/** Takes a step that moves no money with one of the caller's own cards. */
export function changeOwnCard(
  call: Asked,
  action: 'freezeCard' | 'unfreezeCard' | 'reportLossCard',
): Promise<OwnCardDetail> {
  return withOwnCard(call, async (tx, card) => {
    mustLetChange(action, card, { side: 'HOLDER', anonymousLoss: await anonymousLoss(tx, card.tenantId) });
    await takeStep(tx, call, [card], action, byHolder);
  });
}

/** Activates one of the caller's own cards: its face value is on it from then on. */
export function activateOwnCard(call: Asked): Promise<OwnCardDetail> {
  return withOwnCard(call, async (tx, card) => {
    mustLet('activateCard', 'ACTIVATE', card);
    await activate(tx, call, [card], byHolder);
  });
}

/** Does something with one of the caller's own cards, locked; with `lastFour` only where they are the card's. Throws 406 for another's. */
function withOwnCard(
  call: Asked,
  step: (tx: Transaction, card: Card) => Promise<void>,
): Promise<OwnCardDetail> {
  const { input, session } = call;
  const { id, lastFour } = input;
  return change(call, async (tx) => {
    const card = await lockOwnCard(tx, session, id);
    if (lastFour !== undefined && lastFour !== card.lastFour)
      throw new FieldRefusal('lastFour', {
        zh: '卡号后四位不正确',
        en: 'These are not the last four digits of the card',
      });
    await step(tx, card);
    return ownCardOf(tx, session, id);
  });
}
