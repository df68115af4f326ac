import type pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  addressesOf,
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../tests/support/test-database.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let owner: pg.Client;
let service: pg.Client;
let clients: pg.Client[] = [];
const client = async (url: string) => {
  const one = await connect(url);
  clients.push(one);
  return one;
};
beforeEach(async () => {
  database = await createTestDatabase();
  owner = await client(database.url);
  service = await client((await addressesOf(database)).service);
});
afterEach(async () => {
  await Promise.all(clients.map((one) => one.end()));
  clients = [];
  await database.drop();
});

/** The month in Asia/Shanghai with which a partition would end now: the first that begins in a day or later. */
const cut = () => {
  const inADay = new Date(Date.now() + 32 * 3_600_000);
  return new Date(Date.UTC(inADay.getUTCFullYear(), inADay.getUTCMonth() + 1)).toISOString().slice(0, 7);
};
const begin = () => Date.parse(`${cut()}-01T00:00:00+08:00`);
const suffix = () => cut().replace('-', '_');

/** The least id of 2025 in UTC. */
const longAgo = '01941f29-7c00-7000-8000-000000000000';

async function partitions(table = 'operation_logs'): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1`,
    [table],
  );
  return rows.map(({ name }) => name.slice(table.length + 1));
}
/** One step, as the service takes it; a partition that has so many rows as PostgreSQL last counted has grown. */
async function step(rows = 3, by = service): Promise<string | null | undefined> {
  const found = await by.query<{ partition: string | null }>(
    `SELECT end_grown_partition('operation_logs', $1) AS partition`,
    [rows],
  );
  return found.rows[0]?.partition;
}
/** Writes a line of the log with an id of a moment, and says in which partition it is. */
async function written(at: number): Promise<string> {
  const { rows } = await service.query<{ id: string }>(
    `INSERT INTO operation_logs (id, tenant_id, trace_id, actor_name, module, action, target_type, target_id, target_label, ip, agent)
     VALUES (least_id($1::timestamptz), $2, 't', '测试', 'm', 'a', 't', 'i', 'l', '', '') RETURNING id`,
    [new Date(at), '00000000-0000-7000-8000-000000000001'],
  );
  const [found] = (
    await owner.query<{ partition: string }>(
      'SELECT tableoid::regclass::text AS partition FROM operation_logs WHERE id = $1',
      [rows[0]?.id],
    )
  ).rows;
  return found?.partition.slice('operation_logs_'.length) ?? '';
}
async function grow(): Promise<void> {
  for (const n of [1, 2, 3, 4]) await written(Date.now() - n * 60_000);
  await owner.query('ANALYZE operation_logs');
}

test('what grows without end is kept in partitions, of which there is one at first', async () => {
  const { rows } = await owner.query<{ name: string; key: string }>(
    `SELECT partrelid::regclass::text AS name, pg_get_partkeydef(partrelid) AS key FROM pg_partitioned_table JOIN pg_class c ON c.oid = partrelid
     WHERE relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  expect(rows).toEqual([
    { name: 'card_flows', key: 'RANGE (source_id)' },
    { name: 'ledger_postings', key: 'RANGE (source_id)' },
    { name: 'operation_logs', key: 'RANGE (id)' },
  ]);
  for (const { name } of rows) expect(await partitions(name)).toEqual(['first']);
});

test('a partition that has grown ends with a month of Asia/Shanghai, and the next goes on', async () => {
  await grow();
  expect(await step()).toBeNull();
  expect(await step()).toBeNull();
  expect(await step()).toBe(`operation_logs_${suffix()}`);
  expect(await partitions()).toEqual([suffix(), 'first'].toSorted());
  expect(await partitions('card_flows')).toEqual(['first']);
  expect(await written(begin() - 1)).toBe('first');
  expect(await written(begin())).toBe(suffix());
  expect(await written(begin() + 400 * 86_400_000)).toBe(suffix());
  const { rows } = await owner.query(
    `SELECT conname FROM pg_constraint WHERE conname LIKE 'operation_logs%_ends'`,
  );
  expect(rows).toEqual([]);
});

test('a partition that has not grown, and one that is yet to begin, goes on', async () => {
  await grow();
  for (const _ of [1, 2, 3]) expect(await step(5)).toBeNull();
  expect(await partitions()).toEqual(['first']);
  for (const _ of [1, 2, 3]) await step();
  await written(begin());
  await owner.query('ANALYZE operation_logs');
  for (const _ of [1, 2, 3]) expect(await step(1)).toBeNull();
  expect(await partitions()).toHaveLength(2);
});

