import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@xyxlx/database/connect';
import { findsTenants, tablesOfNoTenant } from '@xyxlx/database/tenant-tables';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { objections, type TenantCatalogue } from '../support/statement-lint.ts';
import { createTestDatabase } from '../support/test-database.ts';

let catalogue: TenantCatalogue;

beforeAll(async () => {
  const database = await createTestDatabase();
  const client = await connect(database.url);
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'tenant_id'`,
  );
  await client.end();
  await database.drop();
  const tenantTables = new Set(rows.map(({ name }) => name).filter((name) => !(name in tablesOfNoTenant)));
  catalogue = { tenantTables, findsTenants };
});

const wrong = (text: string) => objections(text, catalogue);

describe('the check', () => {
  test.each([
    'SELECT * FROM merchants WHERE tenant_id = $1 AND id = $2',
    'SELECT FROM merchants m JOIN stores s ON s.tenant_id = m.tenant_id AND s.merchant_id = m.id WHERE m.tenant_id = $1',
    'SELECT FROM stores s JOIN merchants m ON s.tenant_id = m.tenant_id WHERE (s.tenant_id, s.id) IN (($1, $2), ($3, $4))',
    'SELECT FROM merchants m WHERE m.tenant_id = ANY(ARRAY(SELECT t.id FROM tenants t)) AND m.id = $1',
    'UPDATE stores SET name = $1 WHERE tenant_id = $2 AND id = $3',
    'WITH due AS (SELECT id FROM bills WHERE tenant_id = $1) DELETE FROM bills b USING due WHERE b.tenant_id = $1 AND b.id = due.id',
    'INSERT INTO stores (tenant_id, id) SELECT tenant_id, id FROM merchants WHERE tenant_id = $1',
    'SELECT FROM memberships WHERE user_id = $1',
    'SELECT id FROM tenants',
    'SELECT FROM bills c WHERE c.tenant_id IS NOT NULL ORDER BY created_at LIMIT 20',
    'SELECT FROM "bills" WHERE "bills"."tenant_id" >= $1 ORDER BY created_at LIMIT 20',
    'UPDATE stores SET name = $1 WHERE (1=0 AND stores.state = $2)',
    'SELECT FROM stores s WHERE s.tenant_id = $1 FOR UPDATE OF s',
    'SELECT CASE WHEN $1 THEN now END FROM stores WHERE tenant_id = $2',
    'SELECT "offset" FROM stores WHERE tenant_id = $1 LIMIT 20',
  ])('passes %s', async (text) => {
    expect(await wrong(text)).toEqual([]);
  });

  test.each([
    ['SELECT * FROM merchants WHERE id = $1', ['merchants']],
    ['SELECT FROM merchants m JOIN stores s ON s.merchant_id = m.id WHERE m.tenant_id = $1', ['stores']],
    [
      'SELECT FROM merchants m JOIN stores s ON s.tenant_id = m.tenant_id WHERE m.id = $1',
      ['merchants', 'stores'],
    ],
    ['SELECT FROM merchants WHERE tenant_id = $1 OR id = $2', ['merchants']],
    ['SELECT FROM merchants m JOIN tenants t ON t.id = m.tenant_id WHERE m.id = $1', ['merchants']],
    [
      'SELECT FROM bills b WHERE b.tenant_id = $1 AND EXISTS (SELECT FROM stores s WHERE s.id = $2)',
      ['stores'],
    ],
    ['SELECT (SELECT name FROM stores s WHERE s.id = b.id) FROM bills b WHERE b.tenant_id = $1', ['stores']],
    ['UPDATE stores SET name = $1 WHERE id = $2', ['stores']],
    ['DELETE FROM stores', ['stores']],
    ['INSERT INTO stores (id) VALUES ($1)', ['stores']],
    ['INSERT INTO stores (tenant_id, id) SELECT tenant_id, id FROM merchants', ['merchants']],
    ['WITH due AS (SELECT id FROM bills) SELECT FROM due', ['bills']],
    ['SELECT FROM bills WHERE tenant_id = $1 UNION SELECT FROM stores', ['stores']],
    ['COPY (SELECT * FROM stores) TO STDOUT', ['stores']],
    ['SELECT FROM bills WHERE tenant_id <> $1', ['bills']],
    ['SELECT FROM bills WHERE tenant_id > $1', ['bills']],
    ['UPDATE stores SET name = $1 WHERE 1=1', ['stores']],
    [
      'SELECT FROM bills b JOIN (SELECT merchant_id FROM stores) s USING (merchant_id) WHERE b.tenant_id = $1',
      ['stores'],
    ],
    [
      'SELECT FROM bills b JOIN merchants m ON m.tenant_id = b.tenant_id AND m.id IN (SELECT id FROM stores) WHERE b.tenant_id = $1',
      ['stores'],
    ],
    ['MERGE INTO stores s USING (SELECT 1) x ON s.id = $1 WHEN MATCHED THEN DELETE', ['stores']],
    ['LOCK TABLE stores', ['stores']],
    ['SELECT xmin FROM stores WHERE tenant_id = $1', ['xmin']],
    ['DELETE FROM stores s WHERE s.tenant_id = $1 AND s.ctid = $2', ['ctid']],
    [
      'UPDATE stores SET updated_at = coalesce($1, now()) WHERE tenant_id = $2',
      ['now() within CASE or COALESCE'],
    ],
    ['SELECT CASE WHEN $1 THEN CURRENT_TIMESTAMP END', ['now() within CASE or COALESCE']],
    ['SELECT FROM bills WHERE tenant_id = $1 ORDER BY id LIMIT 20 OFFSET $2', ['OFFSET']],
    [
      'SELECT FROM (SELECT id FROM bills WHERE tenant_id = $1 ORDER BY id OFFSET 40) page ORDER BY id',
      ['OFFSET'],
    ],
  ])('finds in %s', async (text, tables) => {
    expect(await wrong(text)).toEqual(tables);
  });
});

/** What is wrong on purpose in statements with such a part in their text, with why. */
const exempt: readonly { part: RegExp; objection?: string; why: string }[] = [
  {
    part: /AND b\.tenant_id <> a\.tenant_id\)$/,
    why: 'the invariant that no reference leads into another tenant',
  },
  {
    part: /"public"\..* OFFSET \$\d+(\) AS "sub")?$/s,
    objection: 'OFFSET',
    why: 'the Prisma client writes it with every LIMIT; nothing asks it to pass rows over, which is tried below',
  },
  {
    part: /^SELECT .* FROM \(SELECT (\w+\.\w+,?)+ FROM .* LIMIT \d+ OFFSET \$\d+\) page\s+JOIN /s,
    objection: 'OFFSET',
    why: 'a page that was asked for by its number: rows are passed over in the index, a cursor does without',
  },
  {
    part: / LIMIT \d+ OFFSET \$\d+\) (u|c) +ORDER BY /,
    objection: 'OFFSET',
    why: 'the same of a list that several tables make: the accounts of a tenant',
  },
];

test('nothing asks the Prisma client to pass rows over', () => {
  const sources = join(import.meta.dirname, '../../apps/api/src');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  expect(files.length).toBeGreaterThan(300);
  const skipping = files.filter((name) => /\bskip:/.test(readFileSync(join(sources, name), 'utf8')));
  expect(skipping).toEqual([]);
});

test('every statement that the service sent names its tenants, no system column, no time where it can not be computed once, and passes no rows over', {
  timeout: 300_000,
}, async () => {
  const directory = inject('statementsDir');
  const statements = new Set(
    readdirSync(directory).flatMap(
      (name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as string[],
    ),
  );
  expect(statements.size, 'run it after the tests of the API, in one run').toBeGreaterThan(400);
  const found: Record<string, string[]> = {};
  for (const statement of statements) {
    const mayBe = exempt.filter(({ part }) => part.test(statement));
    const wrongs = (await wrong(statement)).filter(
      (one) => !mayBe.some(({ objection = one }) => objection === one),
    );
    if (wrongs.length > 0) found[statement.replaceAll(/\s+/g, ' ').slice(0, 1500)] = wrongs;
  }
  expect(found).toEqual({});
});
