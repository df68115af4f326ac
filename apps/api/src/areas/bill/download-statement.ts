import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { logDownload } from '../../platform/exports/log-download.ts';
import type { OutgoingFile } from '../../platform/http/files.ts';
import { pdfInThread } from '../../platform/paper/pdf-in-thread.ts';
import type { DrawnStatement } from './draw-statement.ts';
import { readStatement } from './statement.sql.ts';

/** A bill's statement as a PDF; who took it is logged. Throws 406 when the caller can't see the bill. */
export async function downloadStatement(call: Call<{ id: string }, Session>): Promise<OutgoingFile> {
  const { session, request, deps } = call;
  const { language } = request;
  const statement = await readStatement(call);
  const { id, billNo } = statement.bill;
  const fileName = `${language === 'zh' ? '对账单' : 'Statement'}_${billNo}.pdf`;
  const drawn: DrawnStatement = {
    ...{ statement, language, takenBy: session.userName, takenAt: deps.clock.businessNow() },
  };
  const body = await pdfInThread(new URL('./statement-worker.ts', import.meta.url), drawn);
  return logDownload(
    call,
    { tenantId: session.tenantId, id, label: fileName },
    { fileName, mediaType: 'application/pdf', body },
  );
}
