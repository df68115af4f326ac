import { connect } from '@xyxlx/database/connect';
import { isPooled } from '@xyxlx/database/servers';
import { keepServiceRole } from '@xyxlx/database/service-role';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { ask } from '../support/killable-services.ts';
import { jwtSecret, launchService, startService } from '../support/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { openBank } from './support/bank.ts';
import { call } from './support/client.ts';
import { type PgBouncer, pgbouncer, startPgBouncer } from './support/pgbouncer.ts';
import { signIn } from './support/replicas.ts';

let database: TestDatabase;
let serviceUrl: string;
beforeAll(async () => {
  database = await createTestDatabase({ seed: 'small' });
  serviceUrl = await keepServiceRole(database.url, jwtSecret);
});
afterAll(() => database.drop());

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
}, 60_000);

async function pooler(settings: Record<string, string | number> = {}): Promise<PgBouncer> {
  const started = await startPgBouncer([database.url, serviceUrl], settings);
  closing.push(started.close);
  return started;
}

/** The service over PgBouncer, its owner past it. */
async function serving(through: PgBouncer) {
  const service = await startService(through.addressOf(database.url), { DATABASE_ADMIN_URL: database.url });
  closing.push(() => {
    service.process.kill('SIGKILL');
    return service.ended;
  });
  return service;
}

const owner = {
  query: async <R extends object>(text: string, values?: unknown[]) => {
    const client = await connect(database.url);
    return client.query<R>(text, values).finally(() => client.end());
  },
};

// Debian and others carry it; the paths of a pooler that need none are in prisma/pooler.test.ts.
describe.skipIf(!pgbouncer)('behind PgBouncer (1.21 or later, by PGBOUNCER or on the PATH)', () => {
  test('pooling by transaction: sessions are fewer than the connections of the service, all of its own role, and no acknowledged write is lost when it is killed', async () => {
    const through = await pooler({ default_pool_size: 4 });
    const service = await serving(through);
    const bank = await openBank({ owner }, service);
    const patient = { until: Number.POSITIVE_INFINITY, alsoWithoutAnswer: true };
    let isOver = false;
    const acknowledged = () => bank.deposits.filter((deposit) => deposit.acknowledged).length;
    const tellers = [1, 2, 3, 4, 5, 6, 7, 8].map(async () => {
      while (!isOver) await bank.deposit(() => service.url, patient);
    });
    await eventually(() => expect(acknowledged()).toBeGreaterThan(40));
    const { rows: sessions } = await owner.query<{ name: string; n: number }>(
      `SELECT usename AS name, count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()
          AND pid <> pg_backend_pid() AND query NOT LIKE 'LISTEN%' AND query <> 'SELECT 1' GROUP BY 1`,
    );
    const roles = sessions.filter(({ name }) => name.endsWith('_service'));
    expect(roles).toHaveLength(1);
    expect(roles[0]?.n).toBeLessThanOrEqual(4);

    await through.kill();
    const read = () => call(service.url, 'employee/queryEmployee', { pageSize: 10 }, bank.token);
    await eventually(async () =>
      expect(await read()).toMatchObject({ status: 503, code: 503, retryAfter: '1' }),
    );
    await through.start();
    await eventually(async () => expect(await read()).toMatchObject({ code: 200 }));
    const since = acknowledged();
    await eventually(() => expect(acknowledged()).toBeGreaterThan(since + 20));
    isOver = true;
    await Promise.all(tellers);
    await bank.expectExact(service);
  });

  test('pooling by transaction: an export streams, and another replica’s end of a session is heard', async () => {
    const through = await pooler();
    const [one, other] = [await serving(through), await serving(through)];
    const token = await signIn(one, '13800000001');
    const exported = await fetch(`${one.url}/xyxlx/employee/exportEmployee`, {
      method: 'POST',
      headers: { Authorization: token, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect((await exported.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    expect(await ask(one, 'employee/queryEmployee', { pageSize: 10 }, token)).toMatchObject({
      total: expect.any(Number),
    });
    expect(await call(other.url, 'userAccount/logout', {}, token)).toMatchObject({ code: 200 });
    await eventually(async () =>
      expect(await call(one.url, 'employee/queryEmployee', { pageSize: 10 }, token)).toMatchObject({
        code: 403,
      }),
    );
  });

  test('pooling by transaction: the first start on a server of another time zone is one in UTC', async () => {
    const fresh = await createTestDatabase();
    closing.push(fresh.drop);
    const asOwner = await connect(fresh.url);
    await asOwner.query(`ALTER DATABASE ${asOwner.database} SET timezone = 'Asia/Shanghai'`);
    await asOwner.end();
    const own = await keepServiceRole(fresh.url, jwtSecret);
    const through = await startPgBouncer([fresh.url, own]);
    closing.push(through.close);
    // Its first session is one without the settings of the role, and it remembers what that said.
    await (await connect(through.addressOf(own))).end();
    const service = await startService(through.addressOf(fresh.url), { DATABASE_ADMIN_URL: fresh.url });
    closing.push(() => {
      service.process.kill('SIGKILL');
      return service.ended;
    });
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });

  test('pooling by transaction: nothing that a connection asks for makes it more than the service’s role', async () => {
    const through = await pooler();
    const client = await connect(through.addressOf(serviceUrl));
    closing.push(() => client.end());
    expect(await isPooled(client)).toBe(true);
    await client.query(`SELECT set_config('role', 'none', false)`);
    await expect(client.query('DELETE FROM operation_logs')).rejects.toThrow('permission denied');
    await expect(connect(`${through.addressOf(serviceUrl)}&options=-c%20role%3Dpostgres`)).rejects.toThrow(
      /unsupported startup parameter/,
    );
  });

  test.each([
    [
      'that keeps no track of prepared statements',
      { max_prepared_statements: 0 },
      'shares sessions without keeping track of prepared statements',
    ],
    ['that pools by statement', { pool_mode: 'statement' }, 'takes no transactions'],
    ['that signs in as the owner', { connect: 'user=postgres' }, 'the role postgres owns tables'],
  ])('one %s is refused at the start', async (_, settings, sentence) => {
    const through = await pooler(settings);
    const service = await launchService(through.addressOf(database.url), {
      DATABASE_ADMIN_URL: database.url,
    });
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain(sentence);
  });

  test('the owner’s address through one that shares sessions is refused at the start', async () => {
    const through = await pooler();
    const service = await launchService(through.addressOf(database.url));
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain('set DATABASE_ADMIN_URL to the address of the server itself');
  });

  test('one that leaves each client its session serves for the owner as well', async () => {
    const through = await pooler({ pool_mode: 'session', default_pool_size: 30 });
    const service = await startService(through.addressOf(database.url));
    closing.push(() => {
      service.process.kill('SIGKILL');
      return service.ended;
    });
    expect(await signIn(service, '13800000001')).toEqual(expect.any(String));
  });
});
