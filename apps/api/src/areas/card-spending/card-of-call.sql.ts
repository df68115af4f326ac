import type { CardState } from '@xyxlx/contracts/card-kinds';
import { isCardNumber } from '@xyxlx/contracts/card-number';
import type { Session } from '../../core/session.ts';
import { type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { visible } from '../../platform/records/scope.ts';
import { boundsOfMonth, shanghaiDay, shanghaiMonth, startOfDay } from '../../platform/time/shanghai.ts';
import { ownLimits } from '../card/card.sql.ts';
import type { SpendingLimits, SpendingTerms, SpentOfCard } from './judge-authorization.ts';

/** A card that money is asked of, locked, with what its product and its own limits let it pay; amounts in fen. */
export interface SpendingCard extends SpendingTerms {
  id: string;
  /** What was set for it alone. */
  own: SpendingLimits;
  state: CardState;
  expiresAt: Date | null;
  balance: number;
  held: number;
  /** Whether something is asked of it that a checker has not decided. */
  waits: boolean;
  merchantId: string;
  companyId: string;
  activatedAt: Date | null;
  /** Who holds it, and their days as 2026-11-21; null: nobody by name. */
  employeeId: string | null;
  hiredOn: string | null;
  leftOn: string | null;
}

/** By what a channel names a card: the tenant's own number, or the indexes of the number on it. */
export type NamedCard = { cardNo: string } | { pan: string; panIndexes: readonly string[] };

/** Locks the card of a tenant that a channel names; null where there is none, or its number does not check. */
export async function lockNamedCard(
  tx: Transaction,
  tenantId: string,
  named: NamedCard,
): Promise<SpendingCard | null> {
  const which = cardNamed(tenantId, named);
  return which && lockCard(tx, which);
}

/** The card `c` of a tenant that is named; null where its number does not check. */
function cardNamed(tenantId: string, named: NamedCard): Sql | null {
  if ('cardNo' in named) return sql`c.tenant_id = ${tenantId}::uuid AND c.card_no = ${named.cardNo}`;
  if (!isCardNumber(named.pan)) return null;
  return sql`c.tenant_id = ${tenantId}::uuid AND c.pan_index = ANY(${named.panIndexes}::text[])`;
}

/** Whether somebody sees the card of their tenant that is named. */
export async function seesCard(client: Queryable, session: Session, named: NamedCard): Promise<boolean> {
  const which = cardNamed(session.tenantId, named);
  if (!which) return false;
  const found = await rowsOf(client, sql`SELECT FROM cards c WHERE ${which} AND ${visible(session, 'c')}`);
  return found.length > 0;
}

async function lockCard(tx: Transaction, which: Sql): Promise<SpendingCard | null> {
  const [card] = await rowsOf<SpendingCard>(
    tx,
    sql`
    SELECT c.id, c.state, c.expires_at AS "expiresAt", c.balance::float8 AS balance, c.held::float8 AS held,
      c.request_id IS NOT NULL AS waits, c.merchant_id AS "merchantId", c.company_id AS "companyId", c.activated_at AS "activatedAt",
      e.id AS "employeeId", e.hired_on::text AS "hiredOn", e.left_on::text AS "leftOn", p.mcc,
      p.single_limit::float8 AS "singleLimit", p.day_limit::float8 AS "dayLimit", p.month_limit::float8 AS "monthLimit", p.day_count AS "dayCount",
      ${ownLimits} AS own
    FROM cards c JOIN card_products p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
    LEFT JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id
    WHERE ${which} FOR UPDATE OF c`,
  );
  return card ?? null;
}

/**
 * What a locked card has paid and holds of the day and the month of `now`, and what those that it replaces have paid: a new number is no new
 * day. What was held in vain counts no more.
 */
export async function spentOf(
  tx: Transaction,
  tenantId: string,
  cardId: string,
  now: Date,
): Promise<SpentOfCard> {
  const today = startOfDay(shanghaiDay(now));
  const { from } = boundsOfMonth(shanghaiMonth(now));
  const [spent] = await rowsOf<SpentOfCard>(
    tx,
    sql`
    WITH RECURSIVE followed(id) AS (
      VALUES (${cardId}::uuid)
      UNION ALL
      SELECT c.replaces_id FROM followed f JOIN cards c ON c.tenant_id = ${tenantId}::uuid AND c.id = f.id WHERE c.replaces_id IS NOT NULL)
    SELECT coalesce(sum(a.counts) FILTER (WHERE a.created_at >= ${today}::timestamptz), 0)::float8 AS "dayAmount",
      (count(*) FILTER (WHERE a.created_at >= ${today}::timestamptz AND a.counts > 0))::int AS "dayCount",
      coalesce(sum(a.counts), 0)::float8 AS "monthAmount"
    FROM (SELECT a.created_at, CASE a.state WHEN 'OPEN' THEN a.approved - a.reversed ELSE a.captured END AS counts
      FROM card_authorizations a
      WHERE a.tenant_id = ${tenantId}::uuid AND a.card_id IN (SELECT id FROM followed) AND a.created_at >= ${from}::timestamptz) a`,
  );
  return spent as SpentOfCard;
}

/** Moves what open authorizations hold of a locked card, by fen. */
export async function moveHeld(
  tx: Transaction,
  { tenantId, cardId }: { tenantId: string; cardId: string },
  delta: number,
): Promise<void> {
  await tx.card.update({
    where: { tenantId_id: { tenantId, id: cardId } },
    data: { held: { increment: delta } },
  });
}
