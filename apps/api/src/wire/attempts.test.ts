import { connect } from '@xyxlx/database/connect';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../tests/support/test-api.ts';
import { sealOperations } from '../platform/log-chain/seal.ts';
import { verifyChain } from '../platform/log-chain/verify.ts';
import { attemptLimits } from '../platform/operation-log/write-attempts.ts';

let api: TestApi;
let admin: string;
let tenantId: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn('13800000001');
  ({ tenantId } = await api.deps.sessions.authenticate(admin));
});
afterAll(() => api.close());

/** The rows of one request, oldest first. */
const rowsOf = (requestId: string) =>
  api.deps.database.prisma.operationLog.findMany({
    where: { traceId: requestId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
const aMerchant = (where: object = { tenantId, state: 'ACTIVE' as const }) =>
  api.deps.database.prisma.merchant.findFirstOrThrow({ where });

describe('what was refused is in the operation log', () => {
  test('a missing permission: who called what, before the body is read', async () => {
    const auditor = await api.signIn('13800000008');
    const { headers, body } = await api.call('merchant/addMerchant', { name: '秘密' }, auditor);
    expect(body.code).toBe(406);
    const rows = await rowsOf(headers['x-request-id'] as string);
    expect(rows).toMatchObject([
      {
        tenantId,
        actorName: '只读审计',
        module: 'merchant',
        action: 'addMerchant',
        targetType: 'endpoint',
        result: 'REFUSED',
        failure: { code: 406, zh: body.msg },
        after: null,
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('秘密');
  });

  test('a state that does not allow it: the record, the reason given, and the words of the refusal', async () => {
    const { id, name } = await aMerchant();
    const asked = { id, version: 999, reason: '关店' };
    const { headers, body } = await api.call('merchant/closeMerchant', asked, admin);
    expect(body.code).toBe(406);
    expect(await rowsOf(headers['x-request-id'] as string)).toMatchObject([
      { targetType: 'merchant', targetId: id, targetLabel: name, reason: '关店', failure: { zh: body.msg } },
    ]);
  });

  test('row by row: what was done and what was refused, each its own row', async () => {
    const active = await aMerchant();
    const disabled = await aMerchant({ tenantId, state: 'DISABLED' });
    const asked = { ids: [active.id, disabled.id], reason: '核查' };
    const { headers } = await api.call('merchant/disableMerchant', asked, admin);
    const rows = await rowsOf(headers['x-request-id'] as string);
    expect(rows.map(({ result, targetId }) => [result, targetId])).toEqual([
      ['SUCCESS', active.id],
      ['REFUSED', disabled.id],
    ]);
  });

  test('another tenant’s record: what was sent and nothing else, byte-identical to a missing one', async () => {
    const other = await api.signIn('13800000004');
    const { tenantId: otherTenant } = await api.deps.sessions.authenticate(other);
    const row = await aMerchant();
    const missing = crypto.randomUUID();
    for (const id of [row.id, missing]) {
      const { headers } = await api.call('merchant/closeMerchant', { id, version: 1, reason: '试探' }, other);
      expect(await rowsOf(headers['x-request-id'] as string)).toMatchObject([
        { tenantId: otherTenant, targetType: 'unknown', targetId: id, targetLabel: id },
      ]);
    }
  });

  test('a platform administrator’s refused change of another tenant’s record is in that tenant’s log', async () => {
    const foreign = await aMerchant({ tenantId: { not: tenantId }, state: 'ACTIVE' });
    const asked = { id: foreign.id, version: 999, reason: '关店' };
    const { headers } = await api.call('merchant/closeMerchant', asked, admin);
    expect(await rowsOf(headers['x-request-id'] as string)).toMatchObject([
      { tenantId: foreign.tenantId, actorTenantId: tenantId, actorTenantName: '华东福利科技' },
    ]);
  });

  test('a fault of the service: FAILED, and the answer stays the same', async () => {
    const { id } = await aMerchant();
    const owner = await connect(api.databaseUrl);
    await owner.query(`CREATE FUNCTION break_down() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
      CREATE TRIGGER broken BEFORE UPDATE ON merchants FOR EACH ROW EXECUTE FUNCTION break_down()`);
    const { status, headers, body } = await api.call(
      'merchant/disableMerchant',
      { ids: [id], reason: '核查' },
      admin,
    );
    await owner.query('DROP TRIGGER broken ON merchants');
    await owner.end();
    expect(status).toBe(500);
    expect(body.msg).toContain('请求失败，请稍后重试');
    expect(await rowsOf(headers['x-request-id'] as string)).toMatchObject([
      {
        result: 'FAILED',
        failure: { code: 500 },
        module: 'merchant',
        action: 'disableMerchant',
        reason: '核查',
      },
    ]);
  });

  test('malformed input, an ended session and a read leave no row', async () => {
    const before = await api.deps.database.prisma.operationLog.count();
    expect((await api.call('merchant/addMerchant', { nonsense: 1 }, admin)).body.code).toBe(400);
    expect((await api.call('merchant/addMerchant', {}, 'forged')).body.code).toBe(403);
    expect((await api.call('merchant/getMerchant', { id: crypto.randomUUID() }, admin)).body.code).toBe(406);
    expect(await api.deps.database.prisma.operationLog.count()).toBe(before);
  });

  test('a stored refusal that is replayed under its idempotency key is one attempt', async () => {
    const maker = await api.signIn('13800000002');
    const employee = await api.deps.database.prisma.employee.findFirstOrThrow({
      where: { tenantId, state: 'LEFT' },
    });
    const asked = { employeeId: employee.id, type: 'INCREASE', amount: 100, reason: '补贴' };
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    for (let n = 0; n < 2; n++) {
      expect((await api.call('limit/adjustLimit', asked, maker, key)).body.code).toBe(406);
    }
    const rows = await api.deps.database.prisma.operationLog.findMany({
      where: { targetId: employee.id, action: 'adjustLimit', reason: '补贴' },
    });
    expect(rows).toMatchObject([
      { targetType: 'employee', targetLabel: employee.name, after: { amount: 100 }, result: 'REFUSED' },
    ]);
  });

  test('a flood of refusals: so many rows, one that says there is no more, then none', async () => {
    const [limit] = attemptLimits;
    const checker = await api.signIn('13800000003');
    const { userId } = await api.deps.sessions.authenticate(checker);
    for (let n = 0; n < 4; n++) {
      const calls = Array.from({ length: 20 }, () => api.call('merchant/addMerchant', {}, checker));
      for (const { body } of await Promise.all(calls)) expect(body.code).toBe(406);
    }
    const rows = await api.deps.database.prisma.operationLog.groupBy({
      by: ['action'],
      where: { actorId: userId, result: 'REFUSED' },
      _count: true,
    });
    expect(Object.fromEntries(rows.map(({ action, _count }) => [action, _count]))).toEqual({
      addMerchant: limit.max,
      manyRefusals: 1,
    });
    // What succeeds is written all the same.
    await api.call('userAccount/endOtherSessions', {}, checker);
    const done = { actorId: userId, action: 'endOtherSessions', result: 'SUCCESS' };
    expect(await api.deps.database.prisma.operationLog.count({ where: done })).toBe(1);
    const { body } = await api.call('operationLog/queryOperationLog', { result: ['REFUSED'] }, admin);
    expect(body.result.total).toBeGreaterThan(limit.max);
    await sealOperations(api.deps);
    expect((await verifyChain(api.deps.database.pool, api.deps, tenantId)).problems).toEqual([]);
  });
});
