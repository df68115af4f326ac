import { type BillDetail, billStates, bill as contract } from '@xyxlx/contracts/bill';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import {
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
} from '../../platform/db/sql.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { sumOf } from '../../platform/lists/sum-list.ts';
import { valueRank } from '../../platform/lists/value-rank.ts';
import { byId, visible, visibleInTenant } from '../../platform/records/scope.ts';

/** The merchant of a bill `c`. */
const billJoins = raw('JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id');

/** The first instant of the month of the bill `c`, and of the month after it. */
const since = `(c.period || '-01')::timestamp AT TIME ZONE 'Asia/Shanghai'`;
const until = `((c.period || '-01')::timestamp + interval '1 month') AT TIME ZONE 'Asia/Shanghai'`;

const within = (kind: string, sign = '') =>
  `${sign}coalesce(sum(l.amount) FILTER (WHERE l.kind = '${kind}' AND l.occurred_at >= ${since}), 0)`;

/** What the ledger says of the month of the bill `c`, in fen: the opening from everything before it. */
export const ledgerFigures = raw(`(
  SELECT coalesce(sum(l.amount) FILTER (WHERE l.occurred_at < ${since}), 0) AS opening,
    ${within('TOP_UP')} AS top_up, ${within('ISSUE')} AS issued, ${within('REFUND')} AS refunded,
    ${within('CONSUME', '-')} AS consumed, ${within('RECOVER', '-')} AS recovered, ${within('FEE', '-')} AS fee,
    coalesce(sum(l.amount), 0) AS closing, (count(*) FILTER (WHERE l.occurred_at >= ${since}))::int AS entries
  FROM merchant_ledger l WHERE l.tenant_id = c.tenant_id AND l.merchant_id = c.merchant_id AND l.occurred_at < ${until})`);

/** The closing of the bill `c` as it is shown, for an order by it. */
const shownClosing = `CASE WHEN c.state = 'OPEN' THEN (SELECT coalesce(sum(l.amount), 0) FROM merchant_ledger l
  WHERE l.tenant_id = c.tenant_id AND l.merchant_id = c.merchant_id AND l.occurred_at < ${until}) ELSE c.closing END`;

const figures = (of: string) =>
  raw(`jsonb_build_object('openingBalance', ${of}.opening, 'topUpAmount', ${of}.top_up, 'issuedAmount', ${of}.issued,
    'consumedAmount', ${of}.consumed, 'refundedAmount', ${of}.refunded, 'recoveredAmount', ${of}.recovered, 'feeAmount', ${of}.fee,
    'closingBalance', ${of}.closing)`);

/** JSON of a bill in a list; the figures of an open one are the ledger's as they are now. */
const billJson: Sql = sql`jsonb_build_object('id', c.id, 'billNo', c.bill_no, 'merchant', ${named('m')}, 'period', c.period,
  'state', c.state, 'issuedAt', ${iso('c.issued_at')}, 'confirmedAt', ${iso('c.confirmed_at')}, 'version', c.version,
  'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by, 'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by)
  || CASE WHEN c.state = 'OPEN' THEN (SELECT ${figures('live')} FROM ${ledgerFigures} live) ELSE ${figures('c')} END`;

/** The bills that one may see. */
export const bills = listOf(contract.queryBill, {
  from: 'bills',
  alias: 'c',
  ofTenants: true,
  scope: visible,
  filters: {
    tenantId: hasId('c.tenant_id'),
    merchantId: hasId('c.merchant_id'),
    keyword: (text, { session }) =>
      sql`(c.bill_no LIKE ${fromStart(text)} OR c.merchant_id IN (
        SELECT k.id FROM merchants k WHERE ${visibleInTenant(session, 'k')} AND k.name ILIKE ${anywhere(text)}))`,
    state: oneOf('c.state'),
    periodFrom: (period) => sql`c.period >= ${period}`,
    periodTo: (period) => sql`c.period <= ${period}`,
  },
  sort: {
    period: { column: 'c.period', type: 'text' },
    closingBalance: { column: shownClosing, type: 'bigint' },
    state: { column: valueRank('c.state', billStates), type: 'int' },
  },
  usual: ['period', 'desc'],
  joins: billJoins,
  row: billJson,
});

