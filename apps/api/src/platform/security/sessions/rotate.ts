import DataLoader from 'dataloader';
import type pg from 'pg';
import type { Clock } from '../../../core/clock.ts';
import { type Presented, rotateGenerations } from './session-queries.ts';

/** A live token is renewed at most this often, in ms; sooner it gets itself back. */
const liveRefreshInterval = 60_000;

/** The generation that follows the presented one; null when the session is over, has moved on, or the token is too young. */
type Rotate = (presented: Presented) => Promise<{ gen: number; rotatedAt: Date } | null>;

/** Makes what moves sessions on: tokens that are presented in one turn of the event loop move in one statement. */
export function makeRotate(pool: pg.Pool, clock: Pick<Clock, 'now'>, idleTtl: number): Rotate {
  const loader = new DataLoader<Presented, { gen: number; rotatedAt: Date } | null>(
    async (presented) => {
      const now = clock.now();
      const ago = (ms: number) => new Date(now.getTime() - ms);
      const moved = await rotateGenerations(pool, presented, {
        now,
        refreshedAfter: ago(idleTtl),
        notRefreshedAfter: ago(liveRefreshInterval),
      });
      const found = new Map(moved.map((next) => [next.id, next]));
      return presented.map(({ sessionId, gen }) => {
        const next = found.get(sessionId);
        return next?.gen === gen + 1 ? next : null;
      });
    },
    { cache: false, batchScheduleFn: setImmediate },
  );
  return (presented) => loader.load(presented);
}
