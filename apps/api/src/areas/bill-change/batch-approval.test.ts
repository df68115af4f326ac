import type { LimitBatch } from '@xyxlx/contracts/bill-change';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { type BatchDesk, openBatchDesk } from '../../../../../tests/support/limit-batches.ts';
import { listenLive } from '../../../../../tests/support/live-client.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { setThreshold } from '../../../../../tests/support/thresholds.ts';

let api: TestApi;
let desk: BatchDesk;
let checker: string;
beforeAll(async () => {
  api = await startTestApi();
  desk = await openBatchDesk(api);
  checker = await api.signIn('13800000003');
  // More than 100 yuan, or more than two people, takes a checker.
  await setThreshold(api, 'limitBatch', { amount: 10_000, count: 2, dayAmount: 1_000_000, dayCount: 1_000 });
});
afterAll(() => api.close());

const step = (action: string, { id, version }: LimitBatch, token: string, more: object = {}) =>
  api.call(`billChange/${action}`, { id, version, ...more }, token);
const waitingOf = async ({ id }: LimitBatch, token: string) =>
  (await api.call('approval/getSubjectApproval', { subjectType: 'limitBatch', subjectId: id }, token)).body
    .result;

/** A checked batch that gives so many employees so many yuan more. */
async function batchOf(people: number, yuan: number, token = desk.maker): Promise<LimitBatch> {
  const [head, ...lines] = await desk.sheet(token);
  const active = lines.filter((line) => line[3] === '已激活').slice(0, people);
  const more = active.map((line) => line.with(7, (Number(line[7]) + yuan).toFixed(2)));
  const { body } = await desk.upload([head as string[], ...more], token);
  return desk.settled(body.result.batchId);
}

describe('a batch over the threshold', () => {
  test('up to it nobody is asked; over it, by amount or by count, it waits and changes nothing', async () => {
    const small = await batchOf(2, 50);
    expect(small.needsApproval).toBe(false);
    expect((await step('confirmBatch', small, desk.maker)).body.result.state).toBe('RUNNING');
    expect((await desk.settled(small.id)).state).toBe('DONE');
    for (const [people, yuan] of [
      [1, 100.01],
      [3, 1],
    ] as const) {
      const big = await batchOf(people, yuan);
      expect(big.needsApproval).toBe(true);
      const { result } = (await step('confirmBatch', big, desk.maker)).body;
      expect(result).toMatchObject({ state: 'SUBMITTED', done: 0 });
      expect((await step('confirmBatch', result, desk.maker)).body.msg).toBe('已被处理');
      expect((await step('cancelBatch', result, desk.maker)).body.msg).toBe('已被处理');
      await api.call('approval/withdraw', { id: (await waitingOf(big, desk.maker)).id }, desk.maker);
      const back = await desk.settled(big.id);
      expect(back.state).toBe('READY');
      expect((await step('cancelBatch', back, desk.maker)).body.code).toBe(200);
    }
  });

  test('approved by another it runs in its maker’s name, whose socket follows it to the end', async () => {
    const live = await listenLive(api, desk.maker);
    const batch = await batchOf(3, 60);
    await step('confirmBatch', batch, desk.maker);
    const waiting = await waitingOf(batch, checker);
    expect(waiting).toMatchObject({ amount: 18_000, canDecide: true, reason: '季度调整' });
    await api.call('approval/approve', { id: waiting.id }, checker);
    expect(await desk.settled(batch.id)).toMatchObject({ state: 'DONE', done: 3 });
    const adjustments = await api.deps.database.prisma.limitAdjustment.findMany({
      where: { batchId: batch.id },
    });
    expect(adjustments.map(({ createdBy }) => createdBy)).toEqual(['财务经办', '财务经办', '财务经办']);
    await live.heard({
      type: 'job',
      job: expect.objectContaining({ kind: 'limitBatchRun', state: 'SUCCEEDED' }),
    });
    await live.heard({
      type: 'notification',
      notification: expect.objectContaining({
        kind: 'job.ended',
        title: expect.objectContaining({ zh: `批量调额：${batch.batchNo} 执行完成，成功 3 行，失败 0 行` }),
        link: `/layout/userlist?tab=batches&open=${batch.id}`,
      }),
    });
    live.close();
  });

  test('a maker’s people of a day count one by one: the last that is allowed is done, one more waits', async () => {
    await setThreshold(api, 'limitBatch', { amount: 10_000, count: 2, dayAmount: 1_000_000, dayCount: 3 });
    const permissions = ['limit.view', 'limit.upload', 'limit.export', 'employee.view', 'merchant.view'];
    const { token } = await operator(api, '数人头的', { permissions });
    for (const [people, state] of [
      [2, 'RUNNING'],
      [1, 'RUNNING'],
      [1, 'SUBMITTED'],
    ] as const) {
      const batch = await batchOf(people, 1, token);
      expect((await step('confirmBatch', batch, token)).body.result.state).toBe(state);
      await desk.settled(batch.id);
    }
    await setThreshold(api, 'limitBatch', {
      amount: 10_000,
      count: 2,
      dayAmount: 1_000_000,
      dayCount: 1_000,
    });
  });

  test('neither who uploaded it nor who handed it in approves it; a rejection says why', async () => {
    const permissions = [
      'limit.view',
      'limit.upload',
      'limit.export',
      'limit.approve',
      'employee.view',
      'merchant.view',
    ];
    const [uploader, sender] = [
      await operator(api, '上传人', { permissions }),
      await operator(api, '提交人', { permissions }),
    ];
    const batch = await batchOf(3, 2, uploader.token);
    await step('confirmBatch', batch, sender.token);
    const { id } = await waitingOf(batch, checker);
    for (const { token } of [uploader, sender]) {
      expect((await api.call('approval/approve', { id }, token)).body.msg).toBe(
        '经办人不能审批自己提交的事项',
      );
    }
    await api.call('approval/reject', { id, reason: '金额偏高' }, checker);
    expect((await desk.settled(batch.id)).state).toBe('REJECTED');
    expect((await waitingOf(batch, desk.maker)).decisionReason).toBe('金额偏高');
  });
});

describe('a batch whose job ends before its work', () => {
  test('cancelled: it says what is done and undone, goes on where it stopped, and every row is done exactly once', async () => {
    const { prisma } = api.deps.database;
    const batch = await batchOf(2, 1);
    // As a replica leaves it that has not come to it yet: no entry of the queue leads to this job.
    const { tenantId, userId } = (await operator(api, '无关', { permissions: [] })).session;
    const job = await prisma.job.create({
      data: {
        tenantId,
        kind: 'limitBatchRun',
        permission: 'limit.upload',
        total: 2,
        payload: { tenantId, batchId: batch.id },
        origin: { roles: [], request: { id: 'r', ip: '127.0.0.1', device: 'test' } },
        createdById: userId,
        createdBy: '无关',
      },
    });
    await prisma.limitBatch.updateMany({
      where: { id: batch.id },
      data: { state: 'RUNNING', jobId: job.id },
    });
    const admin = await api.signIn('13800000001');
    expect((await api.call('job/cancelJob', { id: job.id }, admin)).body.result.state).toBe('CANCELLED');
    const stopped = await desk.settled(batch.id);
    expect(stopped).toMatchObject({ state: 'STOPPED', changed: 2, done: 0 });
    expect((await step('confirmBatch', stopped, desk.maker)).body.msg).toBe('已被处理');
    expect((await step('resumeBatch', stopped, desk.maker)).body.result.state).toBe('RUNNING');
    expect(await desk.settled(batch.id)).toMatchObject({ state: 'DONE', done: 2 });
    await expectInvariants(api);
  });
});