/** What they come to. */
export const sumBill = sumOf(bills, {
  issuedAmount: sql`CASE WHEN c.state <> 'OPEN' THEN c.issued ELSE 0 END`,
  consumedAmount: sql`CASE WHEN c.state <> 'OPEN' THEN c.consumed ELSE 0 END`,
  refundedAmount: sql`CASE WHEN c.state <> 'OPEN' THEN -c.refunded ELSE 0 END`,
});

/** The movements `c` of the bills `b` (with their numbers and merchants) that the conditions on bills leave. */
export function entriesFrom(where: Sql): Sql {
  return sql`merchant_ledger c JOIN (
      SELECT c.tenant_id, c.merchant_id, c.bill_no, c.period, m.name, ${raw(since)} AS since, ${raw(until)} AS until
      FROM bills c ${billJoins} WHERE ${where}) b
    ON c.tenant_id = b.tenant_id AND c.merchant_id = b.merchant_id AND c.occurred_at >= b.since AND c.occurred_at < b.until
    ${entryJoins}`;
}

/** The movements `c` of one bill. */
function ofBill(session: Session, id: string): Sql {
  const its = (what: string) => sql`(SELECT ${raw(what)} FROM bills c WHERE ${byId(session, 'c', id)})`;
  return sql`c.tenant_id = ${its('c.tenant_id')} AND c.merchant_id = ${its('c.merchant_id')}
    AND c.occurred_at >= ${its(since)} AND c.occurred_at < ${its(until)}`;
}

/** What a movement `c` needs to be shown. */
const entryJoins = raw('LEFT JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id');

/** The movements of a bill. */
export const billEntries = listOf(contract.queryBillEntry, {
  from: 'merchant_ledger',
  alias: 'c',
  scope: visible,
  filters: { billId: (id, { session }) => ofBill(session, id), kind: oneOf('c.kind') },
  sort: { occurredAt: { column: 'c.occurred_at', type: 'timestamptz' } },
  usual: ['occurredAt', 'desc'],
  joins: entryJoins,
  row: sql`json_build_object('id', c.id, 'kind', c.kind, 'amount', c.amount, 'employee', ${named('e')},
    'sourceNo', c.source_no, 'occurredAt', ${iso('c.occurred_at')})`,
});

/** What the ledger says of one merchant's month; in fen. */
interface Recomputed {
  opening: number;
  topUp: number;
  issued: number;
  consumed: number;
  refunded: number;
  recovered: number;
  fee: number;
  closing: number;
}

/** Adds a bill's month up from the ledger. */
export async function recompute(
  client: Queryable,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<Recomputed> {
  // As float8: a sum of bigint would come as a Decimal or a text.
  return rowOf<Recomputed>(
    client,
    sql`SELECT opening::float8, top_up::float8 AS "topUp", issued::float8, consumed::float8, refunded::float8, recovered::float8,
          fee::float8, closing::float8
        FROM (SELECT live.* FROM bills c CROSS JOIN LATERAL ${ledgerFigures} live
          WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ${id}::uuid) month`,
  );
}

/** One bill beside what the ledger says; throws 406 when the caller can't see it. */
export async function billDetail(client: Queryable, session: Session, id: string): Promise<BillDetail> {
  const [found] = await rowsOf<{ detail: BillDetail }>(
    client,
    sql`
    SELECT ${billJson} || jsonb_build_object('disputeReason', c.dispute_reason, 'issuedBy', c.issued_by, 'confirmedBy', c.confirmed_by,
      'recomputedClosingBalance', ledger.closing, 'balanced', c.state = 'OPEN' OR ledger.closing = c.closing,
      'entryCount', ledger.entries) AS detail
    FROM bills c ${billJoins} CROSS JOIN LATERAL ${ledgerFigures} ledger
    WHERE ${byId(session, 'c', id)} AND ${visible(session, 'c')}`,
  );
  if (!found) throw recordMissing();
  return found.detail;
}
