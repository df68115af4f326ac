import { type BrandRow, brand as contract } from '@xyxlx/contracts/brand';
import { enabledStateWords } from '@xyxlx/contracts/enabled-state';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { anywhere, iso, type Queryable, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { findIn, namedAnywhere } from '../../platform/lists/find.ts';
import { listOf } from '../../platform/lists/list.ts';
import { byId, visibleInTenant, visibleMerchants } from '../../platform/records/scope.ts';
import { logoPath } from './logo-path.ts';

/** JSON of a brand `c`, with as many merchants as the caller sees. */
function brandJson(session: Session): Sql {
  return sql`json_build_object('id', c.id, 'name', c.name, 'category', c.category,
    'logoUrl', (SELECT ${raw(`'${logoPath}/'`)} || l.tenant_id || '/' || l.id || '.webp' FROM brand_logos l
      WHERE l.tenant_id = c.tenant_id AND l.brand_id = c.id),
    'merchantCount', (SELECT count(*) FROM merchants m
      WHERE m.tenant_id = c.tenant_id AND m.brand_id = c.id AND ${visibleMerchants(session, 'm')}),
    'state', c.state, 'version', c.version,
    'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by, 'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by)`;
}

/** The brands that one may see: they are the tenant's as a whole. */
export const brands = listOf(contract.queryBrand, {
  from: 'brands',
  alias: 'c',
  ofTenants: true,
  scope: visibleInTenant,
  filters: {
    tenantId: hasId('c.tenant_id'),
    keyword: (text) => sql`c.name ILIKE ${anywhere(text)}`,
    category: oneOf('c.category'),
    state: oneOf('c.state'),
  },
  sort: {
    name: { column: 'c.name', type: 'text' },
    createdAt: { column: 'c.created_at', type: 'timestamptz' },
  },
  usual: ['createdAt', 'desc'],
  row: ({ session }) => brandJson(session),
});

/** Any of them by what is typed. */
export const foundBrands = findIn(brands, {
  kind: 'brand',
  by: [namedAnywhere('c', 'c.name')],
  number: null,
  title: 'c.name',
  state: ['c.state', enabledStateWords],
});

/** A brand that the caller may see; throws 406 when there is none. */
export async function foundBrand(client: Queryable, session: Session, id: string): Promise<BrandRow> {
  const [first] = await rowsOf<{ row: BrandRow }>(
    client,
    sql`SELECT ${brandJson(session)} AS row FROM brands c WHERE ${byId(session, 'c', id)} AND ${visibleInTenant(session, 'c')}`,
  );
  if (!first) throw recordMissing();
  return first.row;
}
