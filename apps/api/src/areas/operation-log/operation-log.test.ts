import { connect } from '@xyxlx/database/connect';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { sealOperations } from '../../platform/log-chain/seal.ts';
import { verifyChain } from '../../platform/log-chain/verify.ts';
import { logOperation, logOperations } from '../../platform/operation-log.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { Session } from '../../sessions/session.ts';

let api: TestApi;
let token: string;
let session: Session;
const request = { id: crypto.randomUUID(), ip: '127.0.0.1', device: 'test' };

beforeAll(async () => {
  api = await startTestApi();
  token = await api.signIn('13800000001');
  session = await api.deps.sessions.authenticate(token);
  for (let n = 0; n < 4; n++) {
    await writeRows(25);
    await sealOperations(api.deps);
  }
});
afterAll(() => api.close());

async function writeRows(count: number): Promise<void> {
  await inTransaction(api.deps.database, (tx) =>
    logOperations(
      tx,
      { session, request },
      Array.from({ length: count }, (_, n) => ({
        tenantId: session.tenantId,
        module: 'merchant',
        action: 'editMerchant',
        target: { type: 'merchant', id: crypto.randomUUID(), label: `商户 ${n}` },
        before: { name: '旧名', contact: { name: '甲' }, tags: ['一'] },
        after: { name: '=1+1', contact: { name: '乙' }, tags: ['一', '二'] },
        reason: '更正',
      })),
    ),
  );
}

/** A superuser at work in a transaction that is undone: what is found while it stands. */
async function tamper(sql: string, values: unknown[]): Promise<number[]> {
  const admin = await connect(api.databaseUrl);
  try {
    await admin.query('BEGIN');
    await admin.query(`SET LOCAL session_replication_role = 'replica'`);
    const { rowCount } = await admin.query(sql, values);
    expect(rowCount).toBeGreaterThan(0);
    const { problems } = await verifyChain(admin as never, api.deps, session.tenantId);
    return problems.map(({ seq }) => seq);
  } finally {
    await admin.query('ROLLBACK');
    await admin.end();
  }
}

