import { DatabaseSilent } from './service-pool.ts';
import { sqlStateOf } from './sql-state.ts';

/**
 * What PostgreSQL says of itself rather than of a statement, and of statements that waited for too long: for a lock, for their
 * turn, for whoever had begun a transaction.
 */
const states = new Set([
  '25P03', // idle in a transaction for too long: whoever had begun it was frozen
  '25P04', // the transaction took too long
  '53300', // too many connections
  '55P03', // waited too long for a lock
  '57014', // the statement took too long
  '57P01', // it is shut down, or an administrator ended the connection
  '57P02', // it crashed
  '57P03', // it starts, stops or recovers
]);

const socketFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Prisma's own: not reachable, too slow, closed, no connection came free, the transaction is over. */
const prismaFailures = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);

/** What Prisma's raw queries say of a connection, under the code of any failed query. */
const connectionKinds = new Set([
  'ConnectionClosed',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TooManyConnections',
]);

/** Failures that pg tells in words alone. */
const words =
  /^Connection terminated|^timeout exceeded when trying to connect|^Client (has encountered a connection error|was closed) and is not queryable|^Cannot use a pool after calling end/;

/** Whether something failed because the database was away, restarted or too busy: the same request may succeed a moment later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseSilent) return true;
  const state = sqlStateOf(error);
  if (state && (states.has(state) || state.startsWith('08'))) return true;
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: { kind?: string } } } };
  if (connectionKinds.has(meta?.driverAdapterError?.cause?.kind ?? '')) return true;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (prismaFailures.has(code) || words.test(error.message)) return true;
  // A host with several addresses fails with one error for each.
  const socket =
    error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException) : { code, syscall };
  return socketFailures.has(socket?.code ?? '') && socket?.syscall !== undefined;
}
