import type { Deps } from '../../core/deps.ts';
import { alreadyHandled, Refusal, recordMissing } from '../../core/errors.ts';
import type { Transaction } from '../db/transaction.ts';
import type { JobKey } from '../jobs/job-kind.ts';
import { columnsInFile } from './columns-in-file.ts';
import type { ImportDefinition, ImportPayload } from './import-definition.ts';
import { restageRows, restager, type StagedProblem, type StagedRow } from './stage-rows.ts';

/** A text for a cell of a bad row; `column`: its place among the import's. */
interface MendedCell {
  row: number;
  column: number;
  value: string;
}

/** Which columns can be mended: those that the file has, but for a secret one, whose text lies nowhere. */
export function mendableColumns(
  { columns }: Pick<ImportDefinition<never>, 'columns'>,
  header: readonly string[],
) {
  return columnsInFile(columns, header).map((place, index) => place >= 0 && !columns[index]?.secret);
}

/** Puts other texts into bad rows and has all of the import checked again; throws 406 where that is not to be done. */
export async function mendRows(
  tx: Transaction,
  deps: Deps,
  job: JobKey & { payload: object },
  definition: ImportDefinition,
  mended: readonly MendedCell[],
): Promise<void> {
  // First: who confirms it at the same moment waits, and finds that it is being checked.
  if (!(await deps.jobs.recheck(tx, job))) throw alreadyHandled();
  const { header } = job.payload as ImportPayload;
  const places = columnsInFile(definition.columns, header);
  const mendable = mendableColumns(definition, header);
  const numbers = [...new Set(mended.map(({ row }) => row))];
  const bad = await tx.$queryRaw<(StagedRow & { problems: StagedProblem[] })[]>`
    SELECT row_no AS row, cells, original, problems, secret FROM import_rows
    WHERE tenant_id = ${job.tenantId}::uuid AND job_id = ${job.id}::uuid AND row_no = ANY(${numbers}::int[]) AND problems IS NOT NULL`;
  if (bad.length < numbers.length) throw recordMissing();
  const restage = restager(definition, header, deps);
  const rows = bad.map((row) => {
    const texts = header.map((_, place) => (row.original ?? row.cells)[place] ?? '');
    for (const { column, value } of mended.filter((cell) => cell.row === row.row)) {
      if (!mendable[column]) {
        throw new Refusal({ zh: '该列不能在此修改', en: 'This column can not be mended here' });
      }
      texts[places[column] as number] = value;
    }
    return restage(row.row, texts, row);
  });
  await restageRows(tx, job, rows);
}
