import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@xyxlx/database/client/client';
import { fastify } from 'fastify';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseSilent } from '../platform/db/service-pool.ts';
import { answerError } from './answer-error.ts';

/** What PostgreSQL answers. */
function answered(code: string): Error {
  return Object.assign(new pg.DatabaseError(`of the server: ${code}`, 100, 'error'), {
    code,
    severity: 'ERROR',
  });
}

/** What the system says of a socket. */
function socket(code: string): Error {
  return Object.assign(new Error(`read ${code}`), { code, syscall: 'read', errno: -1 });
}

const passing: [string, () => Error][] = [
  ...[
    '08000 08001 08003 08004 08006 08007 08P01 25006 25P03 25P04 40001 40P01 53000 53100 53200 53300 53400',
    '55P03 57000 57014 57P01 57P02 57P03 57P04 57P05',
  ]
    .join(' ')
    .split(' ')
    .map((code): [string, () => Error] => [code, () => answered(code)]),
  ...[
    'ECONNABORTED ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTDOWN EHOSTUNREACH ENETDOWN ENETUNREACH',
    'ENOTFOUND EAI_AGAIN',
  ]
    .join(' ')
    .split(' ')
    .map((code): [string, () => Error] => [code, () => socket(code)]),
  ['each address of a host', () => new AggregateError([socket('ECONNREFUSED'), socket('ECONNREFUSED')])],
  [
    'a socket whose other end is closed',
    () => Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' }),
  ],
  ['silence', () => new DatabaseSilent(9000)],
  ...[
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ].map((words): [string, () => Error] => [words, () => new Error(words)]),
];

/** What is wrong with a statement, or with its sender. */
const faults: [string, () => Error][] = [
  ...'22012 22P02 23502 23514 25P02 42501 42601 42703 42P01 P0001 XX000'
    .split(' ')
    .map((code): [string, () => Error] => [code, () => answered(code)]),
  ['a bug', () => new TypeError("Cannot read properties of undefined (reading 'id')")],
];

/** The statement that fails, by its first word, and with what. */
let failing: [string, () => Error] = ['', () => new Error()];

/** A pool whose connections answer each statement with no row, but one. */
class FailingPool extends pg.Pool {
  override async connect() {
    await ask('CONNECT');
    const client = {
      query: ask,
      release: () => undefined,
      on: () => undefined,
      removeListener: () => undefined,
    };
    return client as unknown as pg.PoolClient;
  }
  override query = ask as unknown as pg.Pool['query'];
}

async function ask(statement: string | { text: string }) {
  const text = typeof statement === 'string' ? statement : statement.text;
  const [word, error] = failing;
  if (text.startsWith(word)) throw error();
  return { fields: [], rows: [], rowCount: 0 };
}

const pool = new FailingPool();
const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
afterAll(async () => {
  await prisma.$disconnect();
  await pool.end();
});

const raw = 'UPDATE tenants SET version = version';
/** Where it fails: the statement, and what is on its way when it is sent. */
const places: [string, string, () => Promise<unknown>][] = [
  ['in the pool', 'CONNECT', () => prisma.$transaction((tx) => tx.$executeRawUnsafe(raw))],
  ['at BEGIN', 'BEGIN', () => prisma.$transaction((tx) => tx.$executeRawUnsafe(raw))],
  ['at a statement of a transaction', 'SELECT', () => prisma.$transaction((tx) => tx.tenant.findMany())],
  ['at a raw one', 'UPDATE', () => prisma.$transaction((tx) => tx.$executeRawUnsafe(raw))],
  ['at COMMIT', 'COMMIT', () => prisma.$transaction((tx) => tx.$executeRawUnsafe(raw))],
  [
    'at COMMIT of several statements',
    'COMMIT',
    () => prisma.$transaction([prisma.$executeRawUnsafe(raw), prisma.$executeRawUnsafe(raw)]),
  ],
  ['at a statement', 'SELECT', () => prisma.tenant.findMany()],
  ['at a raw statement', 'UPDATE', () => prisma.$executeRawUnsafe(raw)],
  ['past Prisma', 'UPDATE', () => pool.query(raw)],
];

let app: ReturnType<typeof fastify>;
let work: () => Promise<unknown>;
beforeEach(() => {
  app = fastify();
  app.setErrorHandler(answerError);
  app.get('/', () => work());
});
afterEach(() => app.close());

const cases = (errors: typeof passing) =>
  errors.flatMap(([name, error]) =>
    places.map(([place, word, does]) => ({ name, error, place, word, does })),
  );

describe('503 with Retry-After', () => {
  test.each(cases(passing))('$name $place', async ({ error, word, does }) => {
    failing = [word, error];
    work = does;
    const { statusCode, headers } = await app.inject('/');
    expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
  });
});

describe('a fault: 500', () => {
  test.each(cases(faults))('$name $place', async ({ error, word, does }) => {
    failing = [word, error];
    work = does;
    const { statusCode, headers } = await app.inject('/');
    expect([statusCode, headers['retry-after']]).toEqual([500, undefined]);
  });
});
