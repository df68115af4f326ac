import type { Deps } from '../../core/deps.ts';
import type { Invariant } from '../area.ts';

/** The invariants between tenants. */
export const tenantInvariants: readonly Invariant[] = [
  {
    name: 'noReferenceCrossesTenants',
    label: { zh: '没有跨租户的引用', en: 'No reference crosses tenants' },
    violations: crossingReferences,
  },
];

interface Reference {
  name: string;
  from: string;
  to: string;
  columns: string[];
  targets: string[];
}

/** Every foreign key between two tables with a tenant, read from the catalogue: a new table is checked without being named here. */
async function crossingReferences({ database: { pool } }: Deps): Promise<string[]> {
  const { rows } = await pool.query<Reference>(`
    SELECT c.conname AS name, c.conrelid::regclass::text AS "from", c.confrelid::regclass::text AS "to",
      (SELECT array_agg(quote_ident(a.attname) ORDER BY k.n)
       FROM unnest(c.conkey) WITH ORDINALITY k(num, n) JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.num) AS columns,
      (SELECT array_agg(quote_ident(a.attname) ORDER BY k.n)
       FROM unnest(c.confkey) WITH ORDINALITY k(num, n) JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.num) AS targets
    FROM pg_constraint c
    WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND c.conparentid = 0
      AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.conrelid AND a.attname = 'tenant_id')
      AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.confrelid AND a.attname = 'tenant_id')
    ORDER BY 1`);
  const found: string[] = [];
  for (const { name, from, to, columns, targets } of rows) {
    const pairs = columns.map((column, n) => `b.${targets[n]} = a.${column}`);
    const others = pairs.filter((_, n) => targets[n] !== 'tenant_id').join(' AND ');
    // A row whose reference exists only in another tenant is what is looked for.
    const { rows: crossing } = await pool.query<{ count: string }>(
      `SELECT count(*) FROM ${from} a WHERE NOT EXISTS (SELECT FROM ${to} b WHERE ${pairs.join(' AND ')})
         AND EXISTS (SELECT FROM ${to} b WHERE ${others} AND b.tenant_id <> a.tenant_id)`,
    );
    const count = Number(crossing[0]?.count ?? 0);
    if (count > 0) found.push(`${name}: ${count}`);
  }
  return found;
}