describe('a log row edited, deleted or cut off', () => {
  test('the application’s role can’t', async () => {
    const { pool } = api.deps.database;
    for (const table of ['operation_logs', 'operation_log_seals', 'operation_log_heads']) {
      await expect(pool.query(`UPDATE ${table} SET tenant_id = tenant_id`)).rejects.toThrow(
        'permission denied',
      );
      await expect(pool.query(`DELETE FROM ${table}`)).rejects.toThrow('permission denied');
      await expect(pool.query(`TRUNCATE ${table}`)).rejects.toThrow('permission denied');
    }
  });

  test('an untouched log is in order, and a second look finds the same head', async () => {
    const first = await api.call('operationLog/verifyIntegrity', {}, token);
    expect(first.body.result.ok).toBe(true);
    const own = first.body.result.tenants.find(
      ({ tenant }: { tenant: { id: string } }) => tenant.id === session.tenantId,
    );
    expect(own.checked).toBeGreaterThanOrEqual(100);
    expect(own.head.seq).toBe(own.checked);
  });

  test('30 random tamperings by a superuser, all found by number', { timeout: 60_000 }, async () => {
    const bySeq = '(SELECT log_id FROM operation_log_seals WHERE tenant_id = $1 AND seq = $2)';
    const edits = [
      `UPDATE operation_logs SET actor_name = actor_name || ' ' WHERE id = ${bySeq}`,
      `UPDATE operation_logs SET after = after || '{"name": "x"}' WHERE id = ${bySeq}`,
      `UPDATE operation_logs SET reason = NULL WHERE id = ${bySeq}`,
      `UPDATE operation_logs SET created_at = created_at - interval '1 millisecond' WHERE id = ${bySeq}`,
      `UPDATE operation_logs SET actor_roles = '{}' WHERE id = ${bySeq}`,
      `DELETE FROM operation_logs WHERE id = ${bySeq}`,
      `WITH gone AS (DELETE FROM operation_logs WHERE id = ${bySeq})
       DELETE FROM operation_log_seals WHERE tenant_id = $1 AND seq = $2`,
      'UPDATE operation_log_seals SET hash = md5(hash) || md5(hash) WHERE tenant_id = $1 AND seq = $2',
      'UPDATE operation_log_seals SET previous = md5(previous) || md5(previous) WHERE tenant_id = $1 AND seq = $2',
      'UPDATE operation_log_seals SET log_id = uuidv7() WHERE tenant_id = $1 AND seq = $2',
    ];
    for (let n = 0; n < 30; n++) {
      const seq = 1 + Math.floor(Math.random() * 100);
      const sql = edits[n % edits.length] as string;
      expect(await tamper(sql, [session.tenantId, seq]), sql).toEqual([seq]);
    }
  });

  test('rows cut off at the end are named, from the heads in the database and from the file alone', async () => {
    const cut = `WITH cut AS (DELETE FROM operation_log_seals WHERE tenant_id = $1 AND seq > $2 RETURNING log_id)
      DELETE FROM operation_logs WHERE id IN (SELECT log_id FROM cut)`;
    const { head } = await verifyChain(api.deps.database.pool, api.deps, session.tenantId);
    const last = head?.seq ?? 0;
    expect(await tamper(cut, [session.tenantId, last - 2])).toEqual([last - 1, last]);
    const withHeads = `WITH cut AS (DELETE FROM operation_log_seals WHERE tenant_id = $1 AND seq > $2 RETURNING log_id),
        heads AS (DELETE FROM operation_log_heads WHERE tenant_id = $1)
      DELETE FROM operation_logs WHERE id IN (SELECT log_id FROM cut)`;
    expect(await tamper(withHeads, [session.tenantId, last - 2])).toEqual([last - 1, last]);
  });

  test('two rows that change places are both named', async () => {
    const swap = `UPDATE operation_log_seals s SET log_id = o.log_id FROM operation_log_seals o
      WHERE s.tenant_id = $1 AND o.tenant_id = $1 AND ((s.seq = $2 AND o.seq = $2 + 1) OR (s.seq = $2 + 1 AND o.seq = $2))`;
    await expect(tamper(swap, [session.tenantId, 10])).rejects.toThrow('unique');
    const exchanged = `UPDATE operation_logs a SET target_label = b.target_label, target_id = b.target_id
      FROM operation_logs b WHERE (a.id, b.id) IN (
        SELECT x.log_id, y.log_id FROM operation_log_seals x JOIN operation_log_seals y USING (tenant_id)
        WHERE x.tenant_id = $1 AND ((x.seq = $2 AND y.seq = $2 + 1) OR (x.seq = $2 + 1 AND y.seq = $2)))`;
    expect(await tamper(exchanged, [session.tenantId, 10])).toEqual([10, 11]);
  });

  test('replicas that seal at once give every row one number, without a gap', async () => {
    const replica = await api.replica();
    await writeRows(60);
    await Promise.all([sealOperations(api.deps), sealOperations(replica.deps), sealOperations(api.deps)]);
    await sealOperations(api.deps);
    await replica.close();
    const { problems, checked, head } = await verifyChain(api.deps.database.pool, api.deps, session.tenantId);
    expect(problems).toEqual([]);
    expect(head?.seq).toBe(checked);
  });
});

