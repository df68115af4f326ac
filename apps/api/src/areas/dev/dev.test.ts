import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dev as contract } from '@xyxlx/contracts/dev';
import { connect } from '@xyxlx/database/connect';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';

let api: TestApi;
let replica: TestApi;
const dataDir = mkdtempSync(join(tmpdir(), 'xyxlx-dev-'));
beforeAll(async () => {
  api = await startTestApi({ settings: { DATA_DIR: dataDir } });
  replica = await api.replica();
});
afterAll(async () => {
  await replica.close();
  await api.close();
  rmSync(dataDir, { recursive: true });
});

const broken = async () => {
  const { body } = await api.call('dev/invariants');
  return body.result.list
    .filter((one: { ok: boolean }) => !one.ok)
    .map((one: { name: string; violations: number }) => [one.name, one.violations]);
};

async function asSuperuser(sql: string, values: unknown[] = []): Promise<void> {
  const admin = await connect(api.databaseUrl);
  await admin.query(`SET session_replication_role = 'replica'`);
  await admin.query(sql, values);
  await admin.end();
}

describe('developer endpoints', () => {
  test('invariants hold on seeded data, and a broken one is named', async () => {
    expect(await broken()).toEqual([]);
    await asSuperuser(`UPDATE merchants SET brand_id = (SELECT b.id FROM brands b WHERE b.tenant_id <> merchants.tenant_id LIMIT 1)
      WHERE id = (SELECT id FROM merchants LIMIT 1)`);
    expect(await broken()).toEqual([['noReferenceCrossesTenants', 1]]);
  });

  test.each([
    [{ code: 402 }, [200, 402]],
    [{ code: 406 }, [200, 406]],
    [{ code: 429 }, [429, 429]],
    [{ status: 503 }, [503, 503]],
    [{ status: 400, code: 400 }, [400, 400]],
  ])('an injected fault %j looks like the real one', async (fault, expected) => {
    const endpoint = 'verificationCode/aliVerification';
    await api.call('dev/failNext', { endpoint, ...fault });
    const { status, body, headers } = await api.call(endpoint, { captchaVerifyParam: 'x', sceneId: 'x' });
    expect([status, body.code]).toEqual(expected);
    expect('retry-after' in headers).toBe(status === 429 || status === 503);
  });

  test('with DEV_TOOLS=off the panel and every developer endpoint are 404', async () => {
    const closed = await startTestApi({ seed: 'none', settings: { DEV_TOOLS: 'off' } });
    onTestFinished(() => closed.close());
    for (const action of Object.keys(contract)) {
      const { status, body } = await closed.call(`dev/${action}`);
      expect([action, status, body.code]).toEqual([action, 404, 404]);
    }
    expect((await supertest(closed.url).get('/dev')).status).toBe(404);
  });

  test('reset brings everything back, also what is append-only, and ends every session', async () => {
    const token = await api.signIn('13800000001');
    const { headers } = await api.call('operationLog/verifyIntegrity', {}, token);
    const { pool, prisma } = api.deps.database;
    const traceId = headers['x-request-id'] as string;
    const logged = () => prisma.operationLog.count({ where: { traceId } });
    expect(await logged()).toBe(1);
    const { body } = await api.call('dev/reset', { seed: 'small' });
    expect(body.result.seed).toBe('small');
    expect(await broken()).toEqual([]);
    expect(await logged()).toBe(0);
    expect((await api.call('userAccount/getUser', {}, token)).body.code).toBe(403);
    expect((await api.call('userAccount/getUser', {}, await api.signIn('13800000001'))).body.code).toBe(200);
    await expect(pool.query('DELETE FROM operation_logs')).rejects.toThrow('permission denied');
  });

  test('append-only triggers stand again after a reset', async () => {
    const token = await api.signIn('13800000001');
    await api.call('operationLog/verifyIntegrity', {}, token);
    const admin = await connect(api.databaseUrl);
    await expect(admin.query('DELETE FROM operation_logs')).rejects.toThrow('append-only');
    await expect(admin.query('TRUNCATE operation_logs')).rejects.toThrow('append-only');
    await admin.end();
  });

  test('the business clock moves on every replica, also on one that starts later', async () => {
    const offset = 400 * 86_400;
    await api.call('dev/clock', { offsetSeconds: offset });
    const ahead = (one: TestApi) =>
      Math.round((one.deps.clock.businessNow().getTime() - one.deps.clock.now().getTime()) / 1000);
    expect(ahead(api)).toBe(offset);
    await eventually(() => expect(ahead(replica)).toBe(offset));
    const later = await api.replica();
    expect(ahead(later)).toBe(offset);
    await later.close();
    await replica.call('dev/clock', { offsetSeconds: 0 });
    await eventually(() => expect(ahead(api)).toBe(0));
  });
});
