import type pg from 'pg';
import type { HeadLine } from './head-lines.ts';

type Client = Pick<pg.ClientBase, 'query'>;

/** Which chain it is, by the seal that it begins with: another database, or the same one after a reset, begins another. */
const nameOf = (hash: string) => hash.slice(0, 16);

/** The chain of a tenant that has one. */
export async function presentChain(client: Client, tenantId: string): Promise<string> {
  const { rows } = await client.query<{ hash: string }>(
    'SELECT hash FROM operation_log_seals WHERE tenant_id = $1 ORDER BY seq LIMIT 1',
    [tenantId],
  );
  return nameOf(rows[0]?.hash ?? '');
}

/** The chains of all tenants; none where there is no log yet. */
export async function presentChains(client: Client): Promise<Pick<HeadLine, 'chain' | 'tenantId'>[]> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('public.operation_log_seals') IS NOT NULL AS there`,
  );
  if (!tables[0]?.there) return [];
  const { rows } = await client.query<{ tenantId: string; hash: string }>(
    'SELECT DISTINCT ON (tenant_id) tenant_id AS "tenantId", hash FROM operation_log_seals ORDER BY tenant_id, seq',
  );
  return rows.map(({ tenantId, hash }) => ({ tenantId, chain: nameOf(hash) }));
}
