import type { Label } from '@xyxlx/contracts/endpoint';
import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Prisma } from '@xyxlx/database/client/client';
import type { Actor, Caller, Requester } from '../../core/caller.ts';
import type { Operation } from '../../core/operation.ts';
import type { Transaction } from '../db/transaction.ts';
import { nameReferences } from './record-names.ts';

/** Who the log says it was, of a change: a user, a channel, or the service itself. */
interface Author extends Pick<Caller, 'operation'>, Pick<Requester, 'request'> {
  session: Omit<Actor, 'userId'> & { userId: string | null };
}

/** The author of what the service does by the clock; `trace` says which work it was. */
export function theSystem(tenantId: string, trace: string, operation: Operation): Author {
  return {
    session: { tenantId, userId: null, userName: systemActor.zh, roles: [] },
    request: { id: trace, ip: '', device: '' },
    operation,
  };
}

/** One record that was changed, for the operation log; `before` and `after` have only the fields that differ, and never a secret. */
export interface Change {
  /** The tenant of the record, whose log it goes into: not the actor's own where a platform administrator is at work. */
  tenantId: string;
  id: string;
  label: string;
  /** A field that refers to another record (`brandId`) is kept with the name that the record has now. */
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
  reason?: string | null | undefined;
}

/** A row of the log. */
interface Row extends Pick<Change, 'tenantId' | 'before' | 'after' | 'reason'> {
  module: string;
  action: string;
  target: { type: string; id: string; label: string };
}

/** Something that was tried and not done. */
export interface Attempt extends Row {
  /** `REFUSED`: a rule said no. `FAILED`: the service could not. */
  result: 'REFUSED' | 'FAILED';
  failure: { code: number } & Label;
}

/** The requests under which something that was done has been written. */
const recorded = new WeakSet<Requester['request']>();

/** Whether the log has something that was done under this request. */
export function isRecorded(request: Requester['request']): boolean {
  return recorded.has(request);
}

/** Writes what its author's operation changed in the transaction of the change, so that neither is there without the other. */
export async function logChange(tx: Transaction, by: Author, change: Change): Promise<void> {
  await logChanges(tx, by, [change]);
}

/** As `logChange` for many records in one statement. */
export async function logChanges(tx: Transaction, by: Author, changes: readonly Change[]): Promise<void> {
  const { module, action, target: type } = by.operation;
  if (type === null) throw new Error(`The contract says that nothing is logged of ${module}/${action}.`);
  const rows = changes.map(({ id, label, ...change }) => ({
    ...change,
    module,
    action,
    target: { type, id, label },
  }));
  await write(tx, by, rows);
  recorded.add(by.request);
}

/** As `logChanges` for what was tried and not done. */
export async function logAttempts(
  tx: Transaction,
  by: Pick<Author, 'session' | 'request'>,
  attempts: readonly Attempt[],
): Promise<void> {
  await write(tx, by, attempts);
}

async function write(
  tx: Transaction,
  { session, request }: Pick<Author, 'session' | 'request'>,
  given: readonly (Row | Attempt)[],
): Promise<void> {
  const { id, ip, device, startedAt } = request;
  const duration = startedAt === undefined ? null : Math.round(performance.now() - startedAt);
  const rows = (await nameReferences(tx, given)).map(({ tenantId, target, ...row }) => ({
    tenant: tenantId,
    result: 'SUCCESS',
    ...row,
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
