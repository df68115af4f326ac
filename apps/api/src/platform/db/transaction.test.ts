import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addressesOf,
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/test-database.ts';
import { connectDatabase, type Database } from './database.ts';
import { inTransaction } from './transaction.ts';

let made: TestDatabase;
let database: Database;
beforeAll(async () => {
  made = await createTestDatabase();
  database = connectDatabase(await addressesOf(made), 2, 10_000);
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

/** Runs a transaction that fails with an SQLSTATE on its first tries; how often it was tried. */
async function tries(sqlState: string, failures: number): Promise<{ tries: number; value?: string }> {
  let count = 0;
  const done = inTransaction(database, async (tx) => {
    count += 1;
    const fails = count <= failures;
    await tx.sharedSetting.create({ data: { key: `${sqlState}-${failures}-${count}`, value: count } });
    if (fails)
      await tx.$executeRawUnsafe(`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${sqlState}'; END $$`);
    return 'done';
  });
  const value = await done.catch(() => undefined);
  return { tries: count, ...(value && { value }) };
}

describe('serialization failure, deadlock: the transaction retried ≤ 5 times with jitter', () => {
  test.each([
    ['serialization failure', '40001'],
    ['deadlock', '40P01'],
    ['a row that another transaction added meanwhile', '23505'],
    ['a row that another transaction took away meanwhile', '23503'],
  ])(
    '%s: tried again until it goes through, and nothing of the failed tries stays',
    async (_name, sqlState) => {
      expect(await tries(sqlState, 2)).toEqual({ tries: 3, value: 'done' });
      const kept = await database.prisma.sharedSetting.findMany({
        where: { key: { startsWith: `${sqlState}-2` } },
      });
      expect(kept.map(({ value }) => value)).toEqual([3]);
    },
  );

  test('after five tries the failure is the answer', async () => {
    expect(await tries('40001', 5)).toEqual({ tries: 5 });
  });

  test('any other failure is not tried again', async () => {
    expect(await tries('23514', 1)).toEqual({ tries: 1 });
  });
});
