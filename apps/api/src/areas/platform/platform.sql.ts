import { enabledStateWords } from '@xyxlx/contracts/enabled-state';
import { platform as contract, type PlatformRow } from '@xyxlx/contracts/platform';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { anywhere, fromStart, iso, type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { findIn, namedAnywhere, numbered } from '../../platform/lists/find.ts';
import { listOf } from '../../platform/lists/list.ts';
import { byId, visibleInTenant, visibleMerchants } from '../../platform/records/scope.ts';

/** JSON of a platform `c`, with as many merchants as the caller sees. */
function platformJson(session: Session): Sql {
  return sql`json_build_object('id', c.id, 'code', c.code, 'name', c.name, 'type', c.type, 'feeBps', c.fee_bps,
    'pendingFeeBps', (SELECT (r.after ->> 'fee_bps')::int FROM approvals a
      JOIN record_changes r ON r.tenant_id = a.tenant_id AND r.approval_id = a.id
      WHERE a.tenant_id = c.tenant_id AND a.subject_type = 'platformChange' AND a.subject_id = c.id AND a.state = 'PENDING'),
    'merchantCount', (SELECT count(*) FROM merchants m
      WHERE m.tenant_id = c.tenant_id AND m.platform_id = c.id AND ${visibleMerchants(session, 'm')}),
    'state', c.state, 'version', c.version,
    'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by, 'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by)`;
}

/** The platforms that one may see: they are the tenant's as a whole. */
export const platforms = listOf(contract.queryPlatform, {
  from: 'platforms',
  alias: 'c',
  ofTenants: true,
  scope: visibleInTenant,
  filters: {
    tenantId: hasId('c.tenant_id'),
    keyword: (text) => sql`(c.name ILIKE ${anywhere(text)} OR c.code LIKE ${fromStart(text.toUpperCase())})`,
    type: oneOf('c.type'),
    state: oneOf('c.state'),
  },
  sort: {
    code: { column: 'c.code', type: 'text' },
    name: { column: 'c.name', type: 'text' },
    createdAt: { column: 'c.created_at', type: 'timestamptz' },
  },
  usual: ['createdAt', 'desc'],
  row: ({ session }) => platformJson(session),
});

/** Any of them by what is typed. */
export const foundPlatforms = findIn(platforms, {
  kind: 'platform',
  by: [numbered('c.code'), namedAnywhere('c', 'c.name')],
  number: 'c.code',
  title: 'c.name',
  state: ['c.state', enabledStateWords],
});

/** A platform that the caller may see; throws 406 when there is none. */
export async function foundPlatform(client: Queryable, session: Session, id: string): Promise<PlatformRow> {
  const [first] = await rowsOf<{ row: PlatformRow }>(
    client,
    sql`SELECT ${platformJson(session)} AS row FROM platforms c WHERE ${byId(session, 'c', id)} AND ${visibleInTenant(session, 'c')}`,
  );
  if (!first) throw recordMissing();
  return first.row;
}
