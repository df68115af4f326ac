import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { Head } from './chain-link.ts';

const published = z.object({ chain: z.string(), tenantId: z.string(), seq: z.int(), hash: z.string() });

function fileOf({ settings }: Pick<Deps, 'settings'>): string {
  return join(settings.dataDir, 'operation-log-heads.jsonl');
}

/** Makes the ends of chains known outside the database, to the service's log and to a file: who shortens a chain there can't shorten it here. */
export async function publishHeads(
  parts: Pick<Deps, 'database' | 'settings' | 'log'>,
  heads: Head[],
): Promise<void> {
  if (heads.length === 0) return;
  const lines: string[] = [];
  for (const head of heads) {
    const chain = await chainOf(parts.database.pool, head.tenantId);
    const { tenantId, seq, hash } = head;
    parts.log.info({ chain, tenantId, seq, hash }, 'operation log head');
    lines.push(JSON.stringify({ chain, tenantId, seq, hash }));
  }
  await mkdir(parts.settings.dataDir, { recursive: true });
  await appendFile(fileOf(parts), `${lines.join('\n')}\n`);
}

/** Every head of a tenant's chain that was ever published, in the database and in this machine's file. */
export async function publishedHeads(
  client: Pick<pg.Pool, 'query'>,
  parts: Pick<Deps, 'settings'>,
  tenantId: string,
): Promise<Head[]> {
  const { rows } = await client.query<Head>(
    `SELECT tenant_id AS "tenantId", seq, hash FROM operation_log_heads WHERE tenant_id = $1`,
    [tenantId],
  );
  const chain = await chainOf(client, tenantId);
  const text = await readFile(fileOf(parts), 'utf8').catch(() => '');
  const inFile = text
    .split('\n')
    .filter((line) => line.includes(tenantId))
    .flatMap((line) => published.safeParse(jsonOf(line)).data ?? [])
    .filter((head) => head.tenantId === tenantId && head.chain === chain);
  return [...rows, ...inFile.map(({ seq, hash }) => ({ tenantId, seq, hash }))];
}

/** Which chain it is: another database, or the same one after a reset, begins another. */
async function chainOf(client: Pick<pg.Pool, 'query'>, tenantId: string): Promise<string> {
  const { rows } = await client.query<{ hash: string }>(
    'SELECT hash FROM operation_log_seals WHERE tenant_id = $1 ORDER BY seq LIMIT 1',
    [tenantId],
  );
  return rows[0]?.hash.slice(0, 16) ?? '';
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
