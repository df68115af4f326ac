import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { connect } from '@xyxlx/database/connect';
import { startEmbeddedPostgres } from '@xyxlx/database/embedded/start';
import { migrate } from '@xyxlx/database/migrate';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { seedAndPost } from '../../apps/api/src/embed.ts';
import { readSettings } from '../../apps/api/src/platform/settings/settings.ts';
import { jwtSecret } from '../support/service-process.ts';
import { startTestApiOn, type TestApi } from '../support/test-api.ts';
import { createEmptyDatabase } from '../support/test-database.ts';

const root = join(import.meta.dirname, '../..');
const directory = mkdtempSync(join(tmpdir(), 'xyxlx-backup-'));
const file = join(directory, 'backup.gz');
const home = join(directory, 'first');
let first: { url: string; stop(): Promise<void> };

function run(command: 'backup' | 'restore', path: string, settings: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `apps/api/src/backup/${command}.ts`, path],
    { cwd: root, env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...settings }, encoding: 'utf8' },
  );
  return { status, said: stdout + stderr };
}

/** The secret that the embedded service made for itself. */
const secretOf = (dataDir: string) => readFileSync(join(dataDir, 'jwt-secret'), 'utf8');

function apiOn(url: string, dataDir: string): Promise<TestApi> {
  return startTestApiOn(url, { settings: { DATA_DIR: dataDir, JWT_SECRET: secretOf(dataDir) } });
}

beforeAll(async () => {
  readSettings({ DATA_DIR: home });
  first = await startEmbeddedPostgres({ dataDir: home, log: () => undefined, durable: false });
  await migrate(first.url);
  await seedAndPost(first.url, 'small', [jwtSecret]);
  const api = await apiOn(first.url, home);
  const token = await api.signIn('13800000001');
  expect((await api.call('operationLog/verifyIntegrity', {}, token)).body.result.ok).toBe(true);
  // What no text format may trip over.
  await api.deps.database.prisma.merchant.updateMany({
    where: { id: (await api.deps.database.prisma.merchant.findFirstOrThrow()).id },
    data: { shortName: '\\.', contactName: 'a\tb\nc\\N' },
  });
  await api.close();
  expect(run('backup', file, { DATA_DIR: home })).toMatchObject({
    status: 0,
    said: expect.stringContaining('Backed up to'),
  });
}, 120_000);
afterAll(async () => {
  await first.stop();
  rmSync(directory, { recursive: true });
});

