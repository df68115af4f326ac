import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import type { Requester } from '../../core/caller.ts';
import { Refusal, Unavailable } from '../../core/errors.ts';
import { inTransaction } from '../db/transaction.ts';
import type { JobKind, JobWork } from './job-kind.ts';
import { mustEndAs } from './job-states.ts';
import { type Jobs, makeJobs } from './jobs.ts';
import { makeQueue } from './queue.ts';
import { runJob } from './run-job.ts';

type Run = (work: JobWork) => ReturnType<JobKind['run']>;

const runs = new Map<string, Run>();
const kindOf = (kind: string): JobKind => ({
  kind,
  title: { zh: kind, en: kind },
  permission: 'user.import',
  run: (work) => (runs.get(kind) as Run)(work),
});
const kinds = [
  'steps',
  'refused',
  'broken',
  'flaky',
  'away',
  'cancelled',
  'lost',
  'last',
  'paused',
  'late',
  'idle',
];
const over = { message: { zh: '完成', en: 'Done' } };

let api: TestApi;
let jobs: Jobs;
let actor: Requester;
beforeAll(async () => {
  api = await startTestApi({
    override: (deps) => {
      const { service } = deps.database.addresses;
      jobs = makeJobs(kinds.map(kindOf), [], makeQueue(service, deps.pgNotifications, deps.log));
      return { jobs };
    },
  });
  const user = await api.deps.database.prisma.user.findUniqueOrThrow({
    where: { mobile: '13800000002' },
    include: { memberships: true },
  });
  const tenantId = user.memberships[0]?.tenantId as string;
  actor = {
    session: { tenantId, userId: user.id, userName: user.name, roles: [] },
    request: { id: 'r', ip: '127.0.0.1', device: 'test' },
  };
});
afterAll(() => api.close());

const start = (kind: string, total = 0, state: 'QUEUED' | 'CHECKING' = 'QUEUED') =>
  inTransaction(api.deps.database, (tx) => jobs.start(tx, actor, { kind, payload: {}, total, state }));

const read = (id: string) => api.deps.database.prisma.job.findFirstOrThrow({ where: { id } });

const ended = (id: string) =>
  eventually(async () => {
    const job = await read(id);
    expect(job.finishedAt).not.toBeNull();
    return job;
  });

