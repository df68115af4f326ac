import { maxAttachments } from '@xyxlx/contracts/attachment';
import { FieldRefusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { iso, raw, type Sql, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';

interface Subject {
  tenantId: string;
  /** The kind of record, as the log calls it. */
  type: string;
  id: string;
}

/**
 * Makes these files, in their order, what a record has: those that the caller uploaded and no other record has, and those that it had. What it
 * has no more is deleted. Throws 406 for any other.
 */
export async function claimAttachments(
  tx: Transaction,
  { userId }: Pick<Session, 'userId'>,
  { tenantId, type, id }: Subject,
  ids: readonly string[],
): Promise<void> {
  await tx.attachment.deleteMany({
    where: { tenantId, subjectType: type, subjectId: id, id: { notIn: [...ids] } },
  });
  const claimed = await tx.$executeRaw(
    sql`UPDATE attachments t SET subject_type = ${type}, subject_id = ${id}::uuid, place = g.place
        FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY g(id, place)
        WHERE t.tenant_id = ${tenantId}::uuid AND t.id = g.id
          AND (t.subject_type = ${type} AND t.subject_id = ${id}::uuid OR t.subject_id IS NULL AND t.created_by_id = ${userId}::uuid)`,
  );
  if (claimed !== ids.length) {
    throw new FieldRefusal('attachmentIds', {
      zh: '附件不存在，请重新上传',
      en: 'A file is not there: upload it again',
    });
  }
}

/** JSON of what the record under an alias has, in its order. */
export function attachmentsJson(type: string, alias: string): Sql {
  return sql`coalesce((SELECT json_agg(json_build_object('id', t.id, 'fileName', t.file_name, 'mediaType', t.media_type, 'size', t.size,
      'createdAt', ${iso('t.created_at')}, 'createdBy', t.created_by) ORDER BY t.place, t.id)
    FROM (SELECT * FROM attachments t WHERE t.tenant_id = ${raw(alias)}.tenant_id AND t.subject_type = ${type} AND t.subject_id = ${raw(alias)}.id
      ORDER BY t.place, t.id LIMIT ${maxAttachments}::int) t), '[]')`;
}
