import { type cards as contract, revealsADay } from '@xyxlx/contracts/card';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, TooMany } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { consumeLimits } from '../../platform/security/rate-limit.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { tenantOfCard } from './card.sql.ts';
import { lockCard } from './lock-cards.ts';

/** The whole number of a card: logged with the reason, so often a day and user. 406 once that is used up. */
export async function revealCard(
  call: Call<z.output<typeof contract.revealCard.input>, Session>,
): Promise<{ pan: string }> {
  const { input, session, deps } = call;
  await tenantOfCard(deps.database.pool, session, input.id);
  // Counted on a connection of its own: a transaction that waits for a second one could wait for itself.
  await countReveal(call);
  return change(call, async (tx) => {
    const { tenantId, id, cardNo, panCipher } = await lockCard(tx, session, input.id);
    await logChange(tx, call, { tenantId, id, label: cardNo, reason: input.reason });
    return { pan: deps.dataKeys.decrypt(panCipher, id) };
  });
}

async function countReveal({ session, deps, now }: Call<unknown, Session>): Promise<void> {
  const key = `card.reveal:${session.userId}:${shanghaiDay(now)}`;
  const { database, clock } = deps;
  try {
    await consumeLimits(database.prisma, [{ key, max: revealsADay, seconds: 86_400 }], clock.now());
  } catch (error) {
    if (!(error instanceof TooMany)) throw error;
    throw new Refusal({ zh: '今日查看次数已达上限', en: 'No more numbers can be shown to you today' });
  }
}
