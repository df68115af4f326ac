import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import type { Requester } from '../../core/caller.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { type Jobs, makeJobs } from '../../platform/jobs/jobs.ts';
import { makeQueue } from '../../platform/jobs/queue.ts';

let afterStep = async (_at: number): Promise<void> => undefined;
const counting: JobKind = {
  kind: 'counting',
  title: { zh: '计数', en: 'Counting' },
  permission: 'user.import',
  run: async (work) => {
    await work.steps(async (_tx, checkpoint) => {
      const at = (checkpoint ?? 0) as number;
      if (at === 3) return null;
      await afterStep(at);
      return { checkpoint: at + 1, done: 1 };
    });
    return { message: { zh: '完成', en: 'Done' } };
  },
};

let api: TestApi;
let jobs: Jobs;
let admin: string;
let actor: Requester;
beforeAll(async () => {
  api = await startTestApi({
    override: (deps) => {
      const { service } = deps.database.addresses;
      jobs = makeJobs([counting], [], makeQueue(service, deps.pgNotifications, deps.log));
      return { jobs };
    },
  });
  admin = await api.signIn('13800000001');
  const { prisma } = api.deps.database;
  const user = await prisma.user.findUniqueOrThrow({ where: { mobile: '13800000004' } });
  const tenant = await prisma.tenant.findUniqueOrThrow({ where: { code: 'beichen' } });
  actor = {
    session: { tenantId: tenant.id, userId: user.id, userName: user.name, roles: [] },
    request: { id: 'r', ip: '127.0.0.1', device: 'test' },
  };
});
afterAll(() => api.close());

const read = (id: string) => api.deps.database.prisma.job.findFirstOrThrow({ where: { id } });
const start = () =>
  inTransaction(api.deps.database, (tx) =>
    jobs.start(tx, actor, { kind: 'counting', payload: {}, total: 3 }),
  );

async function expire(expiresAt: string | null): Promise<void> {
  const { body } = await api.call('tenant/getTenant', { id: actor.session.tenantId }, admin);
  const { id, version, name, domains } = body.result;
  const answer = await api.call(
    'tenant/editTenant',
    { id, version, name, domains, packageId: null, expiresAt },
    admin,
  );
  expect(answer.body.code).toBe(200);
}

test('an expired tenant’s jobs pause, and go on where they were when it is paid again', async () => {
  afterStep = async (at) => {
    if (at === 1) await expire('2026-01-01T00:00:00.000Z');
  };
  const running = await start();
  await eventually(async () => expect((await read(running)).done).toBe(2));
  const waiting = await start();
  afterStep = async () => undefined;
  // Both were taken from the queue and put back for later.
  await eventually(async () => {
    const { rows } = await api.deps.database.pool.query(
      `SELECT count(*)::int AS later FROM pgboss.job WHERE name = 'jobs' AND state = 'created' AND start_after > now()`,
    );
    expect(rows[0].later).toBe(2);
  });
  expect(await read(running)).toMatchObject({ state: 'RUNNING', done: 2 });
  expect(await read(waiting)).toMatchObject({ state: 'QUEUED', done: 0 });

  await expire(null);
  for (const id of [running, waiting]) {
    await eventually(async () => expect((await read(id)).state).toBe('SUCCEEDED'));
    expect((await read(id)).done).toBe(3);
  }
});
