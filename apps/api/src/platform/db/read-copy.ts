import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Deps } from '../../core/deps.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';

/** A standby that is asked what may be a moment old, as long as it keeps up. */
export interface ReadCopy {
  /** Its connections, once it has all that the primary had when this was called; null where it is not used, or needs too long for that. */
  current(): Promise<pg.Pool | null>;
  /** Has it not used for a while: something failed there. */
  rest(): void;
  isUsed(): boolean;
  /** How far it is behind, in seconds; NaN while that is not known. */
  lag(): number;
  close(): Promise<void>;
}

/** How far behind it is used no longer, in seconds. */
const mostLag = 10;
/** How long a read waits for it to have what the primary has, and how long between two looks, in ms. */
const patience = 50;
const pause = 5;
/** How often its lag is measured, and how long it rests after a failure, in ms. */
const measureEvery = 1000;
const restFor = 5000;
/** So many measurements are remembered of a copy that stands still or is gone: minutes past the lag that it is used with. */
const remembered = 600;

/** Positions in the write-ahead log, in bytes from its beginning. Acknowledged writes are flushed. */
const flushed = {
  name: 'primary-position',
  text: `SELECT (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::float8 AS position`,
};
/** Null on a server that is no standby, or not any more. */
const replayed = {
  name: 'copy-position',
  text: `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 END AS position`,
};

/** Watches a copy of the primary from now on; `copy` is closed with it. */
export function makeReadCopy(primary: pg.Pool, copy: pg.Pool): ReadCopy {
  /** Where the primary was when, the newest last. */
  let seen: { at: number; position: number }[] = [];
  let lag = Number.NaN;
  let restsUntil = 0;

  async function measure(): Promise<void> {
    try {
      seen.push({ at: performance.now(), position: await positionOf(primary, flushed) });
      const reached = await positionOf(copy, replayed);
      // What was there before it was watched is as old as the watch at least.
      seen = seen.slice(
        Math.max(
          seen.findLastIndex(({ position }) => position <= reached),
          0,
        ),
      );
      const missing = seen.find(({ position }) => position > reached);
      lag = missing ? (performance.now() - missing.at) / 1000 : 0;
    } catch {
      lag = Number.NaN;
    }
    seen = seen.slice(-remembered);
  }

  const closed = new AbortController();
  async function watch(): Promise<void> {
    while (!closed.signal.aborted) {
      await measure();
      await sleep(measureEvery, undefined, { signal: closed.signal, ref: false }).catch(() => undefined);
    }
  }
  const watching = watch();

  const isUsed = () => lag <= mostLag && performance.now() >= restsUntil;
  const rest = () => {
    restsUntil = performance.now() + restFor;
  };
  return {
    isUsed,
    rest,
    lag: () => lag,

    current: async () => {
      if (!isUsed()) return null;
      const wanted = await positionOf(primary, flushed);
      try {
        const until = performance.now() + patience;
        while ((await positionOf(copy, replayed)) < wanted) {
          if (performance.now() >= until) return null;
          await sleep(pause);
        }
        return copy;
      } catch {
        rest();
        return null;
      }
    },

    close: async () => {
      closed.abort();
      await watching;
      await copy.end();
    },
  };
}

async function positionOf(pool: pg.Pool, question: pg.QueryConfig): Promise<number> {
  const { rows } = await pool.query<{ position: number | null }>(question);
  const position = rows[0]?.position ?? null;
  if (position === null) throw new Error('The copy is no standby.');
  return position;
}

/** Has a read done on the copy where there is one that keeps up; else, or where it fails there, on the primary. */
export async function onCopy<T>(deps: Deps, read: (deps: Deps) => Promise<T>): Promise<T> {
  const { database } = deps;
  const pool = await database.copy?.current();
  if (!pool) return read(deps);
  try {
    return await read({ ...deps, database: { ...database, pool } });
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    database.copy?.rest();
    return read(deps);
  }
}

/** Makes a handler that reads what may be a moment old, though never older than what its caller has written. */
export function fromCopy<C extends { deps: Deps }, T>(
  read: (call: C) => Promise<T>,
): (call: C) => Promise<T> {
  return (call) => onCopy(call.deps, (deps) => read({ ...call, deps }));
}
