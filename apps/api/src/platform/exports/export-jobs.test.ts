import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessionOf } from '../../../../../tests/support/accounts.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { withSpooled } from '../http/spool.ts';
import { readTable } from '../table-files/read-table.ts';
import { deleteExpiredFiles } from './stored-file.ts';

let api: TestApi;
let maker: string;
beforeAll(async () => {
  api = await startTestApi();
  maker = await api.signIn('13800000002');
});
afterAll(() => api.close());

const day = 24 * 60 * 60_000;
const path = 'consumption/exportConsumption';

/** The file as it is streamed, and the same export as a job. */
async function bothWays(format: 'csv' | 'xlsx') {
  api.deps.settings.exportStreamRows = 50_000;
  const streamed = await bytes(path, { format });
  api.deps.settings.exportStreamRows = 20;
  const { body } = await api.call(path, { format }, maker);
  expect(body).toMatchObject({ code: 200, success: true, result: { jobId: expect.any(String) } });
  return { streamed, jobId: body.result.jobId as string };
}

async function bytes(from: string, input: object, token = maker): Promise<Buffer> {
  const { body } = await api
    .call(from, input, token)
    .buffer(true)
    .parse((answer, done) => {
      buffer(answer as unknown as Readable).then(
        (whole) => {
          done(null, whole);
        },
        (error: Error) => {
          done(error, null);
        },
      );
    });
  return body as Buffer;
}

const ended = (id: string, state = 'SUCCEEDED', token = maker) =>
  eventually(async () => {
    const { body } = await api.call('job/getJob', { id }, token);
    expect(body.result).toMatchObject({ state });
    return body.result;
  });

async function cells(file: Buffer): Promise<string[][]> {
  const all: string[][] = [];
  await withSpooled(Readable.from([file]), (spooled) =>
    readTable('a tenant', spooled, async (rows) => {
      all.push(...rows.map((row) => row.cells));
    }),
  );
  return all;
}

it('an export of many rows answers at once with a job, whose file is the one that is streamed for fewer', async () => {
  const { streamed, jobId } = await bothWays('csv');
  const job = await ended(jobId);
  const lines = streamed.toString().trim().split('\n').length - 1;
  expect(job).toMatchObject({ total: lines, done: lines, failed: 0, title: { zh: '导出消费记录' } });
  expect((await bytes('job/downloadExport', { id: jobId })).equals(streamed)).toBe(true);
  const { headers } = await api.call('job/downloadExport', { id: jobId }, maker);
  expect(headers['content-disposition']).toMatch(/filename\*=UTF-8''.*\.csv$/);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');

  const workbook = await bothWays('xlsx');
  await ended(workbook.jobId);
  const kept = await cells(await bytes('job/downloadExport', { id: workbook.jobId }));
  expect(kept).toEqual(await cells(workbook.streamed));
  expect(kept).toHaveLength(lines + 1);
});

it('users too: the file is the one that is streamed for fewer', async () => {
  const administrator = await api.signIn('13800000001');
  const users = 'userAccount/exportUserInfo';
  const streamed = await bytes(users, { format: 'csv' }, administrator);
  expect(streamed.toString()).toMatch(/\n平台管理员,138\*\*\*\*0001,,.*,平台管理员,正常,/);
  api.deps.settings.exportStreamRows = 2;
  const { body } = await api.call(users, { format: 'csv' }, administrator);
  await ended(body.result.jobId, 'SUCCEEDED', administrator);
  const kept = await bytes('job/downloadExport', { id: body.result.jobId }, administrator);
  expect(kept.equals(streamed)).toBe(true);
});

it('a run that takes over from a killed one writes the whole file anew', async () => {
  const { streamed, jobId } = await bothWays('csv');
  const { done } = await ended(jobId);
  const { prisma } = api.deps.database;
  const { tenantId } = await prisma.job.findFirstOrThrow({ where: { id: jobId } });
  await prisma.exportChunk.create({ data: { tenantId, jobId, seq: 2, bytes: new Uint8Array([1, 2, 3]) } });
  await prisma.job.updateMany({
    where: { id: jobId },
    data: { state: 'RUNNING', done: 7, checkpoint: { run: 'the killed one', chunks: 2, rows: 7 } },
  });
  await prisma.$transaction((tx) => api.deps.jobs.wake(tx, tenantId));
  expect(await ended(jobId)).toMatchObject({ total: done, done });
  expect(await prisma.exportChunk.count({ where: { jobId } })).toBe(1);
  expect((await bytes('job/downloadExport', { id: jobId })).equals(streamed)).toBe(true);
});

it('the file is for its maker alone, each fetching is logged, and it is gone after a day', async () => {
  const { jobId } = await bothWays('csv');
  await ended(jobId);
  const administrator = await api.signIn('13800000001');
  for (const action of ['job/getJob', 'job/downloadExport']) {
    const { body } = await api.call(action, { id: jobId }, administrator);
    expect({ code: body.code, msg: body.msg }).toEqual({ code: 406, msg: '记录不存在' });
  }
  await api.call('job/downloadExport', { id: jobId }, maker);
  const { body: log } = await api.call(
    'operationLog/queryOperationLog',
    { result: ['SUCCESS'], targetId: jobId },
    maker,
  );
  expect(log.result.list).toMatchObject([{ action: 'downloadExport', actor: { name: '财务经办' } }]);

  const { tenantId } = await sessionOf(api, maker);
  const chunks = () => api.deps.database.prisma.exportChunk.count({ where: { jobId } });
  await deleteExpiredFiles(api.deps.database.pool, tenantId, api.clock.now());
  expect(await chunks()).toBe(1);
  api.clock.advance(day + 60_000);
  maker = await api.signIn('13800000002');
  const { body } = await api.call('job/downloadExport', { id: jobId }, maker);
  expect({ code: body.code, msg: body.msg }).toEqual({ code: 406, msg: '文件已过期，请重新导出' });
  await deleteExpiredFiles(api.deps.database.pool, tenantId, api.clock.now());
  expect(await chunks()).toBe(0);
});

it('what its maker may no longer take is neither written nor handed out', async () => {
  const { jobId: written } = await bothWays('csv');
  await ended(written);
  const { membershipId, tenantId, userId, id: sessionId } = await sessionOf(api, maker);
  await api.deps.database.prisma.membershipRole.deleteMany({ where: { membershipId } });
  const { body } = await api.call('job/downloadExport', { id: written }, maker);
  expect(body).toMatchObject({ code: 406, result: { permission: 'consumption.export' } });

  const actor = {
    session: { tenantId, userId, userName: '财务经办', roles: [] },
    request: { id: 'test', ip: '', device: '' },
  };
  const id = await api.deps.database.prisma.$transaction((tx) =>
    api.deps.jobs.start(tx, actor, {
      kind: 'exportConsumption',
      payload: { sessionId, input: { format: 'csv' }, language: 'zh' },
      file: { name: 'x.csv' },
    }),
  );
  const job = await ended(id, 'FAILED');
  expect(job.message.zh).toContain('没有权限');
});
