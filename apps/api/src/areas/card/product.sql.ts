import { cardProductStateWords } from '@xyxlx/contracts/card-kinds';
import { type CardProductRow, cardProduct as contract } from '@xyxlx/contracts/card-product';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { anywhere, iso, type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { findIn, namedAnywhere, numbered } from '../../platform/lists/find.ts';
import { listOf } from '../../platform/lists/list.ts';
import { byId, visibleInTenant } from '../../platform/records/scope.ts';
import { artOf } from './art-path.ts';

const row = sql`json_build_object('id', c.id, 'code', c.code, 'name', c.name, 'form', c.form, 'naming', c.naming,
  'faces', c.faces, 'faceMin', c.face_min, 'faceMax', c.face_max, 'makingFee', c.making_fee, 'months', c.months,
  'reloadable', c.reloadable, 'mcc', c.mcc, 'singleLimit', c.single_limit, 'dayLimit', c.day_limit, 'monthLimit', c.month_limit,
  'dayCount', c.day_count,
  'artUrl', ${artOf('c')},
  'state', c.state, 'version', c.version, 'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by,
  'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by)`;

/** The card products that one may see: they are the tenant's as a whole. */
export const products = listOf(contract.queryProduct, {
  from: 'card_products',
  alias: 'c',
  ofTenants: true,
  scope: visibleInTenant,
  filters: {
    tenantId: hasId('c.tenant_id'),
    keyword: (text) => sql`(c.name ILIKE ${anywhere(text)} OR c.code ILIKE ${anywhere(text)})`,
    form: oneOf('c.form'),
    naming: oneOf('c.naming'),
    state: oneOf('c.state'),
  },
  sort: {
    code: { column: 'c.code', type: 'text' },
    name: { column: 'c.name', type: 'text' },
    createdAt: { column: 'c.created_at', type: 'timestamptz' },
  },
  usual: ['createdAt', 'desc'],
  row,
});

/** Any of them by what is typed. */
export const foundProducts = findIn(products, {
  kind: 'cardProduct',
  by: [numbered('c.code'), namedAnywhere('c', 'c.name', 'c.code')],
  number: 'c.code',
  title: 'c.name',
  state: ['c.state', cardProductStateWords],
});

/** A product that the caller may see; throws 406 when there is none. */
export async function foundProduct(client: Queryable, session: Session, id: string): Promise<CardProductRow> {
  const [first] = await rowsOf<{ row: CardProductRow }>(
    client,
    sql`SELECT ${row} AS row FROM card_products c WHERE ${byId(session, 'c', id)} AND ${visibleInTenant(session, 'c')}`,
  );
  if (!first) throw recordMissing();
  return first.row;
}
