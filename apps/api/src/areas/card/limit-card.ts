import { type CardDetail, cardTransitions, type cards as contract } from '@xyxlx/contracts/card';
import { cardStateWords } from '@xyxlx/contracts/card-kinds';
import { allows } from '@xyxlx/contracts/transitions';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { cardOf } from './card.sql.ts';
import { lockCard } from './lock-cards.ts';

/** Sets what one card may pay at most, beside its product's limits; what is left out is no more limited than that. */
export function limitCard(
  call: Call<z.output<typeof contract.limitCard.input>, Session>,
): Promise<CardDetail> {
  const { input, session, now } = call;
  const {
    id,
    version,
    reason,
    singleLimit = null,
    dayLimit = null,
    monthLimit = null,
    dayCount = null,
  } = input;
  const after = { singleLimit, dayLimit, monthLimit, dayCount };
  return change(call, async (tx) => {
    const card = await lockCard(tx, session, id);
    if (card.version !== version) throw staleVersion();
    if (!allows(cardTransitions, 'limitCard', card.state)) {
      const { zh, en } = cardStateWords[card.state];
      throw new Refusal({
        zh: `当前状态为${zh}，不能设置限额`,
        en: `The card is ${en.toLowerCase()} and can't be limited`,
      });
    }
    const { tenantId, cardNo: label } = card;
    const { ownLimits: before } = await cardOf(tx, session, id);
    await tx.card.update({
      where: { tenantId_id: { tenantId, id } },
      data: { ...after, version: { increment: 1 }, updatedAt: now, updatedBy: session.userName },
    });
    const changed = differenceOf(before, after, Object.keys(after));
    await logChange(tx, call, { tenantId, id, label, ...changed, reason });
    return cardOf(tx, session, id);
  });
}
