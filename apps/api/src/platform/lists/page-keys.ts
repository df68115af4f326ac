import type { Option } from '@xyxlx/contracts/option';
import { raw, type Sql } from '../db/sql.ts';

/** What names a row of a page whose records are read by their keys. */
export interface PageKey {
  tenantId: string;
  id: string;
}

/** What a row of a list of several tenants has besides; null for whoever sees one alone. */
export interface OfTenant {
  tenant: Option | null;
}

/** SQL of a row's `PageKey`. */
export function keyRow(alias: string): Sql {
  return raw(`json_build_object('tenantId', ${alias}.tenant_id, 'id', ${alias}.id)`);
}

/** The records in the order of the page; one that went away meanwhile is left out. */
export function inPageOrder<T extends { id: string }>(
  keys: readonly Pick<PageKey, 'id'>[],
  records: readonly T[],
): T[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return keys.flatMap(({ id }) => byId.get(id) ?? []);
}
