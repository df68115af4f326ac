import { topUp as contract, type TopUpDetail } from '@xyxlx/contracts/top-up';
import { type TopUpException, topUpStates, topUpStateWords } from '@xyxlx/contracts/top-up-kinds';
import type { Call } from '../../core/call.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import {
  empty,
  iso,
  join,
  named,
  type Queryable,
  raw,
  rowsOf,
  type Sql,
  sql,
} from '../../platform/db/sql.ts';
import { fromDay, hasId, oneOf, untilDay } from '../../platform/lists/conditions.ts';
import { findIn, numbered, numberedBy } from '../../platform/lists/find.ts';
import { listOf } from '../../platform/lists/list.ts';
import { valueRank } from '../../platform/lists/value-rank.ts';
import { byId, visibleCompanies } from '../../platform/records/scope.ts';
import { dayBefore, shanghaiDay } from '../../platform/time/shanghai.ts';
import { channelRefundOf } from '../channel/channel-refund.sql.ts';
import { payTextOf } from '../channel/pay-text.ts';
import { payToOf } from '../platform/pay-to.ts';

const joins = raw(`
  JOIN companies o ON o.tenant_id = c.tenant_id AND o.id = c.company_id
  LEFT JOIN card_orders ko ON ko.tenant_id = c.tenant_id AND ko.id = c.order_id
  LEFT JOIN cards k ON k.tenant_id = c.tenant_id AND k.id = c.card_id
  LEFT JOIN statement_lines l ON l.tenant_id = c.tenant_id AND l.id = c.statement_line_id`);

const row = sql`json_build_object('id', c.id, 'no', c.top_up_no, 'target', c.target, 'company', ${named('o')},
  'card', CASE WHEN k.id IS NOT NULL THEN json_build_object('id', k.id, 'cardNo', k.card_no) END,
  'order', CASE WHEN ko.id IS NOT NULL THEN json_build_object('id', ko.id, 'no', ko.order_no) END, 'amount', c.amount, 'feeAmount', c.fee,
  'bonusAmount', c.bonus, 'receivedAmount', c.received, 'channel', c.channel, 'flowNo', coalesce(c.channel_flow_no, l.bank_no),
  'transferCode', c.transfer_code, 'late', c.late, 'divertedFor', c.diverted_for,
  'toldAmount', c.told_amount, 'state', c.state, 'closesAt', ${iso('c.closes_at')}, 'remark', c.remark, 'version', c.version,
  'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by, 'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by)`;

const exceptions: Record<TopUpException, Sql> = {
  LATE: sql`c.late`,
  MISMATCH: sql`c.told_amount IS NOT NULL`,
  DIVERTED: sql`c.diverted_for IS NOT NULL`,
};

/** The top-ups of the companies that one may see. */
export const topUps = listOf(contract.queryTopUp, {
  from: 'top_ups',
  alias: 'c',
  ofTenants: true,
  scope: visibleCompanies,
  filters: {
    tenantId: hasId('c.tenant_id'),
    keyword: (
      text,
    ) => sql`(c.top_up_no = ${text.toUpperCase()} OR c.transfer_code = ${text.toUpperCase()} OR c.channel_flow_no = ${text}
      OR EXISTS (SELECT FROM statement_lines s WHERE s.tenant_id = c.tenant_id AND s.id = c.statement_line_id AND s.bank_no = ${text}))`,
    companyId: hasId('c.company_id'),
    target: oneOf('c.target'),
    channel: oneOf('c.channel'),
    state: oneOf('c.state'),
    exception: (kinds) =>
      sql`(${join(
        kinds.map((kind) => exceptions[kind]),
        ' OR ',
      )})`,
    createdFrom: fromDay('c.created_at'),
    createdTo: untilDay('c.created_at'),
  },
  sort: {
    createdAt: { column: 'c.created_at', type: 'timestamptz' },
    amount: { column: 'c.amount', type: 'bigint' },
    state: { column: valueRank('c.state', topUpStates), type: 'int' },
  },
  usual: ['createdAt', 'desc'],
  joins,
  row,
});

