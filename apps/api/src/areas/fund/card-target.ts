import { cardStateWords } from '@xyxlx/contracts/card-kinds';
import type { TopUpDiversion } from '@xyxlx/contracts/top-up-kinds';
import type { Card } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { groupedYuan } from '../../platform/money/yuan-text.ts';
import { capOf } from '../card/policy.ts';

interface Locked extends Pick<Card, 'id' | 'state' | 'naming' | 'companyId'> {
  balance: number;
  held: number;
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
    sql`SELECT c.id, c.state, c.naming, c.company_id AS "companyId", c.balance::float8 AS balance, c.held::float8 AS held, p.reloadable
        FROM cards c JOIN card_products p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
        WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ${cardId}::uuid FOR UPDATE OF c`,
  );
  if (!card) throw new Error(`There is no card ${cardId}`);
  return { ...card, cap: await capOf(tx, tenantId, card.naming) };
}

/** Why money can't be put on a card by now, and how whoever asks is told so. */
export interface Objection {
  kind: TopUpDiversion;
  refusal: Refusal;
}

/** What speaks against putting money on a card by now; null where nothing does. */
export function objectionTo(
  { state, reloadable, balance, cap }: Awaited<ReturnType<typeof lockCard>>,
  received: number,
): Objection | null {
  if (!reloadable) {
    const words = { zh: '该卡产品不支持充值', en: "The card's product can't be reloaded" };
    return { kind: 'PRODUCT', refusal: new Refusal(words) };
  }
  if (state !== 'ACTIVE') {
    const { zh, en } = cardStateWords[state as keyof typeof cardStateWords];
    const words = {
      zh: `当前状态为${zh}，不能充值`,
      en: `It is ${en.toLowerCase()} and can't be topped up`,
    };
    return { kind: 'STATE', refusal: new Refusal(words) };
  }
  if (balance + received > cap) {
    const over = groupedYuan(balance + received - cap);
    const words = {
      zh: `卡余额将超过限额 ${over} 元`,
      en: `The balance would be ¥${over} over the most that it may hold`,
    };
    return { kind: 'CAP', refusal: new Refusal(words) };
  }
  return null;
}
