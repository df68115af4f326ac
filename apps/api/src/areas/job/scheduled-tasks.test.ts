import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { longSessions, startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import type { Deps } from '../../core/deps.ts';
import { Refusal } from '../../core/errors.ts';
import { makeJobs } from '../../platform/jobs/jobs.ts';
import { makeQueue } from '../../platform/jobs/queue.ts';
import { runScheduledTasks, type ScheduledTask } from '../../platform/jobs/scheduled-task.ts';
import { wordsOf } from '../../platform/jobs/task-runs.ts';

interface Row {
  id: string;
  name: string;
  title: { zh: string };
  state: string;
  startedAt: string | null;
  nextAt: string | null;
  tookMs: number | null;
  failuresInRow: number;
  failedAt: string | null;
  failure: { zh: string } | null;
  askedBy: string | null;
}

const words = (text: string) => ({ zh: text, en: text });
/** What a test has a task do. */
const does = new Map<string, () => Promise<void>>();
const asked: string[] = [];
const task = (name: string, title: string): ScheduledTask => ({
  ...{ name, title: words(title), due: words('每分钟') },
  run: async () => {
    asked.push(name);
    await does.get(name)?.();
  },
});
const tasks = [task('first', '清点'), task('second', '结转'), task('third', '归档')];

let api: TestApi;
let admin: string;
beforeAll(async () => {
  api = await startTestApi({
    // The clock is moved on by more than a token's usual life.
    settings: longSessions,
    override: (deps) => {
      const { service } = deps.database.addresses;
      const jobs = makeJobs([], tasks, makeQueue(service, deps.pgNotifications, deps.log));
      return { jobs, registry: { ...deps.registry, schedule: tasks } };
    },
  });
  admin = await api.signIn('13800000001');
  await eventually(() => expect(asked).toEqual(['first', 'second', 'third']));
});
afterAll(() => api.close());

async function list(input: object = {}, token = admin): Promise<Row[]> {
  const { body } = await api.call('job/queryScheduledTask', input, token);
  expect(body).toMatchObject({ code: 200 });
  return body.result.list;
}
const one = async (name: string): Promise<Row> => (await list()).find((row) => row.name === name) as Row;
const quiet = (): Deps => ({ ...api.deps, log: { ...api.deps.log, error: vi.fn(), warn: vi.fn() } as never });
const round = (only?: string) => runScheduledTasks(tasks, quiet(), only);

test('tasks are listed in the order in which they are done, with when they ran and run next', async () => {
  await round();
  const rows = await list();
  expect(rows.map(({ name, title, state }) => [name, title.zh, state])).toEqual([
    ['first', '清点', 'SUCCEEDED'],
    ['second', '结转', 'SUCCEEDED'],
    ['third', '归档', 'SUCCEEDED'],
  ]);
  for (const { startedAt, tookMs, nextAt } of rows) {
    const now = api.clock.now().getTime();
    expect(Math.abs(now - Date.parse(String(startedAt)))).toBeLessThan(60_000);
    expect(tookMs).toBeGreaterThanOrEqual(0);
    expect(Date.parse(String(nextAt)) - now).toBeLessThanOrEqual(60_000);
    expect(Date.parse(String(nextAt)) % 60_000).toBe(0);
  }
  expect((await list({ keyword: '结' })).map(({ name }) => name)).toEqual(['second']);
  expect((await list({ keyword: 'FIRST' })).map(({ name }) => name)).toEqual(['first']);
  expect(await list({ state: ['FAILED'] })).toEqual([]);
});

test('what failed is told in words and stays told, is counted while it goes on, and stops no other', async () => {
  does.set('second', () => Promise.reject(new Refusal({ zh: '资金不足', en: 'Too little' })));
  await round();
  await round();
  expect(await one('second')).toMatchObject({
    ...{ state: 'FAILED', failuresInRow: 2, failure: { zh: '资金不足' } },
    failedAt: expect.any(String),
  });
  expect(await one('third')).toMatchObject({ state: 'SUCCEEDED', failure: null });
  expect((await list({ state: ['FAILED'] })).map(({ name }) => name)).toEqual(['second']);
  does.delete('second');
  await round();
  expect(await one('second')).toMatchObject({
    ...{ state: 'SUCCEEDED', failuresInRow: 0, failure: { zh: '资金不足' } },
    failedAt: expect.any(String),
  });
});

test('one under way is running, one that nobody ends or begins is late, with no next run', async () => {
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  does.set('third', () => promise);
  const running = round('third');
  await eventually(async () => expect((await one('third')).state).toBe('RUNNING'));
  api.clock.advance(16 * 60_000);
  expect(await one('third')).toMatchObject({ state: 'LATE', nextAt: null });
  // Nobody has begun it for sixteen minutes.
  expect(await one('first')).toMatchObject({ state: 'LATE', nextAt: null });
  finish();
  await running;
  does.delete('third');
  await round();
  expect((await list()).map(({ state }) => state)).toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED']);
});

test('one that is asked for runs at once, alone, and is logged', async () => {
  const { id } = await one('second');
  asked.length = 0;
  const { body, headers } = await api.call('job/runScheduledTask', { id }, admin);
  expect(body).toMatchObject({ code: 200, result: { name: 'second', askedBy: '平台管理员' } });
  await eventually(async () => {
    expect(asked).toContain('second');
    expect((await one('second')).state).toBe('SUCCEEDED');
  });
  const logged = await api.deps.database.prisma.operationLog.findMany({
    where: { traceId: String(headers['x-request-id']) },
    select: { module: true, action: true, targetType: true, targetId: true, targetLabel: true },
  });
  expect(logged).toEqual([
    {
      ...{ module: 'job', action: 'runScheduledTask', targetType: 'scheduledTask' },
      ...{ targetId: id, targetLabel: '结转' },
    },
  ]);
});

test('a task that no replica takes up stays asked for until it is late', async () => {
  const { id } = await one('first');
  await api.deps.database.prisma.scheduledTask.update({
    where: { id },
    data: { askedAt: new Date(api.clock.now().getTime() + 1000) },
  });
  expect((await one('first')).state).toBe('ASKED');
  api.clock.advance(10 * 60_000);
  expect((await one('first')).state).toBe('LATE');
  await round();
  expect((await one('first')).state).toBe('SUCCEEDED');
});

test('the service is a platform administrator’s: with the permission alone nobody sees or runs anything', async () => {
  const { id } = await one('first');
  const { token } = await operator(api, '租户运维', { permissions: ['service.view', 'service.run'] });
  expect(await list({}, token)).toEqual([]);
  for (const path of ['job/getScheduledTask', 'job/runScheduledTask']) {
    const { body } = await api.call(path, { id }, token);
    expect(body).toMatchObject({ code: 406, msg: '记录不存在' });
  }
  const { body } = await api.call('job/queryScheduledTask', {}, await api.signIn('13800000004'));
  expect(body).toMatchObject({ code: 406, result: { permission: 'service.view' } });
});

test('a task that the service no longer has is not listed', async () => {
  const { id } = await api.deps.database.prisma.scheduledTask.create({ data: { name: 'gone', place: 9 } });
  expect((await list()).map(({ name }) => name)).not.toContain('gone');
  const { body } = await api.call('job/runScheduledTask', { id }, admin);
  expect(body).toMatchObject({ code: 406, msg: '记录不存在' });
});

test('what a failure says is short and names nobody', () => {
  const long = `${'x'.repeat(400)} 13900001111`;
  expect(wordsOf(new Error(`Invalid call:\n\n\nno row of 13900001111`)).zh).toBe(
    '系统错误：no row of 139****1111',
  );
  expect(wordsOf(new Error(long)).en.length).toBeLessThan(330);
  expect(wordsOf('broken')).toEqual({ zh: '系统错误：broken', en: 'System error: broken' });
});
