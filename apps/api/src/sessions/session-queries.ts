import type pg from 'pg';
import { empty, type Queryable, rowOf, type Sql, sql } from '../platform/sql.ts';
import type { Claims } from './token.ts';

/** Inserts a session of its first generation; `record` is a statement that commits with it. */
export async function insertSession(
  client: Queryable,
  session: {
    userId: string;
    tenantId: string;
    device: string;
    ip: string;
    now: Date;
    absoluteExpiresAt: Date;
  },
  record?: Sql,
): Promise<{ id: string; gen: number }> {
  const { userId, tenantId, device, ip, now, absoluteExpiresAt } = session;
  return rowOf(
    client,
    sql`
    WITH opened AS (
      INSERT INTO sessions (user_id, tenant_id, device, ip, rotated_at, last_refresh_at, created_at, absolute_expires_at)
      VALUES (${userId}::uuid, ${tenantId}::uuid, ${device}, ${ip}, ${now}, ${now}, ${now}, ${absoluteExpiresAt})
      RETURNING id, gen) ${record ? sql`, recorded AS (${record})` : empty}
    SELECT id, gen FROM opened`,
  );
}

/** Marks the current generation as seen; after it the one before can't be refreshed again once the grace is over. */
export async function confirmGeneration(pool: pg.Pool, sessionId: string, gen: number): Promise<void> {
  await pool.query({
    name: 'session-confirm',
    text: 'UPDATE sessions SET confirmed_gen = $2 WHERE id = $1 AND gen = $2 AND confirmed_gen < $2',
    values: [sessionId, gen],
  });
}

/** Moves a live session to its next generation if the token is of its current one and may be renewed; the new generation, or null. */
export async function rotateGeneration(
  pool: pg.Pool,
  { sessionId, userId, gen }: Claims,
  { now, refreshedAfter, notRefreshedAfter }: { now: Date; refreshedAfter: Date; notRefreshedAfter: Date },
): Promise<{ gen: number; rotatedAt: Date } | null> {
  const { rows } = await pool.query<{ gen: number; rotated_at: Date }>({
    name: 'session-rotate',
    text: `UPDATE sessions SET gen = gen + 1, rotated_at = $4, last_refresh_at = $4
           WHERE id = $1 AND user_id = $2 AND gen = $3 AND revoked_at IS NULL
             AND absolute_expires_at > $4 AND last_refresh_at > $5
             AND (last_refresh_at <= $6 OR expired_gen >= gen)
           RETURNING gen, rotated_at`,
    values: [sessionId, userId, gen, now, refreshedAfter, notRefreshedAfter],
  });
  const [row] = rows;
  return row ? { gen: row.gen, rotatedAt: row.rotated_at } : null;
}
