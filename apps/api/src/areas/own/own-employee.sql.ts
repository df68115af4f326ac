import type { Session } from '../../core/session.ts';
import { raw, type Sql, sql } from '../../platform/db/sql.ts';

/** SQL of the id of the employee that the caller is; null where they are none: the link counts while both have the mobile, proved by its owner. */
export function ownEmployeeId({ tenantId, userId }: Session): Sql {
  return sql`(SELECT o.id FROM employees o JOIN users u ON u.id = o.user_id
    WHERE o.tenant_id = ${tenantId}::uuid AND o.user_id = ${userId}::uuid AND o.mobile = u.mobile AND u.proven_at IS NOT NULL)`;
}

/** The rows of a table with `tenant_id` and `employee_id` that are the caller's own. */
export function ofOneself(session: Session, alias: string): Sql {
  return sql`${raw(alias)}.tenant_id = ${session.tenantId}::uuid AND ${raw(alias)}.employee_id = ${ownEmployeeId(session)}`;
}

/** The caller's own cards: those that were handed to them; one in stock may be meant for them and is not theirs yet. */
export function heldByOneself(session: Session, alias: string): Sql {
  return sql`${ofOneself(session, alias)} AND ${raw(alias)}.state <> 'STOCK'`;
}

/** What belongs to one of them. */
export function ofOwnCard(session: Session, alias: string): Sql {
  return sql`${raw(alias)}.tenant_id = ${session.tenantId}::uuid AND EXISTS (SELECT FROM cards v
    WHERE v.tenant_id = ${raw(alias)}.tenant_id AND v.id = ${raw(alias)}.card_id AND ${heldByOneself(session, 'v')})`;
}
