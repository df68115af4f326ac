import type { BillDetail } from '@xyxlx/contracts/bill';
import type { BillEntryKind } from '@xyxlx/contracts/bill-kinds';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { raw, rowOf, rowsOf, sql } from '../../platform/db/sql.ts';
import { partsOf } from '../../platform/lists/list.ts';
import { byId } from '../../platform/records/scope.ts';
import { billDetail, billEntries } from './bill.sql.ts';
import { billLines } from './lines.sql.ts';

/** What a bill's statement says; amounts in fen. */
export interface Statement {
  /** The tenant's name. */
  unit: string;
  bill: BillDetail;
  /** What moved on a day of Asia/Shanghai, kind by kind; `amount` has its sign. */
  days: { day: string; kind: BillEntryKind; count: number; amount: number }[];
  /** Of a company's bill: merchant by merchant, in the order of their names. */
  lines: { name: string; issued: number; back: number }[];
  /** Whether the company has more merchants than a statement lists. */
  hasMoreLines: boolean;
}

/** So many merchants a statement lists. */
export const mostLines = 1_000;

/** Reads a bill with its sums by day and by merchant; throws 406 when the caller can't see it. */
export async function readStatement(call: Call<{ id: string }, Session>): Promise<Statement> {
  const { session, deps, input } = call;
  const { pool } = deps.database;
  const bill = await billDetail(pool, call, input.id);
  const { unit } = await rowOf<{ unit: string }>(
    pool,
    sql`SELECT t.name AS unit FROM bills b JOIN tenants t ON t.id = b.tenant_id WHERE ${byId(session, 'b', bill.id)}`,
  );
  const entries = partsOf(billEntries, { session, deps }, { billId: bill.id });
  const days = await rowsOf<Statement['days'][number]>(
    pool,
    sql`SELECT (c.occurred_at AT TIME ZONE 'Asia/Shanghai')::date::text AS day, c.kind, count(*)::int AS count, sum(c.amount)::float8 AS amount
        FROM ${entries.table} WHERE ${entries.where} GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  const lines = bill.kind === 'COMPANY' ? await readLines(call) : [];
  return { unit, bill, days, lines: lines.slice(0, mostLines), hasMoreLines: lines.length > mostLines };
}

function readLines({ session, deps, input }: Call<{ id: string }, Session>): Promise<Statement['lines']> {
  const { table, where } = partsOf(billLines, { session, deps }, { billId: input.id });
  return rowsOf(
    deps.database.pool,
    sql`SELECT c.name, c.issued::float8 AS issued, c.back::float8 AS back FROM ${table} WHERE ${where}
        ORDER BY c.name, c.merchant_id ${raw(`LIMIT ${mostLines + 1}`)}`,
  );
}
