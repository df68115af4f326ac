import type { OwnAccount } from '@xyxlx/contracts/own';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { iso, named, rowsOf, sql } from '../../platform/db/sql.ts';
import { lotsOf } from '../limit/lot.sql.ts';
import { ownEmployeeId } from './own-employee.sql.ts';

type Found = Required<Pick<OwnAccount, 'employee'>> & { id: string } & Pick<OwnAccount, 'limits'>;

/** The employee that the caller is with their limits; why not, where they are none. */
export async function ownAccount({ session, deps, now }: Call<unknown, Session>): Promise<OwnAccount> {
  const { pool } = deps.database;
  const { tenantId } = session;
  const [found] = await rowsOf<Found>(
    pool,
    sql`SELECT e.id, json_build_object('name', e.name, 'employeeNo', e.employee_no, 'merchant', ${named('m')}, 'state', e.state) AS employee,
          json_build_object('totalLimit', l.total, 'availableLimit', l.available, 'lockedLimit', l.locked, 'usedLimit', l.used,
            'recoveredLimit', l.recovered, 'expiresAt', ${iso('l.expires_at')}) AS limits
        FROM employees e JOIN merchants m ON m.tenant_id = e.tenant_id AND m.id = e.merchant_id
        JOIN limit_accounts l ON l.tenant_id = e.tenant_id AND l.employee_id = e.id
        WHERE e.tenant_id = ${tenantId}::uuid AND e.id = ${ownEmployeeId(session)}`,
  );
  if (!found) return nobody(await isProved(pool, session));
  const { id, employee, limits } = found;
  // The employee is the caller: whatever their role sees, their own limit is theirs.
  const sight = { tenantId, scope: { all: false, tenant: true, companyIds: [], merchantIds: [] } };
  const { lots, generalLimit } = await lotsOf(pool, sight, id, now);
  return { employee, unlinked: null, limits: { ...limits, generalLimit }, lots };
}

function nobody(isProved: boolean): OwnAccount {
  const none = { totalLimit: 0, availableLimit: 0, lockedLimit: 0, usedLimit: 0, recoveredLimit: 0 };
  return {
    employee: null,
    unlinked: isProved ? 'NO_EMPLOYEE' : 'UNPROVED',
    limits: { ...none, generalLimit: 0, expiresAt: null },
    lots: [],
  };
}

async function isProved(pool: Parameters<typeof rowsOf>[0], { userId }: Session): Promise<boolean> {
  const rows = await rowsOf(
    pool,
    sql`SELECT FROM users WHERE id = ${userId}::uuid AND proven_at IS NOT NULL`,
  );
  return rows.length > 0;
}
