import type { BulkResult } from '@xyxlx/contracts/bulk';
import type { Card } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import type { Session } from '../../core/session.ts';
import { refuseRestricted } from '../../platform/approval/restricted.ts';
import { sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { logChanges } from '../../platform/operation-log/operation-log.ts';
import { assessEach } from '../../platform/records/bulk.ts';
import { mustLet } from './change-cards.ts';
import { holderLeft, holdersWhoLeft } from './holders-who-left.ts';
import { loadCards } from './load-cards.ts';
import { lockCards } from './lock-cards.ts';
import { stepCards, toState } from './step-cards.ts';

/** Activates each of the called cards that waits for it: its face is on it from then on, and the months of one that ends begin. */
export function activateCards(
  call: Call<{ ids: readonly string[]; reason: string }, Session>,
): Promise<BulkResult> {
  const { input, session, request, now } = call;
  return change(call, async (tx) => {
    const rows = await lockCards(tx, session, input.ids);
    await refuseRestricted(tx, session, rows, now);
    const left = await holdersWhoLeft(tx, rows);
    const { kept, result } = assessEach({ ids: input.ids, language: request.language }, rows, (row) => {
      mustLet('activateCard', 'ACTIVATE', row);
      if (row.employeeId && left.has(row.employeeId)) throw holderLeft({ zh: '激活', en: 'activated' });
    });
    await activate(tx, call, kept, { side: 'OPERATOR', reason: input.reason });
    return result;
  });
}

/** Activates locked cards that wait for it, of any tenants, and writes the log of it. */
export async function activate(
  tx: Transaction,
  caller: Caller,
  cards: readonly Card[],
  { side, reason }: { side: 'OPERATOR' | 'HOLDER'; reason: string },
): Promise<void> {
  const { session, now } = caller;
  await stepCards(tx, caller, cards, {
    action: 'ACTIVATE',
    to: toState('ACTIVE'),
    // Months end as a calendar's do: from 31 August six are over at the end of 28 February.
    columns: sql`activated_at = ${now}::timestamptz, expires_at = coalesce(c.expires_at, (((${now}::timestamptz AT TIME ZONE 'Asia/Shanghai')::date
        + make_interval(months => c.months))::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' - interval '1 millisecond')`,
    side,
    reason,
  });
  for (const [tenantId, own] of Map.groupBy(cards, (card) => card.tenantId)) {
    await loadCards(tx, tenantId, own, { by: session.userName, now });
  }
  await logChanges(
    tx,
    caller,
    cards.map(({ tenantId, id, cardNo: label, state }) => ({
      ...{ tenantId, id, label, before: { state }, after: { state: 'ACTIVE' }, reason },
    })),
  );
}
