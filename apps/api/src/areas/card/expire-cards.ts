import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Card } from '@xyxlx/database/client/client';
import type { Deps } from '../../core/deps.ts';
import { activeTenantIds } from '../../platform/db/active-tenant.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { logChanges, theSystem } from '../../platform/operation-log/operation-log.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { stepCards, toState } from './step-cards.ts';

/** So many cards end together: few enough that nobody who pays meanwhile waits long. */
const atOnce = 500;

const expiring = { module: 'card', action: 'expireCards', target: 'card' };

/** 到期: a card past its end is 已过期; what is on it stays owed. One that somebody is just changing is left for the next minute. */
export async function expireCards({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const now = clock.businessNow();
  for (const tenantId of await activeTenantIds(database, now)) {
    while ((await inTransaction(database, (tx) => expireSome(tx, tenantId, now))) === atOnce);
  }
}

async function expireSome(tx: Transaction, tenantId: string, now: Date): Promise<number> {
  const due = await rowsOf<Pick<Card, 'tenantId' | 'id' | 'cardNo' | 'state'>>(
    tx,
    sql`SELECT c.tenant_id AS "tenantId", c.id, c.card_no AS "cardNo", c.state FROM cards c
        WHERE c.tenant_id = ${tenantId}::uuid AND c.state IN ('PENDING', 'ACTIVE', 'FROZEN', 'LOST') AND c.expires_at <= ${now}::timestamptz
        ORDER BY c.expires_at, c.id LIMIT ${atOnce} FOR NO KEY UPDATE SKIP LOCKED`,
  );
  if (due.length === 0) return 0;
  await stepCards(tx, { session: { userName: systemActor.zh, userId: null }, now }, due, {
    action: 'EXPIRE',
    to: toState('EXPIRED'),
    columns: sql`state_before = NULL, state_reason = ''`,
    side: 'SERVICE',
    reason: '',
  });
  await logChanges(
    tx,
    theSystem(tenantId, `expireCards/${shanghaiDay(now)}`, expiring),
    due.map(({ id, cardNo: label, state }) => ({
      ...{ tenantId, id, label, before: { state }, after: { state: 'EXPIRED' } },
    })),
  );
  return due.length;
}
