import { readOnlyState, refuseStandby } from '@xyxlx/database/servers';
import pg from 'pg';
import { serverClient } from './server-client.ts';

/** How each connection begins: with UTC, as the adapter drops the offset of timestamps and any other zone would shift every time. */
export const connectionOptions = '-c timezone=UTC';

/** How much later than the server itself this side gives up on a statement, in ms: a server that lives has answered by then. */
const margin = 1000;

/** How often a connection that waits in the pool is asked whether it still lives, and how long it may take to answer, in ms. */
const beatEvery = 2000;
const beatWithin = 2000;

/** What a connection fails with that was dropped because nothing came back over it. */
export class DatabaseSilent extends Error {
  constructor(ms: number) {
    super(`The database did not answer within ${ms} ms: the connection is dropped.`);
  }
}

/**
 * A pool of the service's connections. One that died without a word is dropped: in the middle of a statement a second after the
 * server would have ended it (`statementTimeout`, in ms, or what `longTimeout` gave the transaction), in the pool by a heartbeat.
 */
export function makeServicePool(
  {
    connectionString,
    ...config
  }: Pick<pg.PoolConfig, 'max' | 'connectionTimeoutMillis'> & { connectionString: string },
  statementTimeout: number,
  accept = refuseStandby,
): pg.Pool {
  const Client = serverClient(connectionString, accept);
  const pool = new pg.Pool({
    ...config,
    connectionString,
    Client,
    options: connectionOptions,
    keepAlive: true,
  });
  const watches = new WeakMap<pg.PoolClient, ReturnType<typeof watch>>();
  // An idle connection that breaks (the server restarted) is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    // So would one that breaks between two statements of its user, who learns of it from the next statement.
    client.on('error', () => undefined);
    watches.set(client, watch(client, statementTimeout + margin));
  });
  pool.on('acquire', (client) => watches.get(client)?.taken());
  pool.on('release', (_error, client) => watches.get(client)?.returned());
  return pool;
}

/** Sends a connection's statements one after the other, each with its time; `usual`: in ms. */
function watch(client: pg.PoolClient, usual: number) {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  let limit = usual;
  let last: Promise<unknown> = Promise.resolve();
  let inPool = false;

  /** Drops the connection unless the answer comes first; returns what to call then. */
  function expect(ms: number): () => void {
    if (ms === Number.POSITIVE_INFINITY) return () => undefined;
    let answered = false;
    const timer = setTimeout(() => {
      // An answer that came while this process was held up is read first.
      setImmediate(() => {
        if (!answered) client.connection.stream.destroy(new DatabaseSilent(ms));
      });
    }, ms);
    return () => {
      answered = true;
      clearTimeout(timer);
    };
  }

  /**
   * The server closes the connection after them: in the moment before, the pool must not hand it out. Nor one that a balancer leads to a server
   * which became a standby.
   */
  function lastWords(error: Partial<pg.DatabaseError>): never {
    if (error.severity === 'FATAL' || error.code === readOnlyState) client.end().catch(() => undefined);
    throw error;
  }

  function inTurn(given: unknown[], ms: () => number): Promise<unknown> {
    const answer = last.then(() => {
      const done = expect(ms());
      const sent = limit === usual ? given : unprepared(given);
      return (send(...sent) as Promise<unknown>).catch(lastWords).finally(done);
    });
    last = answer.catch(() => undefined);
    return answer;
  }

  client.query = ((...given: [string | { text?: string; submit?: unknown }, ...unknown[]]) => {
    const [statement, ...more] = given;
    const callback = more.at(-1);
    // A stream goes at its reader's pace, however slow that is.
    if (typeof statement === 'object' && statement.submit) return send(...given);
    const timeout = timeoutIn(typeof statement === 'string' ? statement : statement.text);
    if (typeof callback === 'function') {
      // What the pool sends for itself has the connection for itself.
      const done = expect(limit);
      return send(statement, ...more.slice(0, -1), (...answer: unknown[]) => {
        done();
        callback(...answer);
      });
    }
    // Prisma reads the relations of a record side by side, inside a transaction on one connection; pg wants one statement after the other there.
    const answer = inTurn(given, () => limit);
    if (timeout !== undefined) {
      last = answer.then(
        () => {
          limit = timeout;
        },
        () => undefined,
      );
    }
    return answer;
  }) as typeof client.query;

  const beating = setInterval(() => {
    if (inPool) inTurn(['SELECT 1'], () => beatWithin).catch(() => undefined);
  }, beatEvery);
  beating.unref();
  client.once('end', () => clearInterval(beating));

  return {
    taken: () => {
      inPool = false;
    },
    returned: () => {
      inPool = true;
      limit = usual;
    },
  };
}

/**
 * A statement that is planned for its own figures, as one of long work has to be: many rows are not read as few are. That is not left to
 * `plan_cache_mode`, which would plan the check of a foreign key anew for each row.
 */
function unprepared([statement, ...more]: unknown[]): unknown[] {
  if (typeof statement !== 'object' || statement === null) return [statement, ...more];
  return [{ ...statement, name: undefined }, ...more];
}

/** Waits for somebody else's lock end so late in long work, in ms. */
const longLock = 60_000;

/** The statement that gives those after it in its transaction more time than a request's; `ms`: for each, 0 is without end. */
export function longTimeout(ms: number): string {
  return `SELECT set_config('statement_timeout', '${ms}', true), set_config('lock_timeout', '${longLock}', true)`;
}

/** Runs `work` in one transaction whose statements may take longer than a request's; `ms`: each of them. */
export async function withLongTimeout<T>(
  pool: pg.Pool,
  ms: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(longTimeout(ms));
    const value = await work(client);
    await client.query('COMMIT');
    client.release();
    return value;
  } catch (error) {
    // With its connection the transaction is gone, in any state.
    client.release(error as Error);
    throw error;
  }
}

/** The statement timeout that `longTimeout` set on the server applies on this side too; in ms. */
function timeoutIn(text = ''): number | undefined {
  const [, told] = /set_config\('statement_timeout', '(\d+)', true\)/.exec(text) ?? [];
  if (told === undefined) return undefined;
  return Number(told) === 0 ? Number.POSITIVE_INFINITY : Number(told) + margin;
}
