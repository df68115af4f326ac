import type { IssueBatch } from '@xyxlx/database/client/client';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { SheetRow } from '../../platform/table-files/amount-sheet.ts';

/**
 * Writes the rows of a batch's file as they are read, each with what is wrong with it: a row that is judged after it was written is written
 * twice. Of several rows with one number the first alone can be good.
 */
export function sheetJudge(tx: Transaction, batch: IssueBatch): (rows: SheetRow[]) => Promise<void> {
  const firstRows = new Map<string, number>();
  return (rows) => {
    for (const { employeeNo, rowNo } of rows) {
      if (!firstRows.has(employeeNo)) firstRows.set(employeeNo, rowNo);
    }
    return insertJudged(tx, batch, rows, firstRows);
  };
}

async function insertJudged(
  tx: Transaction,
  { tenantId, merchantId, id }: IssueBatch,
  rows: SheetRow[],
  firstRows: ReadonlyMap<string, number>,
): Promise<void> {
  await rowsOf(
    tx,
    sql`
    WITH found AS (
      SELECT r.*, e.id AS employee_id, e.name, e.state
      FROM unnest(${rows.map((row) => row.rowNo)}::int[], ${rows.map((row) => firstRows.get(row.employeeNo))}::int[],
        ${rows.map((row) => row.employeeNo)}::text[], ${rows.map((row) => row.employeeName)}::text[],
        ${rows.map((row) => row.amountText)}::text[], ${rows.map((row) => row.amount)}::bigint[])
        AS r(row_no, first, employee_no, employee_name, amount_text, amount)
      LEFT JOIN employees e ON e.employee_no = r.employee_no AND e.tenant_id = ${tenantId}::uuid AND e.merchant_id = ${merchantId}::uuid),
    judged AS (
      SELECT *, CASE WHEN first <> row_no THEN 'twin:' || first WHEN employee_id IS NULL THEN 'missing'
        WHEN state = 'PENDING' THEN 'pending' WHEN state = 'FROZEN' THEN 'frozen' WHEN state = 'LEFT' THEN 'left'
        WHEN amount IS NULL OR amount NOT BETWEEN 1 AND 1000000000000 THEN 'amount'
        WHEN employee_name NOT IN ('', name) THEN 'name' ELSE '' END AS problem
      FROM found)
    INSERT INTO issue_rows (tenant_id, batch_id, row_no, employee_id, employee_no, employee_name, amount_text, amount, state, message)
    SELECT ${tenantId}::uuid, ${id}::uuid, row_no, CASE WHEN first = row_no THEN employee_id END, employee_no,
      coalesce(nullif(employee_name, ''), name, ''), amount_text, amount, CASE WHEN problem = '' THEN 'READY' ELSE 'FAILED' END, problem
    FROM judged`,
  );
}
