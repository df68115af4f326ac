import type { Prisma } from '@xyxlx/database/client/client';
import type { Session } from '../sessions/session.ts';
import type { RequestInfo } from '../wire/implement.ts';
import type { Transaction } from './transaction.ts';

/** Who did it: a session's caller, or the owner of an account who has proved it with a code. */
export type Actor = Pick<Session, 'tenantId' | 'userId' | 'userName' | 'roles'>;

/** An actor and where the request came from; a job carries both from the request that started it. */
export interface Requester {
  session: Actor;
  request: Pick<RequestInfo, 'id' | 'ip' | 'device' | 'startedAt'>;
}

/** One change for the operation log; `before` and `after` hold only the fields that differ, and never a secret. */
export interface Operation {
  /** The tenant of the record, where it is not the caller's own (a platform administrator at work). */
  tenantId?: string;
  /** The area of the contract, such as `merchant`. */
  module: string;
  /** The action of the contract, such as `editMerchant`. */
  action: string;
  target: { type: string; id: string; label: string };
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
  reason?: string;
}

/** Writes the operation in the transaction of the change, so that neither is there without the other. */
export async function logOperation(
  tx: Transaction,
  { session, request }: Requester,
  operation: Operation,
): Promise<void> {
  await logOperations(tx, { session, request }, [operation]);
}

/** As `logOperation` for many rows in one statement. */
export async function logOperations(
  tx: Transaction,
  { session, request }: Requester,
  operations: Operation[],
): Promise<void> {
  const { id, ip, device, startedAt } = request;
  const duration = startedAt === undefined ? null : Math.round(performance.now() - startedAt);
  const rows = operations.map(({ tenantId, module, action, target, before, after, reason }) => ({
    tenant: tenantId ?? session.tenantId,
    module,
    action,
    ...target,
    before,
    after,
    reason,
  }));
  // As one document: many rows as parameters of their own would keep the event loop for as long as they take to be bound.
  await tx.$executeRaw`
    INSERT INTO operation_logs (tenant_id, trace_id, actor_id, actor_name, actor_roles, module, action, target_type, target_id,
      target_label, before, after, reason, ip, agent, duration_ms, created_at)
    SELECT tenant, ${id}, ${session.userId}::uuid, ${session.userName}, ${session.roles.map((role) => role.code)}::text[], module, action,
      type, id, label, before, after, reason, ${ip}, ${device}, ${duration}::int, clock_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given(tenant uuid, module text, action text, type text, id text,
      label text, before jsonb, after jsonb, reason text)`;
}
