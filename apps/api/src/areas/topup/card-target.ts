import { cardStateWords } from '@xyxlx/contracts/card-kinds';
import type { Card } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { groupedYuan } from '../../platform/money/yuan-text.ts';
import { capOf } from '../card/policy.ts';

interface Locked extends Pick<Card, 'id' | 'state' | 'naming' | 'companyId'> {
  balance: number;
  reloadable: boolean;
}

/** A card, locked until its balance has moved, and the most that it may hold by the policy, in fen. */
export async function lockCard(
  tx: Transaction,
  tenantId: string,
  cardId: string,
): Promise<Locked & { cap: number }> {
  const [card] = await rowsOf<Locked>(
    tx,
    sql`SELECT c.id, c.state, c.naming, c.company_id AS "companyId", c.balance::float8 AS balance, p.reloadable
        FROM cards c JOIN card_products p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
        WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ${cardId}::uuid FOR UPDATE OF c`,
  );
  if (!card) throw new Error(`There is no card ${cardId}`);
  return { ...card, cap: await capOf(tx, tenantId, card.naming) };
}

/** Why money can't be put on a card by now; null where it can. */
export function objectionTo(
  { state, reloadable, balance, cap }: Awaited<ReturnType<typeof lockCard>>,
  received: number,
): Refusal | null {
  if (!reloadable)
    return new Refusal({ zh: '该卡产品不支持充值', en: "The card's product can't be reloaded" });
  if (state !== 'ACTIVE') {
    const { zh, en } = cardStateWords[state as keyof typeof cardStateWords];
    return new Refusal({
      zh: `当前状态为${zh}，不能充值`,
      en: `It is ${en.toLowerCase()} and can't be topped up`,
    });
  }
  if (balance + received > cap) {
    const over = groupedYuan(balance + received - cap);
    return new Refusal({
      zh: `卡余额将超过限额 ${over} 元`,
      en: `The balance would be ¥${over} over the most that it may hold`,
    });
  }
  return null;
}
