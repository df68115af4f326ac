import { cursorPageInput, cursorPageOf, pageInput, pageOf, summedUpTo } from '@xyxlx/contracts/paging';
import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  addressesOf,
  createTestDatabase,
  type TestDatabase,
} from '../../../../../tests/support/test-database.ts';
import type { Call } from '../../core/call.ts';
import { InvalidInput } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { raw, rowsOf, sql } from '../db/sql.ts';
import { rowsFor } from '../exports/export-definition.ts';
import { rowsOfList } from '../exports/rows-of-list.ts';
import { fromDay, untilDay } from './conditions.ts';
import { JsonText } from './json-text.ts';
import { listOf } from './list.ts';
import { queryList } from './query-list.ts';
import { instant, json, jsonOf, namedPart, number, part, shape, text, word } from './row-shape.ts';
import { sumOf } from './sum-list.ts';

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
const filters = { least: z.int().optional() };
const sortFields = ['at', 'name', 'seen'] as const;
const row = z.any();
const definition = {
  from: 'things',
  alias: 'c',
  scope: () => sql`c.amount > ${0}`,
  filters: { least: (amount: number) => sql`c.amount >= ${amount}::bigint` },
  sort: {
    at: { column: 'c.at', type: 'timestamptz' },
    name: { column: 'c.name', type: 'text' },
    // Of those that were never seen, last whichever way.
    seen: {
      column: { asc: `coalesce(c.seen, 'infinity')`, desc: `coalesce(c.seen, '-infinity')` },
      type: 'timestamptz',
    },
  },
  usual: ['at', 'desc'],
  joins,
  row: thing,
} as const;
const byCursor = { input: cursorPageInput(sortFields, filters), output: cursorPageOf(row) };
const byNumber = { input: pageInput(sortFields, filters), output: pageOf(row) };
const list = listOf(byCursor, definition);
const numbered = listOf(byNumber, definition);

let testDatabase: TestDatabase;
let database: Database;
let pool: pg.Pool;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connectDatabase(await addressesOf(testDatabase), 4, 10_000);
  ({ pool } = database);
  const owner = await connect(testDatabase.url);
  await owner.query(`
    CREATE SEQUENCE looks;
    GRANT USAGE ON SEQUENCE looks TO PUBLIC;
    CREATE TABLE kinds (id uuid PRIMARY KEY, name text);
    CREATE TABLE things (tenant_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000002', id uuid PRIMARY KEY DEFAULT uuidv7(), name text, note text, amount bigint, at timestamptz(3), kind_id uuid, tags text[], seen timestamptz(3));
    INSERT INTO kinds VALUES ('00000000-0000-7000-8000-000000000001', '种类"1"\\');
    INSERT INTO things (name, note, amount, at, kind_id, tags, seen)
    SELECT E'名"\\\\\\n\\t\\u0001\\u2028😀' || n, CASE WHEN n % 3 = 0 THEN '注' END, CASE WHEN n % 50 = 0 THEN 0 ELSE 9007199254740991 - n END,
      '2026-01-01Z'::timestamptz + n * interval '0.25 s', CASE WHEN n % 2 = 0 THEN '00000000-0000-7000-8000-000000000001'::uuid END,
      ARRAY['a"b', n::text], CASE WHEN n % 4 > 0 THEN '2026-02-01Z'::timestamptz + n / 10 * interval '1 s' END
    FROM generate_series(1, 230) n`);
  await owner.end();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const callOf = <I>(input: I) =>
  ({
    input,
    deps: { database },
    session: { tenantId: '00000000-0000-7000-8000-000000000002', scope: {} },
    request: { language: 'zh' },
  }) as unknown as Call<I, Session>;
