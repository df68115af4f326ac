import type { PostingSource } from '@xyxlx/contracts/ledger-roles';
import { type Sql, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';

/** Legs of what was taken back come after those that it had. */
const firstBack = 4;

/**
 * Posts the legs of rows that are about to be deleted once more, the other way, so that together they come to nothing: a posting stays.
 * `ids` selects the rows' ids; `at` is when they are taken back.
 */
export async function takeBackPostings(
  tx: Transaction,
  { tenantId, source, ids, at }: { tenantId: string; source: PostingSource; ids: Sql; at: Date },
): Promise<void> {
  await tx.$executeRaw(sql`
    WITH legs AS MATERIALIZED (
      SELECT p.* FROM ledger_postings p
      WHERE p.tenant_id = ${tenantId}::uuid AND p.source_type = ${source} AND p.source_id IN (${ids}) AND p.leg <= ${firstBack}::int),
    slots AS MATERIALIZED (
      SELECT k.kind, s.slot_id, s.book_date
      FROM (SELECT DISTINCT kind FROM legs ORDER BY kind) k
      CROSS JOIN LATERAL open_slot(${tenantId}::uuid, (${at}::timestamptz AT TIME ZONE 'Asia/Shanghai')::date, k.kind, NULL, NULL) s)
    INSERT INTO ledger_postings (tenant_id, source_id, source_type, leg, slot_id, book_date, kind, debit_role, credit_role, amount, company_id,
      counter_company_id, merchant_id, employee_id, card_id, counter_card_id, platform_account_id, occurred_at)
    SELECT l.tenant_id, l.source_id, l.source_type, l.leg + ${firstBack}::int, s.slot_id, s.book_date, l.kind, l.credit_role, l.debit_role, l.amount,
      coalesce(l.counter_company_id, l.company_id), CASE WHEN l.counter_company_id IS NOT NULL THEN l.company_id END, l.merchant_id, l.employee_id,
      coalesce(l.counter_card_id, l.card_id), CASE WHEN l.counter_card_id IS NOT NULL THEN l.card_id END, l.platform_account_id, ${at}::timestamptz
    FROM legs l JOIN slots s ON s.kind = l.kind`);
}
