import type { AttachmentType } from '@xyxlx/contracts/attachment';
import type { Call } from '../../core/call.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowsOf, type Sql, sql } from '../db/sql.ts';
import { logDownload } from '../exports/log-download.ts';
import type { OutgoingFile } from '../http/files.ts';
import { byId } from '../records/scope.ts';

/** The attachment that a call names, and logs that it was taken; throws 406 where the condition on `t` says that the caller can't see it. */
export async function sendFile(call: Call<{ id: string }, Session>, isSeen: Sql): Promise<OutgoingFile> {
  const { input, session, deps } = call;
  const [found] = await rowsOf<{
    tenantId: string;
    id: string;
    fileName: string;
    mediaType: AttachmentType;
    data: Buffer;
  }>(
    deps.database.pool,
    sql`SELECT t.tenant_id AS "tenantId", t.id, t.file_name AS "fileName", t.media_type AS "mediaType", t.data FROM attachments t
        WHERE ${byId(session, 't', input.id)} AND ${isSeen}`,
  );
  if (!found) throw recordMissing();
  const { tenantId, id, fileName, mediaType, data } = found;
  return logDownload(call, { tenantId, id, label: fileName }, { fileName, mediaType, body: data });
}
