import { connect } from '@xyxlx/database/connect';
import { keepServiceRole } from '@xyxlx/database/service-role';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/test-database.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { databaseAddresses } from './service-address.ts';

describe('the service’s connections', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ seed: 'small' });
  });
  afterAll(() => api.close());

  test.each([
    ['set_config to no role', `SELECT set_config('role', 'none', false)`],
    ['RESET ROLE', 'RESET ROLE'],
    ['RESET SESSION AUTHORIZATION', 'RESET SESSION AUTHORIZATION'],
    ['the role that carries the rights', 'SET ROLE xyxlx_app'],
  ])('%s gives nothing more', async (_, statement) => {
    const client = await api.deps.database.pool.connect();
    onTestFinished(async () => client.release(true));
    await client.query(statement);
    for (const forbidden of [
      'UPDATE operation_logs SET module = module',
      'DELETE FROM operation_logs',
      'TRUNCATE operation_logs',
    ]) {
      await expect(client.query(forbidden), forbidden).rejects.toThrow('permission denied');
    }
    for (const forbidden of [
      'ALTER TABLE operation_logs DISABLE TRIGGER operation_logs_append_only',
      'ALTER TABLE operation_logs OWNER TO CURRENT_USER',
      'DROP TABLE operation_logs',
      'DROP TRIGGER operation_logs_append_only ON operation_logs',
    ]) {
      await expect(client.query(forbidden), forbidden).rejects.toThrow('must be owner');
    }
    await expect(client.query(`SET session_replication_role = 'replica'`)).rejects.toThrow(
      'permission denied',
    );
    await expect(client.query('CREATE TABLE mine (n int)')).rejects.toThrow('permission denied');
    await expect(client.query('CREATE ROLE helper')).rejects.toThrow('permission denied');
    await expect(client.query('GRANT xyxlx_app TO CURRENT_USER')).rejects.toThrow('permission denied');
    expect((await client.query('SELECT count(*)::int AS count FROM tenants')).rows[0].count).toBeGreaterThan(
      0,
    );
  });

  test('it may do nothing to a table but what this list leaves it, and runs no DDL', async () => {
    const withoutRights: Record<string, string[]> = {
      // What was written stays as it is.
      'UPDATE DELETE': [
        'approval_events',
        'bill_messages',
        'card_captures',
        'card_events',
        'card_flows',
        'card_order_events',
        'card_order_payments',
        'card_policies',
        'card_reversals',
        'channel_notices',
        'channel_registry',
        'fund_flows',
        'ledger_postings',
        'ledger_settings',
        'limit_adjustments',
        'login_records',
        'money_acts',
        'operation_log_heads',
        'operation_log_seals',
        'operation_logs',
        'payment_decisions',
        'risk_alerts',
        'risk_case_events',
        'risk_hits',
        'risk_runs',
        'security_events',
      ],
      // What was decided or counted is never taken away.
      DELETE: [
        'approvals',
        'card_authorizations',
        'card_order_refund_lines',
        'card_order_refunds',
        'card_orders',
        'card_products',
        'card_requests',
        'channel_refunds',
        'fund_day_closes',
        'fund_holds',
        'fund_transfers',
        'issue_batches',
        'issue_plans',
        'ledger_periods',
        'limit_lots',
        'lot_spends',
        'mails',
        'maker_days',
        'merchant_moves',
        'reconciliations',
        'risk_cases',
        'risk_list_entries',
        'risk_reports',
        'risk_rule_versions',
        'risk_rules',
        'top_up_reversals',
        'top_ups',
        'voucher_counters',
      ],
      // Written anew, never changed.
      UPDATE: ['card_order_lines', 'draft_makers'],
      // What migrations alone write.
      'INSERT UPDATE DELETE': ['_prisma_migrations'],
    };
    const { rows } = await api.deps.database.pool.query<{ lacks: string; tables: string[] }>(
      `SELECT lacks, array_agg(name ORDER BY name) AS tables FROM (
         SELECT c.relname::text AS name, (SELECT coalesce(string_agg(p, ' ' ORDER BY n), '') FROM unnest(ARRAY['INSERT', 'UPDATE', 'DELETE'])
           WITH ORDINALITY AS right_of(p, n) WHERE NOT has_table_privilege(c.oid, p)) AS lacks
         FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition) t
       WHERE lacks <> '' GROUP BY lacks`,
    );
    expect(Object.fromEntries(rows.map(({ lacks, tables }) => [lacks, tables]))).toEqual(withoutRights);
    const { rows: more } = await api.deps.database.pool.query(
      `SELECT c.oid::regclass::text FROM pg_class c WHERE c.relkind IN ('r', 'v', 'p') AND c.relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)
         AND has_table_privilege(c.oid, 'TRUNCATE, TRIGGER, REFERENCES')
       -- Rules of whole statements are not the partitions'.
       UNION ALL SELECT c.oid::regclass::text FROM pg_class c
         WHERE c.relispartition AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE')
       UNION ALL SELECT n.nspname::text FROM pg_namespace n WHERE has_schema_privilege(n.oid, 'CREATE') AND n.nspname NOT LIKE 'pg_temp%'
       UNION ALL SELECT rolname::text FROM pg_roles
         WHERE pg_has_role(oid, 'MEMBER') AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls OR rolreplication)`,
    );
    expect(more).toEqual([]);
  });

  test('the owner’s role is refused', async () => {
    const { pool } = api.deps.database;
    const owner = new URL(api.databaseUrl).username;
    await expect(pool.query(`SET ROLE ${owner}`)).rejects.toThrow('permission denied to set role');
    await expect(pool.query(`SET SESSION AUTHORIZATION ${owner}`)).rejects.toThrow('permission denied');
  });

  test('all of them are that role’s, the one for notices alone is the owner’s', async () => {
    await api.signIn('13800000001');
    const owner = await connect(api.databaseUrl);
    onTestFinished(() => owner.end());
    await eventually(async () => {
      const { rows } = await owner.query<{ name: string; queries: string[] }>(
        `SELECT usename AS name, array_agg(query) AS queries FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' GROUP BY 1 ORDER BY 1`,
      );
      expect(rows.map(({ name }) => name)).toEqual([
        new URL(api.databaseUrl).username,
        expect.stringMatching(/^test_\w+_service$/),
      ]);
      expect(rows[0]?.queries).toEqual([expect.stringMatching(/^(LISTEN|SELECT 1$)/)]);
      // Requests and the queue.
      expect(rows[1]?.queries.length).toBeGreaterThanOrEqual(2);
    });
  });
});

