import type { Card } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { stepCards, toState } from './step-cards.ts';

/**
 * Freezes the cards of employees who leave, for good: what is on them can be redeemed and nothing else. What compliance holds stays its own;
 * a lost or expired card is so too, but is never used again.
 */
export async function freezeCardsOfLeavers(
  tx: Transaction,
  by: Caller,
  employees: readonly { tenantId: string; id: string }[],
  reason: string,
): Promise<void> {
  const given = JSON.stringify(employees.map(({ tenantId, id }) => ({ tenant_id: tenantId, id })));
  const cards = await rowsOf<Pick<Card, 'tenantId' | 'id' | 'state'>>(
    tx,
    sql`SELECT c.tenant_id AS "tenantId", c.id, c.state FROM jsonb_to_recordset(${given}::jsonb) AS g(tenant_id uuid, id uuid)
        JOIN cards c ON c.tenant_id = g.tenant_id AND c.employee_id = g.id
        WHERE (c.state IN ('ACTIVE', 'FROZEN', 'LOST', 'EXPIRED') OR c.state = 'PENDING' AND c.balance > 0)
          AND c.frozen_by IS DISTINCT FROM 'COMPLIANCE'
        ORDER BY c.id FOR NO KEY UPDATE OF c`,
  );
  const step = { side: 'LEFT', reason } as const;
  // What a replacement has on it could not be redeemed before it was active.
  const pending = cards.filter(({ state }) => state === 'PENDING');
  await stepCards(tx, by, pending, {
    ...step,
    ...{ action: 'ACTIVATE', to: toState('ACTIVE'), columns: sql`activated_at = ${by.now}::timestamptz` },
  });
  await stepCards(tx, by, cards, {
    ...step,
    action: 'FREEZE',
    to: sql`CASE WHEN c.state IN ('LOST', 'EXPIRED') THEN c.state ELSE 'FROZEN' END`,
    columns: sql`frozen_by = 'LEFT', state_before = CASE c.state WHEN 'LOST' THEN 'FROZEN' END, state_reason = ${reason}`,
  });
}