describe('the operation log on the wire', () => {
  test('pages by cursor, filters literally, and shows what changed in words', async () => {
    const first = await api.call(
      'operationLog/queryOperationLog',
      { module: 'merchant', pageSize: 10 },
      token,
    );
    expect(first.body.result.list).toHaveLength(10);
    expect(first.body.result.list[0].actionLabel.zh).toBe('修改商户');
    const { cursor } = first.body.result;
    const next = await api.call(
      'operationLog/queryOperationLog',
      { module: 'merchant', pageSize: 10, cursor },
      token,
    );
    const ids = [...first.body.result.list, ...next.body.result.list].map((row: { id: string }) => row.id);
    expect(new Set(ids).size).toBe(20);
    const none = await api.call('operationLog/queryOperationLog', { keyword: '%' }, token);
    expect(none.body.result.total).toBe(0);

    const detail = await api.call('operationLog/getOperationLog', { id: ids[0] }, token);
    expect(detail.body.result.changes).toEqual([
      { field: 'name', before: '旧名', after: '=1+1' },
      { field: 'tags', before: '一', after: '一、二' },
      { field: 'contact.name', before: '甲', after: '乙' },
    ]);
    expect(detail.body.result.seal.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('an export neutralises formulas and is logged itself', async () => {
    const { text } = await api.call('operationLog/exportOperationLog', { format: 'csv' }, token);
    expect(text).toContain('商户 0');
    const logged = await api.call(
      'operationLog/queryOperationLog',
      { action: 'exportOperationLog', module: 'operationLog' },
      token,
    );
    expect(logged.body.result.total).toBe(1);
  });

  test('the card domain is a slice of it, and a row says how long its request took', async () => {
    await inTransaction(api.deps.database, (tx) =>
      logOperation(
        tx,
        { session, request },
        {
          tenantId: session.tenantId,
          module: 'limit',
          action: 'adjustLimit',
          target: { type: 'employee', id: session.userId, label: '甲' },
        },
      ),
    );
    const slice = await api.call('operationLog/queryOperationLog', { domain: 'card' }, token);
    expect(slice.body.result.list.map((row: { module: string }) => row.module)).toEqual(['limit']);
    expect(slice.body.result.list[0].durationMs, 'written outside any request').toBeNull();
    const { text } = await api.call(
      'operationLog/exportOperationLog',
      { domain: 'card', format: 'csv' },
      token,
    );
    expect(text).toContain('甲');
    expect(text).not.toContain('商户 0');
    const asked = { module: 'operationLog', action: 'exportOperationLog' };
    const exports = await api.call('operationLog/queryOperationLog', asked, token);
    expect(exports.body.result.list[0].durationMs).toBeGreaterThanOrEqual(0);
  });

  test('a change of another tenant’s record is in that tenant’s log, with the actor’s own tenant named', async () => {
    const other = await api.signIn('13800000004');
    const { tenantId } = await api.deps.sessions.authenticate(other);
    const row = await api.deps.database.prisma.merchant.findFirstOrThrow({
      where: { tenantId, state: 'ACTIVE' },
    });
    await api.call('merchant/disableMerchant', { ids: [row.id], reason: '核查' }, token);
    const asked = { module: 'merchant', action: 'disableMerchant', targetId: row.id };
    const { body } = await api.call('operationLog/queryOperationLog', asked, other);
    expect(body.result.list).toMatchObject([
      { actor: { name: '平台管理员', tenant: { name: '华东福利科技' } }, target: { label: row.name } },
    ]);
    await sealOperations(api.deps);
    expect((await verifyChain(api.deps.database.pool, api.deps, tenantId)).problems).toEqual([]);
  });

  test('a field that refers to another record is kept with the names of then, old and new', async () => {
    const { prisma } = api.deps.database;
    const [old, young] = await prisma.brand.findMany({ where: { tenantId: session.tenantId }, take: 2 });
    const row = await prisma.merchant.findFirstOrThrow({
      where: { tenantId: session.tenantId, brandId: old?.id ?? '', state: 'ACTIVE' },
    });
    const { id, version, name, shortName, creditCode, contactName, mcc, region, companyId, platformId } = row;
    const { settlementBank } = row;
    const fields = {
      name,
      shortName,
      creditCode,
      contactName,
      mcc,
      region,
      companyId,
      platformId,
      settlementBank,
    };
    const edited = await api.call(
      'merchant/editMerchant',
      { id, version, ...fields, brandId: young?.id },
      token,
    );
    expect(edited.body.code, edited.text).toBe(200);
    await prisma.brand.update({ where: { id: young?.id ?? '' }, data: { name: '后来的名字' } });
    const logged = await prisma.operationLog.findFirstOrThrow({
      where: { targetId: id, action: 'editMerchant' },
    });
    const { body } = await api.call('operationLog/getOperationLog', { id: logged.id }, token);
    expect(body.result.changes).toEqual([{ field: 'brandId', before: old?.name, after: young?.name }]);
  });

  test('another tenant’s row is byte-identical to a missing one', async () => {
    const other = await api.signIn('13800000004');
    const row = await api.deps.database.prisma.operationLog.findFirstOrThrow({
      where: { tenantId: session.tenantId },
    });
    const foreign = await api.call('operationLog/getOperationLog', { id: row.id }, other);
    const missing = await api.call('operationLog/getOperationLog', { id: crypto.randomUUID() }, other);
    expect(foreign.text).toBe(missing.text);
    const list = await api.call('operationLog/queryOperationLog', {}, other);
    expect(list.body.result.list.map((one: { id: string }) => one.id)).not.toContain(row.id);
  });
});