describe('the addresses', () => {
  let database: TestDatabase;
  const key = 'the key of one deployment and no other';
  const settings = (environment: Record<string, string> = {}): Settings =>
    readSettings({ DATABASE_URL: database.url, JWT_SECRET: key, ...environment });
  const whoIs = async (url: string) => {
    const client = await connect(url);
    const { rows } = await client.query('SELECT current_user AS name').finally(() => client.end());
    return rows[0].name;
  };
  const asOwner = async (sql: string) => {
    const client = await connect(database.url);
    await client.query(sql).finally(() => client.end());
  };
  const nameOfRole = () => `${new URL(database.url).pathname.slice(1)}_service`;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('the owner’s alone: a role is made, and the same by every replica and with every newer key', async () => {
    const [first, second, rotated] = await Promise.all([
      databaseAddresses(settings(), database.url),
      databaseAddresses(settings(), database.url),
      databaseAddresses(settings({ JWT_SECRET: `${'z'.repeat(32)},${key}` }), database.url),
    ]);
    expect(await whoIs(first.service)).toBe(nameOfRole());
    expect([second, rotated]).toEqual([first, first]);
  });

  test('another key is another password, and the old one ends', async () => {
    const before = await databaseAddresses(settings(), database.url);
    const after = await databaseAddresses(settings({ JWT_SECRET: 'another key '.repeat(4) }), database.url);
    expect(await whoIs(after.service)).toBe(nameOfRole());
    await expect(connect(before.service)).rejects.toThrow('password authentication failed');
  });

  test('an address of the role’s own beside the owner’s is used as it is', async () => {
    const service = await keepServiceRole(database.url, key);
    const given = settings({ DATABASE_URL: service, DATABASE_ADMIN_URL: database.url });
    expect(given.databaseAdminUrl).toBe(database.url);
    expect(await databaseAddresses(given, database.url)).toEqual({ service, owner: database.url });
  });

  test.each([
    ['a superuser', 'SUPERUSER', /owns tables or is a superuser/],
    ['a member of the owner’s role', 'IN ROLE postgres', /owns tables or is a superuser/],
    ['a role without the service’s rights', '', /is no member of xyxlx_app/],
  ])('%s as DATABASE_URL is refused in a sentence', async (_, rights, sentence) => {
    const name = `${nameOfRole()}_other`;
    await asOwner(`CREATE ROLE ${name} LOGIN PASSWORD 'p' ${rights}`);
    onTestFinished(() => asOwner(`DROP ROLE ${name}`));
    const service = Object.assign(new URL(database.url), { username: name, password: 'p' }).href;
    const given = settings({ DATABASE_URL: service, DATABASE_ADMIN_URL: database.url });
    await expect(databaseAddresses(given, database.url)).rejects.toThrow(sentence);
  });

  test('a role of that name that somebody else made keeps its password', async () => {
    await asOwner(`DROP ROLE IF EXISTS ${nameOfRole()}; CREATE ROLE ${nameOfRole()} LOGIN PASSWORD 'theirs'`);
    onTestFinished(() => asOwner(`DROP ROLE ${nameOfRole()}`));
    await expect(databaseAddresses(settings(), database.url)).rejects.toThrow(/is not the service's/);
    const theirs = Object.assign(new URL(database.url), { username: nameOfRole(), password: 'theirs' }).href;
    expect(await whoIs(theirs)).toBe(nameOfRole());
  });

  test('DATABASE_ADMIN_URL alone is refused', () => {
    expect(() => readSettings({ DATABASE_ADMIN_URL: database.url, JWT_SECRET: key })).toThrow(
      /^Setting DATABASE_ADMIN_URL: /,
    );
  });
});
