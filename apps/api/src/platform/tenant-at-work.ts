import { raw, type Sql, sql } from './sql.ts';

/** That the tenant under `alias` is neither suspended nor expired: its people can sign in, its jobs and duties go on. */
export function tenantAtWork(alias: string, now: Date): Sql {
  const tenant = raw(alias);
  return sql`(${tenant}.state = 'ACTIVE' AND (${tenant}.expires_at IS NULL OR ${tenant}.expires_at > ${now}::timestamptz))`;
}
