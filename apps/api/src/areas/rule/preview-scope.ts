import type { rule as contract } from '@xyxlx/contracts/rule';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { join, named, rowOf, type Sql, sql } from '../../platform/db/sql.ts';
import { visible } from '../../platform/records/scope.ts';
import { alikeAtWork, belowOf, coveredBy } from './audience.ts';
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
  const seen = visible(session, 'e');
  const first = (alike: Sql, each: Sql) => firstOf(tenantId, alike, sql`${seen} AND ${each}`);
  return rowOf<Preview>(
    pool,
    sql`WITH judged AS MATERIALIZED (
          SELECT e.merchant_id, e.people, ${covered} AS covered, ${byAny} AS by_any, ${alone} AS alone
          FROM ${alikeAtWork(tenantId, scopes.flat(), seen)})
        SELECT ${sumOf(sql`covered`)} AS covered, ${sumOf(sql`NOT by_any`)} AS uncovered, ${sumOf(sql`alone`)} AS "coveredAlone",
          ${first(sql`covered`, covered)} AS "firstCovered", ${first(sql`NOT by_any`, sql`NOT (${byAny})`)} AS "firstUncovered"
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

function sumOf(condition: Sql): Sql {
  return sql`coalesce(sum(people) FILTER (WHERE ${condition}), 0)::int`;
}

/**
 * The first twenty people of whom `each` holds, merchant after merchant: looked for in those alone that `alike`, the same of the judged
 * rows, says they are in.
 */
function firstOf(tenantId: string, alike: Sql, each: Sql): Sql {
  return sql`(SELECT coalesce(json_agg(f.person ORDER BY f.merchant_id, f.id), '[]') FROM (
      SELECT p.* FROM (
        SELECT j.merchant_id, sum(sum(j.people)) OVER (ORDER BY j.merchant_id) - sum(j.people) AS before FROM judged j WHERE ${alike}
        GROUP BY j.merchant_id) g
      JOIN merchants m ON m.tenant_id = ${tenantId}::uuid AND m.id = g.merchant_id
      CROSS JOIN LATERAL (
        SELECT e.merchant_id, e.id, json_build_object('id', e.id, 'name', e.name, 'employeeNo', e.employee_no, 'merchant', ${named('m')}) AS person
        FROM employees e WHERE e.tenant_id = ${tenantId}::uuid AND e.merchant_id = g.merchant_id AND e.state = 'ACTIVE' AND ${each}
        ORDER BY e.id LIMIT 20) p
      WHERE g.before < 20 ORDER BY p.merchant_id, p.id LIMIT 20) f)`;
}
