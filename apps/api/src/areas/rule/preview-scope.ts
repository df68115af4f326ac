import type { rule as contract } from '@xyxlx/contracts/rule';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { join, named, rowOf, type Sql, sql } from '../../platform/db/sql.ts';
import { visible } from '../../platform/records/scope.ts';
import { belowOf, coveredBy, employeesAtWork } from './audience.ts';
import { checkScopes } from './check-terms.ts';
import { findInstitution } from './find-institution.ts';
import type { ScopeLine } from './judge/facts.ts';
import { publishedRules } from './published-rules.ts';
import { readVersions } from './read-versions.ts';
import { linesOf } from './scope-lines.ts';

type Preview = z.output<typeof contract.previewScope.output>;
type PreviewCall = Call<z.output<typeof contract.previewScope.input>, Session>;

/** Whom a scope covers, and whom neither it nor any enabled 制度 covers, of those that the caller sees. */
export async function previewScope(call: PreviewCall): Promise<Preview> {
  const { session, deps } = call;
  const { pool } = deps.database;
  const { tenantId, lines, institutionId } = await askedFor(call);
  const { versions: enabled } = await publishedRules(pool, deps, tenantId);
  const scopes = [lines, ...enabled.map((version) => version.scopes)];
  const below = await belowOf(pool, tenantId, scopes.flat());
  const covered = coveredBy(lines, below);
  const byAny = join(
    scopes.map((scope) => coveredBy(scope, below)),
    ' OR ',
  );
  const own = enabled.find(({ institution }) => institution.id === institutionId);
  const others = enabled.filter((version) => version !== own).map(({ scopes }) => coveredBy(scopes, below));
  const alone = own
    ? sql`${coveredBy(own.scopes, below)} AND NOT (${join([sql`FALSE`, ...others], ' OR ')})`
    : sql`FALSE`;
  const people = sql`${employeesAtWork(tenantId)} AND ${visible(session, 'e')}`;
  const first = (condition: Sql) => firstOf(tenantId, condition);
  // One reading of everybody: looked for in the order of their ids, the first twenty of a small scope were most of the work.
  return rowOf<Preview>(
    pool,
    sql`WITH judged AS MATERIALIZED (
          SELECT e.id, ${covered} AS covered, ${byAny} AS by_any, ${alone} AS alone FROM ${people})
        SELECT count(*) FILTER (WHERE covered)::int AS covered, count(*) FILTER (WHERE NOT by_any)::int AS uncovered,
          count(*) FILTER (WHERE alone)::int AS "coveredAlone",
          ${first(sql`covered`)} AS "firstCovered", ${first(sql`NOT by_any`)} AS "firstUncovered"
        FROM judged`,
  );
}

async function askedFor({ input: { id, scopes }, session, deps }: PreviewCall): Promise<{
  tenantId: string;
  lines: readonly ScopeLine[];
  institutionId: string | undefined;
}> {
  const { pool } = deps.database;
  const found = id === undefined ? null : await findInstitution(pool, session, id);
  const tenantId = found?.tenantId ?? session.tenantId;
  if (scopes) {
    const lines = linesOf(scopes);
    await checkScopes(pool, session, tenantId, lines);
    return { tenantId, lines, institutionId: id };
  }
  const [version] = found ? await readVersions(pool, tenantId, sql`v.id = ${found.newestId}::uuid`) : [];
  return { tenantId, lines: version?.scopes ?? [], institutionId: id };
}

/** The first twenty of those judged for whom the condition holds. */
function firstOf(tenantId: string, condition: Sql): Sql {
  return sql`(SELECT coalesce(json_agg(json_build_object(
      'id', e.id, 'name', e.name, 'employeeNo', e.employee_no, 'merchant', ${named('m')}) ORDER BY e.id), '[]')
    FROM (SELECT id FROM judged WHERE ${condition} ORDER BY id LIMIT 20) f
    JOIN employees e ON e.tenant_id = ${tenantId}::uuid AND e.id = f.id
    JOIN merchants m ON m.tenant_id = e.tenant_id AND m.id = e.merchant_id)`;
}
