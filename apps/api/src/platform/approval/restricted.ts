import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowsOf, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';
import { inForce } from './entry-in-force.sql.ts';

/** Throws 406 where compliance lets somebody move no money of one of the records' tenants. */
export async function refuseRestricted(
  tx: Transaction,
  { userId }: Pick<Session, 'userId'>,
  records: readonly { tenantId: string }[],
  now: Date,
): Promise<void> {
  for (const tenantId of new Set(records.map((record) => record.tenantId))) {
    if (!(await isRestricted(tx, userId, tenantId, now))) continue;
    throw new Refusal({ zh: '操作受限，请联系合规', en: 'You can not do this now: ask compliance' });
  }
}

/** Whether compliance lets a user move no money of a tenant. */
export async function isRestricted(
  tx: Transaction,
  userId: string,
  tenantId: string,
  now: Date,
): Promise<boolean> {
  const held = await rowsOf(
    tx,
    sql`SELECT FROM risk_list_entries e WHERE e.tenant_id = ${tenantId}::uuid AND e.subject_id = ${userId}::uuid AND e.subject_type = 'OPERATOR'
        AND e.list = 'BLACK' AND ${inForce(now)} LIMIT 1`,
  );
  return held.length > 0;
}
