import { connect } from '@xyxlx/database/connect';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { operationOf } from '../../core/operation.ts';
import type { Session } from '../../core/session.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { sealOperations } from '../../platform/log-chain/seal.ts';
import { verifyChain } from '../../platform/log-chain/verify.ts';
import { logChange, logChanges } from '../../platform/operation-log/operation-log.ts';

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
    logChanges(
      tx,
      { session, request, operation: operationOf('merchant', 'editMerchant') },
      Array.from({ length: count }, (_, n) => ({
        tenantId: session.tenantId,
        id: crypto.randomUUID(),
        label: `商户 ${n}`,
        before: { name: '旧名', contact: { name: '甲' }, tags: ['一'] },
        after: { name: '=1+1', contact: { name: '乙' }, tags: ['一', '二'] },
        reason: '更正',
      })),
    ),
  );
}

/** A superuser at work in a transaction that is undone: what is found while it stands. */
async function tamper(statements: string | string[], values: unknown[]): Promise<number[]> {
  const admin = await connect(api.databaseUrl);
  try {
    await admin.query('BEGIN');
    await admin.query(`SET LOCAL session_replication_role = 'replica'`);
    for (const sql of [statements].flat()) {
      const { rowCount } = await admin.query(sql, values);
      expect(rowCount, sql).toBeGreaterThan(0);
    }
    const { problems } = await verifyChain(admin as never, api.deps, session.tenantId);
    return problems.map(({ seq }) => seq);
  } finally {
    await admin.query('ROLLBACK');
    await admin.end();
  }
}

