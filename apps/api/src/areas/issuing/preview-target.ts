import type { creditLimit as contract } from '@xyxlx/contracts/issue';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowOf, rowsOf, sql } from '../../platform/db/sql.ts';
import { byId, visibleMerchants } from '../../platform/records/scope.ts';
import { meantBy, refuseOthers } from './target.ts';

type Endpoint = typeof contract.previewTarget;

/** So many people are shown by name. */
const shown = 20;

/** Whom a target means at this moment. */
export async function previewTarget({
  input: { merchantId, target },
  session,
  deps,
}: Call<z.output<Endpoint['input']>, Session>): Promise<z.input<Endpoint['output']>> {
  const { pool } = deps.database;
  const [merchant] = await rowsOf<{ tenantId: string }>(
    pool,
    sql`SELECT c.tenant_id AS "tenantId" FROM merchants c WHERE ${byId(session, 'c', merchantId)} AND ${visibleMerchants(session, 'c')}`,
  );
  if (!merchant) throw recordMissing();
  await refuseOthers(pool, { ...merchant, merchantId }, target);
  const meant = await meantBy(pool, { ...merchant, merchantId }, target);
  return rowOf(
    pool,
    sql`SELECT
      (SELECT coalesce(json_agg(s ORDER BY s.count DESC, s.state), '[]')
        FROM (SELECT e.state, count(*)::int AS count FROM employees e WHERE ${meant} GROUP BY e.state) s) AS states,
      (SELECT coalesce(json_agg(json_build_object('id', p.id, 'employeeNo', p.employee_no, 'name', p.name, 'state', p.state)
          ORDER BY p.employee_no), '[]')
        FROM (SELECT e.* FROM employees e WHERE ${meant} ORDER BY e.employee_no LIMIT ${shown}) p) AS people`,
  );
}
