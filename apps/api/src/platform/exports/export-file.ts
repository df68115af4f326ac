import type { FileFormat } from '@xyxlx/contracts/file-format';
import type { Prisma } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import type { Language } from '../../core/language.ts';
import type { Session } from '../../core/session.ts';
import { inTransaction } from '../db/transaction.ts';
import type { OutgoingFile } from '../http/files.ts';
import { logChange } from '../operation-log/operation-log.ts';
import { maskedKeyword } from '../security/mask.ts';
import { mediaTypes } from '../table-files/media-types.ts';
import { shanghaiDay } from '../time/shanghai.ts';
import { type ExportDefinition, rowsFor } from './export-definition.ts';
import type { ExportPayload } from './export-kind.ts';
import { logDownload } from './log-download.ts';
import { countRows, openExport, refuseTooLong } from './open-export.ts';
import { xlsxMaxRows } from './xlsx.ts';

/** Streams an export at the reader's pace, or starts the job that makes the file where there are many rows; who asked for it is logged. */
export async function exportFile<Input extends { format: FileFormat }>(
  call: Call<Input, Session>,
  definition: ExportDefinition<Input>,
): Promise<OutgoingFile | { jobId: string }> {
  const { input, request, deps } = call;
  const { language } = request;
  const fileName = fileNameOf(definition, input.format, language, deps.clock.businessNow());
  const change = {
    tenantId: call.session.tenantId,
    id: request.id,
    label: fileName,
    after: exported(input),
  };

  const rows = await rowsFor(definition, call);
  const most = deps.settings.exportStreamRows;
  const count = await countRows(
    deps,
    rows,
    (input.format === 'xlsx' ? Math.max(most, xlsxMaxRows) : most) + 1,
  );
  refuseTooLong(count, input.format);
  if (count > most) {
    const payload: ExportPayload<Input> = { sessionId: call.session.id, input, language };
    return inTransaction(deps.database, async (tx) => {
      await logChange(tx, call, change);
      const job = {
        kind: definition.operation.action,
        payload: payload as unknown as Prisma.InputJsonObject,
        file: { name: fileName },
      };
      return { jobId: await deps.jobs.start(tx, call, job) };
    });
  }

  const { session } = call;
  const body = await openExport(deps, definition, { rows, input, language, session }, { reader: session });
  return logDownload(call, change, { fileName, mediaType: mediaTypes[input.format], body });
}

/** What was filtered, as the log may keep it. */
function exported(input: { format: FileFormat; keyword?: string }): Prisma.InputJsonObject {
  const { keyword } = input;
  return { ...input, ...(keyword && { keyword: maskedKeyword(keyword) }) };
}

function fileNameOf(
  { title }: Pick<ExportDefinition, 'title'>,
  format: FileFormat,
  language: Language,
  now: Date,
): string {
  return `${title[language]}_${shanghaiDay(now)}.${format}`;
}
