import { Prisma } from '@xyxlx/database/client/client';
import type { Deps } from '../../core/deps.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { JobRow } from './present-job.ts';

const columns = Prisma.sql`id, kind, state::text AS state, permission, total, done, failed, message, payload, file_name AS "fileName",
  file_sha256 AS "fileSha256", cancel_requested_at AS "cancelRequestedAt", created_at AS "createdAt", created_by AS "createdBy",
  started_at AS "startedAt", finished_at AS "finishedAt"`;

/** The jobs a caller may see: their own, and those of the tenant whose permission they have when they see all of it. */
export function visibleJobs({ tenantId, userId, scope, permissions }: Session): Prisma.Sql {
  const wide = scope.all || scope.tenant;
  return Prisma.sql`tenant_id = ${tenantId}::uuid AND (created_by_id = ${userId}::uuid
    OR (${wide} AND permission = ANY (${[...permissions]}::text[])))`;
}

/** The jobs that match, newest first. */
export function selectJobs({ database }: Deps, where: Prisma.Sql, page: Prisma.Sql): Promise<JobRow[]> {
  return database.prisma.$queryRaw<JobRow[]>`
    SELECT ${columns} FROM jobs WHERE ${where} ORDER BY created_at DESC, id DESC ${page}`;
}

/** One job that the caller may see; throws 406 like a missing one otherwise. */
export async function findJob(deps: Deps, session: Session, id: string): Promise<JobRow> {
  const where = Prisma.sql`id = ${id}::uuid AND ${visibleJobs(session)}`;
  const [row] = await selectJobs(deps, where, Prisma.empty);
  if (!row) throw recordMissing();
  return row;
}
