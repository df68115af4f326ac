import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../tests/support/test-database.ts';
import type { Merchant, Prisma } from './client/client.ts';
import { connect } from './connect.ts';
import { functionsThatNameTables, keysOverTenants, tablesOfNoTenant } from './tenant-tables.ts';
import { valueCheckDrift } from './value-checks.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = await connect(database.url);
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

const listed = async (text: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(text);
  return rows.map(({ name }) => name);
};

const ofOurs = `relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations'`;
const withTenant = `EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND a.attnum > 0)`;
const noTenant = Object.keys(tablesOfNoTenant)
  .map((name) => `'${name}'`)
  .join();
const tenantTables = `SELECT c.oid FROM pg_class c WHERE c.relkind IN ('r', 'p') AND ${ofOurs} AND relname NOT IN (${noTenant})`;
/** The name of the n-th column of a list of column numbers. */
const column = (table: string, numbers: string) =>
  `(SELECT attname FROM pg_attribute WHERE attrelid = ${table} AND attnum = ${numbers})`;

const tablesThatNameTheirTenant = ['sessions', 'login_records', 'tenant_domains', 'channel_registry'];

describe('tables', () => {
  test('each has a tenant, but those that are listed with a reason', async () => {
    const without = await listed(
      `SELECT relname AS name FROM pg_class c WHERE relkind IN ('r', 'p') AND ${ofOurs} AND NOT ${withTenant} ORDER BY 1`,
    );
    // Sessions, tries to sign in and what finds a tenant name the tenant that they are for, and yet are found without.
    const named = new Set(tablesThatNameTheirTenant);
    expect(without).toEqual(
      Object.keys(tablesOfNoTenant)
        .filter((name) => !named.has(name))
        .sort(),
    );
  });

  test('the tenant of a row is never left open', async () => {
    expect(
      await listed(
        `SELECT attrelid::regclass::text AS name FROM pg_attribute WHERE attname = 'tenant_id' AND NOT attnotnull AND attrelid IN (${tenantTables})`,
      ),
    ).toEqual([]);
  });

  test('every unique key of a tenant’s table begins with the tenant, but those that are listed with a reason', async () => {
    const wrong = await listed(
      `SELECT indexrelid::regclass::text AS name FROM pg_index i
       WHERE indisunique AND indrelid IN (${tenantTables}) AND ${column('indrelid', 'indkey[0]')} IS DISTINCT FROM 'tenant_id'`,
    );
    expect(wrong).toEqual(Object.keys(keysOverTenants));
  });

  test('a tenant’s table with ids has the primary key (tenant_id, id); a part of something has its parent’s key and its place', async () => {
    const keys = await listed(
      `SELECT conrelid::regclass || ' ' || pg_get_constraintdef(k.oid) AS name FROM pg_constraint k
       WHERE contype = 'p' AND conrelid IN (${tenantTables})
         AND ${column('conrelid', 'conkey[2]')} IS DISTINCT FROM 'id'
         AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = conrelid AND attname = 'id') ORDER BY 1`,
    );
    expect(keys).toEqual(['limit_batch_rows PRIMARY KEY (tenant_id, batch_id, row_no)']);
    const count = await listed(`SELECT count(*)::text AS name FROM (${tenantTables}) t WHERE NOT EXISTS (
      SELECT FROM pg_constraint WHERE contype = 'p' AND conrelid = t.oid)`);
    expect(count).toEqual(['0']);
  });

  test('a foreign key between tenants’ tables begins with the tenant on both sides', async () => {
    expect(
      await listed(
        `SELECT conname AS name FROM pg_constraint WHERE contype = 'f' AND conrelid IN (${tenantTables}) AND confrelid IN (${tenantTables})
         AND (${column('conrelid', 'conkey[1]')} <> 'tenant_id' OR ${column('confrelid', 'confkey[1]')} <> 'tenant_id')`,
      ),
    ).toEqual([]);
  });

  test('no foreign key follows an update', async () => {
    expect(
      await listed(
        `SELECT conname AS name FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND confupdtype <> 'a'`,
      ),
    ).toEqual([]);
  });

  test('an exclusion constraint holds the tenant with =', async () => {
    expect(
      await listed(
        `SELECT conname AS name FROM pg_constraint WHERE contype = 'x' AND conrelid IN (${tenantTables})
         AND pg_get_constraintdef(oid) NOT LIKE '%tenant_id WITH =%'`,
      ),
    ).toEqual([]);
  });

  test('ids that the database makes are UUIDv7', async () => {
    expect(
      await listed(
        `SELECT attrelid::regclass::text AS name FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
         WHERE attname = 'id' AND attrelid IN (SELECT oid FROM pg_class WHERE relkind IN ('r', 'p') AND ${ofOurs})
           AND pg_get_expr(adbin, adrelid) IS DISTINCT FROM 'uuidv7()'`,
      ),
      // A picture's id is its address, which nobody guesses.
    ).toEqual(['avatars', 'brand_logos', 'card_arts']);
  });
});

