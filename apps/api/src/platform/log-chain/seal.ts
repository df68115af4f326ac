import type pg from 'pg';
import type { Deps } from '../../core/deps.ts';
import { longTimeout } from '../db/service-pool.ts';
import { chainStart, type Head, linkHash, longestWait, rowText } from './chain-link.ts';
import type { HeadLine } from './head-lines.ts';
import { presentChain } from './present-chains.ts';

/** Replicas take turns; a reset takes it too. */
export const sealingLock = 72_707_372;
const batch = 2000;
/** How long a look for what is not sealed yet may take, in ms: the first one goes over everything. */
const sealWithin = 600_000;

interface Row {
  id: string;
  text: string;
}

type Parts = Pick<Deps, 'database' | 'dataKeys' | 'publishedHeads'>;

/**
 * Gives every committed row of the log that has none its number and its link, oldest first; returns how many, or null when another
 * replica was at it and nothing happened. Rows older than `since` are taken to be sealed, but for those of a chain that begins.
 */
export async function sealOperations(parts: Parts, since: Date = new Date(0)): Promise<number | null> {
  const client = await parts.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(longTimeout(sealWithin));
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      sealingLock,
    ]);
    const mine = rows[0]?.mine === true;
    const { sealed, heads } = mine ? await sealAll(client, parts, since) : { sealed: null, heads: [] };
    await client.query('COMMIT');
    await parts.publishedHeads.publish(heads);
    return sealed;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function sealAll(client: pg.PoolClient, parts: Parts, since: Date) {
  let sealed = 0;
  const heads: HeadLine[] = [];
  await parts.publishedHeads.refresh();
  for (const tenantId of await tenantsToSeal(client, since)) {
    const { count, ...head } = await sealTenant(client, parts, tenantId, since);
    sealed += count;
    if (count > 0) heads.push({ chain: await presentChain(client, tenantId), ...head });
  }
  return { sealed, heads };
}

async function tenantsToSeal(client: pg.PoolClient, since: Date): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT t.id FROM tenants t WHERE EXISTS (
       SELECT FROM operation_logs l WHERE l.tenant_id = t.id AND l.created_at >= $1
         AND NOT EXISTS (SELECT FROM operation_log_seals s WHERE s.tenant_id = l.tenant_id AND s.log_id = l.id))
       OR EXISTS (SELECT FROM operation_logs l WHERE l.tenant_id = t.id)
         AND NOT EXISTS (SELECT FROM operation_log_seals s WHERE s.tenant_id = t.id)
     ORDER BY t.id`,
    [since],
  );
  return rows.map(({ id }) => id);
}

async function sealTenant(
  client: pg.PoolClient,
  { dataKeys, publishedHeads }: Parts,
  tenantId: string,
  since: Date,
): Promise<Head & { count: number }> {
  let head = await lastHead(client, tenantId, publishedHeads.endOf(tenantId));
  const from = await earliest(client, head, since);
  let count = 0;
  for (;;) {
    const { rows } = await client.query<Row>(
      `SELECT l.id, ${rowText} AS text FROM operation_logs l
       WHERE l.tenant_id = $1 AND l.created_at >= $2
         AND NOT EXISTS (SELECT FROM operation_log_seals s WHERE s.tenant_id = l.tenant_id AND s.log_id = l.id)
       ORDER BY l.created_at, l.id LIMIT ${batch}`,
      [tenantId, from],
    );
    if (rows.length === 0) return { ...head, count };
    const links = rows.map(({ id, text }) => {
      const { seq: last, hash: previous } = head;
      const seq = last + 1;
      const hash = linkHash(dataKeys, dataKeys.sealKeyId, { tenantId, seq, previous, text }) as string;
      head = { tenantId, seq, hash };
      return { id, seq, hash, previous };
    });
    await client.query(
      `INSERT INTO operation_log_seals (tenant_id, seq, log_id, hash, previous, key_id)
       SELECT $1, seq, log_id, hash, previous, $6
       FROM unnest($2::int[], $3::uuid[], $4::text[], $5::text[]) AS link(seq, log_id, hash, previous)`,
      [
        tenantId,
        links.map((link) => link.seq),
        links.map((link) => link.id),
        links.map((link) => link.hash),
        links.map((link) => link.previous),
        dataKeys.sealKeyId,
      ],
    );
    count += rows.length;
    if (rows.length === batch) continue;
    await client.query('INSERT INTO operation_log_heads (tenant_id, seq, hash) VALUES ($1, $2, $3)', [
      tenantId,
      head.seq,
      head.hash,
    ]);
    return { ...head, count };
  }
}

/**
 * From when on a row may have been written since the last one was sealed; an older one was put in by somebody else and is left without
 * a seal. A chain that begins takes all: what was seeded tells of years.
 */
async function earliest(client: pg.PoolClient, { tenantId, seq }: Head, since: Date): Promise<Date> {
  if (seq === 0) return new Date(0);
  const { rows } = await client.query<{ at: Date }>(
    `SELECT coalesce((SELECT l.created_at FROM operation_log_seals s JOIN operation_logs l ON l.tenant_id = s.tenant_id AND l.id = s.log_id
                      WHERE s.tenant_id = $1 ORDER BY s.seq DESC LIMIT 1), clock_timestamp())
       - $2::int * interval '1 millisecond' AS at`,
    [tenantId, longestWait],
  );
  const at = rows[0]?.at.getTime() ?? 0;
  return new Date(Math.max(since.getTime(), at));
}

/**
 * Where to go on: past a published head even if its links are gone, so that a cut number is never given twice and nobody gets a chain
 * that begins again without a reset.
 */
async function lastHead(client: pg.PoolClient, tenantId: string, published: Head | undefined): Promise<Head> {
  const { rows } = await client.query<{ seq: number; hash: string }>(
    `(SELECT seq, hash FROM operation_log_seals WHERE tenant_id = $1 ORDER BY seq DESC LIMIT 1)
     UNION ALL (SELECT seq, hash FROM operation_log_heads WHERE tenant_id = $1 ORDER BY seq DESC LIMIT 1)
     ORDER BY seq DESC LIMIT 1`,
    [tenantId],
  );
  const { seq, hash } = rows[0] ?? { seq: 0, hash: chainStart };
  if (published && published.seq > seq) return { tenantId, seq: published.seq, hash: published.hash };
  return { tenantId, seq, hash };
}
