import type { AttachmentRow } from '@xyxlx/contracts/attachment';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { keepFile, readAttachment } from '../../platform/attachments/keep-file.ts';
import { sendFile } from '../../platform/attachments/send-file.ts';
import { sql } from '../../platform/db/sql.ts';
import { change } from '../../platform/db/transaction.ts';
import type { IncomingFile, OutgoingFile } from '../../platform/http/files.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { visibleBooks } from '../voucher/books.ts';

/** Keeps a file that no record has yet; throws 400 for what is neither a whole picture nor a pdf. */
export async function uploadAttachment(
  call: Call<unknown, Session>,
  file: IncomingFile,
): Promise<AttachmentRow> {
  const { tenantId } = call.session;
  const read = await readAttachment(file);
  return change(call, async (tx) => {
    const row = await keepFile(tx, call, tenantId, read);
    const { id, fileName, size } = row;
    await logChange(tx, call, { tenantId, id, label: fileName, after: { size, sha256: read.sha256 } });
    return row;
  });
}

/** A file that a voucher of books that one sees has, or that one has just uploaded oneself. */
export function downloadAttachment(call: Call<{ id: string }, Session>): Promise<OutgoingFile> {
  const { session } = call;
  return sendFile(
    call,
    sql`CASE t.subject_type
          WHEN 'voucher' THEN EXISTS (SELECT FROM vouchers v WHERE v.tenant_id = t.tenant_id AND v.id = t.subject_id AND ${visibleBooks(session, 'v')})
          ELSE t.tenant_id = ${session.tenantId}::uuid AND t.created_by_id = ${session.userId}::uuid END`,
  );
}
