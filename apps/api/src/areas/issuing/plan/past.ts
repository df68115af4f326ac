import { type Queryable, rowsOf, sql } from '../../../platform/db/sql.ts';
import { dayBefore, shanghaiDay } from '../../../platform/time/shanghai.ts';
import type { Past } from '../schedule/due.ts';

/** A festival that an edit moves within its year is the same period still. */
const lookedBack = 400;

/** What a plan has done and skipped, as far back as a period can be moved, and what of it is to come. */
export async function pastOf(
  client: Queryable,
  { tenantId, planId }: { tenantId: string; planId: string | null },
  now: Date,
): Promise<Past> {
  if (planId === null) return { days: new Set(), periods: new Set() };
  const rows = await rowsOf<{ day: string; period: string }>(
    client,
    sql`SELECT b.run_on::text AS day, b.period FROM issue_batches b
        WHERE b.tenant_id = ${tenantId}::uuid AND b.plan_id = ${planId}::uuid AND b.kind = 'RUN'
          AND b.run_on >= ${dayBefore(shanghaiDay(now), lookedBack)}::date`,
  );
  return { days: new Set(rows.map(({ day }) => day)), periods: new Set(rows.map(({ period }) => period)) };
}