/** Any of them by what is typed. */
export const foundTopUps = findIn(topUps, {
  kind: 'topUp',
  by: [
    numbered('c.top_up_no'),
    numbered('c.transfer_code'),
    numberedBy(
      'r.reversal_no',
      (its) =>
        sql`c.id IN (SELECT r.top_up_id FROM top_up_reversals r WHERE r.tenant_id = c.tenant_id AND ${its})`,
    ),
  ],
  number: 'c.top_up_no',
  title: `(SELECT o.name FROM companies o WHERE o.tenant_id = c.tenant_id AND o.id = c.company_id)`,
  state: ['c.state', topUpStateWords],
  amount: 'c.amount',
});

/** One top-up as the wire has it; throws 406 when the caller can't see it. */
export async function topUpOf(client: Queryable, session: Session, id: string): Promise<TopUpDetail> {
  const [found] = await rowsOf<{
    row: Omit<TopUpDetail, 'payUrl' | 'payTo' | 'reversals'>;
    reversals: TopUpDetail['reversals'];
    payUrl: string | null;
    tenantId: string;
  }>(
    client,
    sql`SELECT ${row} AS row, ${payTextOf('c')} AS "payUrl", c.tenant_id AS "tenantId",
          (SELECT coalesce(json_agg(json_build_object('id', r.id, 'no', r.reversal_no, 'kind', r.kind, 'amount', r.amount, 'reason', r.reason,
              'state', r.state, 'doneAt', ${iso('r.done_at')},
              'channelRefund', ${channelRefundOf(sql`q.reversal_id`)}, 'createdAt', ${iso('r.created_at')}, 'createdBy', r.created_by) ORDER BY r.id DESC), '[]')
            FROM top_up_reversals r WHERE r.tenant_id = c.tenant_id AND r.top_up_id = c.id) AS reversals
        FROM top_ups c ${joins}
        WHERE ${byId(session, 'c', id)} AND ${visibleCompanies(session, 'c')}`,
  );
  if (!found) throw recordMissing();
  const { row: topUp, payUrl, tenantId, reversals } = found;
  const isAwaited = topUp.state === 'TO_CLAIM';
  return {
    ...topUp,
    payUrl,
    reversals,
    payTo: isAwaited ? await payToOf(client, { tenantId, companyId: topUp.company.id }) : null,
  };
}

type Funnel = {
  channel: TopUpDetail['channel'];
  made: number;
  succeeded: number;
  late: number;
  mismatched: number;
  diverted: number;
  receivedAmount: number;
};

/** What became of the top-ups of the last days up to today, channel by channel. */
export function funnelOf(
  { session, now, deps }: Call<unknown, Session>,
  { days, tenantId }: { days: number; tenantId?: string | undefined },
): Promise<Funnel[]> {
  const since = dayBefore(shanghaiDay(now), days - 1);
  return rowsOf(
    deps.database.pool,
    sql`SELECT c.channel, count(*)::int AS made, count(*) FILTER (WHERE c.state = 'SUCCESS')::int AS succeeded,
          count(*) FILTER (WHERE c.late)::int AS late, count(*) FILTER (WHERE c.told_amount IS NOT NULL)::int AS mismatched,
          count(*) FILTER (WHERE c.diverted_for IS NOT NULL)::int AS diverted,
          coalesce(sum(c.received) FILTER (WHERE c.state = 'SUCCESS'), 0)::float8 AS "receivedAmount"
        FROM top_ups c
        WHERE ${visibleCompanies(session, 'c')} ${tenantId ? sql`AND ${hasId('c.tenant_id')(tenantId)}` : empty}
          AND ${fromDay('c.created_at')(since)}
        GROUP BY c.channel ORDER BY made DESC, c.channel`,
  );
}
