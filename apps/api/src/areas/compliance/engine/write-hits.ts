import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import type { RiskSeverity, RiskSource, RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { heard } from './silence.ts';

/** What a version found of a subject; `at` in milliseconds since 1970. */
export interface FoundHit {
  subjectId: string;
  /** The event's id, or the start of the calendar window. */
  key: string;
  eventId: string | null;
  at: number;
  amount: number;
  facts: Record<string, number | null>;
  merchantId: string | null;
  companyId: string | null;
}

/** Who found it, and how it counts. */
interface Finder {
  tenantId: string;
  version: { id: string; ruleId: string; score: number; severity: RiskSeverity; shadow: boolean };
  subjectType: RiskSubject;
  source: RiskSource;
  declined?: boolean;
}

/** Writes hits that are not there yet, and hands on those that count to become alerts; returns how many were new. */
export async function writeHits(
  tx: Transaction,
  { tenantId, version, subjectType, source, declined = false }: Finder,
  found: readonly FoundHit[],
  now: Date,
): Promise<number> {
  if (found.length === 0) return 0;
  const { id, ruleId, score, severity, shadow } = version;
  const given = found.map(({ at, ...hit }) => ({ ...hit, at: new Date(at).toISOString() }));
  const written = await rowsOf<{ id: string }>(
    tx,
    sql`INSERT INTO risk_hits (tenant_id, rule_id, version_id, subject_type, subject_id, key, at, shadow, declined, score, severity, amount,
          event_type, event_id, facts, merchant_id, company_id, created_at)
        SELECT ${tenantId}::uuid, ${ruleId}::uuid, ${id}::uuid, ${subjectType}, g."subjectId", g.key, g.at, ${shadow}, ${declined}, ${score},
          ${severity}, g.amount, CASE WHEN g."eventId" IS NOT NULL THEN ${source} END, g."eventId", g.facts, g."merchantId", g."companyId", ${now}
        FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS g("subjectId" uuid, key text, at timestamptz, amount bigint, "eventId" uuid,
          facts jsonb, "merchantId" uuid, "companyId" uuid)
        ON CONFLICT (tenant_id, version_id, subject_type, subject_id, key) DO NOTHING RETURNING id`,
  );
  if (!shadow && written.length > 0) {
    const ids = written.map((one) => one.id);
    await tx.$executeRaw`INSERT INTO risk_pending_hits (tenant_id, hit_id) SELECT ${tenantId}::uuid, id FROM unnest(${ids}::uuid[]) AS id`;
  }
  return written.length;
}

/** Of what a version finds now, in the order of their times, what its earlier hits are not quiet about. */
export async function heardBefore<
  T extends Pick<FoundHit, 'subjectId' | 'at'> & { subjectType: RiskSubject },
>(
  tx: Transaction,
  tenantId: string,
  versionId: string,
  expression: RiskExpression,
  found: readonly T[],
): Promise<T[]> {
  const { window } = expression;
  const [first] = found;
  if (window.kind !== 'ROLLING' || !first) return [...found];
  const times = found.map(({ at }) => at);
  const since = new Date(Math.min(...times) - window.minutes * 60_000);
  const until = new Date(Math.max(...times));
  const subjectIds = [...new Set(found.map(({ subjectId }) => subjectId))];
  const before = await rowsOf<{ subjectId: string; at: Date }>(
    tx,
    sql`SELECT h.subject_id AS "subjectId", h.at FROM risk_hits h WHERE h.tenant_id = ${tenantId}::uuid AND h.version_id = ${versionId}::uuid
        AND h.subject_type = ${first.subjectType} AND h.subject_id = ANY(${subjectIds}::uuid[]) AND h.at > ${since} AND h.at <= ${until}`,
  );
  const of = Map.groupBy(before, ({ subjectId }) => subjectId);
  return heard(
    expression,
    found,
    new Map([...of].map(([id, hits]) => [id, hits.map(({ at }) => at.getTime())])),
  );
}
