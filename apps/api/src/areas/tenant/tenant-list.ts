import { tenant as contract } from '@xyxlx/contracts/tenant';
import { anywhere, fromStart, sql } from '../../platform/db/sql.ts';
import { hasId } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { inPageOrder } from '../../platform/lists/page-keys.ts';
import { everyTenant } from '../../platform/records/scope.ts';
import { presentTenant, tenantInclude } from './find-tenant.ts';

/** The tenants that one may see: one's own, or all. */
export const tenants = listOf(contract.queryTenant, {
  from: 'tenants',
  alias: 't',
  primaryKey: ['id'],
  scope: ({ tenantId, scope }) => (scope.all ? sql`TRUE` : sql`t.id = ${tenantId}::uuid`),
  filters: {
    keyword: (text) =>
      sql`(t.code LIKE ${fromStart(text)} OR t.name ILIKE ${anywhere(text)}
        OR EXISTS (SELECT FROM tenant_domains d WHERE d.tenant_id = t.id AND d.domain LIKE ${anywhere(text.toLowerCase())}))`,
    // Expired is a matter of the business clock.
    state: (state, { deps }) => {
      const now = deps.clock.businessNow();
      if (state === 'SUSPENDED') return sql`t.state = 'SUSPENDED'`;
      return state === 'EXPIRED'
        ? sql`t.state = 'ACTIVE' AND t.expires_at <= ${now}::timestamptz`
        : sql`t.state = 'ACTIVE' AND (t.expires_at IS NULL OR t.expires_at > ${now}::timestamptz)`;
    },
    packageId: hasId('t.package_id'),
  },
  sort: {
    code: { column: 't.code', type: 'text' },
    name: { column: 't.name', type: 'text' },
    expiresAt: { column: `coalesce(t.expires_at, 'infinity')`, type: 'timestamptz' },
    createdAt: { column: 't.created_at', type: 'timestamptz' },
  },
  usual: ['createdAt', 'asc'],
  row: sql`json_build_object('id', t.id)`,
  present: async (keys: { id: string }[], { session, deps: { database, clock } }) => {
    const ids = keys.map(({ id }) => id);
    const rows = await database.prisma.tenant.findMany({
      where: { id: { in: ids } },
      include: tenantInclude(session.scope.all ? everyTenant : { tenantId: session.tenantId }),
    });
    const now = clock.businessNow();
    return inPageOrder(keys, rows).map((row) => presentTenant(row, now));
  },
});
