import { Prisma } from '@xyxlx/database/client/client';
import type { Database } from './database.ts';
import type { Sql } from './sql.ts';

/** That the tenant under `alias` is neither suspended nor expired: its people can sign in, its jobs and scheduled tasks go on. */
export function activeTenant(alias: string, now: Date): Sql {
  return new Prisma.Sql(activeTenantText(alias, '?').split('?'), [now]);
}

/** The ids of those tenants: what the clock does is done for one after the other. */
export async function activeTenantIds({ prisma }: Pick<Database, 'prisma'>, now: Date): Promise<string[]> {
  const rows = await prisma.$queryRaw<{ id: string }[]>`
    SELECT t.id FROM tenants t WHERE ${activeTenant('t', now)} ORDER BY t.id`;
  return rows.map(({ id }) => id);
}

/** The same as text, for statements whose values have numbers: `now` is the place of one, such as `$2`. */
export function activeTenantText(alias: string, now: string): string {
  return `(${alias}.state = 'ACTIVE' AND (${alias}.expires_at IS NULL OR ${alias}.expires_at > ${now}::timestamptz))`;
}
