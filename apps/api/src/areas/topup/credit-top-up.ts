import type { TopUp } from '@xyxlx/database/client/client';
import type { Transaction } from '../../platform/db/transaction.ts';
import { writeFlows } from '../../platform/fund/fund.ts';
import { moveBalances } from '../card/move-balance.ts';
import { lockCard, objectionTo } from './card-target.ts';

/**
 * Puts what came where it was meant for: by one flow into the company's 企业资金, or on the card with its fee. What a card can't take any
 * more is the company's that holds it: the money has come.
 */
export async function creditTopUp(
  tx: Transaction,
  { tenantId, id, topUpNo, companyId, cardId, amount, fee, bonus, received }: TopUp,
  { flowNo, by, now }: { flowNo: string; by: string; now: Date },
): Promise<void> {
  const card = cardId && (await lockCard(tx, tenantId, cardId));
  if (card && !objectionTo(card, Number(received))) {
    const move = { cardId: card.id, sourceType: 'topUp', sourceId: id, remark: topUpNo, cap: card.cap };
    const moves = [
      { ...move, kind: 'TOP_UP' as const, delta: Number(amount + bonus) },
      { ...move, kind: 'FEE' as const, delta: -Number(fee) },
    ];
    await moveBalances(
      tx,
      moves.filter(({ delta }) => delta !== 0),
      { tenantId, by, now },
    );
    return;
  }
  const leg = {
    tenantId,
    companyId,
    account: 'ENTERPRISE',
    flow: 'TOP_UP',
    delta: Number(received),
  } as const;
  const names = { pairId: null, sourceId: id, remark: topUpNo, externalNo: flowNo };
  await writeFlows(tx, [{ ...leg, ...names }], { sourceType: 'topUp', by, now });
}
