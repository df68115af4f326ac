import type { CardAction, CardSide, CardState } from '@xyxlx/contracts/card-kinds';
import type { Caller } from '../../core/caller.ts';
import { rowOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

/** A step in the life of cards. */
export interface CardStep {
  action: CardAction;
  /** SQL of the state that card `c` comes to. */
  to: Sql;
  /** SQL of what else of it changes, such as `frozen_by = NULL`. */
  columns: Sql;
  side: CardSide;
  reason: string;
}

/** SQL of one state for all cards. */
export const toState = (state: CardState): Sql => sql`${state}`;

/** Takes a step with locked cards, any number in one statement: their states and an event for each. */
export async function stepCards(
  tx: Transaction,
  { session, now }: { session: Pick<Caller['session'], 'userName'> & { userId: string | null }; now: Date },
  cards: readonly { tenantId: string; id: string }[],
  { action, to, columns, side, reason }: CardStep,
): Promise<void> {
  if (cards.length === 0) return;
  const given = JSON.stringify(cards.map(({ tenantId, id }) => ({ tenant_id: tenantId, id })));
  const { stepped } = await rowOf<{ stepped: number }>(
    tx,
    sql`
    WITH given AS MATERIALIZED (
      SELECT c.tenant_id, c.id, c.state FROM jsonb_to_recordset(${given}::jsonb) AS g(tenant_id uuid, id uuid)
      JOIN cards c ON c.tenant_id = g.tenant_id AND c.id = g.id),
    stepped AS (
      UPDATE cards c SET state = ${to}, ${columns}, event_seq = c.event_seq + 1, version = c.version + 1,
        updated_at = ${now}::timestamptz, updated_by = ${session.userName}
      FROM given g WHERE c.tenant_id = g.tenant_id AND c.id = g.id
      RETURNING c.tenant_id, c.id, c.event_seq, g.state AS from_state, c.state AS to_state),
    written AS (
      INSERT INTO card_events (tenant_id, card_id, seq, action, from_state, to_state, side, reason, created_at, created_by, created_by_id)
      SELECT tenant_id, id, event_seq, ${action}, from_state, to_state, ${side}, ${reason}, ${now}::timestamptz, ${session.userName},
        ${session.userId}::uuid
      FROM stepped)
    SELECT count(*)::int AS stepped FROM stepped`,
  );
  if (stepped !== cards.length) throw new Error('A step was to be taken with a card that is not there');
}
