import type { CardState } from '@xyxlx/contracts/card-kinds';
import type { Card, ConsumptionRecord } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import type { SigningChannel } from '../../core/signing-channel.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { writeFlows } from '../../platform/fund/fund.ts';
import { post } from '../../platform/ledger/post.ts';
import { type CardMove, moveBalances } from '../card/move-balance.ts';
import { capOf } from '../card/policy.ts';
import { cardPostings } from '../card/postings.ts';

/** Cards that nothing can be on again. */
const over: ReadonlySet<CardState> = new Set(['REDEEMED', 'CANCELLED']);

/** The card that stands for one by now, locked: where that was replaced, the last of those that took its place. */
export async function lockStandingCard(tx: Transaction, tenantId: string, cardId: string): Promise<Card> {
  for (let id = cardId; ; ) {
    await tx.$queryRaw(
      sql`SELECT FROM cards c WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ${id}::uuid FOR UPDATE`,
    );
    const card = await tx.card.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id } },
      include: { replacement: { select: { id: true } } },
    });
    if (!card.replacement) return card;
    id = card.replacement.id;
  }
}

/**
 * What is given back of a card's payment goes to that card, whatever its state; what it has no room for, by the policy, and all of it
 * where the card is closed, goes on to its company's fund.
 */
export async function restoreCard(
  tx: Transaction,
  { session, now }: Caller | Caller<SigningChannel>,
  card: Card,
  back: ConsumptionRecord,
): Promise<void> {
  const { tenantId, id: cardId, companyId, naming } = card;
  const { id: sourceId, paymentNo: remark } = back;
  const [balance, amount] = [Number(card.balance), Number(back.amount)];
  const cap = over.has(card.state) ? 0 : await capOf(tx, tenantId, naming);
  const kept = Math.min(amount, Math.max(0, cap - balance));
  const overflow = amount - kept;
  const move = { cardId, sourceType: 'consumption', sourceId, remark };
  const moves: CardMove[] = [
    { ...move, kind: 'REFUND', delta: amount, ...(kept > 0 && { cap }) },
    ...(overflow > 0 ? [{ ...move, kind: 'OVERFLOW' as const, delta: -overflow }] : []),
  ];
  await moveBalances(tx, moves, { tenantId, by: session.userName, now });
  if (overflow === 0) return;
  const toFund = { tenantId, companyId, account: 'ENTERPRISE', flow: 'CARD_BACK', pairId: null } as const;
  await writeFlows(tx, [{ ...toFund, delta: overflow, sourceId, remark }], {
    ...{ sourceType: 'consumption', by: session.userName, now },
  });
  await post(tx, cardPostings, [{ tenantId, id: sourceId }]);
}
