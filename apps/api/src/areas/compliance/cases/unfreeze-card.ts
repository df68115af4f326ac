import type { CardSide } from '@xyxlx/contracts/card-kinds';
import type { Card } from '@xyxlx/database/client/client';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { stepCards } from '../../card/step-cards.ts';
import { byItself } from './step-cases.ts';

/** Who else holds a card, and why. */
interface Hold {
  side: CardSide;
  reason: string;
}

/**
 * Lets a locked card go that compliance froze. It is live again only where nobody else holds it: its holder has left, or somebody had
 * frozen it before. A lost or expired card stays so.
 */
export async function unfreezeCard(
  tx: Transaction,
  card: Card,
  { approvalId, now }: { approvalId: string; now: Date },
): Promise<void> {
  const { side, reason } = (await holdOfLeaver(tx, card)) ?? (await formerHold(tx, card)) ?? nobody;
  const state = side === null ? 'ACTIVE' : 'FROZEN';
  await stepCards(tx, byItself(now), [card], {
    action: side === null ? 'UNFREEZE' : 'FREEZE',
    side: side ?? 'COMPLIANCE',
    reason,
    to: sql`CASE WHEN c.state IN ('LOST', 'EXPIRED') THEN c.state ELSE ${state} END`,
    columns: sql`frozen_by = ${side}, state_before = CASE c.state WHEN 'LOST' THEN ${state} END, state_reason = ${reason},
      unfreeze_id = ${approvalId}::uuid`,
  });
}

const nobody = { side: null, reason: '' };

async function holdOfLeaver(tx: Transaction, { tenantId, employeeId }: Card): Promise<Hold | null> {
  if (!employeeId) return null;
  // Whoever leaves at this moment is waited for: their leaving passes over what compliance holds.
  const [employee] = await rowsOf<{ state: string }>(
    tx,
    sql`SELECT state FROM employees WHERE tenant_id = ${tenantId}::uuid AND id = ${employeeId}::uuid FOR SHARE`,
  );
  return employee?.state === 'LEFT' ? { side: 'LEFT', reason: '' } : null;
}

/** Whose freeze it was that compliance took over, or null. */
async function formerHold(tx: Transaction, { tenantId, id }: Card): Promise<Hold | null> {
  const [found] = await rowsOf<Hold>(
    tx,
    sql`SELECT b.side, b.reason FROM (
          SELECT e.seq, e.from_state FROM card_events e
          WHERE e.tenant_id = ${tenantId}::uuid AND e.card_id = ${id}::uuid AND e.action = 'FREEZE' AND e.side = 'COMPLIANCE'
          ORDER BY e.seq DESC LIMIT 1) f
        JOIN LATERAL (
          SELECT e.side, e.reason FROM card_events e
          WHERE e.tenant_id = ${tenantId}::uuid AND e.card_id = ${id}::uuid AND e.seq < f.seq AND e.action = 'FREEZE'
          ORDER BY e.seq DESC LIMIT 1) b ON TRUE
        WHERE f.from_state = 'FROZEN'`,
  );
  return found ?? null;
}
