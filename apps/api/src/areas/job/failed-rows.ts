import type { Label } from '@xyxlx/contracts/endpoint';
import type { FileFormat } from '@xyxlx/contracts/file-format';
import type { Deps } from '../../deps.ts';
import type { ImportDefinition, ImportPayload } from '../../platform/imports/import-definition.ts';
import type { StagedProblem } from '../../platform/imports/stage-rows.ts';
import { tableFile } from '../../platform/table-files/write-table.ts';
import type { OutgoingFile } from '../../wire/implement.ts';
import type { Language } from '../../wire/language.ts';

const reasonHeader: Label = { zh: '失败原因', en: 'Reason' };

/** Rows that are read from the stage at once. */
const pageSize = 1000;

/** The rows that were not imported, in the file's own layout with the reasons behind: corrected, it can be uploaded as it is. */
export function failedRowsFile(
  { database }: Deps,
  job: { id: string; payload: object },
  { title, columns }: ImportDefinition,
  format: FileFormat,
  language: Language,
): OutgoingFile {
  const names = { zh: `${title.zh}失败明细`, en: `${title.en} failed rows` };
  const labels = new Map(columns.map(({ key, label }) => [key, label[language]]));
  // The file of failed rows, uploaded again, has the column already.
  const header = (job.payload as ImportPayload).header.filter((text) => !isReason(text));

  async function* rows(): AsyncGenerator<string[]> {
    for (let last = 0; ; ) {
      const { rows: page } = await database.pool.query<{
        row_no: number;
        cells: string[];
        problems: StagedProblem[];
      }>({
        name: 'import-failed-rows',
        text: `SELECT row_no, coalesce(original, cells) AS cells, problems FROM import_rows
               WHERE job_id = $1 AND row_no > $2 AND problems IS NOT NULL ORDER BY row_no LIMIT ${pageSize}`,
        values: [job.id, last],
      });
      for (const { row_no, cells, problems } of page) {
        last = row_no;
        const reasons = problems.map(
          ({ column, reason }) => `${labels.get(column) ?? column}: ${reason[language]}`,
        );
        yield [...header.map((_, index) => cells[index] ?? ''), reasons.join('; ')];
      }
      if (page.length < pageSize) return;
    }
  }

  return tableFile(names[language], format, [...header, reasonHeader[language]], rows());
}

function isReason(text: string): boolean {
  return text === reasonHeader.zh || text === reasonHeader.en;
}
