import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FileFormat } from '@xyxlx/contracts/file-format';
import { Refusal } from '../../core/errors.ts';
import type { Language } from '../../core/language.ts';
import type { JobEnd, JobKind, JobWork } from '../jobs/job-kind.ts';
import { type ExportDefinition, permitExport, rowsFor } from './export-definition.ts';
import { fileStream } from './file-stream.ts';
import { countRows, openExport, refuseTooLong } from './open-export.ts';
import { storeFile } from './stored-file.ts';

/** What an export's job carries with it. */
export interface ExportPayload<Input extends { format: FileFormat } = { format: FileFormat }> {
  /** The session that asked for it: what its caller may see is looked up again when the job runs. */
  sessionId: string;
  input: Input;
  language: Language;
}

/** The job of an export with many rows: writes the file where every replica can read it. Only its maker sees it. */
export function exportKind(definition: ExportDefinition): JobKind<ExportPayload> {
  const { operation, title } = definition;
  return {
    kind: operation.action,
    title: { zh: `导出${title.zh}`, en: `Export: ${title.en}` },
    run: (work) => write(definition, work),
    // The screen that asked for the file takes it; elsewhere it is enough to know that it is there.
    outcome: () => null,
  };
}

async function write(definition: ExportDefinition, work: JobWork<ExportPayload>): Promise<JobEnd> {
  const { deps, payload } = work;
  const { sessionId, input, language } = payload;
  const session = await deps.sessions.callerOf(sessionId);
  if (!session) throw new Refusal({ zh: '账号已停用', en: 'The account is no longer active' });
  permitExport(session, definition);

  const rows = await rowsFor(definition, { session, deps, input });
  const total = await countRows(deps, rows, Number.MAX_SAFE_INTEGER);
  refuseTooLong(total, input.format);
  await work.report({ total, message: { zh: '正在生成文件', en: 'Writing the file' } });
  let written = 0;
  const file = await openExport(
    deps,
    definition,
    { rows, input, language, session },
    {
      onRows: (count) => {
        written += count;
      },
    },
  );
  await storeFile(work, compressed(file, input.format), () => written);
  return { message: { zh: `共 ${written} 行`, en: `${written} rows` } };
}

/** A workbook is compressed already. */
function compressed(file: Readable, format: FileFormat): Readable {
  return format === 'xlsx' ? file : fileStream(file, createGzip({ level: 3 }));
}
