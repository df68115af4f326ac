import type { cardSpending } from '@xyxlx/contracts/card-spending';
import { authorizationStateWords } from '@xyxlx/contracts/card-spending-kinds';
import type { CardReversal } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal } from '../../core/errors.ts';
import type { SigningChannel } from '../../core/signing-channel.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { yuanText } from '../../platform/money/yuan-text.ts';
import { moveHeld } from './card-of-call.sql.ts';
import { leftOf, lockAuthorization } from './lock-authorization.ts';

type Input = z.output<typeof cardSpending.reverse.input>;
type Answer = z.input<typeof cardSpending.reverse.output>;

/** Gives up what an authorization holds, or a part of it, once a number. */
export async function reverse({ deps, input, session, now }: Call<Input, SigningChannel>): Promise<Answer> {
  return inTransaction(deps.database, async (tx) => {
    const authorization = await lockAuthorization(tx, session, input.reference);
    const { tenantId, id, cardId, state } = authorization;
    const { reverseNo } = input;
    const key = { tenantId, authorizationId: id, reverseNo };
    const known = await tx.cardReversal.findUnique({ where: { tenantId_authorizationId_reverseNo: key } });
    if (known) return toldAgain(known, input);
    if (state !== 'OPEN') {
      const { zh, en } = authorizationStateWords[state];
      throw new Refusal({ zh: `授权${zh}`, en: `The authorization is over: ${en.toLowerCase()}` });
    }
    const left = leftOf(authorization);
    const amount = input.amount ?? left;
    if (amount > left) {
      const yuan = yuanText(left);
      throw new Refusal({
        zh: `撤销金额超过授权剩余 ${yuan} 元`,
        en: `At most ${yuan} yuan are left of the authorization`,
      });
    }
    const leftAfter = left - amount;
    const over = authorization.captured > 0n ? 'CAPTURED' : 'REVERSED';
    await tx.cardAuthorization.update({
      where: { tenantId_id: { tenantId, id } },
      data: {
        reversed: { increment: amount },
        ...(leftAfter === 0 && { state: over, closedAt: now }),
      },
    });
    await moveHeld(tx, { tenantId, cardId }, -amount);
    const asked = input.amount ?? null;
    await tx.cardReversal.create({ data: { ...key, asked, amount, leftAfter, createdAt: now } });
    return { reversedAmount: amount, leftAmount: leftAfter };
  });
}

function toldAgain({ asked, amount, leftAfter }: CardReversal, input: Input): Answer {
  if (input.amount !== (asked === null ? undefined : Number(asked))) {
    throw new Refusal({
      zh: '撤销流水号已被另一笔撤销使用',
      en: 'The reversal number is taken by another reversal',
    });
  }
  return { reversedAmount: Number(amount), leftAmount: Number(leftAfter) };
}
