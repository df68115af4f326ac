import { platformAccount as contract, type PlatformAccountRow } from '@xyxlx/contracts/platform-account';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { anywhere, iso, named, type Queryable, raw, rowsOf, sql } from '../../platform/db/sql.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { byId, visibleCompanies } from '../../platform/records/scope.ts';

const joins = raw(`
  JOIN platforms p ON p.tenant_id = c.tenant_id AND p.id = c.platform_id
  JOIN companies co ON co.tenant_id = c.tenant_id AND co.id = c.company_id
  LEFT JOIN LATERAL (SELECT r.closing, ((r.day + 1)::timestamp AT TIME ZONE 'Asia/Shanghai') AS ends FROM reconciliations r
    WHERE r.tenant_id = c.tenant_id AND r.account_id = c.id ORDER BY r.day DESC LIMIT 1) done ON TRUE
  LEFT JOIN LATERAL (SELECT l.balance_after - CASE l.direction WHEN 'IN' THEN l.amount ELSE -l.amount END AS balance FROM statement_lines l
    WHERE l.tenant_id = c.tenant_id AND l.account_id = c.id ORDER BY l.at, l.id LIMIT 1) first ON TRUE
  CROSS JOIN LATERAL (SELECT (coalesce(done.closing, first.balance, 0) + coalesce(sum(f.delta), 0))::bigint AS book FROM fund_flows f
    WHERE f.tenant_id = c.tenant_id AND f.platform_account_id = c.id AND f.created_at >= coalesce(done.ends, '-infinity')) flows
  CROSS JOIN LATERAL (SELECT coalesce(sum(t.amount), 0)::bigint AS frozen FROM fund_transfers t
    WHERE t.tenant_id = c.tenant_id AND t.platform_account_id = c.id AND t.state = 'SUBMITTED') promised
  LEFT JOIN LATERAL (SELECT l.balance_after AS balance FROM statement_lines l WHERE l.tenant_id = c.tenant_id AND l.account_id = c.id
    ORDER BY l.at DESC, l.id DESC LIMIT 1) said ON TRUE`);

const row = sql`json_build_object('id', c.id, 'platform', ${named('p')}, 'company', ${named('co')}, 'kind', c.kind, 'name', c.name,
  'bank', c.bank, 'accountNo', '**** ' || right(c.account_no, 4), 'state', c.state,
  'bookBalance', flows.book, 'frozenBalance', promised.frozen, 'availableBalance', flows.book - promised.frozen,
  'statementBalance', said.balance, 'differenceAmount', said.balance - flows.book, 'version', c.version,
  'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by, 'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by)`;

/** The accounts of the companies that one may see. */
export const accounts = listOf(contract.queryAccount, {
  from: 'platform_accounts',
  alias: 'c',
  ofTenants: true,
  scope: visibleCompanies,
  filters: {
    tenantId: hasId('c.tenant_id'),
    keyword: (text) =>
      sql`(c.name ILIKE ${anywhere(text)} OR c.bank ILIKE ${anywhere(text)} OR c.account_no = ${text} OR right(c.account_no, 4) = ${text})`,
    platformId: hasId('c.platform_id'),
    companyId: hasId('c.company_id'),
    kind: oneOf('c.kind'),
    state: oneOf('c.state'),
  },
  sort: {
    name: { column: 'c.name', type: 'text' },
    createdAt: { column: 'c.created_at', type: 'timestamptz' },
  },
  usual: ['createdAt', 'desc'],
  joins,
  row,
});

/** An account that the caller may see; throws 406 when there is none. */
export async function foundAccount(
  client: Queryable,
  session: Session,
  id: string,
): Promise<PlatformAccountRow> {
  const [first] = await rowsOf<{ row: PlatformAccountRow }>(
    client,
    sql`SELECT ${row} AS row FROM platform_accounts c ${joins} WHERE ${byId(session, 'c', id)} AND ${visibleCompanies(session, 'c')}`,
  );
  if (!first) throw recordMissing();
  return first.row;
}
