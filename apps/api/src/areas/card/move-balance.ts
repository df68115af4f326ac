import type { CardFlowKind } from '@xyxlx/contracts/card-kinds';
import { rowOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

/** One movement of a card's balance, in fen; its card is locked. */
export interface CardMove {
  cardId: string;
  kind: CardFlowKind;
  delta: number;
  sourceType: string;
  sourceId: string;
  remark?: string;
  /** The number that a bank or channel gave it, and the account that it went through. */
  externalNo?: string;
  platformAccountId?: string;
  /** The most that the card may hold from now on, where money comes to it. */
  cap?: number;
}

/**
 * Moves balances of locked cards of a tenant, in the order that is given, in two statements however many there are: the cards, and a
 * flow for each movement. The database refuses a balance below what is held or above the cap.
 */
export async function moveBalances(
  tx: Transaction,
  moves: readonly CardMove[],
  { tenantId, by, now }: { tenantId: string; by: string | null; now: Date },
): Promise<void> {
  if (moves.length === 0) return;
  const given = JSON.stringify(moves.map((move, n) => ({ ...move, n })));
  const { moved } = await rowOf<{ moved: number }>(
    tx,
    sql`
    WITH given AS MATERIALIZED (
      SELECT g.* FROM jsonb_to_recordset(${given}::jsonb) AS g(n int, "cardId" uuid, kind text, delta bigint, "sourceType" text,
        "sourceId" uuid, remark text, "externalNo" text, "platformAccountId" uuid, cap bigint)),
    sums AS (
      SELECT "cardId", sum(delta) AS delta, count(*)::int AS count, max(cap) AS cap FROM given GROUP BY 1),
    moved AS (
      UPDATE cards c SET balance = c.balance + s.delta, cap = coalesce(s.cap, c.cap), flow_seq = c.flow_seq + s.count,
        updated_at = ${now}::timestamptz
      FROM sums s WHERE c.tenant_id = ${tenantId}::uuid AND c.id = s."cardId"
      RETURNING c.id, c.company_id, c.flow_seq - s.count AS seq, c.balance - s.delta AS balance),
    written AS (
      INSERT INTO card_flows (tenant_id, source_id, source_type, kind, card_id, seq, delta, balance_after, company_id, remark, external_no,
        platform_account_id, created_at, created_by)
      SELECT ${tenantId}::uuid, g."sourceId", g."sourceType", g.kind, g."cardId", m.seq + row_number() OVER one, g.delta,
        m.balance + sum(g.delta) OVER one, m.company_id, coalesce(g.remark, ''), g."externalNo", g."platformAccountId",
        ${now}::timestamptz, ${by}
      FROM given g JOIN moved m ON m.id = g."cardId"
      WINDOW one AS (PARTITION BY g."cardId" ORDER BY g.n))
    SELECT count(*)::int AS moved FROM moved`,
  );
  const cards = new Set(moves.map(({ cardId }) => cardId));
  if (moved !== cards.size) throw new Error('A balance was to be moved on a card that is not there');
}
