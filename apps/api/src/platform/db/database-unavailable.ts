import { Prisma } from '@xyxlx/database/client/client';
import { DatabaseSilent } from './service-pool.ts';
import { adapterCauseOf, sqlStateOf } from './sql-state.ts';

/** Classes of PostgreSQL's codes (their first two characters) that say something of the server or the way to it. */
const classes = new Set([
  '08', // the connection
  '53', // no connection, memory or disk left
  '57', // stopped, started, crashed; the statement was interrupted, or took too long
]);

/** Of statements that waited for too long, or met another transaction once more than they are tried again. */
const states = new Set([
  '25006', // the server is a standby by now: another one is the primary
  '25P03', // idle in a transaction for too long: its process was frozen
  '25P04', // the transaction took too long
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // waited too long for a lock
]);

const socketFailures = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Prisma's own: not reachable, too slow, closed, no connection came free, the transaction is over or met another one. */
const prismaFailures = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037']);

/** What Prisma's raw queries and its COMMIT say of a connection, without a code of its own. */
const connectionKinds = new Set([
  'ConnectionClosed',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionWriteConflict',
]);

/** Failures that pg, and Node of a socket whose other end is closed, tell in words alone. */
const words =
  /^Connection terminated|^timeout exceeded when trying to connect|^timeout expired$|^Query read timeout$|^Client (has encountered a connection error|was closed) and is not queryable|^Cannot use a pool after calling end|^This socket has been ended by the other party$/;

/** Whether something failed because the database was away, restarted or too busy: the same request may succeed a moment later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseSilent) return true;
  const state = sqlStateOf(error) ?? '';
  if (states.has(state) || classes.has(state.slice(0, 2))) return true;
  if (connectionKinds.has(adapterCauseOf(error)?.kind ?? '')) return true;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (prismaFailures.has(code) || words.test(error.message)) return true;
  // Of a socket's error Prisma keeps nothing but the code.
  if (error instanceof Prisma.PrismaClientKnownRequestError) return socketFailures.has(code);
  // A host with several addresses fails with one error for each.
  const socket =
    error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException) : { code, syscall };
  return socketFailures.has(socket?.code ?? '') && socket?.syscall !== undefined;
}