describe('distribute.sql', () => {
  const file = readFileSync(join(import.meta.dirname, 'distribute.sql'), 'utf8');

  test('names every table of no tenant as a reference table or as local, and no other', () => {
    const [, reference = ''] =
      /create_reference_table\(name\) FROM unnest\(ARRAY\[([^\]]*)\]/.exec(file) ?? [];
    const [, local = ''] =
      /^-- Local to the coordinator:[^\n]*\n((?:-- [a-z_, ]+[,.\n(][^\n]*\n)+)/m.exec(file) ?? [];
    const named = [...reference.matchAll(/'(\w+)'/g), ...local.matchAll(/\b([a-z]+_?[a-z_]*s)\b/g)];
    expect(named.map(([, name]) => name).toSorted()).toEqual(Object.keys(tablesOfNoTenant).toSorted());
  });

  test('distributes no table that has a tenant and is named as one of none', () => {
    const [, excepted = ''] = /relname NOT IN \(([^)]*)\)/.exec(file) ?? [];
    expect([...excepted.matchAll(/'(\w+)'/g)].map(([, name]) => name)).toEqual(tablesThatNameTheirTenant);
  });
});

describe('columns of few values', () => {
  test('no native enum', async () => {
    expect(
      await listed(
        `SELECT typname AS name FROM pg_type WHERE typtype = 'e' AND typnamespace = 'public'::regnamespace`,
      ),
    ).toEqual([]);
  });

  test('their CHECKs are what the contracts name', async () => {
    expect(await valueCheckDrift(client)).toBe('');
  });

  test('a value that only the database knows, and one that it does not, is seen', async () => {
    await client.query(`BEGIN; ALTER TABLE stores DROP CONSTRAINT stores_state_values,
      ADD CONSTRAINT stores_state_values CHECK (state IN ('ACTIVE', 'GONE'));
      ALTER TABLE roles DROP CONSTRAINT roles_data_scope_values`);
    const drift = await valueCheckDrift(client);
    await client.query('ROLLBACK');
    expect(drift).toContain(
      `ALTER TABLE stores DROP CONSTRAINT stores_state_values, ADD CONSTRAINT stores_state_values CHECK (state IN ('ACTIVE', 'DISABLED'));`,
    );
    expect(drift).toContain('ALTER TABLE roles ADD CONSTRAINT roles_data_scope_values');
  });

  test('the database’s client has the contracts’ types for them', () => {
    type State = 'PENDING' | 'ACTIVE' | 'DISABLED' | 'CLOSED' | 'REJECTED';
    expectTypeOf<Merchant['state']>().toEqualTypeOf<State>();
    expectTypeOf<Prisma.MerchantUncheckedCreateInput['state']>().toEqualTypeOf<State | undefined>();
    expectTypeOf<'GONE'>().not.toMatchTypeOf<NonNullable<Prisma.MerchantWhereInput['state']>>();
  });
});

describe('functions', () => {
  const sources = `SELECT proname, regexp_replace(prosrc, '--[^\\n]*', '', 'g') AS source FROM pg_proc WHERE pronamespace = 'public'::regnamespace`;

  test('none looks at a system column, or asks for the time where it may not be asked', async () => {
    expect(
      await listed(
        `SELECT proname AS name FROM (${sources}) f
         WHERE source ~* '\\y(xmin|xmax|cmin|cmax|ctid)\\y' OR source ~* '\\y(case|coalesce)\\y[^;]*\\ynow\\(\\)'`,
      ),
    ).toEqual([]);
  });

  test('none names a table, but those that are listed with a reason', async () => {
    const tables = `SELECT string_agg(relname, '|') FROM pg_class WHERE relkind IN ('r', 'p', 'v') AND ${ofOurs}`;
    const naming = await listed(
      `SELECT proname AS name FROM (${sources}) f
       WHERE source ~* ('\\y(FROM|JOIN|INTO|UPDATE|TABLE)\\s+"?(' || (${tables}) || ')\\y') ORDER BY 1`,
    );
    expect(naming).toEqual(Object.keys(functionsThatNameTables).sort());
  });

  test('none decides by the name of its table, which is another on each shard', async () => {
    expect(
      await listed(
        `SELECT proname AS name FROM (${sources}) f WHERE source ~* '(CASE|IF|WHEN|WHERE|AND|OR)\\s+tg_table_name'`,
      ),
    ).toEqual([]);
  });
});
