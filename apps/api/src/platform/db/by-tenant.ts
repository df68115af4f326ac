import { Prisma } from '@xyxlx/database/client/client';
import type { Sql } from './sql.ts';

/** Held against the tenant of another row. */
const another = /(?<=\btenant_id = )\w+\.tenant_id\b/;

/**
 * The same SQL of one tenant's rows with its id in the place of every `tenant_id` that another is held against: what is joined to a row or looked for
 * beside it is then found by a value, as it has to be where each tenant's rows are on one of several servers.
 */
export function byTenant(part: Sql, tenantId: string): Sql {
  const strings: string[] = [];
  const values: unknown[] = [];
  for (const [n, text] of part.strings.entries()) {
    const [first = '', ...others] = text.split(another);
    strings.push(first, ...others.map((piece) => `::uuid${piece}`));
    values.push(...others.map(() => tenantId), ...part.values.slice(n, n + 1));
  }
  return new Prisma.Sql(strings, values);
}
