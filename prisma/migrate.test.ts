import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../tests/support/test-database.ts';
import { connect } from './connect.ts';
import { migrate, migrationsPending } from './migrate.ts';

let database: TestDatabase;
let client: pg.Client;
let directory: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  client = await connect(database.url);
  directory = mkdtempSync(join(tmpdir(), 'xyxlx-migrations-'));
});

afterEach(async () => {
  await client.end();
  await database.drop();
  rmSync(directory, { recursive: true });
});

function addMigration(name: string, sql: string): string {
  mkdirSync(join(directory, name));
  const file = join(directory, name, 'migration.sql');
  writeFileSync(file, sql);
  return file;
}

test('applies what is missing, in order, and records it as the Prisma CLI does', async () => {
  const first = 'CREATE TABLE things (id int);';
  addMigration('20260102000000_second', 'ALTER TABLE things ADD COLUMN name text;');
  addMigration('20260101000000_first', first);

  expect(await migrate(database.url, { directory })).toEqual([
    '20260101000000_first',
    '20260102000000_second',
  ]);
  expect(await migrate(database.url, { directory })).toEqual([]);

  const { rows } = await client.query('SELECT * FROM _prisma_migrations ORDER BY started_at');
  expect(rows[0]).toMatchObject({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    checksum: createHash('sha256').update(first).digest('hex'),
    migration_name: '20260101000000_first',
    finished_at: expect.any(Date),
    rolled_back_at: null,
    logs: null,
    applied_steps_count: 1,
  });
});

test('a function body with semicolons is applied whole', async () => {
  addMigration(
    '20260101000000_function',
    'CREATE FUNCTION one() RETURNS int AS $$ BEGIN PERFORM 2; RETURN 1; END $$ LANGUAGE plpgsql; SELECT one();',
  );

  await migrate(database.url, { directory });

  expect((await client.query('SELECT one()')).rows).toEqual([{ one: 1 }]);
});

test('replicas that start together apply each migration once', async () => {
  addMigration('20260101000000_once', 'SELECT pg_sleep(0.1); CREATE TABLE once (id int);');

  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.url, { directory })));

  expect(applied.flat()).toEqual(['20260101000000_once']);
});

test('a migration waits for a lock that somebody holds, lets others by meanwhile, and goes through once it is given back', async () => {
  await client.query('CREATE TABLE things (id int)');
  await client.query('BEGIN; SELECT FROM things');
  addMigration('20260101000000_locked', 'ALTER TABLE things ADD COLUMN name text;');
  const said: string[] = [];
  const done = migrate(database.url, { directory, log: (line) => said.push(line) });
  const waits = 'Migration 20260101000000_locked waits for locks that somebody else holds …';
  await vi.waitFor(() => expect(said).toContain(waits), { timeout: 15_000 });
  const reader = await connect(database.url);
  expect((await reader.query('SELECT FROM things')).rowCount).toBe(0);
  await reader.end();
  await client.query('COMMIT');
  expect(await done).toEqual(['20260101000000_locked']);
  expect(said.filter((line) => line === waits)).toHaveLength(1);
});

test('a lock that is not given back is told in a sentence that says what to do, and nothing is left', async () => {
  await client.query('CREATE TABLE things (id int)');
  await client.query('BEGIN; SELECT FROM things');
  addMigration(
    '20260101000000_locked',
    'CREATE TABLE left_over (id int); ALTER TABLE things ADD COLUMN name text;',
  );
  await expect(migrate(database.url, { directory, lockPatience: 0 })).rejects.toThrow(
    'Migration 20260101000000_locked was undone, as somebody else holds locks on what it changes: end their transactions (pg_stat_activity names them) and start again.',
  );
  await client.query('ROLLBACK');
  expect((await client.query(`SELECT to_regclass('left_over') AS table`)).rows).toEqual([{ table: null }]);
});

test('whoever comes second says that it waits for the first', async () => {
  await client.query('SELECT pg_advisory_lock(72707369)');
  addMigration('20260101000000_once', 'CREATE TABLE once (id int);');
  const said: string[] = [];
  const done = migrate(database.url, { directory, log: (line) => said.push(line) });
  await vi.waitFor(() => expect(said).toEqual(['Another process migrates the database; waiting for it …']));
  await client.query('SELECT pg_advisory_unlock(72707369)');
  expect(await done).toEqual(['20260101000000_once']);
});

test('a migration that fails leaves nothing behind and says in which line', async () => {
  addMigration('20260101000000_broken', 'CREATE TABLE left_over (id int);\nCREATE TABL x;');

  await expect(migrate(database.url, { directory })).rejects.toThrow(
    /20260101000000_broken failed and was undone \(line 2\)/,
  );

  expect((await client.query(`SELECT to_regclass('left_over') AS table`)).rows).toEqual([{ table: null }]);
  expect((await client.query('SELECT 1 FROM _prisma_migrations')).rowCount).toBe(0);
});

test('refuses a migration that was changed after it was applied', async () => {
  const file = addMigration('20260101000000_first', 'SELECT 1;');
  await migrate(database.url, { directory });
  appendFileSync(file, '-- changed');

  await expect(migrate(database.url, { directory })).rejects.toThrow(/was changed after it was applied/);
});

test('refuses a database that is ahead of the files', async () => {
  addMigration('20260101000000_first', 'SELECT 1;');
  await migrate(database.url, { directory });
  rmSync(join(directory, '20260101000000_first'), { recursive: true });

  await expect(migrate(database.url, { directory })).rejects.toThrow(
    /which this version of the program lacks/,
  );
});

test('knows what is pending before and after', async () => {
  expect(await migrationsPending(client)).not.toEqual([]);
  await migrate(database.url);
  expect(await migrationsPending(client)).toEqual([]);
});

test('an unreachable database is one sentence without the password', async () => {
  const url = Object.assign(new URL(inject('testServerUrls')[0]), { port: '1', password: 'top-secret' }).href;

  const failure = await migrate(url).catch((error: Error) => error.message);

  expect(failure).toMatch(/^The database .+ at 127\.0\.0\.1:1 can't be reached: .+\.$/);
  expect(failure).not.toContain('top-secret');
});
