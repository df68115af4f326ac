import type { Label } from '@xyxlx/contracts/endpoint';
import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Prisma } from '@xyxlx/database/client/client';
import type { RequestInfo } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../db/transaction.ts';
import { nameReferences } from './record-names.ts';

/** Who did it: a session's caller, or the owner of an account who has proved it with a code. */
export type Actor = Pick<Session, 'tenantId' | 'homeTenantId' | 'userId' | 'userName' | 'roles'>;

/** An actor and where the request came from; a job carries both from the request that started it. */
export interface Requester {
  session: Actor;
  request: Pick<RequestInfo, 'id' | 'ip' | 'device' | 'startedAt'>;
}

/** Who the log says it was, of a change: an actor, or nobody but the service itself. */
interface Author {
  session: Omit<Actor, 'userId'> & { userId: string | null };
  request: Requester['request'];
}

/** The author of what the service does by the clock; `trace` says which work it was. */
export function theSystem(tenantId: string, trace: string): Author {
  return {
    session: { tenantId, userId: null, userName: systemActor.zh, roles: [] },
    request: { id: trace, ip: '', device: '' },
  };
}

/** One change for the operation log; `before` and `after` hold only the fields that differ, and never a secret. */
export interface Operation {
  /** The tenant of the record, whose log it goes into: not the actor's own where a platform administrator is at work. */
  tenantId: string;
  /** The area of the contract, such as `merchant`. */
  module: string;
  /** The action of the contract, such as `editMerchant`. */
  action: string;
  target: { type: string; id: string; label: string };
  /** A field that refers to another record (`brandId`) is kept with the name that the record has now. */
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
  reason?: string;
}

/** Something that was tried and not done. */
export interface Attempt extends Operation {
  /** `REFUSED`: a rule said no. `FAILED`: the service could not. */
  result: 'REFUSED' | 'FAILED';
  failure: { code: number } & Label;
}

/** Writes the operation in the transaction of the change, so that neither is there without the other. */
export async function logOperation(tx: Transaction, by: Author, operation: Operation): Promise<void> {
  await logOperations(tx, by, [operation]);
}

/** As `logOperation` for many rows in one statement. */
export async function logOperations(
  tx: Transaction,
  { session, request }: Author,
  operations: readonly (Operation | Attempt)[],
): Promise<void> {
  const { id, ip, device, startedAt } = request;
  const duration = startedAt === undefined ? null : Math.round(performance.now() - startedAt);
  const rows = (await nameReferences(tx, operations)).map(({ tenantId, target, ...operation }) => ({
    tenant: tenantId,
    result: 'SUCCESS',
    ...operation,
    ...target,
  }));
  // As one document: many rows as parameters of their own would keep the event loop for as long as they take to be bound.
  await tx.$executeRaw`
    INSERT INTO operation_logs (tenant_id, trace_id, actor_id, actor_name, actor_roles, actor_tenant_id, actor_tenant_name, module, action,
      target_type, target_id, target_label, before, after, reason, result, failure, ip, agent, duration_ms, created_at)
    SELECT tenant, ${id}, ${session.userId}::uuid, ${session.userName}, ${session.roles.map((role) => role.code)}::text[], visitor.id, visitor.name,
      module, action, type, given.id, label, before, after, reason, result, failure, ${ip}, ${device}, ${duration}::int, clock_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given(tenant uuid, module text, action text, type text, id text,
      label text, before jsonb, after jsonb, reason text, result text, failure jsonb)
    LEFT JOIN tenants visitor ON visitor.id = ${session.homeTenantId ?? session.tenantId}::uuid AND visitor.id <> given.tenant`;
}
