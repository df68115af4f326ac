import type { PlanDefinition } from '@xyxlx/contracts/issue-plan';
import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Actor } from '../../../core/caller.ts';
import { actorOf } from '../../../platform/approval/maker.ts';
import { rowsOf, type Sql, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { definitionOf } from './definition.ts';

/** A plan by the version that runs, locked: its runs are written by one at a time. */
export interface RunningPlan {
  tenantId: string;
  merchantId: string;
  planId: string;
  code: string;
  name: string;
  versionNo: number;
  sha256: string;
  definition: PlanDefinition;
  /** In whose name it runs. */
  submitter: Actor;
  lookedUntil: Date;
}

/** Locks the plan of a tenant of which `which` holds of `c`, and reads by which version it runs; null where there is none. */
export async function lockRunning(
  tx: Transaction,
  tenantId: string,
  which: Sql,
): Promise<RunningPlan | null> {
  const [found] = await rowsOf<
    Omit<RunningPlan, 'tenantId' | 'definition' | 'submitter'> & {
      said: unknown;
      makerId: string | null;
      makerName: string | null;
    }
  >(
    tx,
    sql`SELECT c.id AS "planId", c.merchant_id AS "merchantId", c.code, c.name, c.looked_until AS "lookedUntil", v.no AS "versionNo", v.sha256,
          v.definition AS said, a.maker_id AS "makerId", a.maker_name AS "makerName"
        FROM issue_plans c
        JOIN issue_plan_versions v ON v.tenant_id = c.tenant_id AND v.plan_id = c.id AND v.state = 'PUBLISHED'
        JOIN approvals a ON a.tenant_id = v.tenant_id AND a.id = v.approval_id
        WHERE c.tenant_id = ${tenantId}::uuid AND ${which} FOR UPDATE OF c`,
  );
  if (!found) return null;
  const { said, makerId, makerName, ...plan } = found;
  if (makerId === null) throw new Error(`Plan ${plan.code} was handed in by nobody`);
  const submitter = await actorOf(tx, { tenantId, userId: makerId, userName: makerName ?? systemActor.zh });
  return { ...plan, tenantId, definition: definitionOf({ definition: said }), submitter };
}
