import type { Prisma } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { inTransaction, type Transaction } from '../db/transaction.ts';
import type { IncomingFile } from '../http/files.ts';
import { shownName } from '../http/shown-name.ts';
import type { JobKey } from '../jobs/job-kind.ts';
import { readTable } from '../table-files/read-table.ts';
import type { ImportDefinition, ImportPayload } from './import-definition.ts';
import { type StagedRow, stageRows, stager } from './stage-rows.ts';

/** Reading a large file and staging its rows may take so long, in ms. */
const timeout = 120_000;

/**
 * Takes an uploaded file in: its rows staged and the job that checks them started in one transaction. A
 * file that can't be read is refused here, with nothing left of it.
 */
export async function receiveImport<Params extends object>(
  { session, request, deps }: Call<unknown, Session>,
  file: IncomingFile,
  definition: ImportDefinition<Params>,
  params: Params,
): Promise<{ jobId: string }> {
  return inTransaction(
    deps.database,
    async (tx) => {
      const [row] = await tx.$queryRaw<{ id: string }[]>`SELECT uuidv7()::text AS id`;
      const jobId = row?.id as string;
      const { header, rows } = await stageFile(
        tx,
        { tenantId: session.tenantId, id: jobId },
        file,
        definition,
        deps,
      );
      const payload: ImportPayload<Params> = { params, header, rows, report: null };
      await deps.jobs.start(
        tx,
        { session, request },
        {
          id: jobId,
          kind: definition.kind,
          payload: payload as unknown as Prisma.InputJsonObject,
          total: rows,
          state: 'CHECKING',
          file: { name: shownName(file.fileName), sha256: file.sha256 },
        },
      );
      return { jobId };
    },
    { timeout },
  );
}

async function stageFile(
  tx: Transaction,
  job: JobKey,
  file: IncomingFile,
  definition: ImportDefinition<never>,
  deps: Deps,
): Promise<{ header: string[]; rows: number }> {
  let stage: ReturnType<typeof stager> | undefined;
  let count = 0;
  await readTable(job.tenantId, file, async (rows) => {
    const staged: StagedRow[] = [];
    for (const { row, cells } of rows) {
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (!stage) stage = stager(definition, cells, deps);
      else staged.push(stage.row(row, cells));
    }
    count += staged.length;
    const { maxRows } = definition;
    if (count > maxRows) {
      throw new Refusal({
        zh: `文件超过 ${maxRows} 行，请拆分后再导入`,
        en: `The file has more than ${maxRows} rows, split it`,
      });
    }
    if (staged.length > 0) await stageRows(tx, job, staged);
  });
  if (!stage || count === 0) throw new Refusal({ zh: '文件中没有数据', en: 'The file has no rows' });
  return { header: stage.header, rows: count };
}
