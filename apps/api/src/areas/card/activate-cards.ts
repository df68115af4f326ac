import type { BulkResult } from '@xyxlx/contracts/bulk';
import type { Card } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
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
  call: Call<{ ids: readonly string[]; reason?: string | undefined }, Session>,
): Promise<BulkResult> {
  const { input, session, request } = call;
  return change(call, async (tx) => {
    const rows = await lockCards(tx, session, input.ids);
    const left = await holdersWhoLeft(tx, rows);
    const { kept, result } = assessEach({ ids: input.ids, language: request.language }, rows, (row) => {
      mustLet('activateCard', 'ACTIVATE', row);
      if (row.employeeId && left.has(row.employeeId)) throw holderLeft({ zh: '激活', en: 'activated' });
    });
    for (const tenantId of new Set(kept.map((row) => row.tenantId))) {
      await activate(
        tx,
        call,
        tenantId,
        kept.filter((row) => row.tenantId === tenantId),
      );
    }
    await logChanges(
      tx,
      call,
      kept.map(({ tenantId, id, cardNo: label, state }) => ({
        ...{ tenantId, id, label, before: { state }, after: { state: 'ACTIVE' } },
        ...(input.reason && { reason: input.reason }),
      })),
    );
    return result;
  });
}

async function activate(
  tx: Transaction,
  call: Call<{ reason?: string | undefined }, Session>,
  tenantId: string,
  cards: readonly Card[],
): Promise<void> {
  const { session, now, input } = call;
  await stepCards(tx, call, cards, {
    action: 'ACTIVATE',
    to: toState('ACTIVE'),
    // Months end as a calendar's do: from 31 August six are over at the end of 28 February.
    columns: sql`activated_at = ${now}::timestamptz, expires_at = coalesce(c.expires_at, (((${now}::timestamptz AT TIME ZONE 'Asia/Shanghai')::date
        + make_interval(months => c.months))::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai' - interval '1 millisecond')`,
    side: 'OPERATOR',
    reason: input.reason ?? '',
  });
  await loadCards(tx, tenantId, cards, { by: session.userName, now });
}
