import type { Card } from '@xyxlx/database/client/client';
import type { Transaction } from '../../platform/db/transaction.ts';
import { writeFlows } from '../../platform/fund/fund.ts';
import { post } from '../../platform/ledger/post.ts';
import { moveBalances } from './move-balance.ts';
import { cardPostings } from './postings.ts';

/**
 * Loads locked cards of a tenant with their faces: one that was ordered out of what its order was paid with, any other out of what is held for
 * it of its company's fund. One that replaces another has its money already.
 */
export async function loadCards(
  tx: Transaction,
  tenantId: string,
  cards: readonly Pick<Card, 'id' | 'companyId' | 'cardNo' | 'faceAmount' | 'replacesId' | 'orderLineId'>[],
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const loaded = cards.filter(({ faceAmount, replacesId }) => faceAmount > 0n && replacesId === null);
  if (loaded.length === 0) return;
  const ids = loaded.map(({ id }) => id);
  const imported = loaded.filter(({ orderLineId }) => orderLineId === null);
  await tx.$executeRaw`
    UPDATE fund_holds SET state = 'USED', used = amount, updated_at = ${now}::timestamptz
    WHERE tenant_id = ${tenantId}::uuid AND source_type = 'card' AND source_id = ANY(${imported.map(({ id }) => id)}::uuid[])
      AND state = 'HELD'`;
  await writeFlows(
    tx,
    imported.map(({ id, companyId, cardNo, faceAmount }) => ({
      ...{ tenantId, companyId, account: 'ENTERPRISE', flow: 'CARD_PAY', pairId: null },
      ...{ delta: -Number(faceAmount), held: Number(faceAmount), sourceId: id, remark: cardNo },
    })),
    { sourceType: 'card', by, now },
  );
  await moveBalances(
    tx,
    loaded.map(({ id, faceAmount, cardNo }) => ({
      ...{ cardId: id, kind: 'LOAD', delta: Number(faceAmount) },
      ...{ sourceType: 'card', sourceId: id, remark: cardNo },
    })),
    { tenantId, by, now },
  );
  await post(
    tx,
    cardPostings,
    ids.map((id) => ({ tenantId, id })),
  );
}
