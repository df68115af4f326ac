import type { Deps } from '../../../core/deps.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';

/** What is not handed in yet: how often a version took how long, by the hour and by powers of two of µs. Of the process. */
const waiting = new Map<
  string,
  { tenantId: string; versionId: string; hour: string; bucket: number; count: number }
>();
const mostBucket = 40;

/** Does it, and counts how long it took. */
export function timed<T>(tenantId: string, versionId: string, judge: () => T): T {
  const began = performance.now();
  const judged = judge();
  const micros = Math.max(1, (performance.now() - began) * 1_000);
  const bucket = Math.min(mostBucket, Math.ceil(Math.log2(micros)));
  const hour = `${new Date().toISOString().slice(0, 13)}:00:00.000Z`;
  const key = `${tenantId} ${versionId} ${hour} ${bucket}`;
  const counted = waiting.get(key) ?? { tenantId, versionId, hour, bucket, count: 0 };
  waiting.set(key, { ...counted, count: counted.count + 1 });
  return judged;
}

/** Hands in what this replica has counted. */
export async function handInTimings({ database: { pool } }: Deps): Promise<void> {
  const counted = [...waiting.values()];
  waiting.clear();
  for (const [tenantId, rows] of Map.groupBy(counted, (row) => row.tenantId)) {
    await rowsOf(
      pool,
      sql`INSERT INTO risk_timings (tenant_id, version_id, hour, bucket, count)
          SELECT ${tenantId}::uuid, g."versionId", g.hour, g.bucket, g.count
          FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g("versionId" uuid, hour timestamptz, bucket smallint, count int)
          JOIN risk_rule_versions v ON v.tenant_id = ${tenantId}::uuid AND v.id = g."versionId"
          ON CONFLICT (tenant_id, version_id, hour, bucket) DO UPDATE SET count = risk_timings.count + excluded.count`,
    );
  }
}
