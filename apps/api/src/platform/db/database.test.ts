import { connect } from '@xyxlx/database/connect';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addressesOf,
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/test-database.ts';
import { connectDatabase, type Database } from './database.ts';
import { inTransaction } from './transaction.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connectDatabase(await addressesOf(testDatabase), 2, 5000);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

// As Prisma does for the relations of a record, inside a transaction.
it('what is asked side by side of one connection is sent one after the other', async () => {
  const warnings: string[] = [];
  const listen = ({ message }: Error) => warnings.push(message);
  process.on('warning', listen);
  const client = await database.pool.connect();
  const answers = await Promise.all([1, 2, 3, 4].map((n) => client.query({ text: `SELECT ${n} AS n` })));
  client.release();
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', listen);
  expect(answers.map(({ rows }) => rows[0])).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
  expect(warnings).toEqual([]);
});

it('one that fails fails alone, and the connection is used again', async () => {
  const failed = database.pool.query('SELECT 1 / 0');
  await expect(failed).rejects.toThrow('division by zero');
  const client = await database.pool.connect();
  await expect(client.query('SELECT 1 / 0')).rejects.toThrow('division by zero');
  expect((await client.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
  client.release();
});

it('a connection that breaks between two statements of whoever has it out ends nothing but itself', async () => {
  const client = await database.pool.connect();
  const broken = new Promise((resolve) => client.once('end', resolve));
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const server = await connect(testDatabase.url);
  await server.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  await server.end();
  await broken;
  await expect(client.query('SELECT 1')).rejects.toThrow();
  client.release();
  expect((await database.pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
});

it('what Prisma asks with values is prepared once on a connection, with a list it is not', async () => {
  const { prisma } = database;
  const prepared = () =>
    prisma.$transaction(async (tx) => {
      await tx.tenant.findUnique({ where: { id: crypto.randomUUID() } });
      await tx.tenant.findUnique({ where: { id: crypto.randomUUID() } });
      await tx.$queryRaw`SELECT ${[crypto.randomUUID()]}::uuid[]`;
      return tx.$queryRaw<{ statement: string }[]>`SELECT statement FROM pg_prepared_statements`;
    });
  const statements = (await prepared()).map(({ statement }) => statement);
  expect(statements.filter((statement) => statement.includes('"tenants"'))).toHaveLength(1);
  expect(statements.filter((statement) => statement.includes('uuid[]'))).toEqual([]);
});

it('statements of long work are planned for their own figures, those of the next transaction are prepared', async () => {
  // One connection, on which nothing is prepared yet.
  const fresh = connectDatabase(await addressesOf(testDatabase), 1, 5000);
  const prepared = (timeout?: number) =>
    inTransaction(
      fresh,
      async (tx) => {
        await tx.tenant.findUnique({ where: { id: crypto.randomUUID() } });
        const statements = await tx.$queryRaw<
          { statement: string }[]
        >`SELECT statement FROM pg_prepared_statements`;
        return statements.filter(({ statement }) => statement.includes('"tenants"')).length;
      },
      timeout ? { timeout } : {},
    );
  expect(await prepared(1000)).toBe(0);
  expect(await prepared()).toBe(1);
  await fresh.close();
});
