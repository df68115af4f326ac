import { AsyncLocalStorage } from 'node:async_hooks';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** What the service does, and all that follows from it; a test's own look at the database is outside. */
const inService = new AsyncLocalStorage<true>();
const statements = new Set<string>();

/** Runs what starts a service: its statements are kept for the check that each names its tenant. */
export function asService<T>(start: () => T): T {
  return inService.run(true, start);
}

type Query = (...given: unknown[]) => unknown;
type Connect = (...given: unknown[]) => unknown;

function note(statement: unknown): void {
  if (!inService.getStore()) return;
  const text =
    typeof statement === 'string' ? statement : (statement as { text?: unknown } | undefined)?.text;
  if (typeof text === 'string') statements.add(text);
}

const { query, connect } = pg.Pool.prototype as unknown as { query: Query; connect: Connect };
const noted = new WeakSet<pg.PoolClient>();

Object.assign(pg.Pool.prototype, {
  query(this: pg.Pool, ...given: unknown[]) {
    if (isService(this)) note(given[0]);
    return query.apply(this, given);
  },
  connect(this: pg.Pool, ...given: unknown[]) {
    const client = connect.apply(this, given);
    // With a callback it is the pool itself that asks, wherever a connection happens to come free: its statement is noted above.
    return given.length > 0 || !isService(this) ? client : (client as Promise<pg.PoolClient>).then(noting);
  },
});

/** The owner migrates, seeds and empties whole databases; the service's own role does the rest. */
function isService({ options }: pg.Pool): boolean {
  return /[?&]user=\w+_service(&|$)/.test(options.connectionString ?? '');
}

function noting(client: pg.PoolClient): pg.PoolClient {
  if (noted.has(client)) return client;
  noted.add(client);
  const send = client.query.bind(client) as Query;
  return Object.assign(client, {
    query: (...given: unknown[]) => {
      if (typeof given.at(-1) !== 'function') note(given[0]);
      return send(...given);
    },
  });
}

/** Leaves in a directory what was noted since the last time. */
export function writeStatements(directory: string): void {
  if (statements.size === 0) return;
  writeFileSync(join(directory, `${crypto.randomUUID()}.json`), JSON.stringify([...statements]));
  statements.clear();
}
