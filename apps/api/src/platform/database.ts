import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@xyxlx/database/client/client';
import pg from 'pg';
import type { DatabaseAddresses } from './service-address.ts';

/** How each connection begins: with UTC, as the adapter drops the offset of timestamps and any other zone would shift every time. */
export const connectionOptions = '-c timezone=UTC';

/** Prisma for ordinary reads and writes, a plain pool with prepared statements for the hot paths. */
export interface Database {
  prisma: PrismaClient;
  pool: pg.Pool;
  addresses: DatabaseAddresses;
  close(): Promise<void>;
}

/** Connects when first asked; `wait`: for a connection, in milliseconds. */
export function connectDatabase(addresses: DatabaseAddresses, poolSize: number, wait: number): Database {
  const pool = new pg.Pool({
    connectionString: addresses.service,
    options: connectionOptions,
    max: poolSize,
    // Past it the caller gets a 503 instead of waiting for a connection that doesn't come free.
    connectionTimeoutMillis: wait,
    keepAlive: true,
  });
  // An idle connection that breaks (the server restarted) is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  // So would one that breaks between the statements of whoever has it out; the next statement tells them.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('connect', oneAtATime);
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: wait, timeout: 30_000 },
  });
  return {
    prisma,
    pool,
    addresses,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** Prisma reads the relations of a record side by side, inside a transaction on one connection; pg wants one statement after the other there. */
function oneAtATime(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  let last: Promise<unknown> = Promise.resolve();
  client.query = ((...given: [{ submit?: unknown }, ...unknown[]]) => {
    // A stream, and what the pool sends for itself with a callback, have the connection for themselves.
    if (given.at(-1) instanceof Function || given[0].submit) return send(...given);
    const answer = last.then(() => send(...given));
    last = answer.catch(() => undefined);
    return answer;
  }) as typeof client.query;
}
