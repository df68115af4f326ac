import type { cardTransitions } from '@xyxlx/contracts/card';
import type { CardAction } from '@xyxlx/contracts/card-kinds';
import type { Card } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { groupedYuan } from '../../platform/money/yuan-text.ts';
import { monthsAfter, shanghaiDay } from '../../platform/time/shanghai.ts';
import { mustLet } from './change-cards.ts';
import { holderLeft } from './holders-who-left.ts';
import { policyOf } from './policy.ts';

type Action = 'replaceCard' | 'extendCard' | 'redeemCard' | 'cancelCard';

/** Throws what refuses a change of a card's whole life: its state, or that compliance holds it. */
function mustBeOurs(action: Action, event: CardAction, card: Card): void {
  mustLet(action satisfies keyof typeof cardTransitions.actions, event, card);
  if (card.frozenBy === 'COMPLIANCE') {
    throw new Refusal({ zh: '卡已由合规冻结', en: 'Compliance froze the card' });
  }
}

/** Throws 406 where a card can't be replaced. */
export function mustReplace(card: Card): void {
  mustBeOurs('replaceCard', 'REPLACE', card);
  if (card.frozenBy === 'LEFT') throw holderLeft({ zh: '补卡', en: 'replaced' });
}

/** Throws 406 where a card can't be extended for a fee in fen. */
export function mustExtend(card: Card, feeAmount: number): void {
  mustBeOurs('extendCard', 'EXTEND', card);
  const { expiresAt, state, frozenBy, activatedAt, balance, held } = card;
  if (!expiresAt) throw new Refusal({ zh: '该卡长期有效，无需延期', en: 'The card does not end' });
  if (state === 'EXPIRED' && frozenBy === 'LEFT') throw holderLeft({ zh: '延期', en: 'extended' });
  if (!activatedAt && balance === 0n) {
    throw new Refusal({ zh: '未激活的卡不能延期', en: 'A card that was never active is not extended' });
  }
  if (feeAmount > balance - held) {
    const yuan = groupedYuan(feeAmount);
    throw new Refusal({
      zh: `可用余额不足以支付手续费 ${yuan} 元`,
      en: `What is free on it does not cover the fee of ¥${yuan}`,
    });
  }
}

/** Throws 406 where a card can't be cancelled: there is, or may still be, money on it. */
export function mustCancel(card: Card): void {
  mustBeOurs('cancelCard', 'CANCEL', card);
  if (card.balance === 0n && card.held === 0n) return;
  const yuan = groupedYuan(Number(card.balance));
  throw new Refusal({ zh: `卡内还有余额 ${yuan} 元，不能注销`, en: `There is ¥${yuan} on the card` });
}

/** What throws 406 for a locked card that can't be redeemed: asked once for many. */
export async function redemptionRule(
  tx: Transaction,
  cards: readonly Card[],
  now: Date,
): Promise<(card: Card) => void> {
  const months = new Map<string, number>();
  const since = new Map<string, Date>();
  for (const [tenantId, own] of Map.groupBy(cards, (card) => card.tenantId)) {
    months.set(tenantId, (await policyOf(tx, tenantId)).redeemAfterMonths);
    const ids = own.map(({ id }) => id);
    for (const { id, at } of await firstActive(tx, tenantId, ids)) since.set(id, at);
  }
  return (card) => {
    const { id, tenantId, naming, balance, held } = card;
    mustBeOurs('redeemCard', 'REDEEM', card);
    if (naming === 'ANONYMOUS') {
      throw new Refusal({ zh: '不记名卡不可赎回', en: 'An anonymous card can not be redeemed' });
    }
    const wait = months.get(tenantId) ?? 0;
    const from = monthsAfter(shanghaiDay(since.get(id) ?? now), wait);
    if (shanghaiDay(now) < from) {
      throw new Refusal({
        zh: `购卡未满 ${wait} 个月，${from} 起可赎回`,
        en: `It can be redeemed from ${from} on, ${wait} months after it was bought`,
      });
    }
    if (held > 0n) {
      const yuan = groupedYuan(Number(held));
      throw new Refusal({
        zh: `存在未完成授权 ${yuan} 元`,
        en: `Open authorizations hold ¥${yuan}`,
      });
    }
    if (balance === 0n) throw new Refusal({ zh: '卡内没有余额', en: 'There is nothing on the card' });
  };
}

/** Since when what is on cards has been on a card: a replacement goes on where the card before it was. */
function firstActive(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<{ id: string; at: Date }[]> {
  return rowsOf(
    tx,
    sql`
    WITH RECURSIVE line AS (
      SELECT c.id, c.replaces_id, c.activated_at FROM cards c WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ANY(${ids}::uuid[])
      UNION ALL
      SELECT l.id, o.replaces_id, o.activated_at FROM line l JOIN cards o ON o.tenant_id = ${tenantId}::uuid AND o.id = l.replaces_id)
    SELECT id, min(activated_at) AS at FROM line WHERE activated_at IS NOT NULL GROUP BY 1`,
  );
}
