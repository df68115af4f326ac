import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CallFailed } from './client.ts';
import { type Stack, startStack } from './start-stack.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
beforeEach(() => stack.reset());
afterAll(() => stack.stop());

const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CallFailed);
  return error as CallFailed;
};

describe('the test kit', () => {
  test('resets to its seed, on the same address', async () => {
    const { url } = stack;
    const before = await (await stack.signIn('13800000001')).userAccount.queryUser({});
    const mobile = '13912340001';
    const client = await stack.signIn('13800000001');
    const { roles } = await client.userAccount.queryUserOption({});
    await client.userAccount.addUser({ mobile, name: '新来的', roleIds: [roles[0]?.id ?? ''] });
    // What the log's chain has now is published, and must not be missed afterwards.
    expect(await stack.invariants()).toMatchObject({ ok: true });
    await stack.reset();
    expect(stack.url).toBe(url);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const after = await (await stack.signIn('13800000001')).userAccount.queryUser({});
    expect(after.list.map((user) => user.id)).toEqual(before.list.map((user) => user.id));
    expect(await stack.invariants()).toMatchObject({ ok: true });
  });

  test('an expired token is a real 402, refreshed by the client unless told otherwise', async () => {
    const client = await stack.signIn('13800000001');
    const first = client.token;
    await stack.expireToken(client);
    expect((await failure(client.userAccount.getUser({}, { refresh: false }))).code).toBe(402);
    expect((await client.userAccount.getUser()).name).toBe('平台管理员');
    expect(client.token).not.toBe(first);
  });

  test('a revoked session is a real 403', async () => {
    const client = await stack.signIn('13800000001');
    await stack.revokeSession(client);
    expect((await failure(client.userAccount.getUser())).code).toBe(403);
  });

  test('reads the outbox', async () => {
    await stack.anonymous.verificationCode.requestVerificationCode({
      mobile: '13800000001',
      scene: 'resetPassword',
    });
    const [message] = await stack.outbox('13800000001');
    expect(message?.code).toMatch(/^\d{6}$/);
  });

  test('moves the clock, and a reset brings it back', async () => {
    const later = await stack.moveClock(86_400);
    expect(Math.round((later.getTime() - Date.now()) / 3_600_000)).toBe(24);
    await stack.reset();
    const now = await stack.moveClock(0);
    expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(3_600_000);
  });

  test('injects faults', async () => {
    await stack.failNext({ endpoint: 'merchant/queryMerchant', status: 503, times: 1 });
    const client = await stack.signIn('13800000001');
    expect(await failure(client.merchant.queryMerchant())).toMatchObject({ code: 503, httpStatus: 503 });
    expect((await client.merchant.queryMerchant()).total).toBeGreaterThan(0);
  });

  test('downloads are files, a refusal has its words', async () => {
    const admin = await stack.signIn('13800000001');
    const file = await admin.merchant.exportMerchant({ format: 'csv' });
    expect(file.fileName).toMatch(/\.csv$/);
    expect(file.content.toString()).toContain('商户号');
    const auditor = await stack.signIn('13800000008');
    const role = { name: 'x', dataScope: 'SELF' as const, permissions: [], ceilingAmount: null };
    expect((await failure(auditor.role.addRole(role))).message).toContain('没有权限');
  });
});
