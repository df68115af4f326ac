import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@xyxlx/database/connect';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestApi, startTestApiOn, type TestApi } from '../../../../../tests/support/test-api.ts';
import { operationOf } from '../../core/operation.ts';
import { inTransaction } from '../db/transaction.ts';
import { logChanges } from '../operation-log/operation-log.ts';
import { linkHash, longestWait, rowText } from './chain-link.ts';
import { sealOperations } from './seal.ts';
import { startSealing } from './sealing.ts';
import { verifyChain } from './verify.ts';

interface World {
  api: TestApi;
  tenantId: string;
  file: string;
  /** Appends rows to the tenant's log; this service or another one seals them. */
  grow(count: number, service?: TestApi): Promise<void>;
  problems(client?: pg.Client): Promise<[number, string][]>;
}

/** A service whose tenant's log has grown in three steps, each with a head that was published. */
async function makeWorld(): Promise<World & { close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'xyxlx-chain-'));
  const api = await startTestApi({ settings: { DATA_DIR: dataDir } });
  const session = await api.deps.sessions.authenticate(await api.signIn('13800000001'));
  const { tenantId } = session;
  const grow = async (count: number, service = api) => {
    const rows = Array.from({ length: count }, (_, n) => ({
      tenantId,
      id: crypto.randomUUID(),
      label: `商户 ${n}`,
      before: { name: '旧' },
      after: { name: '新' },
      reason: '更正',
    }));
    const operation = operationOf('merchant', 'editMerchant');
    const request = { id: crypto.randomUUID(), ip: '127.0.0.1', device: 'test', startedAt: 0 };
    await inTransaction(api.deps.database, (tx) => logChanges(tx, { session, request, operation }, rows));
    await sealOperations(service.deps);
  };
  for (let n = 0; n < 3; n++) await grow(5);
  return {
    api,
    tenantId,
    file: join(dataDir, 'operation-log-heads.jsonl'),
    grow,
    problems: async (client) => {
      const found = await verifyChain((client ?? api.deps.database.pool) as pg.Pool, api.deps, tenantId);
      return found.problems.map(({ seq, kind }) => [seq, kind]);
    },
    close: async () => {
      await api.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function ownWorld(): Promise<World> {
  const world = await makeWorld();
  onTestFinished(() => world.close());
  return world;
}

/** As a superuser with the triggers off; undone afterwards unless `keep`. */
async function tamper<T>(
  { api }: World,
  work: (admin: pg.Client) => Promise<T>,
  { keep = false } = {},
): Promise<T> {
  const admin = await connect(api.databaseUrl);
  try {
    await admin.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
    const result = await work(admin);
    await admin.query(keep ? 'COMMIT' : 'ROLLBACK');
    return result;
  } finally {
    await admin.end();
  }
}

async function lastNumber({ api, tenantId }: World): Promise<number> {
  const { rows } = await api.deps.database.pool.query(
    'SELECT max(seq) AS seq FROM operation_log_seals WHERE tenant_id = $1',
    [tenantId],
  );
  return rows[0].seq;
}

/** What a superuser does who wants another history: the chain and its first row away, another name in the rest. */
async function replaceChain(world: World): Promise<void> {
  await tamper(
    world,
    async (admin) => {
      const own = [world.tenantId];
      await admin.query(
        `DELETE FROM operation_logs WHERE id = (SELECT log_id FROM operation_log_seals WHERE tenant_id = $1 AND seq = 1)`,
        own,
      );
      await admin.query('DELETE FROM operation_log_seals WHERE tenant_id = $1', own);
      await admin.query('DELETE FROM operation_log_heads WHERE tenant_id = $1', own);
      await admin.query(`UPDATE operation_logs SET actor_name = '别人' WHERE tenant_id = $1`, own);
    },
    { keep: true },
  );
}

/** A service of its own for a test is a database to copy and passwords to hash, on a machine that does other things too. */
const ownServices = { timeout: 60_000 };

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const numbersOf = (problems: [number, string][], kind: string) =>
  problems.filter(([, one]) => one === kind).map(([seq]) => seq);

describe('a chain replaced whole', ownServices, () => {
  test('is named by the ends published outside the database, also after the service went on', async () => {
    const world = await ownWorld();
    const end = await lastNumber(world);
    await replaceChain(world);
    const shown = range(1, Math.min(end, 200));
    expect(numbersOf(await world.problems(), 'cutOff')).toEqual(shown);

    const token = await world.api.signIn('13800000001');
    const { body } = await world.api.call('operationLog/verifyIntegrity', {}, token);
    const own = body.result.tenants.find(
      ({ tenant }: { tenant: { id: string } }) => tenant.id === world.tenantId,
    );
    expect([body.result.ok, own.ok]).toEqual([false, false]);
    expect(
      own.problems.slice(0, end).map(({ seq, kind }: { seq: number; kind: string }) => [seq, kind]),
    ).toEqual(shown.map((seq) => [seq, 'cutOff']));

    await world.grow(3);
    expect(numbersOf(await world.problems(), 'cutOff')).toEqual(shown);
    const { rows } = await world.api.deps.database.pool.query(
      'SELECT min(seq) AS first FROM operation_log_seals WHERE tenant_id = $1',
      [world.tenantId],
    );
    expect(rows[0].first, 'nothing is sealed from 1 again').toBe(end + 1);
  });

  test('is named by a service that started later, and by one whose file was taken away while it ran', async () => {
    const world = await ownWorld();
    const end = await lastNumber(world);
    await replaceChain(world);
    const later = await world.api.replica();
    await sealOperations(later.deps);
    expect(numbersOf(await world.problems(), 'cutOff')).toEqual(range(1, end));
    await later.close();

    rmSync(world.file);
    expect(numbersOf(await world.problems(), 'cutOff')).toEqual(range(1, end));
  });

  test('only a signed end of the chain lets another begin', async () => {
    const world = await ownWorld();
    const isOwn = (line: string) => line.includes(world.tenantId);
    const { chain } = JSON.parse(readFileSync(world.file, 'utf8').split('\n').find(isOwn) as string);
    const { keyId } = await endOf(world);
    await replaceChain(world);
    const forged = { chain, tenantId: world.tenantId, endedAt: new Date().toISOString(), keyId };
    for (const signature of ['', '0'.repeat(64)]) {
      appendFileSync(world.file, `${JSON.stringify({ ...forged, signature })}\n`);
    }
    expect(numbersOf(await world.problems(), 'cutOff')).not.toEqual([]);

    await world.api.deps.publishedHeads.endChains([]);
    const lastLine = () =>
      JSON.parse(readFileSync(world.file, 'utf8').trim().split('\n').findLast(isOwn) as string);
    const signed = lastLine();
    expect(signed.signature).toMatch(/^[0-9a-f]{64}$/);
    await world.grow(2);
    expect(await world.problems()).toEqual([]);

    // The seal of that end ends no other chain of the tenant.
    const published = lastLine();
    expect(published).toMatchObject({
      tenantId: world.tenantId,
      chain: expect.any(String),
      seq: expect.any(Number),
    });
    expect(published.chain).not.toBe(signed.chain);
    appendFileSync(world.file, `${JSON.stringify({ ...signed, chain: published.chain })}\n`);
    await replaceChain(world);
    expect(numbersOf(await world.problems(), 'cutOff')).not.toEqual([]);
  });
});

async function endOf({ api, tenantId }: World): Promise<{ keyId: string }> {
  const { rows } = await api.deps.database.pool.query(
    'SELECT key_id AS "keyId" FROM operation_log_seals WHERE tenant_id = $1 LIMIT 1',
    [tenantId],
  );
  return rows[0];
}

describe('a reset', ownServices, () => {
  test('of the running service: the seeded rows are sealed, and nothing is found wrong', async () => {
    const world = await ownWorld();
    const stop = startSealing(world.api.deps);
    onTestFinished(stop);
    await expect.poll(() => world.problems()).toEqual([]);
    const { body } = await world.api.call('dev/reset', { seed: 'small' });
    expect(body.code).toBe(200);
    const waiting = async () => {
      const { rows } = await world.api.deps.database.pool.query(
        `SELECT count(*)::int AS count FROM operation_logs l
         WHERE NOT EXISTS (SELECT FROM operation_log_seals s WHERE s.log_id = l.id)`,
      );
      return rows[0].count;
    };
    await expect.poll(waiting).toBe(0);
    const token = await world.api.signIn('13800000001');
    const checked = await world.api.call('operationLog/verifyIntegrity', {}, token);
    expect(checked.body.result.tenants.length).toBeGreaterThan(1);
    expect(
      checked.body.result.tenants.filter(({ ok, head }: { ok: boolean; head: unknown }) => !ok || !head),
    ).toEqual([]);
  });

  test('and a head of the old chain that a replica publishes late is no end that is missed', async () => {
    const world = await ownWorld();
    const last = readFileSync(world.file, 'utf8')
      .trim()
      .split('\n')
      .filter((one) => one.includes(world.tenantId))
      .at(-1);
    await world.api.call('dev/reset', { seed: 'small' });
    await sealOperations(world.api.deps);
    const late = JSON.parse(last ?? '');
    appendFileSync(world.file, `${JSON.stringify({ ...late, seq: late.seq + 1000 })}\n`);
    expect(await world.problems()).toEqual([]);
    const { rows } = await world.api.deps.database.pool.query(
      'SELECT min(seq) AS first FROM operation_log_seals',
    );
    expect(rows[0].first).toBe(1);
  });

  test('ends a chain too of which nothing was published yet, and no other', async () => {
    const world = await ownWorld();
    // A service that knows of no head of the chains it empties: who sealed them went, or comes too late, with theirs.
    const dataDir = mkdtempSync(join(tmpdir(), 'xyxlx-heads-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const other = await startTestApiOn(world.api.databaseUrl, { settings: { DATA_DIR: dataDir } });
    onTestFinished(() => other.close());
    const [published = ''] = readFileSync(world.file, 'utf8')
      .split('\n')
      .filter((line) => line.includes(world.tenantId));
    expect((await other.call('dev/reset', { seed: 'small' })).body.code).toBe(200);

    const late = { ...JSON.parse(published), seq: 1000 };
    const { publishedHeads } = other.deps;
    await publishedHeads.publish([late, { ...late, chain: 'that begins now', seq: 7 }]);
    expect(publishedHeads.endOf(world.tenantId)?.seq).toBe(7);
    const known = new Set<string>();
    for await (const { chain } of publishedHeads.of(world.tenantId)) known.add(chain);
    expect([...known]).toEqual(['that begins now']);
  });
});

describe('one log', ownServices, () => {
  let world: World & { close(): Promise<void> };
  beforeAll(async () => {
    world = await makeWorld();
  });
  afterAll(() => world.close());

  /** Seals the rows from a number on again, as somebody with the key could. */
  async function sealAnew(admin: pg.Client, from: number): Promise<void> {
    const { rows } = await admin.query(
      `SELECT s.seq, s.key_id AS "keyId", ${rowText} AS text FROM operation_log_seals s JOIN operation_logs l ON l.id = s.log_id
       WHERE s.tenant_id = $1 AND s.seq >= $2 ORDER BY s.seq`,
      [world.tenantId, from],
    );
    const before = await admin.query(
      'SELECT hash FROM operation_log_seals WHERE tenant_id = $1 AND seq = $2',
      [world.tenantId, from - 1],
    );
    let previous: string = before.rows[0].hash;
    for (const { seq, keyId, text } of rows) {
      const hash = linkHash(world.api.deps.dataKeys, keyId, {
        tenantId: world.tenantId,
        seq,
        previous,
        text,
      });
      await admin.query(
        'UPDATE operation_log_seals SET hash = $3, previous = $4 WHERE tenant_id = $1 AND seq = $2',
        [world.tenantId, seq, hash, previous],
      );
      previous = hash as string;
    }
  }

  test.each(['operation_log_heads', 'the file'])(
    'rows sealed anew with the right key are named where they differ from the heads published in %s',
    async (source) => {
      const last = await lastNumber(world);
      const bySeq = '(SELECT log_id FROM operation_log_seals WHERE tenant_id = $1 AND seq = $2)';
      const found = await tamper(world, async (admin) => {
        await admin.query(`UPDATE operation_logs SET reason = '别的' WHERE id = ${bySeq}`, [
          world.tenantId,
          last - 6,
        ]);
        await sealAnew(admin, last - 6);
        if (source === 'the file') {
          await admin.query('DELETE FROM operation_log_heads WHERE tenant_id = $1', [world.tenantId]);
          return world.problems(admin);
        }
        const none = { ...world.api.deps.publishedHeads, of: async function* () {} };
        const parts = { ...world.api.deps, publishedHeads: none };
        const { problems } = await verifyChain(admin as never, parts, world.tenantId);
        return problems.map(({ seq, kind }) => [seq, kind]);
      });
      // Heads were published after every five rows.
      expect(found).toEqual([
        [last - 5, 'sealForged'],
        [last, 'sealForged'],
      ]);
    },
  );

  /** Appends a row that has a value in every column, and seals it. */
  async function growByFullRow(): Promise<void> {
    const admin = await connect(world.api.databaseUrl);
    await admin.query(
      `INSERT INTO operation_logs (tenant_id, trace_id, actor_id, actor_name, actor_roles, actor_tenant_id, actor_tenant_name, module, action,
         target_type, target_id, target_label, before, after, reason, ip, agent, result, failure, duration_ms)
       VALUES ($1, 'x', uuidv7(), '甲', '{运营}', uuidv7(), '别处', 'merchant', 'editMerchant',
         'merchant', 'x', '商户', '{"name": "旧"}', '{"name": "新"}', '更正', '127.0.0.1', 'test', 'REFUSED', '{"code": 406, "zh": "不", "en": "no"}', 7)`,
      [world.tenantId],
    );
    await admin.end();
    await sealOperations(world.api.deps);
  }

  test.each([
    ['as the service writes it', false],
    ['that has a value in each', true],
  ])(
    'every column of a row %s is sealed, and every column of a seal that says anything',
    async (_, isFull) => {
      if (isFull) await growByFullRow();
      const place = (await lastNumber(world)) - (isFull ? 0 : 3);
      const { rows: written } = await world.api.deps.database.pool.query<{ nulls: number }>(
        `SELECT (SELECT count(*)::int FROM jsonb_each(to_jsonb(l)) WHERE value = 'null') AS nulls
       FROM operation_logs l JOIN operation_log_seals s ON s.log_id = l.id WHERE s.tenant_id = $1 AND s.seq = $2`,
        [world.tenantId, place],
      );
      expect(written[0]?.nulls === 0).toBe(isFull);
      const { rows: columns } = await world.api.deps.database.pool.query<{
        table: string;
        name: string;
        type: string;
      }>(
        `SELECT table_name AS "table", column_name AS name, data_type AS type FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name IN ('operation_logs', 'operation_log_seals') AND column_name <> 'sealed_at'`,
      );
      expect(columns.length).toBeGreaterThan(25);
      const another: Record<string, (column: string) => string> = {
        uuid: () => 'uuidv7()',
        text: (column) => `coalesce(${column}, '') || 'x'`,
        ARRAY: (column) => `${column} || 'x'::text`,
        jsonb: (column) => `coalesce(${column}, '{}') || '{"x": 1}'`,
        integer: (column) => `coalesce(${column}, 0) + 1000000`,
        'timestamp with time zone': (column) => `${column} + interval '1 millisecond'`,
      };
      const unnoticed: string[] = [];
      for (const { table, name, type } of columns) {
        const value = another[type]?.(name);
        expect(value, `${table}.${name} is a ${type}`).toBeDefined();
        const problems = await tamper(world, async (admin) => {
          // Somebody who can disable triggers can drop checks.
          await admin.query(`DO $$ DECLARE name text; BEGIN
          FOR name IN SELECT conname FROM pg_constraint WHERE conrelid = 'operation_logs'::regclass AND contype = 'c' LOOP
            EXECUTE format('ALTER TABLE operation_logs DROP CONSTRAINT %I', name);
          END LOOP; END $$`);
          const { rowCount } = await admin.query(
            `UPDATE ${table} SET ${name} = ${value} WHERE ${table === 'operation_logs' ? 'id' : 'log_id'} =
             (SELECT log_id FROM operation_log_seals WHERE tenant_id = $1 AND seq = $2)`,
            [world.tenantId, place],
          );
          expect(rowCount).toBe(1);
          return world.problems(admin);
        });
        if (!problems.some(([seq]) => seq === place)) unnoticed.push(`${table}.${name}`);
      }
      expect(unnoticed).toEqual([]);
    },
  );

  test.each(['operation_logs', 'operation_log_seals', 'operation_log_heads'])(
    'the owner of %s can’t change or empty it either',
    async (table) => {
      const owner = await connect(world.api.databaseUrl);
      onTestFinished(() => owner.end());
      for (const statement of [
        `UPDATE ${table} SET tenant_id = tenant_id`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
      ]) {
        await expect(owner.query(statement), statement).rejects.toThrow('append-only');
      }
    },
  );

  test('a row put in behind the last sealed one by more than a transaction lasts is named at once; a younger one is sealed', async () => {
    const put = (admin: pg.Client, ms: number) =>
      admin.query(
        `INSERT INTO operation_logs (tenant_id, trace_id, actor_name, module, action, target_type, target_id, target_label, ip, agent, created_at)
         SELECT $1, 'x', '伪造', 'merchant', 'editMerchant', 'merchant', 'x', '伪造', '', '', max(l.created_at) - $2::int * interval '1 millisecond'
         FROM operation_logs l JOIN operation_log_seals s ON s.log_id = l.id WHERE l.tenant_id = $1`,
        [world.tenantId, ms],
      );
    expect(longestWait, 'as docs/operation-log.md has it').toBe(11 * 60_000);
    const found = await tamper(world, async (admin) => {
      await put(admin, longestWait + 1000);
      return world.problems(admin);
    });
    expect(found.map(([, kind]) => kind)).toEqual(['inserted']);
    const young = await tamper(world, async (admin) => {
      await put(admin, longestWait - 1000);
      return world.problems(admin);
    });
    expect(young, 'it may be on its way').toEqual([]);
  });

  test('sealing leaves such a row alone, and takes no row before it twice', async () => {
    const own = await ownWorld();
    await tamper(
      own,
      (admin) =>
        admin.query(
          `INSERT INTO operation_logs (tenant_id, trace_id, actor_name, module, action, target_type, target_id, target_label, ip, agent, created_at)
           SELECT tenant_id, 'x', '伪造', module, action, 'merchant', 'x', '伪造', '', '', now() - interval '12 minutes'
           FROM operation_logs WHERE tenant_id = $1 LIMIT 1`,
          [own.tenantId],
        ),
      { keep: true },
    );
    await own.grow(2);
    expect((await own.problems()).map(([, kind]) => kind)).toEqual(['inserted']);
  });

  test.each(['the heads of the database', 'the file and what was published', 'nothing'])(
    'a number that was cut off is never given again, with %s gone',
    async (gone) => {
      const own = await ownWorld();
      const last = await lastNumber(own);
      await tamper(
        own,
        async (admin) => {
          await admin.query(
            `WITH cut AS (DELETE FROM operation_log_seals WHERE tenant_id = $1 AND seq > $2 RETURNING log_id)
             DELETE FROM operation_logs WHERE id IN (SELECT log_id FROM cut)`,
            [own.tenantId, last - 4],
          );
          if (gone === 'the heads of the database') {
            await admin.query('DELETE FROM operation_log_heads WHERE tenant_id = $1', [own.tenantId]);
          }
        },
        { keep: true },
      );
      let service = own.api;
      if (gone === 'the file and what was published') {
        rmSync(own.file);
        const fresh = await own.api.replica();
        onTestFinished(() => fresh.close());
        service = fresh;
      }
      await own.grow(2, service);
      const { rows } = await own.api.deps.database.pool.query(
        'SELECT seq FROM operation_log_seals WHERE tenant_id = $1 AND seq > $2 ORDER BY seq',
        [own.tenantId, last - 4],
      );
      expect(rows.map(({ seq }) => seq)).toEqual([last + 1, last + 2]);
    },
  );

  test('a published head behind thousands of others is read too', async () => {
    const own = await ownWorld();
    const last = await lastNumber(own);
    const lines = readFileSync(own.file, 'utf8')
      .trim()
      .split('\n')
      .filter((one) => one.includes(own.tenantId));
    const head = JSON.parse(lines.at(-1) ?? '');
    const good = `${JSON.stringify(head)}\n`;
    appendFileSync(
      own.file,
      `${good.repeat(7000)}${JSON.stringify({ ...head, hash: '0'.repeat(64) })}\n${good}`,
    );
    expect(await own.problems()).toEqual([[last, 'sealForged']]);
  });
});
