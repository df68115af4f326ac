import {
  cardModules,
  type operationLog as contract,
  type OperationResult,
} from '@xyxlx/contracts/operation-log';
import type { z } from 'zod';
import type { Session } from '../../core/session.ts';
import { allOf, anywhere, empty, iso, raw, type Sql, sql, withinDays } from '../../platform/db/sql.ts';
import { ofEveryTenant } from '../../platform/records/scope.ts';

type LogFilters = Omit<z.output<typeof contract.exportOperationLog.input>, 'format'>;

/** The rows that a caller may see: their tenant's, or with a narrower scope what they did themselves. */
export function visibleLog({ tenantId, userId, scope }: Session): Sql {
  if (scope.all) return ofEveryTenant('l');
  const tenant = sql`l.tenant_id = ${tenantId}::uuid`;
  return scope.tenant ? tenant : sql`${tenant} AND l.actor_id = ${userId}::uuid`;
}

/** The conditions of the list, the export and nothing else. */
export function logWhere(session: Session, filters: LogFilters): Sql {
  const { domain, keyword, module, action, actorId, targetType, targetId, result, traceId, from, to } =
    filters;
  return allOf([
    visibleLog(session),
    keyword && sql`l.target_label ILIKE ${anywhere(keyword)}`,
    traceId && sql`l.trace_id = ${traceId}`,
    result && resultIs(result),
    domain === 'card' && sql`l.module = ANY(${[...cardModules]}::text[])`,
    module && sql`l.module = ${module}`,
    action && sql`l.action = ${action}`,
    actorId && sql`l.actor_id = ${actorId}::uuid`,
    targetType && sql`l.target_type = ${targetType}`,
    targetId && sql`l.target_id = ${targetId}`,
    withinDays('l.created_at', from, to),
  ]);
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
