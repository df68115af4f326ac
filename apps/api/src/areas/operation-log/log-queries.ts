import { confidential } from '@xyxlx/contracts/confidential';
import {
  cardModules,
  operationLog as contract,
  type OperationLogRow,
  type OperationResult,
} from '@xyxlx/contracts/operation-log';
import type { Session } from '../../core/session.ts';
import { anywhere, empty, iso, raw, type Sql, sql } from '../../platform/db/sql.ts';
import { fromDay, hasId, untilDay } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { ofEveryTenant } from '../../platform/records/scope.ts';
import { recordsAbout } from '../compliance/cases/case-scope.ts';
import type { Registry } from '../registry.ts';
import { actionLabel } from './action-label.ts';

/**
 * The rows that a caller may see: their tenant's, or with a narrower scope what they did themselves; of the confidential ones with their
 * permission, and none that is about themselves.
 */
export function visibleLog(session: Session): Sql {
  const hidden = sql`(l.module = ${confidential.module} OR l.target_type = ANY(${[...confidential.approvals]}::text[]))`;
  return session.permissions.has(confidential.permission)
    ? sql`${inScope(session)} AND NOT (${hidden} AND l.target_id = ANY (${recordsAbout(session)}))`
    : sql`${inScope(session)} AND NOT ${hidden}`;
}

function inScope({ tenantId, userId, scope }: Session): Sql {
  if (scope.all) return ofEveryTenant('l');
  const tenant = sql`l.tenant_id = ${tenantId}::uuid`;
  return scope.tenant ? tenant : sql`${tenant} AND l.actor_id = ${userId}::uuid`;
}

/** Said so that the index of what was not done serves a filter that asks for nothing else. */
function resultIs(results: readonly OperationResult[]): Sql {
  const chosen = sql`l.result = ANY(${[...results]}::text[])`;
  return results.includes('SUCCESS') ? chosen : sql`l.result <> 'SUCCESS' AND ${chosen}`;
}

/** Those who are in the rows that a caller may see. */
export function actorsWhere(session: Session, keyword: string | undefined): Sql {
  return sql`EXISTS (SELECT FROM operation_logs l WHERE l.actor_id = u.id AND ${visibleLog(session)})
    ${keyword ? sql`AND u.name ILIKE ${anywhere(keyword)}` : empty}`;
}

export const sealJoin = raw(
  'LEFT JOIN operation_log_seals s ON s.tenant_id = l.tenant_id AND s.log_id = l.id',
);

/** JSON of one row, but for the words of its action. */
export const logRow = sql`json_build_object('id', l.id, 'seq', s.seq, 'traceId', l.trace_id,
  'actor', json_build_object('id', l.actor_id, 'name', l.actor_name, 'roles', l.actor_roles,
    'tenant', CASE WHEN l.actor_tenant_id IS NOT NULL THEN json_build_object('id', l.actor_tenant_id, 'name', l.actor_tenant_name) END),
  'tenant', (SELECT json_build_object('id', t.id, 'name', t.name) FROM tenants t WHERE t.id = l.tenant_id),
  'module', l.module, 'action', l.action,
  'target', json_build_object('type', l.target_type, 'id', l.target_id, 'label', l.target_label),
  'reason', l.reason, 'result', l.result,
  'failure', CASE WHEN l.failure IS NOT NULL THEN json_build_object('code', l.failure->'code',
    'message', json_build_object('zh', l.failure->'zh', 'en', l.failure->'en')) END, 'ip', l.ip, 'agent', l.agent, 'durationMs', l.duration_ms,
  'createdAt', ${iso('l.created_at')})`;

/** The rows of the log that one may see. */
export const logLines = listOf(contract.queryOperationLog, {
  from: 'operation_logs',
  alias: 'l',
  scope: visibleLog,
  filters: {
    tenantId: hasId('l.tenant_id'),
    keyword: (text) => sql`l.target_label ILIKE ${anywhere(text)}`,
    traceId: (trace) => sql`l.trace_id = ${trace}`,
    result: resultIs,
    domain: () => sql`l.module = ANY(${[...cardModules]}::text[])`,
    module: (name) => sql`l.module = ${name}`,
    action: (name) => sql`l.action = ${name}`,
    actorId: hasId('l.actor_id'),
    targetType: (type) => sql`l.target_type = ${type}`,
    targetId: (id) => sql`l.target_id = ${id}`,
    from: fromDay('l.created_at'),
    to: untilDay('l.created_at'),
  },
  sort: { createdAt: { column: 'l.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  joins: sealJoin,
  row: logRow,
  present: (rows: Unlabelled[], { deps }) => rows.map((row) => withLabel(row, deps.registry)),
});

/** A row as PostgreSQL makes it. */
export type Unlabelled = Omit<OperationLogRow, 'actionLabel'>;

export function withLabel(row: Unlabelled, { steps }: Registry): OperationLogRow {
  return { ...row, actionLabel: actionLabel(steps, row.module, row.action) };
}
