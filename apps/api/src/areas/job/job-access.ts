import type { Deps } from '../../core/deps.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { type Queryable, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import type { JobRow } from './present-job.ts';

const columns =
  raw(`id, kind, state::text AS state, permission, total, done, failed, message, payload, file_name AS "fileName",
  file_sha256 AS "fileSha256", cancel_requested_at AS "cancelRequestedAt", created_at AS "createdAt", created_by_id AS "createdById", created_by AS "createdBy",
  started_at AS "startedAt", finished_at AS "finishedAt"`);

/** An approval is the tenant's that the job is about: another than the job's only where a platform administrator asked for it. */
function approvalId({ tenantId, scope }: Session): Sql {
  const tenant = scope.all
    ? raw(`coalesce((j.payload #>> '{params,tenantId}')::uuid, j.tenant_id)`)
    : sql`${tenantId}::uuid`;
  return sql`(SELECT a.id FROM approvals a WHERE a.tenant_id = ${tenant} AND a.subject_id = j.id AND a.state = 'PENDING') AS "approvalId"`;
}

/** The jobs a caller may see: their own, and those of the tenant whose permission they have when they see all of it. */
export function visibleJobs({ tenantId, userId, scope, permissions }: Session, alias: string): Sql {
  const of = raw(alias);
  const wide = scope.all || scope.tenant;
  return sql`${of}.tenant_id = ${tenantId}::uuid AND (${of}.created_by_id = ${userId}::uuid
    OR (${wide} AND ${of}.permission = ANY (${[...permissions]}::text[])))`;
}

/** Those jobs that the caller may see. */
export function visibleJobsOf(
  client: Queryable,
  session: Session,
  ids: readonly string[],
): Promise<JobRow[]> {
  return rowsOf<JobRow>(
    client,
    sql`SELECT ${columns}, ${approvalId(session)} FROM jobs j WHERE ${visibleJobs(session, 'j')} AND j.id = ANY(${[...ids]}::uuid[])`,
  );
}

/** One job that the caller may see; throws 406 like a missing one otherwise. */
export async function findJob({ database }: Deps, session: Session, id: string): Promise<JobRow> {
  const [row] = await visibleJobsOf(database.pool, session, [id]);
  if (!row) throw recordMissing();
  return row;
}
