import type { TopUpDiversion } from '@xyxlx/contracts/top-up-kinds';
import type { TopUp } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import type { Session } from '../../core/session.ts';
import type { SigningChannel } from '../../core/signing-channel.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { writeFlows } from '../../platform/fund/fund.ts';
import { moveBalances } from '../card/move-balance.ts';
import { type Receipt, settleOrder } from '../order/settle-order.ts';
import { lockCard, objectionTo } from './card-target.ts';

/**
 * Puts what came where it was meant for: by one flow into the company's 企业资金, on the card with its fee, or to pay an order. What a card or
 * order can't take any more is the company's: the money has come. Says whether it came too late for its order, and why its card didn't take it.
 */
export async function creditTopUp(
  tx: Transaction,
  caller: Caller<Session | SigningChannel>,
  topUp: TopUp,
  { by, ...receipt }: Receipt & { by: string },
): Promise<{ isLate: boolean; divertedFor: TopUpDiversion | null }> {
  const { tenantId, id, topUpNo, companyId, cardId, orderId, amount, fee, bonus, received } = topUp;
  const { now } = caller;
  if (await settleOrder(tx, caller, topUp, receipt)) return asMeant;
  const card = cardId && (await lockCard(tx, tenantId, cardId));
  const objection = card && objectionTo(card, Number(received));
  if (card && !objection) {
    const move = { cardId: card.id, sourceType: 'topUp', sourceId: id, remark: topUpNo, cap: card.cap };
    const moves = [
      { ...move, ...receipt, kind: 'TOP_UP' as const, delta: Number(amount + bonus) },
      { ...move, kind: 'FEE' as const, delta: -Number(fee) },
    ];
    await moveBalances(
      tx,
      moves.filter(({ delta }) => delta !== 0),
      { tenantId, by, now },
    );
    return asMeant;
  }
  const leg = {
    tenantId,
    companyId,
    account: 'ENTERPRISE',
    flow: 'TOP_UP',
    delta: Number(received),
  } as const;
  const names = { pairId: null, sourceId: id, remark: topUpNo, ...receipt };
  await writeFlows(tx, [{ ...leg, ...names }], { sourceType: 'topUp', by, now });
  return { isLate: orderId !== null, divertedFor: objection ? objection.kind : null };
}

const asMeant = { isLate: false, divertedFor: null };
