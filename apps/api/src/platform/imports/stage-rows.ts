import type { Label } from '@xyxlx/contracts/endpoint';

import type { Deps } from '../../core/deps.ts';
import { Refusal } from '../../core/errors.ts';
import type { Transaction } from '../db/transaction.ts';
import type { JobKey } from '../jobs/job-kind.ts';

import { columnsInFile } from './columns-in-file.ts';
import type { ImportColumn, ImportDefinition, KeptSecret } from './import-definition.ts';

/** A problem as the stage keeps it: the column by its key. */
export interface StagedProblem {
  column: string;
  value: string;
  reason: Label;
  /** Found by comparing rows with each other and with the database: another check finds it anew. */
  compared?: true;
}

export interface StagedRow {
  row: number;
  cells: string[];
  /** The file's own row where it is something else than the cells. */
  original: string[] | null;
  problems: StagedProblem[];
  /** Of a secret column whose text is good. */
  secret: KeptSecret | null;
}

/** Separates the cells of a row on their way into the database; no cell keeps a control character. */
const separator = '\u001f';

/** Makes the reader of one file's rows from its header; throws 406 for a header without the columns that must be there. */
export function stager(
  { columns, secret, refuseHeader }: Pick<ImportDefinition<never>, 'columns' | 'secret' | 'refuseHeader'>,
  headerCells: readonly string[],
  deps: Deps,
) {
  const header = headerCells.map(clean);
  refuseHeader?.(header);
  const places = columnsInFile(columns, header);
  const missing = columns.filter(({ required }, index) => required && (places[index] ?? -1) < 0);
  if (missing.length > 0) {
    const names = missing.map(({ label }) => label);
    throw new Refusal({
      zh: `缺少列：${names.map(({ zh }) => zh).join('、')}，请使用模板`,
      en: `Missing columns: ${names.map(({ en }) => en).join(', ')}. Use the template`,
    });
  }
  // The last columns may be left out, as in files that were made before these were there.
  const asTemplate =
    header.length <= columns.length &&
    places.every((place, index) => place === (index < header.length ? index : -1));

  const secretPlace = places[columns.findIndex((column) => column.secret)] ?? -1;

  return {
    header,
    row: (row: number, raw: readonly string[]): StagedRow => {
      const problems: StagedProblem[] = [];
      const texts = header.map((_, index) => clean(raw[index] ?? ''));
      const own = texts.map((text, index) => (index === secretPlace && secret ? secret.mask(text) : text));
      let kept: KeptSecret | null = null;
      const cells = columns.map((column, index) => {
        const text = texts[places[index] ?? -1] ?? '';
        const shown = own[places[index] ?? -1] ?? '';
        const read = readCell(column, text);
        if (typeof read !== 'string') {
          problems.push({ column: column.key, value: shown, reason: read });
          return shown;
        }
        if (!column.secret || !secret || read === '') return read;
        kept = secret.keep(read, deps);
        return secret.mask(read);
      });
      const same = asTemplate && cells.every((cell, index) => cell === own[index]);
      return { row, cells, original: same ? null : own, problems, secret: kept };
    },
  };
}

/** Trimmed, full-width spaces too, without control characters but line breaks, which become spaces. */
function clean(text: string): string {
  return text
    .replace(/[\n\r\t]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

function readCell({ required, maxLength = 200, personal, read }: ImportColumn, text: string): string | Label {
  if (text === '') return required ? { zh: '必填', en: 'Required' } : '';
  if (text.length > maxLength)
    return { zh: `超过 ${maxLength} 个字`, en: `Longer than ${maxLength} characters` };
  // No number has such, and no address of ours.
  if (personal && text.includes('***')) {
    return { zh: '已脱敏，请按原文件填写完整', en: 'Masked: put it in whole, from your own file' };
  }
  try {
    return read ? read(text) : text;
  } catch (error) {
    if (error instanceof Refusal) return error.text;
    throw error;
  }
}

/** Reads rows of a file of this header again, as they were mended; what a secret column held stays as it is. */
export function restager(
  { columns, ...definition }: Pick<ImportDefinition<never>, 'columns' | 'refuseHeader'>,
  header: readonly string[],
  deps: Deps,
) {
  const secretAt = columns.findIndex(({ secret }) => secret);
  const readable = columns.map(({ key, label, ...rest }) =>
    rest.secret ? { key, label, maxLength: Number.POSITIVE_INFINITY } : { key, label, ...rest },
  );
  const stage = stager({ ...definition, columns: readable }, header, deps);
  return (
    row: number,
    raw: readonly string[],
    kept: Pick<StagedRow, 'cells' | 'problems' | 'secret'>,
  ): StagedRow => {
    const staged = stage.row(row, raw);
    if (secretAt < 0) return staged;
    const cells = staged.cells.with(secretAt, kept.cells[secretAt] ?? '');
    const still = kept.problems.filter(
      ({ column, compared }) => column === columns[secretAt]?.key && !compared,
    );
    return {
      ...{ row, cells, secret: kept.secret },
      // The file's text there may be another one than its cell.
      original: staged.original ?? staged.cells.slice(0, header.length),
      problems: [...staged.problems, ...still],
    };
  };
}

/** What of rows goes into the database, column by column. */
function arraysOf(rows: readonly StagedRow[]) {
  return {
    numbers: rows.map(({ row }) => row),
    cells: rows.map((row) => row.cells.join(separator)),
    originals: rows.map(({ original }) => original?.join(separator) ?? null),
    problems: rows.map((row) => (row.problems.length > 0 ? JSON.stringify(row.problems) : null)),
  };
}

/** Puts rows in the place of what the stage has of them, but for what is kept of a secret, in one statement. */
export async function restageRows(tx: Transaction, job: JobKey, rows: readonly StagedRow[]): Promise<void> {
  const { numbers, cells, originals, problems } = arraysOf(rows);
  await tx.$executeRaw`
    UPDATE import_rows r SET cells = string_to_array(given.cells, ${separator}), original = string_to_array(given.original, ${separator}),
      problems = given.problems::jsonb
    FROM unnest(${numbers}::int[], ${cells}::text[], ${originals}::text[], ${problems}::text[]) AS given(row_no, cells, original, problems)
    WHERE r.tenant_id = ${job.tenantId}::uuid AND r.job_id = ${job.id}::uuid AND r.row_no = given.row_no`;
}

/** Writes rows into the stage in one statement. */
export async function stageRows(tx: Transaction, job: JobKey, rows: readonly StagedRow[]): Promise<void> {
  const { numbers, cells, originals, problems } = arraysOf(rows);
  const secrets = rows.map(({ secret }) => secret?.join(separator) ?? null);
  await tx.$executeRaw`
    INSERT INTO import_rows (tenant_id, job_id, row_no, cells, original, problems, secret)
    SELECT ${job.tenantId}::uuid, ${job.id}::uuid, row_no, string_to_array(cells, ${separator}), string_to_array(original, ${separator}),
      problems::jsonb, string_to_array(secret, ${separator})
    FROM unnest(${numbers}::int[], ${cells}::text[], ${originals}::text[], ${problems}::text[], ${secrets}::text[])
      AS given(row_no, cells, original, problems, secret)`;
}