test('between the steps rows are written and the rules of the table hold, and so they do in a new partition', async () => {
  await grow();
  for (const made of [null, null, `operation_logs_${suffix()}`]) {
    expect(await written(Date.now())).toBe('first');
    expect(await step()).toBe(made);
  }
  await written(begin());
  for (const partition of ['first', suffix()]) {
    await expect(owner.query(`DELETE FROM operation_logs_${partition}`)).rejects.toThrow(
      'table operation_logs is append-only',
    );
    await expect(service.query(`INSERT INTO operation_logs_${partition} DEFAULT VALUES`)).rejects.toThrow(
      'permission denied',
    );
  }
});

test('a row of the months to come keeps its partition from ending before it', async () => {
  await grow();
  await written(begin());
  await step();
  await expect(step()).rejects.toThrow('operation_logs_first_ends');
  expect(await partitions()).toEqual(['first']);
});

test('replicas that take the steps together take them one after the other', async () => {
  await grow();
  const { service: address } = await addressesOf(database);
  const others = await Promise.all([1, 2, 3, 4, 5].map(() => client(address)));
  const made = await Promise.all(others.map((one) => step(3, one)));
  expect(made.filter(Boolean)).toEqual([`operation_logs_${suffix()}`]);
  expect(await partitions()).toHaveLength(2);
});

test('nobody waits for long behind a step that waits for somebody who reads', async () => {
  await grow();
  const reader = await client(database.url);
  await reader.query('BEGIN; SELECT count(*) FROM operation_logs');
  await expect(step()).rejects.toThrow('lock timeout');
  await written(Date.now());
  await reader.query('COMMIT');
  for (const _ of [1, 2]) expect(await step()).toBeNull();
  expect(await step()).toBe(`operation_logs_${suffix()}`);
});

test('a partition is put back without a look at its rows, the first and one after it', async () => {
  await grow();
  const said: string[] = [];
  owner.on('notice', ({ message }) => said.push(message ?? ''));
  await owner.query(`SET client_min_messages = debug1`);
  for (const _ of [1, 2, 3]) await step(3, owner);
  // The second began long ago.
  await owner.query(`SET client_min_messages = warning;
    ALTER TABLE operation_logs DETACH PARTITION operation_logs_first;
    ALTER TABLE operation_logs DETACH PARTITION operation_logs_${suffix()};
    ALTER TABLE operation_logs ATTACH PARTITION operation_logs_${suffix()} FOR VALUES FROM (MINVALUE) TO ('${longAgo}');
    ALTER TABLE operation_logs_first RENAME TO operation_logs_second;
    ALTER TABLE operation_logs ATTACH PARTITION operation_logs_second FOR VALUES FROM ('${longAgo}') TO (MAXVALUE);
    ALTER TABLE operation_logs_${suffix()} RENAME TO operation_logs_first;
    SET client_min_messages = debug1`);
  for (const _ of [1, 2, 3]) await step(3, owner);
  expect(await partitions()).toEqual([suffix(), 'first', 'second'].toSorted());
  expect(said.filter((line) => line.includes('implied by existing constraints'))).toEqual(
    ['first', 'second'].map((partition) => expect.stringContaining(`"operation_logs_${partition}"`)),
  );
});

test('a database of before keeps its rows, indexes and rules as its tables come into partitions', async () => {
  const old = await createEmptyDatabase();
  const before = await connect(old.url);
  onTestFinished(async () => {
    await before.end();
    await old.drop();
  });
  await migrate(old.url, { through: '20261129080000_companies_below' });
  await before.query(
    `INSERT INTO operation_logs (tenant_id, trace_id, actor_name, module, action, target_type, target_id, target_label, ip, agent)
     SELECT '00000000-0000-7000-8000-000000000001', 't', '测试', 'm', 'a', 't', 'i', 'l' || n, '', '' FROM generate_series(1, 1000) n`,
  );
  const shape = async () => {
    const { rows } = await before.query<{ line: string }>(
      `SELECT pg_get_indexdef(indexrelid) AS line FROM pg_index WHERE indrelid = 'operation_logs'::regclass
       UNION ALL SELECT conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'operation_logs'::regclass
       UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = 'operation_logs'::regclass
       UNION ALL SELECT attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnum || attnotnull || coalesce(pg_get_expr(adbin, adrelid), '')
         FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attrelid = 'operation_logs'::regclass AND attnum > 0
       UNION ALL SELECT relacl::text FROM pg_class WHERE oid = 'operation_logs'::regclass`,
    );
    return rows.map(({ line }) => line.replace(' ON ONLY ', ' ON ')).toSorted();
  };
  const { rows: file } = await before.query(`SELECT pg_relation_filenode('operation_logs') AS node`);
  const was = await shape();
  await migrate(old.url);
  expect(await shape()).toEqual(was);
  const { rows } = await before.query(
    `SELECT count(*)::int AS n, min(pg_relation_filenode(tableoid)) AS node FROM operation_logs`,
  );
  expect(rows).toEqual([{ n: 1000, node: file[0].node }]);
});
