import type { Label } from '@xyxlx/contracts/endpoint';
import type { FileFormat } from '@xyxlx/contracts/file-format';
import type { Deps } from '../../core/deps.ts';
import type { Language } from '../../core/language.ts';
import { tableFile } from '../../platform/exports/write-table.ts';
import type { OutgoingFile } from '../../platform/http/files.ts';
import type {
  ImportColumn,
  ImportDefinition,
  ImportPayload,
} from '../../platform/imports/import-definition.ts';
import type { StagedProblem } from '../../platform/imports/stage-rows.ts';
import { maskedKeyword, maskMobile } from '../../platform/security/mask.ts';

const rowHeader: Label = { zh: '文件行号', en: 'File row' };
const reasonHeader: Label = { zh: '失败原因', en: 'Reason' };

/** Rows that are read from the stage at once. */
const pageSize = 1000;

/**
 * The rows that were not imported, in the file's own layout with their numbers and the reasons behind, which another upload passes
 * over. Mobiles and e-mails are masked, as the user who fetches it need not be the one who uploaded it: they are filled in again from that file.
 */
export function failedRowsFile(
  { database }: Deps,
  job: { tenantId: string; id: string; payload: object },
  { title, columns }: ImportDefinition,
  format: FileFormat,
  language: Language,
): OutgoingFile {
  const names = { zh: `${title.zh}失败明细`, en: `${title.en} failed rows` };
  const labels = new Map(columns.map(({ key, label }) => [key, label[language]]));
  const header = (job.payload as ImportPayload).header;
  const shown = header.map((text, index) => ({ text, index })).filter(({ text }) => !isOwn(text));
  const masks = header.map((text) => maskOf(columns.find(({ label }) => isCalled(label, text))));

  async function* rows(): AsyncGenerator<string[]> {
    for (let last = 0; ; ) {
      const { rows: page } = await database.pool.query<{
        row_no: number;
        cells: string[];
        problems: StagedProblem[];
      }>({
        name: 'import-failed-rows',
        text: `SELECT row_no, coalesce(original, cells) AS cells, problems FROM import_rows
               WHERE tenant_id = $1 AND job_id = $2 AND row_no > $3 AND problems IS NOT NULL ORDER BY row_no LIMIT ${pageSize}`,
        values: [job.tenantId, job.id, last],
      });
      for (const { row_no, cells, problems } of page) {
        last = row_no;
        const reasons = problems.map(
          ({ column, reason }) => `${labels.get(column) ?? column}: ${reason[language]}`,
        );
        const own = shown.map(({ index }) => masks[index]?.(cells[index] ?? '') ?? '');
        yield [...own, String(row_no), reasons.join('; ')];
      }
      if (page.length < pageSize) return;
    }
  }

  const headings = [...shown.map(({ text }) => text), rowHeader[language], reasonHeader[language]];
  return tableFile(names[language], format, headings, rows());
}

/** What is shown of a column's cells; in one that the import doesn't know anything may stand. */
function maskOf(column: ImportColumn | undefined): (text: string) => string {
  if (!column) return maskedKeyword;
  return (text) => (column.personal && text !== '' ? maskMobile(text) : text);
}

/** The file of failed rows, uploaded again, has these columns already. */
function isOwn(text: string): boolean {
  return isCalled(rowHeader, text) || isCalled(reasonHeader, text);
}

function isCalled(label: Label, text: string): boolean {
  return text === label.zh || text.toLowerCase() === label.en.toLowerCase();
}
