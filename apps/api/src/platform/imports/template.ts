import type { FileFormat } from '@xyxlx/contracts/file-format';
import type { Language } from '../../core/language.ts';
import { tableFile } from '../exports/write-table.ts';
import type { OutgoingFile } from '../http/files.ts';
import type { ImportDefinition } from './import-definition.ts';

/** An empty file with the columns of an import. */
export function templateFile(
  { title, columns }: ImportDefinition<never>,
  format: FileFormat,
  language: Language,
): OutgoingFile {
  const name = { zh: `${title.zh}模板`, en: `${title.en} template` };
  return tableFile(
    name[language],
    format,
    columns.map(({ label }) => label[language]),
    [],
  );
}