/** Numbers from `from` to `to`, both included. */
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

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

  describe('30 random tamperings by a superuser, all found by number', () => {
    let last: number;
    /** The number of the last row that was written four hours ago. */
    let behind: number;
    beforeAll(async () => {
      await sealOperations(api.deps);
      last = (await verifyChain(api.deps.database.pool, api.deps, session.tenantId)).head?.seq ?? 0;
      const { rows } = await api.deps.database.pool.query<{ seq: number }>(
        `SELECT max(s.seq) AS seq FROM operation_log_seals s JOIN operation_logs l ON l.id = s.log_id
         WHERE s.tenant_id = $1 AND l.created_at < now() - interval '4 hours'`,
        [session.tenantId],
      );
      behind = rows[0]?.seq ?? 0;
    });
    const bySeq = '(SELECT log_id FROM operation_log_seals WHERE tenant_id = $1 AND seq = $2)';
    // $1 and $2 are in every statement, so that all of them take the same values.
    const removeFrom = (seq: string) => `WITH cut AS (
        DELETE FROM operation_log_seals WHERE tenant_id = $1 AND seq >= ${seq} RETURNING log_id)
      DELETE FROM operation_logs WHERE id IN (SELECT log_id FROM cut)`;
    const exchange = (columns: string[]) => `UPDATE operation_logs a SET ${columns
      .map((column) => `${column} = b.${column}`)
      .join(', ')}
      FROM operation_logs b WHERE (a.id, b.id) IN (
        SELECT x.log_id, y.log_id FROM operation_log_seals x JOIN operation_log_seals y USING (tenant_id)
        WHERE x.tenant_id = $1 AND ((x.seq = $2 AND y.seq = $2 + 1) OR (x.seq = $2 + 1 AND y.seq = $2)))`;
    const forged = (seq: string, at: string) => `WITH row AS (
        INSERT INTO operation_logs (tenant_id, trace_id, actor_name, module, action, target_type, target_id, target_label, ip, agent, created_at)
        VALUES ($1::uuid, 'x', '伪造', 'merchant', 'editMerchant', 'merchant', 'x', '伪造', '', '', ${at}) RETURNING id)
      INSERT INTO operation_log_seals (tenant_id, seq, log_id, hash, previous, key_id)
      SELECT $1::uuid, ${seq}, row.id, md5($2::int::text), md5(''), (SELECT key_id FROM operation_log_seals LIMIT 1) FROM row`;
    const same = (seq: number) => [seq];
    const kinds: [string, string | string[], (seq: number) => number[]][] = [
      [
        'edited: the actor',
        `UPDATE operation_logs SET actor_name = actor_name || ' ' WHERE id = ${bySeq}`,
        same,
      ],
      [
        'edited: a value',
        `UPDATE operation_logs SET after = after || '{"name": "x"}' WHERE id = ${bySeq}`,
        same,
      ],
      ['edited: the reason', `UPDATE operation_logs SET reason = NULL WHERE id = ${bySeq}`, same],
      [
        'edited: the time',
        `UPDATE operation_logs SET created_at = created_at - interval '1 millisecond' WHERE id = ${bySeq}`,
        same,
      ],
      [
        'edited: where the actor came from',
        `UPDATE operation_logs SET actor_tenant_name = '别处' WHERE id = ${bySeq}`,
        same,
      ],
      [
        'edited: the outcome',
        `UPDATE operation_logs SET result = 'REFUSED', failure = '{"code": 406}' WHERE id = ${bySeq}`,
        same,
      ],
      [
        'edited: the seal',
        'UPDATE operation_log_seals SET hash = md5(hash) || md5(hash) WHERE tenant_id = $1 AND seq = $2',
        same,
      ],
      [
        'edited: the link',
        'UPDATE operation_log_seals SET previous = md5(previous) || md5(previous) WHERE tenant_id = $1 AND seq = $2',
        same,
      ],
      ['deleted', `DELETE FROM operation_logs WHERE id = ${bySeq}`, same],
      [
        'deleted with its seal',
        `WITH gone AS (DELETE FROM operation_logs WHERE id = ${bySeq})
         DELETE FROM operation_log_seals WHERE tenant_id = $1 AND seq = $2`,
        same,
      ],
      ['cut off', removeFrom('$2::int'), (seq) => range(seq, last)],
      [
        'cut off with the published heads of the database',
        [removeFrom('$2::int'), 'DELETE FROM operation_log_heads WHERE tenant_id = $1 AND $2::int > 0'],
        (seq) => range(seq, last),
      ],
      ['reordered: what two rows say', exchange(['target_id', 'target_label']), (seq) => [seq, seq + 1]],
      [
        'reordered: two rows',
        [
          `CREATE TEMP TABLE swapped ON COMMIT DROP AS
           SELECT CASE seq WHEN $2::int THEN seq + 1 ELSE seq - 1 END AS seq, log_id FROM operation_log_seals
           WHERE tenant_id = $1 AND seq BETWEEN $2 AND $2 + 1`,
          'UPDATE operation_log_seals SET log_id = uuidv7() WHERE tenant_id = $1 AND seq BETWEEN $2 AND $2 + 1',
          `UPDATE operation_log_seals s SET log_id = o.log_id FROM swapped o
           WHERE s.tenant_id = $1 AND s.seq = o.seq AND $2::int > 0`,
        ],
        (seq) => [seq, seq + 1],
      ],
      [
        'inserted at the end',
        forged('(SELECT max(seq) + 1 FROM operation_log_seals WHERE tenant_id = $1)', 'now()'),
        () => [last + 1],
      ],
      [
        'inserted in the middle, the rest moved on',
        [
          'UPDATE operation_log_seals SET seq = seq + 1000000 WHERE tenant_id = $1 AND seq > $2',
          'UPDATE operation_log_seals SET seq = seq - 999999 WHERE tenant_id = $1 AND seq > 1000000 AND $2::int > 0',
          forged('$2::int + 1', 'now()'),
        ],
        (seq) => range(seq + 1, last + 1),
      ],
      [
        'inserted without a seal, with a time long ago',
        `INSERT INTO operation_logs (tenant_id, trace_id, actor_name, module, action, target_type, target_id, target_label, ip, agent, created_at)
         SELECT tenant_id, 'x', '伪造', module, action, 'merchant', 'x', '伪造', '', '', created_at - interval '4 hours' FROM operation_logs
         WHERE tenant_id = $1 AND id = ${bySeq}`,
        () => [behind],
      ],
    ];
    test.each(range(1, 30))('tampering %i', async (n) => {
      const [name, statements, found] = kinds[n % kinds.length] as (typeof kinds)[number];
      // One of the hundred rows written above; two that change places need a neighbour.
      const seq = last - 100 + 1 + Math.floor(Math.random() * 99);
      expect(await tamper(statements, [session.tenantId, seq]), `${name}, at ${seq}`).toEqual(found(seq));
    });
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

  describe('an export', () => {
    test('says in words which part was changed, how, and to what, in the reader’s language', async () => {
      const admin = await connect(api.databaseUrl);
      const before = {
        state: 'ACTIVE',
        name: '甲店',
        brandId: { id: session.tenantId, name: '旧品牌' },
        labels: ['甲', '乙'],
      };
      const after = {
        ...{
          state: 'DISABLED',
          name: '甲店',
          brandId: null,
          labels: ['乙'],
          amount: 1_234_567,
          isDefault: true,
        },
        ...{ expiresAt: '2026-01-31T16:00:00.000Z', amountCeiling: null, unheard: 'of' },
        scopes: [{ kind: 'ALL', count: 2 }],
        ...{ permissions: ['merchant.view', 'user.view'], permissionGroups: ['merchant'] },
      };
      await admin.query(
        `INSERT INTO operation_logs (tenant_id, result, created_at, actor_name, actor_roles, module, action, target_type, target_id, target_label,
           before, after, ip, agent, trace_id)
         VALUES ($1, 'SUCCESS', now(), '某人', '{}', 'merchant', 'disableMerchant', 'merchant', 'x', '甲店', $2, $3, '', '', 'in-words')`,
        [session.tenantId, JSON.stringify(before), JSON.stringify(after)],
      );
      await admin.end();
      const rowIn = async (language: string) => {
        const asked = { format: 'csv', traceId: 'in-words' };
        const said = { 'Accept-Language': language };
        const { text } = await api.call('operationLog/exportOperationLog', asked, token, said);
        return text.split('\n')[1] as string;
      };
      expect(await rowIn('zh')).toContain(
        ',商户,停用,甲店,状态：正常；标签：甲、乙；品牌：旧品牌,"状态：停用；金额：¥12,345.67；标签：乙；适用范围：类型 ALL 数量 2；unheard：of；到期时间：2026-02-01 00:00:00；默认抬头：是；权限：商户 · 查看、用户 · 查看；包含的功能：商户",',
      );
      expect(await rowIn('en')).toContain(
        ',甲店,"State: Active; Labels: 甲, 乙; Brand: 旧品牌","State: Disabled; Amount: ¥12,345.67; Labels: 乙;',
      );
    });

    /** The columns of a row in the order of the file, with what each is given; what a person may never read as a formula. */
    const hostile = {
      actor_name: '=1+1',
      actor_tenant_name: '+1',
      actor_roles: ['-1'],
      module: '@SUM(A1)',
      action: '\t=1',
      target_label: '＝1',
      before: '"=1"',
      after: '"@1"',
      reason: '\r=1',
      zh: '－1',
      ip: '=cmd|1',
      agent: '＋1',
      trace_id: '＠1',
    };

    test('neutralises formulas in every column, and changes nothing else', async () => {
      const admin = await connect(api.databaseUrl);
      const { zh, ...columns } = hostile;
      const values = { ...columns, actor_tenant_id: session.tenantId, target_type: '=x', target_id: '=x' };
      const names = Object.keys(values);
      await admin.query(
        `INSERT INTO operation_logs (tenant_id, result, failure, created_at, ${names.join(', ')})
         VALUES ($1, 'REFUSED', $2, '2026-01-02T03:04:05Z', ${names.map((_, n) => `$${n + 3}`).join(', ')})`,
        [session.tenantId, JSON.stringify({ code: 406, zh, en: zh }), ...Object.values(values)],
      );
      await admin.end();
      const { text } = await api.call(
        'operationLog/exportOperationLog',
        { format: 'csv', traceId: hostile.trace_id },
        token,
        { 'Accept-Language': 'zh' },
      );
      const [heading = '', row = '', ...more] = text.replace(/^\uFEFF/, '').split('\n');
      const cells = [...`,${row}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare,
      );
      expect(heading).toBe(
        '序号,租户,时间,操作人,操作人所属租户,角色,模块,动作,对象,变更前,变更后,原因,结果,未执行的原因,IP,客户端,追踪号',
      );
      expect(more.filter(Boolean)).toEqual([]);
      expect(cells).toEqual([
        '',
        '华东福利科技',
        '2026-01-02 11:04:05',
        "'=1+1",
        "'+1",
        "'-1",
        "'@SUM(A1)",
        "'\t=1",
        "'＝1",
        // JSON begins with its quotation mark.
        '"=1"',
        '"@1"',
        "'\r=1",
        '被拒绝',
        "'－1",
        "'=cmd|1",
        "'＋1",
        "'＠1",
      ]);
    });

    test('is logged itself', async () => {
      await api.call('operationLog/exportOperationLog', { format: 'csv', keyword: '商户 0' }, token);
      const asked = { action: 'exportOperationLog', module: 'operationLog', pageSize: 1 };
      const { body } = await api.call('operationLog/queryOperationLog', asked, token);
      const detail = await api.call('operationLog/getOperationLog', { id: body.result.list[0].id }, token);
      expect(detail.body.result.after).toMatchObject({ format: 'csv', keyword: '商户 0' });
    });
  });

  test('the card domain is a slice of it, and a row says how long its request took', async () => {
    await inTransaction(api.deps.database, (tx) =>
      logChange(
        tx,
        { session, request, operation: operationOf('limit', 'adjustLimit') },
        { tenantId: session.tenantId, id: session.userId, label: '甲乙丙' },
      ),
    );
    const inSlice = { domain: 'card', keyword: '甲乙丙' };
    const slice = await api.call('operationLog/queryOperationLog', inSlice, token);
    expect(slice.body.result.list.map((row: { module: string }) => row.module)).toEqual(['limit']);
    expect(slice.body.result.list[0].durationMs, 'written outside any request').toBeNull();
    const { text } = await api.call(
      'operationLog/exportOperationLog',
      { domain: 'card', format: 'csv' },
      token,
    );
    expect(text).toContain('甲乙丙');
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
    await prisma.brand.updateMany({ where: { id: young?.id ?? '' }, data: { name: '后来的名字' } });
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
