import { complianceInbox as contract, type InboxRow } from '@xyxlx/contracts/compliance-inbox';
import { recordMissing } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import {
  anywhere,
  iso,
  named,
  type Queryable,
  raw,
  rowsOf,
  type Sql,
  sql,
} from '../../../platform/db/sql.ts';
import { listOf } from '../../../platform/lists/list.ts';
import { ofOwnTenant } from '../../../platform/records/scope.ts';

const joins = raw('LEFT JOIN risk_inboxes up ON up.tenant_id = i.tenant_id AND up.id = i.escalate_to_id');

const row = sql`json_build_object('id', i.id, 'name', i.name,
  'members', (SELECT coalesce(json_agg(${named('u')} ORDER BY u.name, u.id), '[]') FROM risk_inbox_members m JOIN users u ON u.id = m.user_id
    WHERE m.tenant_id = i.tenant_id AND m.inbox_id = i.id),
  'sla', json_build_object('urgent', i.sla_urgent, 'high', i.sla_high, 'medium', i.sla_medium, 'low', i.sla_low),
  'escalateTo', ${named('up')},
  'openCount', (SELECT count(*)::int FROM risk_cases c WHERE c.tenant_id = i.tenant_id AND c.inbox_id = i.id AND c.state <> 'CLOSED'),
  'version', i.version, 'createdAt', ${iso('i.created_at')}, 'createdBy', i.created_by,
  'updatedAt', ${iso('i.updated_at')}, 'updatedBy', i.updated_by)`;

/** The inboxes of one's tenant. */
export const inboxes = listOf(contract.queryInbox, {
  from: 'risk_inboxes',
  alias: 'i',
  scope: ofOwnTenant,
  filters: { keyword: (text) => sql`i.name ILIKE ${anywhere(text)}` },
  sort: { createdAt: { column: 'i.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  joins,
  row,
});

/** An inbox of one's tenant as lists show it; throws 406 when there is none. */
export async function foundInbox(client: Queryable, session: Session, id: string): Promise<InboxRow> {
  const [first] = await rowsOf<{ row: InboxRow }>(client, oneInbox(session, id));
  if (!first) throw recordMissing();
  return first.row;
}

function oneInbox(session: Session, id: string): Sql {
  return sql`SELECT ${row} AS row FROM risk_inboxes i ${joins} WHERE ${ofOwnTenant(session, 'i')} AND i.id = ${id}::uuid`;
}