const answer = async <T>(found: Promise<JsonText<T> | T>): Promise<T> => {
  const made = await found;
  return made instanceof JsonText ? made.parse() : made;
};
const page = (pageNum: number, pageSize: number, cursor?: string, more: object = {}) =>
  answer(
    queryList(callOf(byCursor.input.parse({ pageNum, pageSize, ...(cursor && { cursor }), ...more })), list),
  );
const everything = async () =>
  rowsOf<{ row: Thing }>(
    pool,
    sql`SELECT ${jsonOf(thing)} AS row FROM things c ${joins} WHERE c.amount > 0 ORDER BY c.at DESC, c.id DESC`,
  ).then((rows) => rows.map(({ row }) => row));

describe('a page', () => {
  test('that is the last one is looked for once: its rows say how many there are', async () => {
    // A look at a row takes a number.
    const looked = () => sql`nextval('looks') > 0 AND c.amount > ${0}`;
    const nextLook = async () =>
      (await database.pool.query(`SELECT nextval('looks')::int AS look`)).rows[0].look as number;
    const looksAt = async (pageNum: number, pageSize: number) => {
      const before = await nextLook();
      const found = await answer(
        queryList(
          callOf(byCursor.input.parse({ pageNum, pageSize })),
          listOf(byCursor, { ...definition, scope: looked }),
        ),
      );
      return { total: found.total, looks: (await nextLook()) - before - 1 };
    };
    expect(await looksAt(1, 200)).toEqual({ total: 226, looks: 452 });
    expect(await looksAt(2, 200)).toEqual({ total: 226, looks: 226 });
    expect(await looksAt(3, 200)).toEqual({ total: 226, looks: 452 });
  });

  test('has what PostgreSQL makes of the same rows, whatever is in them', async () => {
    const all = await everything();
    expect(all).toHaveLength(226);
    expect((await page(1, 200)).list).toEqual(all.slice(0, 200));
    const second = await answer(
      queryList(callOf(byNumber.input.parse({ pageNum: 2, pageSize: 100 })), numbered),
    );
    expect(second).toEqual({ list: all.slice(100, 200), total: 226, pageNum: 2, pageSize: 100 });
  });

  test.each([1, 7, 20, 21, 50, 199, 200])(
    'of %i rows: by cursor and by number, each row once',
    async (size) => {
      const all = await everything();
      const cursored: Thing[] = [];
      const counted: Thing[] = [];
      let cursor: string | undefined;
      for (let n = 1; n <= Math.ceil(226 / size); n++) {
        const next = await page(n, size, cursor);
        expect(next).toMatchObject({ total: 226, totalIsEstimate: false, pageNum: n, pageSize: size });
        cursored.push(...next.list);
        if (n <= 3) counted.push(...(await page(n, size)).list);
        cursor = next.cursor ?? undefined;
      }
      expect(cursor).toBeUndefined();
      expect(cursored).toEqual(all);
      expect(counted).toEqual(all.slice(0, 3 * size));
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
    const none = await page(1, 20, undefined, { least: Number.MAX_SAFE_INTEGER });
    expect([none.list, none.total]).toEqual([[], 0]);
  });

  test.each(['name', 'seen'] as const)(
    'is in the order of %s, both ways, by cursor and by number',
    async (field) => {
      for (const order of ['asc', 'desc'] as const) {
        const sort = { sort: { field, order } };
        const keys: Record<typeof field, string> = { name: 'c.name', seen: 'c.seen' };
        const { rows } = await pool.query(
          `SELECT c.id FROM things c WHERE c.amount > 0 ORDER BY ${keys[field]} ${order} NULLS LAST, c.id ${order}`,
        );
        const ids = rows.map(({ id }) => id);
        const found: string[] = [];
        for (let cursor: string | undefined, n = 1; n <= 3; n++) {
          const next = await page(n, 100, cursor, sort);
          expect(next.list).toEqual((await page(n, 100, undefined, sort)).list);
          found.push(...next.list.map(({ id }: Thing) => id));
          cursor = next.cursor ?? undefined;
        }
        expect(found).toEqual(ids);
      }
    },
  );

  test('of what a filter leaves has its total, and the export has the same rows', async () => {
    const least = Number.MAX_SAFE_INTEGER - 30;
    const { list: shown, total } = await page(1, 20, undefined, { least });
    expect([shown.length, total]).toEqual([20, 30]);
    const definition = rowsOfList(list);
    const rows = await rowsFor(definition, callOf({ least, format: 'csv' as const }));
    const exported = await rowsOf<{ id: string }>(
      pool,
      sql`SELECT c.id ${rows} ORDER BY ${definition.orderBy}`,
    );
    expect(exported.slice(0, 20).map(({ id }) => id)).toEqual(shown.map(({ id }: Thing) => id));
    expect(exported).toHaveLength(30);
  });

  test('takes no cursor of an order by another kind of key', async () => {
    const { cursor } = await page(1, 20, undefined, { sort: { field: 'name', order: 'asc' } });
    await expect(page(2, 20, cursor ?? '')).rejects.toThrow(InvalidInput);
  });
});