describe('jobs', () => {
  test('steps go on from their checkpoint, and each one counts once', async () => {
    const seen: unknown[] = [];
    runs.set('steps', async (work) => {
      await work.steps(async (_tx, checkpoint) => {
        seen.push(checkpoint);
        const at = (checkpoint ?? 0) as number;
        return at === 3 ? null : { checkpoint: at + 1, done: 2, failed: at === 1 ? 1 : 0 };
      });
      return over;
    });
    const job = await ended(await start('steps', 7));
    expect(seen).toEqual([null, 1, 2, 3]);
    expect(job).toMatchObject({ state: 'PARTIAL', done: 6, failed: 1, total: 7, message: over.message });
  });

  test('nothing starts when the transaction of its start is undone', async () => {
    const before = await api.deps.database.prisma.job.count();
    const undone = inTransaction(api.deps.database, async (tx) => {
      await jobs.start(tx, actor, { kind: 'steps', payload: {} });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await api.deps.database.prisma.job.count()).toBe(before);
  });

  test('a refusal ends it in words; a step that fails leaves nothing', async () => {
    runs.set('refused', async (work) => {
      await work.steps(async (tx) => {
        await tx.$executeRaw`UPDATE users SET name = 'changed' WHERE id = ${actor.session.userId}::uuid`;
        throw new Refusal({ zh: '不行', en: 'No' });
      });
      return over;
    });
    expect(await ended(await start('refused'))).toMatchObject({
      state: 'FAILED',
      message: { zh: '不行' },
      attempt: 1,
    });
    const user = await api.deps.database.prisma.user.findUniqueOrThrow({
      where: { id: actor.session.userId },
    });
    expect(user.name).not.toBe('changed');
  });

  // What is tried again is tried after seconds: these three wait side by side.
  test.concurrent('an unexpected failure is tried again, three times in a row at most, and its cause is not shown', async () => {
    runs.set('broken', async () => {
      throw new Error('secret cause');
    });
    const job = await ended(await start('broken'));
    expect(job).toMatchObject({ state: 'FAILED', attempt: 3 });
    expect(JSON.stringify(job.message)).not.toContain('secret');
  });

  test.concurrent('failures are counted anew after a step that went through', async () => {
    let tries = 0;
    runs.set('flaky', async (work) => {
      tries++;
      // Two failures, a step that goes through, and two more: never three in a row.
      if (tries === 3) {
        await work.steps(async (_tx, checkpoint) => (checkpoint ? null : { checkpoint: 1, done: 1 }));
      }
      if (tries < 5) throw new Error(`failure ${tries}`);
      return over;
    });
    const job = await ended(await start('flaky', 1));
    expect(job).toMatchObject({ state: 'SUCCEEDED', attempt: 5, done: 1, failed: 0 });
  });

  test.concurrent('a database that is away or not in time is no failure of the job', async () => {
    let tries = 0;
    const away = [
      Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }),
      Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
      new Error('Connection terminated unexpectedly'),
      new Unavailable(),
    ];
    runs.set('away', async () => {
      const failure = away[tries++];
      if (failure) throw failure;
      return over;
    });
    const job = await ended(await start('away'));
    expect(job).toMatchObject({ state: 'SUCCEEDED', attempt: 5, failures: 0 });
  });

  test('taken over after its last step: the one that lost it does not end it, the one that has it does, with nothing done twice', async () => {
    const { promise: taken, resolve: takeOver } = Promise.withResolvers<void>();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let begun = 0;
    let steps = 0;
    runs.set('last', async (work) => {
      const mine = ++begun;
      await work.steps(async (_tx, checkpoint) => {
        if (checkpoint) return null;
        steps++;
        return { checkpoint: 1, done: 3 };
      });
      if (mine === 1) {
        takeOver();
        await held;
      }
      return { message: { zh: `第${mine}次`, en: `run ${mine}` } };
    });
    const id = await start('last', 3);
    await taken;
    // The queue gives it to another replica, which has heard nothing of the first for too long.
    const { signal } = new AbortController();
    await runJob({
      deps: api.deps,
      key: { tenantId: actor.session.tenantId, id },
      kindOf: jobs.kind,
      queue: { send: async () => undefined },
      signal,
    });
    const now = await read(id);
    release();
    await eventually(async () => {
      const queued = await api.deps.database.prisma.$queryRaw<{ state: string }[]>`
        SELECT state::text AS state FROM pgboss.job WHERE data->>'jobId' = ${id}`;
      expect(queued).toEqual([{ state: 'completed' }]);
    });
    expect(now).toMatchObject({
      state: 'SUCCEEDED',
      attempt: 2,
      done: 3,
      failed: 0,
      message: { en: 'run 2' },
    });
    expect(await read(id)).toEqual(now);
    expect({ begun, steps }).toEqual({ begun: 2, steps: 1 });
  });

  test('cancelled at work: it ends before its next step, and what was done stays done', async () => {
    let steps = 0;
    runs.set('cancelled', async (work) => {
      await work.steps(async (tx) => {
        steps++;
        await tx.$executeRaw`SELECT pg_sleep(0.02)`;
        return { checkpoint: steps, done: 1 };
      });
      return over;
    });
    const id = await start('cancelled', 1000);
    await eventually(() => expect(steps).toBeGreaterThan(2));
    await api.deps.database.prisma.job.updateMany({ where: { id }, data: { cancelRequestedAt: new Date() } });
    const job = await ended(id);
    expect(job).toMatchObject({ state: 'CANCELLED', done: steps });
  });

  test('cancelled after the last step of its check: nobody is asked to confirm it', async () => {
    runs.set('late', async ({ tenantId, id }) => {
      await inTransaction(api.deps.database, (tx) => jobs.cancel(tx, { tenantId, id }));
      return { state: 'WAITING_CONFIRM', message: { zh: '等待确认', en: 'Waiting' } };
    });
    const id = await start('late', 0, 'CHECKING');
    expect(await ended(id)).toMatchObject({ state: 'CANCELLED', message: { zh: '已取消' } });
  });

  test('cancelled after its last step it is done, and can be taken back', async () => {
    runs.set('late', async ({ tenantId, id, state, steps }) => {
      if (state === 'UNDOING') {
        await steps(async (_tx, checkpoint) => (checkpoint ? null : { checkpoint: 1, done: 0 }));
        return { state: 'UNDONE', message: { zh: '已撤销', en: 'Taken back' } };
      }
      await inTransaction(api.deps.database, (tx) => jobs.cancel(tx, { tenantId, id }));
      return over;
    });
    const id = await start('late');
    expect(await ended(id)).toMatchObject({ state: 'SUCCEEDED' });
    const { tenantId } = actor.session;
    await inTransaction(api.deps.database, (tx) => jobs.undo(tx, { tenantId, id }, actor));
    expect(await ended(id)).toMatchObject({ state: 'UNDONE' });
  });

  const idleStates = ['WAITING_CONFIRM', 'SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED', 'UNDONE'] as const;

  test.each(idleStates)('a replica that is handed one that is %s leaves it alone', async (state) => {
    const ran = vi.fn<Run>(async () => over);
    runs.set('idle', ran);
    const { tenantId, userId, userName } = actor.session;
    const { id } = await api.deps.database.prisma.job.create({
      data: {
        tenantId,
        kind: 'idle',
        state,
        payload: {},
        origin: {},
        createdById: userId,
        createdBy: userName,
      },
    });
    const before = await read(id);
    const { signal } = new AbortController();
    const queue = { send: async () => undefined };
    await runJob({ deps: api.deps, key: { tenantId, id }, kindOf: jobs.kind, queue, signal });
    expect(await read(id)).toEqual(before);
    expect(ran).not.toHaveBeenCalled();
  });

  test('one can end only as its state leads to', () => {
    expect(() => mustEndAs('RUNNING', 'UNDONE')).toThrow('A job that is RUNNING can not end as UNDONE.');
    expect(() => mustEndAs('CHECKING', 'SUCCEEDED')).toThrow();
    expect(() => mustEndAs('UNDOING', 'CANCELLED')).toThrow();
    expect(() => mustEndAs('RUNNING', 'PARTIAL')).not.toThrow();
    expect(() => mustEndAs('CHECKING', 'CANCELLED')).not.toThrow();
    expect(() => mustEndAs('UNDOING', 'UNDONE')).not.toThrow();
  });

  test('a replica that lost its job to another one can write nothing more', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let finished = false;
    runs.set('lost', async (work) => {
      await held;
      await work
        .steps(async () => ({ checkpoint: 1, done: 1 }))
        .finally(() => {
          finished = true;
        });
      return over;
    });
    const id = await start('lost');
    await eventually(async () => expect((await read(id)).attempt).toBe(1));
    // As if another replica had taken it.
    await api.deps.database.prisma.job.updateMany({ where: { id }, data: { attempt: 2 } });
    release();
    await eventually(() => expect(finished).toBe(true));
    expect(await read(id)).toMatchObject({ state: 'RUNNING', done: 0, checkpoint: null });
  });

  test('the jobs of an expired tenant are paused', async () => {
    const ran = vi.fn<Run>(async () => over);
    runs.set('paused', ran);
    const { tenantId } = actor.session;
    const { prisma } = api.deps.database;
    await prisma.tenant.update({ where: { id: tenantId }, data: { expiresAt: new Date(Date.now() - 1000) } });
    const id = await start('paused');
    const waiting = () => prisma.$queryRaw<unknown[]>`
      SELECT 1 FROM pgboss.job WHERE data->>'jobId' = ${id} AND start_after > now() + interval '30 seconds'`;
    await eventually(async () => expect(await waiting()).toHaveLength(1));
    expect(ran).not.toHaveBeenCalled();
    expect((await read(id)).state).toBe('QUEUED');
    await prisma.tenant.update({ where: { id: tenantId }, data: { expiresAt: null } });
  });
});
