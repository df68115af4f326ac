import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkServer } from '@xyxlx/database/check-server';
import { connect } from '@xyxlx/database/connect';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@xyxlx/database/embedded/start';
import { migrate } from '@xyxlx/database/migrate';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { seedAndPost } from '../../apps/api/src/embed.ts';
import { jwtSecret, launchService } from '../support/service-process.ts';
import { startTestApiOn } from '../support/test-api.ts';

// A server without anything of ours: roles belong to all of its databases.
const dataDir = mkdtempSync(join(tmpdir(), 'xyxlx-owner-'));
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, durable: false });
}, 60_000);
afterAll(async () => {
  await postgres.stop();
  rmSync(dataDir, { recursive: true });
});

async function asSuperuser(...statements: string[]): Promise<void> {
  const client = await connect(postgres.url);
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const addressOf = (username: string, database: string) =>
  Object.assign(new URL(postgres.url), { username, password: 'p', pathname: `/${database}` }).href;

// First, while no other database of the server has anything of the role's.
test.each([
  ['without the role', [], /the server has no role xyxlx_app/],
  ['without the rights', ['CREATE ROLE xyxlx_app NOLOGIN'], /the role xyxlx_app has no rights on them/],
])(
  'a dump restored %s: the service says in one sentence what is missing',
  async (_, between, sentence) => {
    await asSuperuser('CREATE DATABASE restored');
    const url = Object.assign(new URL(postgres.url), { pathname: '/restored' }).href;
    await migrate(url);
    const owner = await connect(url);
    // What a dump restored where the role is missing leaves: its tables, and none of its grants.
    await owner.query('DROP OWNED BY xyxlx_app; DROP ROLE xyxlx_app');
    await owner.end();
    await asSuperuser(...between);

    const { ended, output } = await launchService(url);
    expect(await ended).toBe(1);
    expect(output().trim().split('\n')).toEqual([expect.stringMatching(sentence)]);
    expect(output()).toMatch(/restore the dump again.*CREATE ROLE xyxlx_app NOLOGIN/);

    await asSuperuser('DROP DATABASE restored', 'DROP ROLE IF EXISTS xyxlx_app');
  },
  90_000,
);

describe('an owner that is no superuser', () => {
  test('needs CREATEROLE, and no more', async () => {
    await asSuperuser(`CREATE ROLE plain LOGIN PASSWORD 'p'`, 'CREATE DATABASE plain OWNER plain');
    const url = addressOf('plain', 'plain');
    await expect(migrate(url)).rejects.toThrow(/^The role plain may not make or use .*give it CREATEROLE/);

    await asSuperuser('ALTER ROLE plain CREATEROLE');
    await migrate(url);
    expect(await seedAndPost(url, 'small', [jwtSecret])).toBe(true);
    const api = await startTestApiOn(url, { settings: { DATA_DIR: dataDir } });
    onTestFinished(() => api.close());
    const { rows } = await api.deps.database.pool.query('SELECT current_user AS name');
    expect(rows).toEqual([{ name: 'plain_service' }]);
    expect((await api.call('dev/reset', { seed: 'small' })).body.code).toBe(200);
    const token = await api.signIn('13800000001');
    expect((await api.call('operationLog/verifyIntegrity', {}, token)).body.result.ok).toBe(true);
    expect((await api.call('dev/invariants')).body.result.ok).toBe(true);
  }, 90_000);

  test('of a second database on the server is granted the role that the first one made', async () => {
    await asSuperuser(
      `CREATE ROLE second LOGIN CREATEROLE PASSWORD 'p'`,
      'CREATE DATABASE second OWNER second',
    );
    const url = addressOf('second', 'second');
    await expect(migrate(url)).rejects.toThrow(/GRANT xyxlx_app TO "second" WITH ADMIN OPTION/);
    await asSuperuser('GRANT xyxlx_app TO second WITH ADMIN OPTION');
    expect((await migrate(url)).length).toBeGreaterThan(0);
  }, 60_000);
});

test('whoever does not own the database is told to give the owner’s address', async () => {
  await asSuperuser(`CREATE ROLE stranger LOGIN CREATEROLE PASSWORD 'p'`, 'CREATE DATABASE third');
  await expect(migrate(addressOf('stranger', 'third'))).rejects.toThrow(
    /^The role stranger may not create tables: DATABASE_ADMIN_URL/,
  );
});

test.each([
  ['15.18 (Debian 15.18-0+deb12u1)', 150_018],
  ['9.6.24', 90_624],
])('PostgreSQL %s is refused in one sentence', async (version, number) => {
  const server = { query: async () => ({ rows: [{ version, number }] }) };
  await expect(checkServer(server as never)).rejects.toThrow(
    `The database server is PostgreSQL ${version}: 16 or later is needed.`,
  );
});

test('this one is new enough', async () => {
  const client = await connect(postgres.url);
  onTestFinished(() => client.end());
  await expect(checkServer(client)).resolves.toBeUndefined();
});