/** Every table's rows, and every rule, as text: what must be the same on both sides. */
async function contentOf(url: string): Promise<Record<string, unknown>> {
  const client = await connect(url);
  try {
    await client.query(`SET timezone = 'UTC'`);
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)
         AND relkind IN ('r', 'p') AND NOT relispartition AND relname NOT IN ('_prisma_migrations', 'queue_stats') ORDER BY 1`,
    );
    const content: Record<string, unknown> = {};
    for (const { name } of tables) {
      const { rows } = await client.query(
        `SELECT count(*)::int AS rows, md5(string_agg(t::text, E'\n' ORDER BY t::text)) AS hash FROM ${name} t`,
      );
      content[name] = rows[0];
    }
    const { rows: rules } = await client.query(
      `SELECT conrelid::regclass || ' ' || conname || ' ' || convalidated::text || ' ' || pg_get_constraintdef(oid) AS rule FROM pg_constraint
         WHERE connamespace IN ('public'::regnamespace, 'pgboss'::regnamespace) AND conrelid::regclass::text NOT LIKE '%queue_stats_%'
       UNION ALL SELECT tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
       ORDER BY 1`,
    );
    return { ...content, rules: rules.map(({ rule }) => rule) };
  } finally {
    await client.end();
  }
}

/** Sign-in works, the log is in order up to its published heads, and the service has only its rights. */
async function expectWorking(url: string, dataDir: string): Promise<void> {
  const api = await apiOn(url, dataDir);
  const token = await api.signIn('13800000001');
  expect((await api.call('userAccount/getUser', {}, token)).body.code).toBe(200);
  const { body } = await api.call('operationLog/verifyIntegrity', {}, token);
  expect(body.result).toMatchObject({ ok: true });
  expect(body.result.tenants[0].checked).toBeGreaterThan(10);
  await expect(api.deps.database.pool.query('DELETE FROM operation_logs')).rejects.toThrow(
    'permission denied',
  );
  const owner = await connect(url);
  await expect(owner.query('DELETE FROM operation_logs')).rejects.toThrow('append-only');
  await owner.end();
  await api.close();
}

const heads = (dataDir: string) => readFileSync(join(dataDir, 'operation-log-heads.jsonl'), 'utf8');

test('a backup of a running database restores into an empty server: everything is there, the log verifies with its published heads, sign-in works', async () => {
  const dataDir = join(directory, 'second');
  expect(run('restore', file, { DATA_DIR: dataDir }), 'without the key').toMatchObject({
    status: 1,
    said: expect.stringContaining('belongs to another key'),
  });
  cpSync(join(home, 'jwt-secret'), join(dataDir, 'jwt-secret'));
  expect(run('restore', file, { DATA_DIR: dataDir })).toMatchObject({
    status: 0,
    said: expect.stringContaining('Restored as of'),
  });
  expect(heads(dataDir)).toBe(heads(home));
  expect(heads(dataDir)).not.toBe('');
  const second = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
  onTestFinished(() => second.stop());
  expect(await contentOf(second.url)).toEqual(await contentOf(first.url));
  await expectWorking(second.url, dataDir);
}, 120_000);

test('the same with DATABASE_URL, and never over a file or a database that has something in it', async () => {
  const empty = await createEmptyDatabase();
  onTestFinished(() => empty.drop());
  const dataDir = join(directory, 'third');
  const settings = { DATA_DIR: dataDir, DATABASE_URL: empty.url, JWT_SECRET: secretOf(home) };
  expect(run('restore', file, settings)).toMatchObject({ status: 0 });
  expect(await contentOf(empty.url)).toEqual(await contentOf(first.url));
  cpSync(join(home, 'jwt-secret'), join(dataDir, 'jwt-secret'));
  await expectWorking(empty.url, dataDir);
  const again = join(directory, 'again.gz');
  expect(run('backup', again, settings)).toMatchObject({ status: 0 });
  expect(statSync(again).mode & 0o077, 'for its owner alone').toBe(0);
  expect(run('backup', again, settings)).toMatchObject({
    status: 1,
    said: expect.stringContaining('is there already'),
  });
  expect(run('restore', again, settings), 'never over data').toMatchObject({
    status: 1,
    said: expect.stringContaining('is not empty'),
  });
}, 120_000);

test.each([
  ['cut off', (text: string) => text.slice(0, Math.floor(text.length * 0.7)), 'is not whole'],
  ['without its end', (text: string) => text.replace(/\{"end":true\}\n$/, ''), 'is not whole'],
  [
    'of a newer version',
    (text: string) => text.replace('"migrations":[', '"migrations":[{"name":"2099_new","checksum":"x"},'),
    'has migration 2099_new',
  ],
  [
    'with a row that refers to nothing',
    (text: string) => text.replace(/("table":"merchants".*\n)[^\n]*\n/, '$1'),
    'violates foreign key',
  ],
  ['that is none', () => 'hello\n', 'is no backup'],
])(
  'a backup %s is refused, and the database is as empty as before',
  async (name, change, said) => {
    const empty = await createEmptyDatabase();
    onTestFinished(() => empty.drop());
    const dataDir = join(directory, `refused-${name}`);
    const broken = join(directory, `${name}.gz`);
    const text = gunzipSync(readFileSync(file)).toString('utf8');
    expect(change(text)).not.toBe(text);
    writeFileSync(broken, gzipSync(change(text)));
    const settings = { DATA_DIR: dataDir, DATABASE_URL: empty.url, JWT_SECRET: secretOf(home) };
    expect(run('restore', broken, settings)).toMatchObject({
      status: 1,
      said: expect.stringContaining(said),
    });
    const client = await connect(empty.url);
    const { rows } = await client.query(
      `SELECT count(*)::int AS count FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
    );
    await client.end();
    expect(rows[0].count).toBe(0);
    expect(existsSync(join(dataDir, 'operation-log-heads.jsonl'))).toBe(false);
  },
  60_000,
);
