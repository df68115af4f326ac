import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@xyxlx/database/client/client';
import type pg from 'pg';
import { makeReadCopy, type ReadCopy } from './read-copy.ts';
import { makeSemaphore, type Semaphore } from './semaphore.ts';
import type { DatabaseAddresses } from './service-address.ts';
import { makeServicePool } from './service-pool.ts';
import { makeStatementNames } from './statement-names.ts';

/** Prisma for ordinary reads and writes, a plain pool with prepared statements for the hot paths. */
export interface Database {
  prisma: PrismaClient;
  pool: pg.Pool;
  /** Null where there is no copy to read from. */
  copy: ReadCopy | null;
  addresses: DatabaseAddresses;
  /** For transactions of requests: they may all wait for a lock that somebody holds, and reads still find a connection. */
  semaphore: Semaphore;
  close(): Promise<void>;
}

declare module '../../core/deps.ts' {
  interface Deps {
    database: Database;
  }
}

const nameOf = makeStatementNames('p');

/** More values than one record has: the rows of a list, whose text is another for each number of them. */
const maxValues = 60;

/** One plan for lists of any length suits none of them; without values a text may be several statements, which can't be prepared. */
function isPrepared(values: readonly unknown[]): boolean {
  return values.length > 0 && values.length <= maxValues && !values.some(Array.isArray);
}

/** Connects when first asked; `wait`: for a connection, `statementTimeout`: what the server gives a statement, both in milliseconds. */
export function connectDatabase(
  addresses: DatabaseAddresses,
  poolSize: number,
  wait: number,
  statementTimeout = 8000,
): Database {
  // Past the wait the caller gets a 503 instead of waiting for a connection that doesn't come free.
  const limits = { max: poolSize, connectionTimeoutMillis: wait };
  const pool = makeServicePool({ ...limits, connectionString: addresses.service }, statementTimeout);
  const copy = addresses.copy
    ? makeReadCopy(
        pool,
        makeServicePool(
          { ...limits, connectionString: addresses.copy },
          statementTimeout,
          async () => undefined,
        ),
      )
    : null;
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, {
      // The adapter hands the name on to pg, which prepares nothing without one.
      statementNameGenerator: ({ sql, args }) => (isPrepared(args) ? nameOf(sql) : undefined) as string,
    }),
    transactionOptions: { maxWait: wait, timeout: 30_000 },
  });
  return {
    prisma,
    pool,
    copy,
    addresses,
    semaphore: makeSemaphore(Math.ceil((poolSize * 2) / 3), wait),
    close: async () => {
      await copy?.close();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
