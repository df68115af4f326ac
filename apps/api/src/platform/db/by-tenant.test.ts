import { expect, test } from 'vitest';
import { byTenant } from './by-tenant.ts';
import { raw, sql } from './sql.ts';

const tenant = '01941f29-7c00-72f7-8096-1ec183fb8512';

test('what is held against another row’s tenant is held against the id, in its place among the values', () => {
  const { text, values } = byTenant(
    sql`SELECT ${'first'}, (SELECT count(*) FROM stores s WHERE s.tenant_id = m.tenant_id AND s.state = ${'ACTIVE'})
      FROM merchants m LEFT JOIN brands b ON b.tenant_id = m.tenant_id AND b.id = m.brand_id WHERE m.name = ${'last'}`,
    tenant,
  );
  expect(text).toBe(`SELECT $1, (SELECT count(*) FROM stores s WHERE s.tenant_id = $2::uuid AND s.state = $3)
      FROM merchants m LEFT JOIN brands b ON b.tenant_id = $4::uuid AND b.id = m.brand_id WHERE m.name = $5`);
  expect(values).toEqual(['first', tenant, 'ACTIVE', tenant, 'last']);
});

test('a tenant that is read, or held against something else, stays', () => {
  const part = raw(
    `m.tenant_id, x.tenant_id <> m.tenant_id, t.id = m.tenant_id, m.tenant_id = ANY(ARRAY[t.id]), 'a = b'`,
  );
  expect(byTenant(part, tenant)).toEqual(part);
});
