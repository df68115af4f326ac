import type pg from 'pg';
import { empty, join, type Queryable, raw, rowOf, type Sql, sql } from '../../db/sql.ts';
import type { Claims } from './token.ts';

/** Inserts a session of its first generation; `records` are statements that commit with it. */
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
  records: readonly Sql[],
): Promise<{ id: string; gen: number }> {
  const { userId, tenantId, device, ip, now, absoluteExpiresAt } = session;
  return rowOf(
    client,
    sql`
    WITH opened AS (
      INSERT INTO sessions (user_id, tenant_id, device, ip, rotated_at, last_refresh_at, created_at, absolute_expires_at)
      VALUES (${userId}::uuid, ${tenantId}::uuid, ${device}, ${ip}, ${now}, ${now}, ${now}, ${absoluteExpiresAt})
      RETURNING id, gen) ${join(
        [empty, ...records.map((record, n) => sql`${raw(`recorded${n}`)} AS (${record})`)],
        ', ',
      )}
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

/** A token whose generation is to be followed by the next one. */
export interface Presented extends Pick<Claims, 'sessionId' | 'userId' | 'gen'> {
  /** Its time is up: it may be renewed however short ago the last renewal was. */
  isExpired: boolean;
}

/** Moves live sessions to their next generations where the token is of the current one and may be renewed; those that moved. */
export async function rotateGenerations(
  pool: pg.Pool,
  presented: readonly Presented[],
  { now, refreshedAfter, notRefreshedAfter }: { now: Date; refreshedAfter: Date; notRefreshedAfter: Date },
): Promise<{ id: string; gen: number; rotatedAt: Date }[]> {
  const { rows } = await pool.query<{ id: string; gen: number; rotatedAt: Date }>({
    name: 'session-rotate',
    // Locked in one order: two such statements may meet in the same sessions.
    text: `WITH movable AS (
             SELECT s.id FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::boolean[]) AS p(id, user_id, gen, is_expired)
             JOIN sessions s ON s.id = p.id AND s.user_id = p.user_id AND s.gen = p.gen
             WHERE s.revoked_at IS NULL AND s.absolute_expires_at > $5 AND s.last_refresh_at > $6
               AND (p.is_expired OR s.last_refresh_at <= $7 OR s.expired_gen >= s.gen)
             ORDER BY s.id FOR NO KEY UPDATE OF s)
           UPDATE sessions s SET gen = s.gen + 1, rotated_at = $5, last_refresh_at = $5
           FROM movable WHERE s.id = movable.id
           RETURNING s.id, s.gen, s.rotated_at AS "rotatedAt"`,
    values: [
      presented.map(({ sessionId }) => sessionId),
      presented.map(({ userId }) => userId),
      presented.map(({ gen }) => gen),
      presented.map(({ isExpired }) => isExpired),
      now,
      refreshedAfter,
      notRefreshedAfter,
    ],
  });
  return rows;
}
