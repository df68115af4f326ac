import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts';
import { connect } from '../connect.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('the server writes neither statements nor details, which quote mobile numbers, to its log', async () => {
  const client = await connect(database.url);
  const { rows } = await client.query(
    "SELECT current_setting('log_error_verbosity') AS words, current_setting('log_min_error_statement') AS statements",
  );
  await client.end();
  expect(rows).toEqual([{ words: 'terse', statements: 'panic' }]);
});
