import type { RequestInfo } from '../../core/call.ts';
import type { Actor } from '../../core/caller.ts';
import type { Deps } from '../../core/deps.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';

interface Found {
  id: string;
  name: string;
  mobile: string;
  userId: string | null;
}

const linking = { module: 'employee', action: 'linkUser', target: 'employee' };

/**
 * Links who signs in with the employee of the tenant who has their mobile, where its owner has proved it with a code; of several
 * units' the one linked already, or else the first. `docs/decisions/0045-employees-are-linked-as-they-sign-in.md` says why then.
 */
export async function linkUser(
  deps: Deps,
  client: Queryable,
  request: RequestInfo,
  who: Actor,
): Promise<void> {
  const { tenantId, userId } = who;
  const [found] = await rowsOf<Found>(
    client,
    sql`SELECT e.id, e.name, e.mobile, e.user_id AS "userId" FROM users u
        JOIN employees e ON e.tenant_id = ${tenantId}::uuid AND e.mobile = u.mobile AND e.state <> 'LEFT'
        WHERE u.id = ${userId}::uuid AND u.proven_at IS NOT NULL
        ORDER BY e.user_id IS NOT DISTINCT FROM u.id DESC, e.created_at, e.id LIMIT 1`,
  );
  if (!found || found.userId === userId) return;
  const link = (tx: Transaction) => writeLink(tx, request, who, found);
  await ('$queryRaw' in client ? link(client) : inTransaction(deps.database, link));
}

async function writeLink(
  tx: Transaction,
  request: RequestInfo,
  who: Actor,
  { id, name, mobile }: Found,
): Promise<void> {
  const { tenantId, userId } = who;
  await tx.employee.updateMany({ where: { tenantId, userId, id: { not: id } }, data: { userId: null } });
  const { count } = await tx.employee.updateMany({
    where: {
      tenantId,
      id,
      mobile,
      state: { not: 'LEFT' },
      OR: [{ userId: null }, { userId: { not: userId } }],
    },
    data: { userId },
  });
  // Somebody was faster: another window of theirs, or the unit, that changed the mobile.
  if (count === 0) return;
  await logChange(
    tx,
    { session: who, request, operation: linking },
    { tenantId, id, label: name, after: { userId } },
  );
}
