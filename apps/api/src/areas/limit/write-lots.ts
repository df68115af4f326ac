import { rowOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { type FundOwner, moveFunds } from '../../platform/fund/fund.ts';
import { post } from '../../platform/ledger/post.ts';
import { limitPostings } from './postings.ts';

/** Some rows of a batch that are to be issued now. */
interface IssuedRows extends Pick<FundOwner, 'tenantId' | 'companyId'> {
  batchId: string;
  batchNo: string;
  /** Which of its READY rows `r`; their accounts are locked, in the order of their ids, and all of the company. */
  which: Sql;
  institutionId: string | null;
  /** 00:00 after the last day in Asia/Shanghai; null: they never end. */
  expiresAt: Date | null;
  /** By hand, or by a plan. */
  source: 'BATCH' | 'RULE';
  reason: string;
  by: { userId: string | null; userName: string };
  now: Date;
  /** What of their sum was held for the batch, in fen: it is frozen no more. */
  held?: number;
}

/**
 * Issues rows of a batch, any number in a handful of statements: lots, accounts, links, rows, the company's fund and postings; returns
 * how many there were and their sum, in fen. Throws 406 where the fund does not cover it.
 */
export async function writeLots(
  tx: Transaction,
  issued: IssuedRows,
): Promise<{ done: number; amount: number }> {
  const { tenantId, companyId, batchId, batchNo, which, institutionId, expiresAt, source, reason, by, now } =
    issued;
  const { done, amount, links } = await rowOf<{ done: number; amount: number; links: string[] | null }>(
    tx,
    sql`
    WITH given AS MATERIALIZED (
      SELECT r.row_no, r.amount, a.id AS account_id, uuidv7() AS lot_id
      FROM issue_rows r JOIN limit_accounts a ON a.tenant_id = ${tenantId}::uuid AND a.employee_id = r.employee_id
      WHERE r.tenant_id = ${tenantId}::uuid AND r.batch_id = ${batchId}::uuid AND r.state = 'READY' AND ${which}
      ORDER BY r.row_no),
    lots AS (
      INSERT INTO limit_lots (tenant_id, id, account_id, institution_id, batch_id, row_no, amount, available, expires_at, created_at)
      SELECT ${tenantId}::uuid, lot_id, account_id, ${institutionId}::uuid, ${batchId}::uuid, row_no, amount, amount,
        ${expiresAt}::timestamptz, ${now}::timestamptz
      FROM given),
    moved AS (
      UPDATE limit_accounts l SET total = l.total + g.amount, available = l.available + g.amount,
        lot_available = l.lot_available + g.amount, adjust_seq = l.adjust_seq + 1, updated_at = ${now}::timestamptz
      FROM given g WHERE l.tenant_id = ${tenantId}::uuid AND l.id = g.account_id
      RETURNING l.id, l.merchant_id, l.employee_id, l.adjust_seq, l.available + l.used AS after, g.amount, g.lot_id),
    written AS (
      INSERT INTO limit_adjustments (tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta, after,
        reason, lot_id, batch_id, created_at, created_by, created_by_id)
      SELECT ${tenantId}::uuid, merchant_id, employee_id, id, ${companyId}::uuid, adjust_seq, 'INCREASE', ${source}, after - amount, amount,
        after, ${reason}, lot_id, ${batchId}::uuid, ${now}::timestamptz, ${by.userName}, ${by.userId}::uuid
      FROM moved RETURNING id),
    finished AS (
      UPDATE issue_rows r SET state = 'DONE', lot_id = g.lot_id, message = '', finished_at = ${now}::timestamptz
      FROM given g WHERE r.tenant_id = ${tenantId}::uuid AND r.batch_id = ${batchId}::uuid AND r.row_no = g.row_no)
    SELECT count(*)::int AS done, coalesce(sum(amount), 0)::float8 AS amount, (SELECT array_agg(id) FROM written) AS links FROM moved`,
  );
  if (done === 0) return { done, amount };
  const flow = { tenantId, companyId, sourceId: batchId, remark: batchNo };
  const held = issued.held ?? 0;
  await moveFunds(tx, [{ ...flow, kind: 'LIMIT_ISSUE', delta: -amount, held }], {
    sourceType: 'issueBatch',
    by: by.userName,
    now,
  });
  await post(
    tx,
    limitPostings,
    (links ?? []).map((id) => ({ tenantId, id })),
  );
  return { done, amount };
}
