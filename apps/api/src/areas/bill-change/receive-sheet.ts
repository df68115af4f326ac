import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { IncomingFile } from '../../platform/http/files.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextNumber } from '../../platform/records/numbers.ts';
import { readAmountSheet, type SheetRow } from '../../platform/table-files/amount-sheet.ts';
import { lockMerchant } from '../merchant/lock-merchant.ts';
import { limitSheet } from './limit-sheet.ts';

/** The most rows that one sheet may have. */
const maxRows = 200_000;

/** Takes a sheet of at most `most` rows in, row by row as it stands there, and starts its check. */
export async function receiveSheet(
  call: Call<{ merchantId: string; reason: string }, Session>,
  file: IncomingFile,
  most = maxRows,
): Promise<{ jobId: string; batchId: string }> {
  return inTransaction(call.deps.database, (tx) => stage(tx, call, file, most), { timeout: 120_000 });
}

async function stage(
  tx: Transaction,
  call: Call<{ merchantId: string; reason: string }, Session>,
  file: IncomingFile,
  most: number,
): Promise<{ jobId: string; batchId: string }> {
  const { merchantId, reason } = call.input;
  const { session, deps } = call;
  const { tenantId } = await lockMerchant(tx, session, merchantId);
  const same = await tx.limitBatch.findFirst({
    where: { tenantId, merchantId, sha256: file.sha256, state: { notIn: ['CANCELLED', 'FAILED'] } },
    orderBy: { createdAt: 'desc' },
    select: { batchNo: true },
  });
  const batch = await tx.limitBatch.create({
    data: {
      tenantId,
      merchantId,
      reason,
      batchNo: await nextNumber(tx, tenantId, 'LB'),
      fileName: file.fileName.slice(0, 200),
      sha256: file.sha256,
      sameAsBatchNo: same?.batchNo ?? null,
      createdBy: session.userName,
      createdById: session.userId,
      updatedBy: session.userName,
    },
  });
  const rows = await readAmountSheet(tenantId, file, { sheet: limitSheet, most }, (some) =>
    insert(tx, tenantId, batch.id, some),
  );
  const jobId = await deps.jobs.start(tx, call, {
    kind: 'limitBatchCheck',
    payload: { tenantId, batchId: batch.id },
    total: rows,
    file: { name: batch.fileName, sha256: batch.sha256 },
  });
  await tx.limitBatch.update({
    where: { tenantId_id: { tenantId, id: batch.id } },
    data: { jobId, total: rows },
  });
  await logChange(tx, call, {
    tenantId,
    id: batch.id,
    label: batch.batchNo,
    after: { rows, sha256: batch.sha256 },
    reason,
  });
  return { jobId, batchId: batch.id };
}

async function insert(tx: Transaction, tenantId: string, batchId: string, rows: SheetRow[]): Promise<void> {
  await rowsOf(
    tx,
    sql`
    INSERT INTO limit_batch_rows (tenant_id, batch_id, row_no, employee_no, employee_name, new_limit_text, new_limit)
    SELECT ${tenantId}::uuid, ${batchId}::uuid, * FROM unnest(${rows.map((row) => row.rowNo)}::int[], ${rows.map((row) => row.employeeNo)}::text[],
      ${rows.map((row) => row.employeeName)}::text[], ${rows.map((row) => row.amountText)}::text[], ${rows.map((row) => row.amount)}::bigint[])`,
  );
}
