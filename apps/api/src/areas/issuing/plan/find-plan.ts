import type { IssuePlan, IssuePlanVersion } from '@xyxlx/database/client/client';
import { recordMissing } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { empty, type Queryable, rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { mustSee } from '../../../platform/records/must-see.ts';
import { byId, inTenants, visible } from '../../../platform/records/scope.ts';

/** What a version says, and how far it is. */
export type FoundVersion = Pick<IssuePlanVersion, 'id' | 'no' | 'definition'> & {
  state: 'DRAFT' | 'SUBMITTED' | 'PUBLISHED' | 'RETIRED';
  mostAmount: number | null;
  mostPeople: number | null;
};

/** A plan with the versions that matter. */
export interface FoundPlan
  extends Pick<IssuePlan, 'tenantId' | 'id' | 'merchantId' | 'name' | 'code' | 'version'> {
  planId: string;
  type: string;
  state: 'DRAFT' | 'SUBMITTED' | 'ENABLED' | 'DISABLED' | 'ARCHIVED';
  newest: FoundVersion;
  /** What runs; null before the first approval. */
  published: FoundVersion | null;
}

/** The plan of that id; throws 406 when the caller can't see it. */
export async function findPlan(client: Queryable, session: Session, id: string): Promise<FoundPlan> {
  return theOnly(await find(client, session, [id], false));
}

/** As `findPlan`, locked, so that of two changes at once the second sees the first. */
export async function lockPlan(tx: Transaction, session: Session, id: string): Promise<FoundPlan> {
  return theOnly(await find(tx, session, [id], true));
}

/** Those of many that the caller can see, locked in one order. */
export async function lockPlans(
  tx: Transaction,
  session: Session,
  ids: readonly string[],
): Promise<FoundPlan[]> {
  return find(tx, session, ids, true);
}

/** Throws 406 when the caller can't see the plan. */
export function mustSeePlan(client: Queryable, session: Session, id: string): Promise<void> {
  return mustSee(client, sql`issue_plans c WHERE ${byId(session, 'c', id)} AND ${visible(session, 'c')}`);
}

function theOnly([found]: readonly FoundPlan[]): FoundPlan {
  if (!found) throw recordMissing();
  return found;
}

async function find(
  client: Queryable,
  session: Session,
  ids: readonly string[],
  locks: boolean,
): Promise<FoundPlan[]> {
  const rows = await rowsOf<Omit<FoundPlan, 'newest' | 'published'>>(
    client,
    sql`SELECT c.tenant_id AS "tenantId", c.id, c.id AS "planId", c.merchant_id AS "merchantId", c.code, c.name, c.type, c.state, c.version
        FROM issue_plans c WHERE ${inTenants(session, 'c')} AND c.id = ANY(${[...ids]}::uuid[]) AND ${visible(session, 'c')}
        ORDER BY c.id ${locks ? sql`FOR UPDATE` : empty}`,
  );
  // Read after the lock: a statement that waited for it would still see the versions as they were before.
  const versions = await versionsOf(client, session, rows);
  return rows.map((row) => {
    const its = versions.get(row.id) ?? [];
    const newest = its[0];
    if (!newest) throw new Error(`Plan ${row.code} has no version`);
    return { ...row, newest, published: its.find(({ state }) => state === 'PUBLISHED') ?? null };
  });
}

/** The newest version of each plan and the one that runs, the newest first. */
async function versionsOf(
  client: Queryable,
  session: Session,
  plans: readonly { id: string }[],
): Promise<Map<string, FoundVersion[]>> {
  const rows = await rowsOf<FoundVersion & { planId: string }>(
    client,
    sql`SELECT v.plan_id AS "planId", v.id, v.no, v.state, v.definition, v.most_amount::float8 AS "mostAmount", v.most_people AS "mostPeople"
        FROM issue_plan_versions v
        WHERE ${inTenants(session, 'v')} AND v.plan_id = ANY(${plans.map(({ id }) => id)}::uuid[])
          AND (v.state = 'PUBLISHED' OR v.no = (SELECT max(n.no) FROM issue_plan_versions n WHERE n.tenant_id = v.tenant_id AND n.plan_id = v.plan_id))
        ORDER BY v.no DESC`,
  );
  return Map.groupBy(rows, ({ planId }) => planId);
}
