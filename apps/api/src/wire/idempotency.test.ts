import { connect } from '@xyxlx/database/connect';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { operator } from '../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../tests/support/test-api.ts';
import {
  before,
  effectsOn,
  handIn,
  makeEffects,
  onlyTestSubject,
} from '../../../../tests/support/test-subject.ts';
import { deleteExpiredAnswers } from '../platform/idempotency/stored-answers.ts';

type Operator = Awaited<ReturnType<typeof operator>>;

let api: TestApi;
let replica: TestApi;
let maker: Operator;
let checker: Operator;
beforeAll(async () => {
  api = await startTestApi({ override: onlyTestSubject });
  replica = await api.replica();
  await makeEffects(api);
  maker = await operator(api, '经办', { permissions: ['fund.transfer'] });
  checker = await operator(api, '复核', { permissions: ['fund.approve'] });
});
afterAll(async () => {
  await replica.close();
  await api.close();
});
afterEach(() => {
  before.approve = async () => undefined;
});

const approve = (id: string, key: string, more: object = {}, on = api) =>
  on.call('approval/approve', { id, ...more }, checker.token, { 'Idempotency-Key': key });

/** Stops the handler inside its transaction until `open` is called. */
function gate(): { reached: Promise<void>; open: () => void } {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  before.approve = async () => {
    reached.resolve();
    await opened.promise;
  };
  return { reached: reached.promise, open: () => opened.resolve() };
}

