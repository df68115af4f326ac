import { existsSync } from 'node:fs';
import { appendFile, mkdir, open } from 'node:fs/promises';
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

/** Every head of a tenant's chain that was ever published, hash by number: as the database has it, and over that as this machine's file does. */
export async function publishedHeads(
  client: Pick<pg.Pool, 'query'>,
  parts: Pick<Deps, 'settings'>,
  tenantId: string,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await client.query<{ seq: number; hash: string }>(
    'SELECT seq, hash FROM operation_log_heads WHERE tenant_id = $1',
    [tenantId],
  );
  const heads = new Map(rows.map(({ seq, hash }) => [seq, hash]));
  const chain = await chainOf(client, tenantId);
  for await (const line of linesOf(fileOf(parts))) {
    if (!line.includes(tenantId)) continue;
    const head = published.safeParse(jsonOf(line)).data;
    if (head?.tenantId === tenantId && head.chain === chain) heads.set(head.seq, head.hash);
  }
  return heads;
}

/** The file grows as long as the service lives, so no more than a line of it is held; one that is not there has none. */
async function* linesOf(path: string): AsyncGenerator<string> {
  if (!existsSync(path)) return;
  const file = await open(path);
  yield* file.readLines();
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
