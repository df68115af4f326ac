import { Prisma } from '@xyxlx/database/client/client';
import type { Sql } from './sql.ts';

/** That the tenant under `alias` is neither suspended nor expired: its people can sign in, its jobs and scheduled tasks go on. */
export function tenantAtWork(alias: string, now: Date): Sql {
  return new Prisma.Sql(tenantAtWorkText(alias, '?').split('?'), [now]);
}

/** The same as text, for statements whose values have numbers: `now` is the place of one, such as `$2`. */
export function tenantAtWorkText(alias: string, now: string): string {
  return `(${alias}.state = 'ACTIVE' AND (${alias}.expires_at IS NULL OR ${alias}.expires_at > ${now}::timestamptz))`;
}
