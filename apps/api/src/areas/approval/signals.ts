import type { MatterSignal } from '@xyxlx/contracts/approval-matter';
import type { Approval } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import type { Matter } from '../../platform/approval/subject.ts';
import { type Queryable, rowOf, sql } from '../../platform/db/sql.ts';
import { dayBefore, shanghaiDay, startOfDay } from '../../platform/time/shanghai.ts';

/** So many of a kind by one maker on one day are worth a second look. */
const many = 5;

/** What makes a second look at an approval worth while; what is the tenant's own doing (a bill by the clock) has no maker to look at. */
export async function signalsOf(
  { session, deps }: Pick<Call<unknown, Session>, 'session' | 'deps'>,
  approval: Approval,
  { payee }: Matter,
): Promise<MatterSignal[]> {
  const { pool } = deps.database;
  const [makersCeiling, today, rejected] = await Promise.all([
    ceilingOf(pool, approval),
    dayOfMaker(pool, approval),
    rejectedBefore(pool, approval),
  ]);
  const near = (whose: 'MAKER' | 'CALLER', ceiling: number | null): MatterSignal[] =>
    isNear(approval, ceiling) ? [{ type: 'NEAR_CEILING', whose, ceilingAmount: ceiling }] : [];
  return [
    ...(payee?.isFirst ? [{ type: 'FIRST_PAYEE', payee: payee.name } as const] : []),
    ...near('MAKER', makersCeiling),
    ...near('CALLER', session.amountCeiling),
    ...(today.count >= many ? [{ type: 'MANY_TODAY', ...today } as const] : []),
    ...(rejected > 0 ? [{ type: 'REJECTED_BEFORE', count: rejected } as const] : []),
  ];
}

/** Four fifths or more of it; what is over it is refused in words. */
function isNear({ amount }: Pick<Approval, 'amount'>, ceiling: number | null): ceiling is number {
  if (amount === null || ceiling === null || ceiling === 0) return false;
  return Number(amount) * 5 >= ceiling * 4 && Number(amount) <= ceiling;
}

/** The most that the maker's roles in their own tenant let them move, in fen; null without a ceiling. */
async function ceilingOf(
  client: Queryable,
  { tenantId, makerId, makerTenantId }: Approval,
): Promise<number | null> {
  if (makerId === null) return null;
  const { ceiling } = await rowOf<{ ceiling: number | null }>(
    client,
    sql`SELECT CASE WHEN bool_and(r.amount_ceiling IS NOT NULL) THEN max(r.amount_ceiling)::float8 END AS ceiling
        FROM memberships m
        JOIN membership_roles mr ON mr.tenant_id = m.tenant_id AND mr.membership_id = m.id
        JOIN roles r ON r.tenant_id = mr.tenant_id AND r.id = mr.role_id
        WHERE m.tenant_id = ${makerTenantId ?? tenantId}::uuid AND m.user_id = ${makerId}::uuid`,
  );
  return ceiling;
}

/** What of the kind the maker handed in on the day of this one, in Asia/Shanghai, up to it. */
async function dayOfMaker(
  client: Queryable,
  { id, tenantId, subjectType, makerId, createdAt }: Approval,
): Promise<{ count: number; amount: number }> {
  if (makerId === null) return { count: 0, amount: 0 };
  const day = shanghaiDay(createdAt);
  const [from, to] = [startOfDay(day), startOfDay(dayBefore(day, -1))];
  return rowOf(
    client,
    sql`SELECT count(*)::int AS count, coalesce(sum(a.amount), 0)::float8 AS amount FROM approvals a
        WHERE a.tenant_id = ${tenantId}::uuid AND a.maker_id = ${makerId}::uuid AND a.subject_type = ${subjectType}
          AND a.created_at >= ${from}::timestamptz AND a.created_at < ${to}::timestamptz
          AND (a.created_at, a.id) <= (${createdAt}::timestamptz, ${id}::uuid)`,
  );
}

async function rejectedBefore(
  client: Queryable,
  { tenantId, id, subjectType, subjectId }: Approval,
): Promise<number> {
  const { count } = await rowOf<{ count: number }>(
    client,
    sql`SELECT count(*)::int AS count FROM approvals a WHERE a.tenant_id = ${tenantId}::uuid AND a.subject_type = ${subjectType}
          AND a.subject_id = ${subjectId}::uuid AND a.id < ${id}::uuid AND a.state = 'REJECTED'`,
  );
  return count;
}
