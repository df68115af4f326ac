import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addressesOf,
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/test-database.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { empty, raw, rowsOf, sql } from '../db/sql.ts';
import { type KeysetList, keysetPage, numberedPage } from './paged-list.ts';
import { instant, json, jsonOf, namedPart, number, part, shape, text, word } from './row-shape.ts';

interface Thing {
  id: string;
  name: string;
  note: string | null;
  amount: number;
  at: string;
  kind: { id: string; name: string } | null;
  more: { note: string | null };
  tags: string[];
}

const thing = shape<Thing>({
  id: word('c.id'),
  name: text('c.name'),
  note: text('c.note'),
  amount: number('c.amount'),
  at: instant('c.at'),
  kind: namedPart('k'),
  more: part({ note: text('c.note') }),
  tags: json(sql`c.tags`),
});
const joins = raw('LEFT JOIN kinds k ON k.id = c.kind_id');
const list: KeysetList<Thing> = {
  table: 'things',
  alias: 'c',
  key: { column: 'at', type: 'timestamptz' },
  descending: true,
  where: sql`c.amount > ${0}`,
  joins,
  row: thing,
};

let testDatabase: TestDatabase;
let database: Database;
let pool: pg.Pool;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connectDatabase(await addressesOf(testDatabase), 4, 10_000);
  ({ pool } = database);
  const owner = await connect(testDatabase.url);
  await owner.query(`
    CREATE TABLE kinds (id uuid PRIMARY KEY, name text);
    CREATE TABLE things (tenant_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000002', id uuid PRIMARY KEY DEFAULT uuidv7(), name text, note text, amount bigint, at timestamptz(3), kind_id uuid, tags text[]);
    INSERT INTO kinds VALUES ('00000000-0000-7000-8000-000000000001', '种类"1"\\');
    INSERT INTO things (name, note, amount, at, kind_id, tags)
    SELECT E'名"\\\\\\n\\t\\u0001\\u2028😀' || n, CASE WHEN n % 3 = 0 THEN '注' END, CASE WHEN n % 50 = 0 THEN 0 ELSE 9007199254740991 - n END,
      '2026-01-01Z'::timestamptz + n * interval '0.25 s', CASE WHEN n % 2 = 0 THEN '00000000-0000-7000-8000-000000000001'::uuid END,
      ARRAY['a"b', n::text]
    FROM generate_series(1, 230) n`);
  await owner.end();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const page = async (pageNum: number, pageSize: number, cursor?: string) =>
  (await keysetPage(pool, list, { pageNum, pageSize, cursor })).parse();
const everything = async () =>
  rowsOf<{ row: Thing }>(
    pool,
    sql`SELECT ${jsonOf(thing)} AS row FROM things c ${joins} WHERE c.amount > 0 ORDER BY c.at DESC, c.id DESC`,
  ).then((rows) => rows.map(({ row }) => row));

describe('a page', () => {
  test('has what PostgreSQL makes of the same rows, whatever is in them', async () => {
    const all = await everything();
    expect(all).toHaveLength(226);
    expect((await page(1, 200)).list).toEqual(all.slice(0, 200));
    const numbered = await numberedPage<Thing>(
      pool,
      { from: sql`things c ${joins}`, where: list.where, orderBy: raw('c.at DESC'), row: thing },
      { pageNum: 2, pageSize: 100 },
    );
    expect(numbered.parse()).toEqual({ list: all.slice(100, 200), total: 226, pageNum: 2, pageSize: 100 });
  });

  test.each([1, 7, 20, 21, 50, 199, 200])(
    'of %i rows: by cursor and by number, each row once',
    async (size) => {
      const all = await everything();
      const byCursor: Thing[] = [];
      const byNumber: Thing[] = [];
      let cursor: string | undefined;
      for (let n = 1; n <= Math.ceil(226 / size); n++) {
        const next = await page(n, size, cursor);
        expect(next).toMatchObject({ total: 226, totalIsEstimate: false, pageNum: n, pageSize: size });
        byCursor.push(...next.list);
        if (n <= 3) byNumber.push(...(await page(n, size)).list);
        cursor = next.cursor ?? undefined;
      }
      expect(cursor).toBeUndefined();
      expect(byCursor).toEqual(all);
      expect(byNumber).toEqual(all.slice(0, 3 * size));
    },
  );

  test('past the end is empty and still says the total', async () => {
    expect(await page(9, 100)).toEqual({
      list: [],
      total: 226,
      totalIsEstimate: false,
      pageNum: 9,
      pageSize: 100,
      cursor: null,
    });
    const none = { ...list, where: sql`FALSE`, joins: empty, row: sql`json_build_object('id', c.id)` };
    const { list: rows, total } = (await keysetPage(pool, none, { pageNum: 1, pageSize: 20 })).parse();
    expect([rows, total]).toEqual([[], 0]);
  });
});
