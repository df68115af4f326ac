import { confidential } from '@xyxlx/contracts/confidential';
import type { Prisma } from '@xyxlx/database/client/client';
import type { Session } from '../../core/session.ts';
import { allOf, raw, type Sql, sql } from '../db/sql.ts';
import { everyTenant, ofEveryTenant } from '../records/scope.ts';
import type { ApprovalSubject } from './subject.ts';

/**
 * The approvals that a caller may see: those in their data scope, where a merchant that has moved takes its own along, and what they handed
 * in; of the confidential ones with their permission, and none that is about themselves.
 */
export function approvalScope(session: Session): Prisma.ApprovalWhereInput {
  return { AND: [inDataScope(session), { NOT: hiddenFrom(session) }] };
}

function inDataScope({ tenantId, userId, scope }: Session): Prisma.ApprovalWhereInput {
  if (scope.all) return everyTenant;
  if (scope.tenant) return { tenantId };
  return {
    tenantId,
    OR: [
      { makerId: userId },
      { companyId: { in: scope.companyIds } },
      { merchant: { companyId: { in: scope.companyIds } } },
      { merchantId: { in: scope.merchantIds } },
    ],
  };
}

/** What is confidential, and not for the caller: whom it is about stands among its makers, so as not to decide it, without having made it. */
function hiddenFrom({ userId, permissions }: Session): Prisma.ApprovalWhereInput {
  const types = { subjectType: { in: [...confidential.approvals] } };
  if (!permissions.has(confidential.permission)) return types;
  return { ...types, makerIds: { has: userId }, OR: [{ makerId: null }, { makerId: { not: userId } }] };
}

/** As `approvalScope`, in SQL. */
export function visibleApprovals(session: Session, alias: string): Sql {
  const { userId, permissions } = session;
  const of = raw(alias);
  const types = sql`${of}.subject_type = ANY(${[...confidential.approvals]}::text[])`;
  const hidden = permissions.has(confidential.permission)
    ? sql`${types} AND ${userId}::uuid = ANY(${of}.maker_ids) AND ${of}.maker_id IS DISTINCT FROM ${userId}::uuid`
    : types;
  return sql`${scopeOf(session, alias)} AND NOT (${hidden})`;
}

function scopeOf({ tenantId, userId, scope }: Session, alias: string): Sql {
  if (scope.all) return ofEveryTenant(alias);
  const of = raw(alias);
  const tenant = sql`${of}.tenant_id = ${tenantId}::uuid`;
  if (scope.tenant) return tenant;
  return sql`${tenant} AND (${of}.maker_id = ${userId}::uuid OR ${of}.company_id = ANY(${scope.companyIds}::uuid[])
    OR ${of}.merchant_id = ANY(${scope.merchantIds}::uuid[]) OR ${of}.merchant_id IN (
      SELECT s.id FROM merchants s WHERE s.tenant_id = ${tenantId}::uuid AND s.company_id = ANY(${scope.companyIds}::uuid[])))`;
}

/** What waits for the caller: theirs to decide by permission, scope and ceiling, and without a hand of theirs in it. */
export function waitingFor(session: Session, subjects: Iterable<ApprovalSubject>, alias: string): Sql {
  const { amountCeiling, permissions, userId } = session;
  const of = raw(alias);
  const types = [...subjects].filter(({ permission }) => permissions.has(permission)).map(({ type }) => type);
  return allOf([
    visibleApprovals(session, alias),
    sql`${of}.state = 'PENDING' AND ${of}.subject_type = ANY(${types}::text[]) AND NOT ${userId}::uuid = ANY(${of}.maker_ids)`,
    amountCeiling !== null && sql`(${of}.amount IS NULL OR ${of}.amount <= ${amountCeiling}::bigint)`,
  ]);
}
