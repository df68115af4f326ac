import { expect, test } from 'vitest';
import { createTestDatabase } from '../../tests/support/test-database.ts';
import { connect } from '../connect.ts';

test('a seeded database has the indexes that the migrations made, those of partitions too, all of them in use', async () => {
  const [migrated, seeded] = await Promise.all([indexesOf('none'), indexesOf('small')]);
  expect(seeded.length).toBeGreaterThan(300);
  expect(seeded).toEqual(migrated);
  expect(seeded.filter((index) => !index.endsWith('valid'))).toEqual([]);
});

/** What each table has its indexes on, whatever their names are. */
async function indexesOf(seed: 'none' | 'small'): Promise<string[]> {
  const database = await createTestDatabase({ seed });
  const client = await connect(database.url);
  const { rows } = await client.query<{ index: string }>(
    `SELECT indrelid::regclass || regexp_replace(pg_get_indexdef(indexrelid), '^.* USING', '') || CASE WHEN indisvalid THEN ' valid' ELSE ' not used' END AS index
     FROM pg_index JOIN pg_class c ON c.oid = indrelid WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  await client.end();
  await database.drop();
  return rows.map(({ index }) => index);
}
