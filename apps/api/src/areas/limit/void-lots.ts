import { rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { moveFunds } from '../../platform/fund/fund.ts';
import { post } from '../../platform/ledger/post.ts';
import { limitPostings } from './postings.ts';

/** Some rows of a batch that are to be taken back now. */
interface VoidedRows {
  tenantId: string;
  batchId: string;
  batchNo: string;
  /** Which of its rows `r` that are TO_VOID; their accounts are locked, in the order of their ids. */
  which: Sql;
  /** As they were issued. */
  source: 'BATCH' | 'RULE';
  reason: string;
  by: { userId: string | null; userName: string };
  now: Date;
}

/**
 * Takes back what is available of rows of a batch, any number in a handful of statements, and ends their lots; what is locked stays so.
 * A row of which nothing is left is marked and keeps its lot. Returns how many were voided, how many not, and the sum, in fen.
 */
export async function voidLots(
  tx: Transaction,
  { tenantId, batchId, batchNo, which, source, reason, by, now }: VoidedRows,
): Promise<{ voided: number; failed: number; amount: number }> {
  const rows = await rowsOf<{ companyId: string | null; count: number; amount: number; links: string[] }>(
    tx,
    sql`
    WITH given AS MATERIALIZED (
      SELECT r.row_no, o.id, o.account_id, CASE WHEN o.ended_at IS NULL THEN o.available ELSE 0 END AS amount, a.id AS issued_by
      FROM issue_rows r
      JOIN limit_lots o ON o.tenant_id = ${tenantId}::uuid AND o.batch_id = ${batchId}::uuid AND o.row_no = r.row_no
        AND o.end_reason IS DISTINCT FROM 'MOVED'
      JOIN limit_adjustments a ON a.tenant_id = ${tenantId}::uuid AND a.lot_id = o.id AND a.type = 'INCREASE'
      WHERE r.tenant_id = ${tenantId}::uuid AND r.batch_id = ${batchId}::uuid AND r.state = 'TO_VOID' AND ${which}),
    ended AS (
      UPDATE limit_lots o SET available = 0, voided = o.voided + g.amount, ended_at = ${now}::timestamptz, end_reason = 'VOIDED'
      FROM given g WHERE o.tenant_id = ${tenantId}::uuid AND o.id = g.id AND g.amount > 0),
    moved AS (
      UPDATE limit_accounts l SET total = l.total - g.amount, available = l.available - g.amount,
        lot_available = l.lot_available - g.amount, adjust_seq = l.adjust_seq + 1, updated_at = ${now}::timestamptz
      FROM given g WHERE l.tenant_id = ${tenantId}::uuid AND l.id = g.account_id AND g.amount > 0
      RETURNING l.id, l.merchant_id, l.employee_id, l.company_id, l.adjust_seq, l.available + l.used AS after, g.amount, g.id AS lot_id,
        g.issued_by),
    written AS (
      INSERT INTO limit_adjustments (tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after,
        reason, undoes_id, lot_id, batch_id, created_at, created_by, created_by_id)
      SELECT ${tenantId}::uuid, merchant_id, employee_id, id, company_id, adjust_seq, 'DECREASE', ${source}, after + amount, -amount, after,
        ${reason}, issued_by, lot_id, ${batchId}::uuid, ${now}::timestamptz, ${by.userName}, ${by.userId}::uuid
      FROM moved RETURNING id, company_id, delta),
    finished AS (
      UPDATE issue_rows r SET state = CASE WHEN g.amount > 0 THEN 'VOIDED' ELSE 'VOID_FAILED' END, taken_back = r.taken_back + g.amount,
        message = CASE WHEN g.amount > 0 THEN '' ELSE 'spent' END, finished_at = ${now}::timestamptz
      FROM given g WHERE r.tenant_id = ${tenantId}::uuid AND r.batch_id = ${batchId}::uuid AND r.row_no = g.row_no)
    SELECT company_id AS "companyId", count(*)::int AS count, (-sum(delta))::float8 AS amount, array_agg(id) AS links
    FROM written GROUP BY 1
    UNION ALL
    SELECT NULL, count(*)::int, 0, '{}' FROM given WHERE amount = 0`,
  );
  const backs = rows.flatMap(({ companyId, ...back }) =>
    companyId === null ? [] : [{ companyId, ...back }],
  );
  await moveFunds(
    tx,
    backs.map(({ companyId, amount }) => ({
      ...{ tenantId, companyId, kind: 'LIMIT_RECOVER' as const },
      ...{ delta: amount, sourceId: batchId, remark: batchNo },
    })),
    { sourceType: 'issueBatch', by: by.userName, now },
  );
  await post(
    tx,
    limitPostings,
    backs.flatMap(({ links }) => links.map((id) => ({ tenantId, id }))),
  );
  const sum = (part: 'count' | 'amount') => backs.reduce((total, one) => total + one[part], 0);
  const failed = rows.find(({ companyId }) => companyId === null)?.count ?? 0;
  return { voided: sum('count'), failed, amount: sum('amount') };
}