describe('idempotency keys', () => {
  test('double click / same idempotency key: same answer to the byte, 1×', async () => {
    const { id, subjectId } = await handIn(api, maker.session);
    const key = crypto.randomUUID();
    const answers = await Promise.all([approve(id, key), approve(id, key), approve(id, key, {}, replica)]);
    const later = await approve(id, key);
    expect(new Set([...answers, later].map(({ text }) => text)).size).toBe(1);
    expect(later.body).toEqual({ code: 200, success: true, msg: '', result: null });
    expect(await effectsOn(api, [subjectId])).toEqual(['approve']);
  });

  test('other body: 406 ∅', async () => {
    const [one, two] = [await handIn(api, maker.session), await handIn(api, maker.session)];
    const key = crypto.randomUUID();
    expect((await approve(one.id, key)).body.code).toBe(200);
    const { body } = await approve(two.id, key);
    expect(body).toMatchObject({ code: 406, msg: '幂等键已用于另一个请求' });
    expect(await effectsOn(api, [two.subjectId])).toEqual([]);
    expect((await approve(one.id, key)).body.code).toBe(200);
  });

  test('the order of the fields makes no other body; another endpoint or user makes another key', async () => {
    const { id } = await handIn(api, maker.session);
    const key = crypto.randomUUID();
    const first = await approve(id, key, { reason: '同意' });
    const turned = await api.call('approval/approve', { reason: '同意', id }, checker.token, {
      'Idempotency-Key': key,
    });
    expect(turned.text).toBe(first.text);
    const rejected = await api.call('approval/reject', { id, reason: '同意' }, checker.token, {
      'Idempotency-Key': key,
    });
    expect(rejected.body.msg).toBe('已被处理');
    const other = await operator(api, '另一复核', { permissions: ['fund.approve'] });
    const byOther = await api.call('approval/approve', { id, reason: '同意' }, other.token, {
      'Idempotency-Key': key,
    });
    expect(byOther.body.msg).toBe('已被处理');
  });

  test.each([
    ['the same process', () => api],
    ['another replica', () => replica],
  ])('in flight in %s: waits 2 s, then 406 处理中', async (_where, other) => {
    const { id, subjectId } = await handIn(api, maker.session);
    const key = crypto.randomUUID();
    const { reached, open } = gate();
    const first = approve(id, key).then((answer) => answer);
    await reached;
    const since = performance.now();
    const { body } = await approve(id, key, {}, other());
    expect(body).toMatchObject({ code: 406, msg: '请求处理中，请稍候' });
    expect(performance.now() - since).toBeGreaterThan(1900);
    open();
    const { text } = await first;
    expect((await approve(id, key, {}, other())).text).toBe(text);
    expect(await effectsOn(api, [subjectId])).toEqual(['approve']);
  });

  test('in flight and done within 2 s: the first answer', async () => {
    const { id } = await handIn(api, maker.session);
    const key = crypto.randomUUID();
    const { reached, open } = gate();
    const first = approve(id, key).then((answer) => answer);
    await reached;
    const second = approve(id, key, {}, replica).then((answer) => answer);
    open();
    expect((await second).text).toBe((await first).text);
  });

  test('database connection lost mid-request: 503 with Retry-After and the request id; the same key retried is 1×', async () => {
    const { id, subjectId } = await handIn(api, maker.session);
    const key = crypto.randomUUID();
    const { reached, open } = gate();
    const first = approve(id, key).then((answer) => answer);
    await reached;
    const admin = await connect(api.databaseUrl);
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'idle in transaction'`,
    );
    await admin.end();
    open();
    const broken = await first;
    expect([broken.status, broken.headers['retry-after']]).toEqual([503, '1']);
    expect(broken.body.msg).toContain(broken.headers['x-request-id']);
    expect(await effectsOn(api, [subjectId])).toEqual([]);
    expect((await approve(id, key)).body.code).toBe(200);
    expect(await effectsOn(api, [subjectId])).toEqual(['approve']);
  });

  test('the answer commits with the effect: a process that ends right after it leaves what a retry gets', async () => {
    const { id, subjectId } = await handIn(api, maker.session);
    const key = crypto.randomUUID();
    const statements = vi.spyOn(api.deps.database.pool, 'query');
    const first = await approve(id, key);
    const names = statements.mock.calls.map(([statement]) => (statement as { name?: string }).name);
    statements.mockRestore();
    // What is written after the transaction would be lost with the process.
    expect(names).toContain('idempotency-find');
    expect(names).not.toContain('idempotency-replace');
    const row = await api.deps.database.prisma.idempotencyKey.findFirstOrThrow({ where: { key } });
    expect(row.answer).toBe(first.text);
    // What is left when the handler's value was not yet the answer and the process ended before it was written.
    await api.deps.database.prisma.idempotencyKey.updateMany({ where: { key }, data: { answer: null } });
    expect((await approve(id, key)).body.msg).toBe('该请求已处理，请刷新后查看结果');
    expect(await effectsOn(api, [subjectId])).toEqual(['approve']);
  });

  test('a refusal is an answer too; a new key asks again', async () => {
    const { id } = await handIn(api, maker.session);
    await approve(id, crypto.randomUUID());
    const key = crypto.randomUUID();
    const refused = await approve(id, key);
    expect(refused.body.msg).toBe('已被处理');
    expect((await approve(id, key)).text).toBe(refused.text);
  });

  test('a text that is no key: 400', async () => {
    const { id } = await handIn(api, maker.session);
    expect((await approve(id, 'a b')).status).toBe(400);
    expect((await approve(id, 'x'.repeat(201))).status).toBe(400);
  });

  test('the same key with another file: 406 ∅; with the same file under another name the first answer', async () => {
    const admin = await api.signIn('13800000001');
    const key = crypto.randomUUID();
    const upload = async (text: string, name = 'users.csv') => {
      const form = new FormData();
      form.set('file', new Blob([`姓名,手机号,角色\n${text}\n`]), name);
      const answer = await fetch(`${api.url}/xyxlx/userAccount/importUserInfo`, {
        method: 'POST',
        headers: { Authorization: admin, 'Idempotency-Key': key },
        body: form,
      });
      return (await answer.json()) as { code: number; msg: string; result: { jobId: string } };
    };
    const jobs = () => api.deps.database.prisma.job.count();
    const first = await upload('张三,13611110001,运营');
    expect(first.code).toBe(200);
    const made = await jobs();
    expect(await upload('李四,13611110002,运营')).toMatchObject({ code: 406, msg: '幂等键已用于另一个请求' });
    expect(await upload('张三,13611110001,运营', 'again.csv')).toEqual(first);
    expect(await jobs()).toBe(made);
  });

  test('an expired answer is no answer: the key works again, and its new answer takes the place of the old one', async () => {
    const { id, subjectId } = await handIn(api, maker.session);
    const key = crypto.randomUUID();
    const first = await approve(id, key);
    const expire = (at: Date) =>
      api.deps.database.prisma.idempotencyKey.updateMany({ where: { key }, data: { expiresAt: at } });
    await expire(new Date(api.clock.now().getTime() + 60_000));
    expect((await approve(id, key)).text).toBe(first.text);
    await expire(new Date(api.clock.now().getTime() - 1));
    // Nothing is forgotten yet: the row still stands there.
    const again = await approve(id, key);
    expect(again.body.msg).toBe('已被处理');
    expect((await approve(id, key)).text).toBe(again.text);
    // Another body too, as of a key that was never used.
    await expire(new Date(api.clock.now().getTime() - 1));
    const other = await handIn(api, maker.session);
    expect((await approve(other.id, key)).body.code).toBe(200);
    expect(await effectsOn(api, [subjectId, other.subjectId])).toEqual(['approve', 'approve']);
  });

  test('a lock that does not come is no answer to the key: 503, and the same key does it once the lock is free', async () => {
    const { id, subjectId } = await handIn(api, maker.session);
    const key = crypto.randomUUID();
    before.approve = async () => {
      throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    };
    const refused = await approve(id, key);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    expect(await api.deps.database.prisma.idempotencyKey.count({ where: { key } })).toBe(0);
    before.approve = async () => undefined;
    expect((await approve(id, key)).body.code).toBe(200);
    expect(await effectsOn(api, [subjectId])).toEqual(['approve']);
  });

  test('a key is forgotten after a day', async () => {
    const { id } = await handIn(api, maker.session);
    const key = crypto.randomUUID();
    await approve(id, key);
    const day = 24 * 60 * 60_000;
    const keptAfter = async (ms: number) => {
      const then = new Date(api.clock.now().getTime() + ms);
      await deleteExpiredAnswers(api.deps.database.pool, maker.session.tenantId, then);
      return api.deps.database.prisma.idempotencyKey.count({ where: { key } });
    };
    expect(await keptAfter(day - 60_000)).toBe(1);
    expect(await keptAfter(day + 1000)).toBe(0);
  });
});
