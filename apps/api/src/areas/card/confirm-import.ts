import { id } from '@xyxlx/contracts/fields';
import { paths } from '@xyxlx/contracts/paths';
import { z } from 'zod';
import type { Caller } from '../../core/caller.ts';
import { alreadyHandled } from '../../core/errors.ts';
import { type ActKind, assessAct, moneyAct } from '../../platform/approval/money-act.ts';
import { rowOf, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { cellsOf } from '../../platform/imports/cells-of.ts';
import { runImport } from '../../platform/imports/run-import.ts';
import type { JobKey } from '../../platform/jobs/job-kind.ts';
import { cardFile, faceOf } from './card-file.ts';
import { matterOfImport } from './matter.ts';

/** 卡导入: by what is to be on the cards, however many there are; 50,000 yuan a day, however split. */
const cardImportAct: ActKind = {
  type: 'cardImport',
  label: { zh: '卡导入', en: 'Import of cards' },
  madeWith: 'card.import',
  permission: 'card.approve',
  link: (jobId) => `${paths.cardImports}?import=${jobId}`,
  threshold: { amount: 5_000_000, dayAmount: 5_000_000, count: null, dayCount: null },
};

/** An import over its maker's threshold. */
export const cardImportApproval = moneyAct(
  cardImportAct,
  z.strictObject({ tenantId: id, id }),
  (tx, by, job) => confirmImport(tx, by, job),
  matterOfImport,
);

/** Has a checked file of cards written, or hands that in where the balances are over the maker's threshold. */
export async function confirmImport(tx: Transaction, by: Caller, job: JobKey): Promise<void> {
  const { tenantId, id: jobId } = job;
  const [waiting] = await rowsOf<{
    fileName: string;
    uploaderId: string;
    merchantId: string;
    tenantId: string;
  }>(
    tx,
    sql`SELECT j.file_name AS "fileName", j.created_by_id AS "uploaderId", j.payload #>> '{params,merchantId}' AS "merchantId",
          j.payload #>> '{params,tenantId}' AS "tenantId"
        FROM jobs j WHERE j.tenant_id = ${tenantId}::uuid AND j.id = ${jobId}::uuid AND j.state = 'WAITING_CONFIRM' FOR UPDATE`,
  );
  if (!waiting) throw alreadyHandled();
  const { amount } = await rowOf<{ amount: number }>(
    tx,
    sql`SELECT coalesce(sum(${faceOf({ cell: cellsOf(cardFile.columns) })}), 0)::float8 AS amount FROM import_rows r
        WHERE r.tenant_id = ${tenantId}::uuid AND r.job_id = ${jobId}::uuid AND r.problems IS NULL`,
  );
  if (amount > 0) {
    const { fileName, uploaderId, merchantId } = waiting;
    const { waits } = await assessAct(tx, by, cardImportAct, {
      ...{
        tenantId: waiting.tenantId,
        merchantId,
        subjectId: jobId,
        subjectLabel: fileName,
        amount,
        reason: '',
      },
      ...{ alsoMadeBy: [uploaderId], input: { tenantId, id: jobId } },
    });
    if (waits !== null) return;
  }
  await runImport(tx, by, job);
}
