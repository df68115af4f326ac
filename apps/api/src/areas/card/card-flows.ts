import { cards as contract } from '@xyxlx/contracts/card';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { iso, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { visible, visibleInTenant } from '../../platform/records/scope.ts';
import { dayBefore, shanghaiDay } from '../../platform/time/shanghai.ts';
import { tenantOfCard } from './card.sql.ts';

const trendDays = 90;

/** The rows of cards that a caller may see, of a table with `tenant_id` and `card_id`. */
export function ofVisibleCard(session: Session, alias: string): Sql {
  return sql`${visibleInTenant(session, alias)} AND EXISTS (SELECT FROM cards v WHERE v.tenant_id = ${raw(alias)}.tenant_id
    AND v.id = ${raw(alias)}.card_id AND ${visible(session, 'v')})`;
}

/** What moved a card that one may see. */
export const cardFlows = listOf(contract.queryCardFlow, {
  from: 'card_flows',
  alias: 'c',
  primaryKey: ['tenant_id', 'source_id', 'kind', 'card_id'],
  id: 'source_id',
  scope: ofVisibleCard,
  filters: { cardId: hasId('c.card_id'), kind: oneOf('c.kind') },
  sort: { seq: { column: 'c.seq', type: 'int' } },
  usual: ['seq', 'desc'],
  row: sql`json_build_object('seq', c.seq, 'kind', c.kind, 'deltaAmount', c.delta, 'balanceAfter', c.balance_after, 'remark', c.remark,
    'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by)`,
});

/** What a card had at the end of each of the last 90 days of Asia/Shanghai, from the newest flow until then; 406 where it is not seen. */
export async function cardTrend({
  input,
  session,
  deps,
  now,
}: Call<z.output<typeof contract.queryCardTrend.input>, Session>): Promise<
  z.input<typeof contract.queryCardTrend.output>
> {
  const { pool } = deps.database;
  const tenantId = await tenantOfCard(pool, session, input.cardId);
  const to = shanghaiDay(now);
  return rowsOf(
    pool,
    sql`SELECT d.day::text AS day, coalesce(f.balance_after, 0)::float8 AS balance
        FROM (SELECT m::date AS day FROM generate_series(${dayBefore(to, trendDays - 1)}::date, ${to}::date, interval '1 day') m) d
        LEFT JOIN LATERAL (SELECT w.balance_after FROM card_flows w
          WHERE w.tenant_id = ${tenantId}::uuid AND w.card_id = ${input.cardId}::uuid AND w.created_at < (d.day + 1)::timestamp AT TIME ZONE 'Asia/Shanghai'
          ORDER BY w.seq DESC LIMIT 1) f ON TRUE
        ORDER BY 1`,
  );
}
