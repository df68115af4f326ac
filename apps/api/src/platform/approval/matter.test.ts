import { matterRows } from '@xyxlx/contracts/approval-matter';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../tests/support/test-database.ts';
import { sql } from '../db/sql.ts';
import { count, firstRows } from './matter.ts';

test('of more rows than are shown the first in their order are, with the number of all of them', async () => {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const all = matterRows + 20;
  const shown = await firstRows<{ n: number }>(pool, {
    title: { zh: '行', en: 'Rows' },
    columns: [{ zh: '数', en: 'Number' }],
    select: sql`n`,
    from: sql`FROM generate_series(1, ${all}::int) n`,
    orderBy: 'n DESC',
    row: ({ n }) => [count(n)],
  });
  await pool.end();
  await database.drop();
  expect(shown).toMatchObject({ type: 'rows', total: all });
  expect(shown.type === 'rows' && shown.rows).toEqual(
    Array.from({ length: matterRows }, (_, index) => [{ type: 'count', count: all - index }]),
  );
});
