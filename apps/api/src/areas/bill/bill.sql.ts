import type { BillDetail, BillState } from '@xyxlx/contracts/bill';
import { visible } from '../../platform/scope.ts';
import { boundsOfMonth } from '../../platform/shanghai.ts';
import {
  allOf,
  anywhere,
  fromStart,
  iso,
  named,
  type Queryable,
  raw,
  rowOf,
  rowsOf,
  type Sql,
  sql,
} from '../../platform/sql.ts';
import type { Session } from '../../sessions/session.ts';
import { recordMissing } from '../../wire/errors.ts';

/** Bills `c` with their merchants. */
export const billsFrom = raw(
  'bills c JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id',
);

const shown = sql`'id', c.id, 'billNo', c.bill_no, 'merchant', ${named('m')}, 'period', c.period,
  'openingBalance', c.opening, 'topUpAmount', c.top_up, 'issuedAmount', c.issued, 'consumedAmount', c.consumed,
  'refundedAmount', c.refunded, 'recoveredAmount', c.recovered, 'feeAmount', c.fee, 'closingBalance', c.closing, 'state', c.state,
  'issuedAt', ${iso('c.issued_at')}, 'confirmedAt', ${iso('c.confirmed_at')}, 'version', c.version,
  'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by, 'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by`;

/** JSON of a bill in a list. */
export const billJson: Sql = sql`json_build_object(${shown})`;

export interface BillFilters {
  merchantId?: string | undefined;
  keyword?: string | undefined;
  state?: BillState[] | undefined;
  periodFrom?: string | undefined;
  periodTo?: string | undefined;
}

/** What a list of bills is cut down to: the caller's scope, and the filters. */
export function billsWhere(session: Session, filters: BillFilters): Sql {
  const { merchantId, keyword, state, periodFrom, periodTo } = filters;
  return allOf([
    visible(session, 'c'),
    merchantId && sql`c.merchant_id = ${merchantId}::uuid`,
    keyword && sql`(m.name ILIKE ${anywhere(keyword)} OR c.bill_no LIKE ${fromStart(keyword)})`,
    state && sql`c.state::text = ANY(${state}::text[])`,
    periodFrom && sql`c.period >= ${periodFrom}`,
    periodTo && sql`c.period <= ${periodTo}`,
  ]);
}

/** What the ledger says of one merchant's month; in fen. */
export interface Recomputed {
  opening: number;
  topUp: number;
  issued: number;
  consumed: number;
  refunded: number;
  recovered: number;
  fee: number;
  closing: number;
  entries: number;
}

/** Adds a merchant's month up from the ledger: the opening from everything before it. */
export async function recompute(
  client: Queryable,
  { tenantId, merchantId, period }: { tenantId: string; merchantId: string; period: string },
): Promise<Recomputed> {
  const { from, to } = boundsOfMonth(period);
  const sum = (kind: string) =>
    sql`coalesce(sum(amount) FILTER (WHERE kind = ${kind} AND occurred_at >= ${from}::timestamptz), 0)::float8`;
  const row = await rowOf<Recomputed>(
    client,
    sql`
    SELECT coalesce(sum(amount) FILTER (WHERE occurred_at < ${from}::timestamptz), 0)::float8 AS opening,
      ${sum('TOP_UP')} AS "topUp", ${sum('ISSUE')} AS issued, -${sum('CONSUME')} AS consumed, ${sum('REFUND')} AS refunded,
      -${sum('RECOVER')} AS recovered, -${sum('FEE')} AS fee, coalesce(sum(amount), 0)::float8 AS closing,
      (count(*) FILTER (WHERE occurred_at >= ${from}::timestamptz))::int AS entries
    FROM merchant_ledger
    WHERE tenant_id = ${tenantId}::uuid AND merchant_id = ${merchantId}::uuid AND occurred_at < ${to}::timestamptz`,
  );
  // A sum of nothing with a minus in front is −0, which JSON shows as 0 and comparisons don't mind; said here once.
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value + 0]),
  ) as unknown as Recomputed;
}

/** One bill beside what the ledger says; throws 406 when the caller can't see it. */
export async function billDetail(client: Queryable, session: Session, id: string): Promise<BillDetail> {
  const [found] = await rowsOf<{
    detail: Omit<BillDetail, 'recomputedClosingBalance' | 'balanced' | 'entryCount'>;
    tenantId: string;
  }>(
    client,
    sql`
    SELECT json_build_object(${shown}, 'disputeReason', c.dispute_reason, 'issuedBy', c.issued_by, 'confirmedBy', c.confirmed_by) AS detail,
      c.tenant_id AS "tenantId"
    FROM ${billsFrom} WHERE c.id = ${id}::uuid AND ${visible(session, 'c')}`,
  );
  if (!found) throw recordMissing();
  const { detail, tenantId } = found;
  const { closing, entries } = await recompute(client, {
    tenantId,
    merchantId: detail.merchant.id,
    period: detail.period,
  });
  return {
    ...detail,
    recomputedClosingBalance: closing,
    balanced: closing === detail.closingBalance,
    entryCount: entries,
  };
}
