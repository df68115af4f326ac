import type { AttachmentRow, AttachmentType } from '@xyxlx/contracts/attachment';
import type { Caller } from '../../core/caller.ts';
import { InvalidInput } from '../../core/errors.ts';
import { iso, rowOf, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';
import type { IncomingFile } from '../http/files.ts';
import { shownName } from '../http/shown-name.ts';
import { mediaTypeOf } from './media-type.ts';

/** A file as it came, and what it is. */
interface ReadFile {
  fileName: string;
  mediaType: AttachmentType;
  sha256: string;
  data: Buffer;
}

/** Reads what came; throws 400 for what is neither a whole picture nor a pdf. */
export async function readAttachment({ handle, fileName, sha256 }: IncomingFile): Promise<ReadFile> {
  const data = await handle.readFile();
  const mediaType = mediaTypeOf(data);
  if (!mediaType) throw notAttachable();
  return { fileName: shownName(fileName), mediaType, sha256, data };
}

/** Keeps a file in a tenant, as no record's yet. */
export function keepFile(
  tx: Transaction,
  { session: { userId, userName }, now }: Caller,
  tenantId: string,
  { fileName, mediaType, sha256, data }: ReadFile,
): Promise<AttachmentRow> {
  return rowOf<AttachmentRow>(
    tx,
    sql`INSERT INTO attachments AS t (tenant_id, file_name, media_type, size, sha256, data, created_by_id, created_by, created_at)
        VALUES (${tenantId}::uuid, ${fileName}, ${mediaType}, ${data.length}::int, ${sha256}, ${data}, ${userId}::uuid, ${userName},
          ${now}::timestamptz)
        RETURNING t.id, t.file_name AS "fileName", t.media_type AS "mediaType", t.size, t.created_by AS "createdBy",
          ${iso('t.created_at')} AS "createdAt"`,
  );
}

function notAttachable(): InvalidInput {
  const message = {
    zh: '附件须为完整的 png、jpeg、webp 图片或 pdf',
    en: 'An attachment is a whole png, jpeg or webp picture, or a pdf',
  };
  return new InvalidInput([{ path: 'file', message }], message);
}
