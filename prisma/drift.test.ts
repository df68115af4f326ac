import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../tests/support/test-database.ts';
import { connect } from './connect.ts';
import { schemaDrift } from './drift.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

test('the migrations make exactly what the schema files say', async () => {
  expect(await schemaDrift(database.url)).toBe('');
});

test('an index that only SQL can express is not drift', async () => {
  const client = await connect(database.url);
  await client.query('CREATE UNIQUE INDEX sql_only ON tenants (lower(name)) WHERE version > 1');
  await client.end();

  expect(await schemaDrift(database.url)).toBe('');
});

test('a column that is missing in the database is seen as drift', async () => {
  const client = await connect(database.url);
  await client.query('ALTER TABLE tenants DROP COLUMN name');
  await client.end();

  expect(await schemaDrift(database.url)).toMatch(/ALTER TABLE "tenants" ADD COLUMN\s+"name"/);
});
