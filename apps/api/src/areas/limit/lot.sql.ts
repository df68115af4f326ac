import type { LotsOfEmployee } from '@xyxlx/contracts/limit';
import { recordMissing } from '../../core/errors.ts';
import type { Sight } from '../../core/session.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { inTenants, visible } from '../../platform/records/scope.ts';

/** What an employee's limit is made of: the lots that hold something, the soonest end first, and general money. Throws 406 for one out of sight. */
export async function lotsOf(
  client: Queryable,
  session: Sight,
  employeeId: string,
  now: Date,
): Promise<LotsOfEmployee> {
  const [found] = await rowsOf<LotsOfEmployee>(
    client,
    sql`
    SELECT (l.available - l.lot_available)::float8 AS "generalLimit", coalesce((
      SELECT json_agg(json_build_object('id', o.id,
          'institution', CASE WHEN i.id IS NOT NULL THEN json_build_object('id', i.id, 'name', i.name) END, 'sourceNo', b.batch_no,
          'amount', o.amount, 'availableLimit', o.available, 'lockedLimit', o.locked, 'usedLimit', o.used, 'recoveredLimit', o.recovered,
          'lastDay', to_char((o.expires_at AT TIME ZONE 'Asia/Shanghai') - interval '1 day', 'YYYY-MM-DD'),
          'state', coalesce(o.end_reason, CASE WHEN o.expires_at <= ${now}::timestamptz THEN 'EXPIRED' ELSE 'LIVE' END))
        ORDER BY o.expires_at NULLS LAST, o.id)
      FROM limit_lots o
      JOIN issue_batches b ON b.tenant_id = o.tenant_id AND b.id = o.batch_id
      LEFT JOIN institutions i ON i.tenant_id = o.tenant_id AND i.id = o.institution_id
      WHERE o.tenant_id = l.tenant_id AND o.account_id = l.id AND (o.available > 0 OR o.locked > 0)), '[]') AS lots
    FROM limit_accounts l
    WHERE ${inTenants(session, 'l')} AND l.employee_id = ${employeeId}::uuid AND ${visible(session, 'l')}`,
  );
  if (!found) throw recordMissing();
  return found;
}
