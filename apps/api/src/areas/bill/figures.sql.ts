import type { BillFigure } from '@xyxlx/contracts/bill-kinds';
import type { Bill } from '@xyxlx/database/client/client';
import { join, type Queryable, raw, rowOf, type Sql, sql } from '../../platform/db/sql.ts';

/** The figures that Prisma's `Bill` has, and their columns. */
const columns = {
  opening: 'opening',
  topUp: 'top_up',
  issued: 'issued',
  refunded: 'refunded',
  consumed: 'consumed',
  recovered: 'recovered',
  transferIn: 'transfer_in',
  transferOut: 'transfer_out',
  cardIn: 'card_in',
  cardOut: 'card_out',
  fee: 'fee',
  closing: 'closing',
} as const;

/** The column of each figure on the wire. */
export const columnOf: Readonly<Record<BillFigure, string>> = {
  openingBalance: columns.opening,
  topUpAmount: columns.topUp,
  issuedAmount: columns.issued,
  refundedAmount: columns.refunded,
  consumedAmount: columns.consumed,
  recoveredAmount: columns.recovered,
  transferInAmount: columns.transferIn,
  transferOutAmount: columns.transferOut,
  cardInAmount: columns.cardIn,
  cardOutAmount: columns.cardOut,
  feeAmount: columns.fee,
  closingBalance: columns.closing,
};

/** The columns that movements of the month add to, as `bill_ledger` names them. */
export const billParts = Object.values(columns).filter((name) => name !== 'opening' && name !== 'closing');

/** The first instant of the month of the bill `c`, and of the month after it. */
export const since = `(c.period || '-01')::timestamp AT TIME ZONE 'Asia/Shanghai'`;
export const until = `((c.period || '-01')::timestamp + interval '1 month') AT TIME ZONE 'Asia/Shanghai'`;

/** Whose month the bill `c` is. */
export const owner = 'coalesce(c.merchant_id, c.company_id)';

const ofBill = `l.tenant_id = c.tenant_id AND l.owner_id = ${owner} AND l.occurred_at < ${until}`;

const within = (part: string) =>
  `coalesce(sum(l.part_amount) FILTER (WHERE l.part = '${part}' AND l.occurred_at >= ${since}), 0) AS ${part}`;

/** What the ledger says of the month of the bill `c`, in fen: the opening from everything before it. */
export const ledgerFigures = raw(`(
  SELECT coalesce(sum(l.amount) FILTER (WHERE l.occurred_at < ${since}), 0) AS opening, ${billParts.map(within).join()},
    coalesce(sum(l.amount), 0) AS closing, (count(*) FILTER (WHERE l.occurred_at >= ${since}))::int AS entries
  FROM bill_ledger l WHERE ${ofBill})`);

/** The closing of the bill `c` as it is shown, for an order by it. */
export const shownClosing = `CASE WHEN c.state = 'OPEN' THEN (SELECT coalesce(sum(l.amount), 0) FROM bill_ledger l WHERE ${ofBill})
  ELSE c.closing END`;

/** JSON of the figures of a bill, or of what the ledger says. */
export const figuresOf = (of: string): Sql =>
  raw(
    `jsonb_build_object(${Object.entries(columnOf)
      .map(([name, column]) => `'${name}', ${of}.${column}`)
      .join()})`,
  );

const tuple = (of: string) =>
  `(${Object.values(columns)
    .map((column) => `${of}.${column}`)
    .join()})`;

/** Whether two of them say the same. */
export const sameFigures = (one: string, other: string): Sql => raw(`${tuple(one)} = ${tuple(other)}`);

/** What the ledger says of a bill's month; in fen. */
type Recomputed = Record<keyof typeof columns, number>;

/** Adds a bill's month up from the ledger. */
export async function recompute(
  client: Queryable,
  { tenantId, id }: Pick<Bill, 'tenantId' | 'id'>,
): Promise<Recomputed> {
  // As float8: a sum of bigint would come as a Decimal or a text.
  const named = Object.entries(columns).map(([name, column]) => raw(`live.${column}::float8 AS "${name}"`));
  return rowOf<Recomputed>(
    client,
    sql`SELECT ${join(named)} FROM bills c CROSS JOIN LATERAL ${ledgerFigures} live
        WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ${id}::uuid`,
  );
}
