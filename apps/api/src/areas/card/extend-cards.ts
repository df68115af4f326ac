import { randomUUIDv7 } from 'node:crypto';
import type { BulkResult } from '@xyxlx/contracts/bulk';
import type { cardRequests as contract } from '@xyxlx/contracts/card-request';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { refuseRestricted } from '../../platform/approval/restricted.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { change } from '../../platform/db/transaction.ts';
import { post } from '../../platform/ledger/post.ts';
import { logChanges } from '../../platform/operation-log/operation-log.ts';
import { assessEach } from '../../platform/records/bulk.ts';
import { lockCards } from './lock-cards.ts';
import { moveBalances } from './move-balance.ts';
import { cardPostings } from './postings.ts';
import { mustExtend } from './request-rules.ts';
import { stepCards } from './step-cards.ts';

/** Has each of the called cards that lets it end so many months later, the fee out of its balance; the others are refused one by one. */
export function extendCards(
  call: Call<z.output<typeof contract.extendCard.input>, Session>,
): Promise<BulkResult> {
  const { input, session, request, now } = call;
  const { ids, months, feeAmount, reason } = input;
  return change(call, async (tx) => {
    const rows = await lockCards(tx, session, ids);
    await refuseRestricted(tx, session, rows, now);
    const { kept, result } = assessEach({ ids, language: request.language }, rows, (card) =>
      mustExtend(card, feeAmount),
    );
    for (const [tenantId, cards] of Map.groupBy(kept, (card) => card.tenantId)) {
      const fees = feeAmount > 0 ? cards.map(({ id }) => ({ cardId: id, sourceId: randomUUIDv7() })) : [];
      const fee = { kind: 'FEE', delta: -feeAmount, sourceType: 'cardExtension', remark: reason } as const;
      await moveBalances(
        tx,
        fees.map((one) => ({ ...one, ...fee })),
        { tenantId, by: session.userName, now },
      );
      await post(
        tx,
        cardPostings,
        fees.map(({ sourceId: id }) => ({ tenantId, id })),
      );
    }
    await stepCards(tx, call, kept, {
      action: 'EXTEND',
      to: sql`CASE c.state WHEN 'EXPIRED' THEN 'ACTIVE' ELSE c.state END`,
      // Months end as a calendar's do: from 31 August six are over at the end of 28 February.
      columns: sql`expires_at = ((greatest(c.expires_at, ${now}::timestamptz) AT TIME ZONE 'Asia/Shanghai')::date
          + make_interval(months => ${months}::int) + interval '1 day') AT TIME ZONE 'Asia/Shanghai' - interval '1 millisecond',
        frozen_by = CASE c.state WHEN 'EXPIRED' THEN NULL ELSE c.frozen_by END, activated_at = coalesce(c.activated_at, ${now}::timestamptz),
        state_reason = ${reason}`,
      side: 'OPERATOR',
      reason,
    });
    const extended = await rowsOf<{ id: string; expiresAt: Date; state: string }>(
      tx,
      sql`SELECT c.id, c.expires_at AS "expiresAt", c.state FROM jsonb_to_recordset(${JSON.stringify(
        kept.map(({ tenantId, id }) => ({ tenant_id: tenantId, id })),
      )}::jsonb) AS g(tenant_id uuid, id uuid) JOIN cards c ON c.tenant_id = g.tenant_id AND c.id = g.id`,
    );
    const byId = new Map(extended.map((card) => [card.id, card]));
    await logChanges(
      tx,
      call,
      kept.map(({ tenantId, id, cardNo: label, state, expiresAt }) => ({
        ...{ tenantId, id, label, reason },
        before: { state, expiresAt: expiresAt?.toISOString() ?? null },
        after: {
          ...{
            state: byId.get(id)?.state ?? state,
            expiresAt: byId.get(id)?.expiresAt.toISOString() ?? null,
          },
          ...(feeAmount > 0 && { feeAmount }),
        },
      })),
    );
    return result;
  });
}