test('sums are of everything that a filter leaves, or of what was picked', async () => {
  const sum = sumOf(list, { amount: sql`c.amount`, back: sql`-c.amount` });
  const least = Number.MAX_SAFE_INTEGER - 30;
  const session = { scope: {}, tenantId: '00000000-0000-7000-8000-000000000002' };
  const of = (input: object) => sum({ ...callOf(input), session } as unknown as Call<object, Session>);
  const { list: shown } = await page(1, 20, undefined, { least });
  const amount = (rows: Thing[]) => rows.reduce((total, row) => total + BigInt(row.amount), 0n);
  const [all, picked] = [
    await of({ least: Number.MAX_SAFE_INTEGER - 1 }),
    await of({ ids: shown.slice(0, 1).map(({ id }: Thing) => id) }),
  ];
  expect(all).toEqual({
    count: 1,
    sums: { amount: Number.MAX_SAFE_INTEGER - 1, back: 1 - Number.MAX_SAFE_INTEGER },
  });
  expect(picked).toEqual({
    count: 1,
    sums: { amount: Number(amount(shown.slice(0, 1))), back: -Number(amount(shown.slice(0, 1))) },
  });
  expect(await of({ least: Number.MAX_SAFE_INTEGER })).toEqual({ count: 0, sums: { amount: 0, back: 0 } });
});

test('more rows than are added up while somebody waits have no sum', async () => {
  const owner = await connect(testDatabase.url);
  await owner.query(
    `CREATE TABLE many (id int, tenant_id uuid, amount int); INSERT INTO many SELECT n FROM generate_series(1, ${summedUpTo + 1}) n`,
  );
  await owner.end();
  const many = listOf(byNumber, {
    ...definition,
    from: 'many',
    scope: () => sql`TRUE`,
    filters: { least: (id: number) => sql`c.id >= ${id}::int` },
  });
  const sum = sumOf(many, { amount: sql`c.id` });
  expect(await sum(callOf({}))).toEqual({ count: summedUpTo, sums: null });
  expect(await sum(callOf({ least: 2 }))).toEqual({
    count: summedUpTo,
    sums: { amount: (summedUpTo * (summedUpTo + 3)) / 2 },
  });
});

test('a range of days of Asia/Shanghai holds its last millisecond and not the next', async () => {
  const [from, until] = [fromDay('t.at')('2026-12-31'), untilDay('t.at')('2026-12-31')];
  const { rows } = await pool.query(sql`
    SELECT array_agg(${from} AND ${until} ORDER BY at) AS within FROM (VALUES
      ('2026-12-30T15:59:59.999Z'::timestamptz), ('2026-12-30T16:00Z'), ('2026-12-31T15:59:59.999Z'), ('2026-12-31T16:00Z')) t(at)`);
  expect(rows[0].within).toEqual([false, true, true, false]);
});
