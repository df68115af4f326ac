import { type BindingRow, channel as contract } from '@xyxlx/contracts/channel';
import { anywhere, fromStart, join, type Sql, sql } from '../../platform/db/sql.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { inPageOrder, keyRow, type OfTenant, type PageKey } from '../../platform/lists/page-keys.ts';
import { keysOf } from '../../platform/records/lock-visible.ts';
import { visibleInTenant } from '../../platform/records/scope.ts';
import { presentBinding } from './find-binding.ts';

/** The bindings that one may see: they belong to a tenant as a whole. */
export const bindings = listOf(contract.queryBinding, {
  from: 'channel_bindings',
  alias: 'b',
  ofTenants: true,
  scope: visibleInTenant,
  filters: {
    tenantId: hasId('b.tenant_id'),
    keyword: (text) =>
      sql`(b.name ILIKE ${anywhere(text)} OR b.app_id LIKE ${fromStart(text)} OR b.external_id LIKE ${fromStart(text)})`,
    channel: oneOf('b.channel'),
    state: (states, { deps }) =>
      sql`(${join(
        states.map((state) => inState(state, deps.clock.businessNow())),
        ' OR ',
      )})`,
  },
  sort: {
    name: { column: 'b.name', type: 'text' },
    createdAt: { column: 'b.created_at', type: 'timestamptz' },
    updatedAt: { column: 'b.updated_at', type: 'timestamptz' },
  },
  usual: ['createdAt', 'desc'],
  row: keyRow('b'),
  present: async (keys: (PageKey & OfTenant)[], { deps: { database, clock } }) => {
    const rows = await database.prisma.channelBinding.findMany({ where: keysOf(keys) });
    const tenants = new Map(keys.map(({ id, tenant }) => [id, tenant]));
    return inPageOrder(keys, rows).map((row) => ({
      ...presentBinding(row, clock.businessNow()),
      tenant: tenants.get(row.id) ?? null,
    }));
  },
});

/** As `presentBinding` shows it: an authorisation past its time counts as 已失效. */
function inState(state: BindingRow['state'], now: Date): Sql {
  const over = sql`b.state = 'BOUND' AND b.expires_at <= ${now}::timestamptz`;
  if (state === 'INVALID') return sql`b.state = 'INVALID' OR ${over}`;
  return state === 'BOUND'
    ? sql`b.state = 'BOUND' AND (b.expires_at IS NULL OR b.expires_at > ${now}::timestamptz)`
    : sql`b.state = ${state}`;
}
