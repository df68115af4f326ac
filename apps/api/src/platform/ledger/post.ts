import { byTenant } from '../db/by-tenant.ts';
import { empty, type Sql, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';
import { idOf, legsOf, type PostingRule } from './posting-rule.ts';

/** A row of a source. */
interface RowKey {
  tenantId: string;
  id: string;
}

/** Writes the postings of rows in the transaction that writes them, in one statement a tenant; nothing for those that are no money events. */
export async function post(tx: Transaction, rule: PostingRule, rows: readonly RowKey[]): Promise<void> {
  const [row, ...others] = rows;
  if (!row) return;
  if (others.length === 0) {
    // Without lists one plan serves every payment: planning takes longer than the statement.
    await postWhere(tx, rule, row.tenantId, sql`${idOf(rule)} = ${row.id}::uuid`);
    return;
  }
  for (const [tenantId, ofTenant] of Map.groupBy(rows, (one) => one.tenantId)) {
    await postWhere(tx, rule, tenantId, sql`${idOf(rule)} = ANY(${ofTenant.map(({ id }) => id)}::uuid[])`);
  }
}

/**
 * As `post`, of the rows `r` of a tenant that a condition names; returns how many legs were written. `missing`: those alone that are not
 * there yet.
 */
export async function postWhere(
  tx: Transaction,
  rule: PostingRule,
  tenantId: string,
  which: Sql,
  { missing = false } = {},
): Promise<number> {
  const statement = sql`
    WITH legs AS MATERIALIZED (${legsOf(rule, sql`r.tenant_id = ${tenantId}::uuid AND ${which}`)}),
    slots AS MATERIALIZED (
      SELECT k.*, s.slot_id, s.book_date
      FROM (SELECT DISTINCT tenant_id, day, kind, doc_type, doc_id FROM legs ORDER BY 1, 2, 3, 5) k
      CROSS JOIN LATERAL open_slot(k.tenant_id, k.day, k.kind, k.doc_type, k.doc_id) s)
    INSERT INTO ledger_postings (tenant_id, source_id, source_type, leg, slot_id, book_date, kind, debit_role, credit_role, amount, company_id,
      counter_company_id, merchant_id, employee_id, card_id, counter_card_id, platform_account_id, occurred_at)
    SELECT l.tenant_id, l.source_id, l.source_type, l.leg, s.slot_id, s.book_date, l.kind, l.debit_role, l.credit_role, l.amount, l.company_id,
      l.counter_company_id, l.merchant_id, l.employee_id, l.card_id, l.counter_card_id, l.platform_account_id, l.occurred_at
    FROM legs l JOIN slots s ON s.tenant_id = l.tenant_id AND s.day = l.day AND s.kind = l.kind AND s.doc_id IS NOT DISTINCT FROM l.doc_id
    ${missing ? sql`ON CONFLICT (tenant_id, source_id, source_type, leg) DO NOTHING` : empty}`;
  return tx.$executeRaw(byTenant(statement, tenantId));
}
