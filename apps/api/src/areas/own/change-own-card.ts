import type { OwnCardDetail } from '@xyxlx/contracts/own';
import type { Call } from '../../core/call.ts';
import { FieldRefusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { anonymousLoss, mustLetChange, takeStep } from '../card/change-cards.ts';
import { lockOwnCard, ownCardOf } from './own-card.sql.ts';

/** What the log and the card's life say of why. */
const reason = '持卡人本人操作';

/** Takes a step with one of the caller's own cards; with `lastFour` only where they are the card's. */
export function changeOwnCard(
  call: Call<{ id: string; lastFour?: string }, Session>,
  action: 'freezeCard' | 'unfreezeCard' | 'reportLossCard',
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
    mustLetChange(action, card, { side: 'HOLDER', anonymousLoss: await anonymousLoss(tx, card.tenantId) });
    await takeStep(tx, call, [card], action, { side: 'HOLDER', reason });
    return ownCardOf(tx, session, id);
  });
}
