import { rule as contract } from '@xyxlx/contracts/rule';
import {
  type InstitutionDetail,
  type InstitutionRow,
  institutionStateWords,
} from '@xyxlx/contracts/rule-institution';
import type { Caller } from '../../core/caller.ts';
import {
  anywhere,
  fromStart,
  iso,
  type Queryable,
  rowOf,
  rowsOf,
  type Sql,
  sql,
} from '../../platform/db/sql.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { findIn, namedAnywhere, numbered } from '../../platform/lists/find.ts';
import { listOf, type Viewer } from '../../platform/lists/list.ts';
import { byId, visible, visibleInTenant } from '../../platform/records/scope.ts';
import { boundsOfMonth, shanghaiMonth } from '../../platform/time/shanghai.ts';
import { countCovered } from './audience.ts';
import { findInstitution } from './find-institution.ts';
import { payerWithin } from './payer.sql.ts';
import { presentVersions } from './present-version.ts';
import { readVersions } from './read-versions.ts';

/** A row as SQL makes it, with what counts its people. */
interface ReadInstitution extends Omit<InstitutionRow, 'people' | 'declinedCount'> {
  tenantId: string;
  versionId: string;
}

/** The version that judges, or the newest where none does; and a newer one beside it. */
const joins = sql`
  JOIN institution_versions v ON v.tenant_id = i.tenant_id AND v.institution_id = i.id AND v.no = coalesce(
    (SELECT p.no FROM institution_versions p WHERE p.tenant_id = i.tenant_id AND p.institution_id = i.id AND p.state = 'PUBLISHED'),
    (SELECT max(m.no) FROM institution_versions m WHERE m.tenant_id = i.tenant_id AND m.institution_id = i.id))
  LEFT JOIN institution_versions n ON n.tenant_id = i.tenant_id AND n.institution_id = i.id AND n.no > v.no
    AND n.state IN ('DRAFT', 'SUBMITTED')`;

const row = sql`json_build_object('id', i.id, 'tenantId', i.tenant_id, 'versionId', v.id, 'code', i.code, 'name', i.name,
  'categories', v.categories, 'priority', v.priority, 'excess', v.excess, 'versionNo', v.no, 'validFrom', v.valid_from,
  'validTo', v.valid_to, 'state', i.state,
  'next', CASE WHEN n.id IS NOT NULL THEN json_build_object('no', n.no, 'state', n.state) END, 'version', i.version,
  'createdAt', ${iso('i.created_at')}, 'createdBy', i.created_by, 'updatedAt', ${iso('i.updated_at')}, 'updatedBy', i.updated_by)`;

/** The 制度 that one may see. */
export const institutions = listOf<typeof contract.queryInstitution, ReadInstitution>(
  contract.queryInstitution,
  {
    from: 'institutions',
    alias: 'i',
    ofTenants: true,
    scope: visibleInTenant,
    filters: {
      tenantId: hasId('i.tenant_id'),
      keyword: (text) => sql`(i.name ILIKE ${anywhere(text)} OR i.code LIKE ${fromStart(text)})`,
      state: oneOf('i.state'),
      category: (
        category,
      ) => sql`EXISTS (SELECT FROM institution_versions c WHERE c.tenant_id = i.tenant_id AND c.institution_id = i.id
        AND c.state <> 'RETIRED' AND (c.categories = '{}' OR ${category} = ANY(c.categories)))`,
      employeeId: covering,
    },
    sort: {
      code: { column: 'i.code', type: 'text' },
      name: { column: 'i.name', type: 'text' },
      createdAt: { column: 'i.created_at', type: 'timestamptz' },
    },
    usual: ['createdAt', 'desc'],
    joins,
    row,
    present: (rows, call) => withCounts(call.deps.database.pool, rows, call.now) as never,
  },
);

/** Any of them by what is typed. */
export const foundInstitutions = findIn(institutions, {
  kind: 'institution',
  by: [numbered('i.code'), namedAnywhere('i', 'i.name')],
  number: 'i.code',
  title: 'i.name',
  state: ['i.state', institutionStateWords],
});

/** Those of which a version that is not replaced covers the employee; none where the caller can't see them. */
function covering(employeeId: string, { session }: Viewer): Sql {
  return sql`EXISTS (SELECT FROM employees o WHERE o.tenant_id = i.tenant_id AND o.id = ${employeeId}::uuid AND ${visible(session, 'o')})
    AND EXISTS (
    WITH RECURSIVE ${payerWithin(sql`i.tenant_id`, sql`${employeeId}::uuid`)}
    SELECT FROM institution_versions v CROSS JOIN payer JOIN institution_scopes s ON s.tenant_id = v.tenant_id AND s.version_id = v.id
    WHERE v.tenant_id = i.tenant_id AND v.institution_id = i.id AND v.state <> 'RETIRED' AND (s.kind = 'ALL'
      OR s.company_id IN (SELECT id FROM company) OR s.department_id IN (SELECT id FROM department) OR s.merchant_id = payer.merchant_id
      OR s.employee_id = payer.id OR (s.kind = 'LABEL' AND s.value = ANY(payer.labels)) OR (s.kind = 'GRADE' AND s.value = payer.grade))
    GROUP BY v.id HAVING NOT bool_or(s.excluded))`;
}

/** Adds how many people each covers, and how many payments each declined this month. */
async function withCounts(
  client: Queryable,
  rows: readonly ReadInstitution[],
  now: Date,
): Promise<InstitutionRow[]> {
  const people = new Map<string, number>();
  const declined = new Map<string, number>();
  for (const [tenantId, group] of Map.groupBy(rows, (one) => one.tenantId)) {
    const ids = group.map(({ versionId }) => versionId);
    const versions = await readVersions(client, tenantId, sql`v.id = ANY(${ids}::uuid[])`);
    const counts = await countCovered(
      client,
      tenantId,
      versions.map(({ scopes }) => scopes),
    );
    for (const [n, { institution }] of versions.entries()) people.set(institution.id, counts[n] ?? 0);
    const found = await rowsOf<{ id: string; count: number }>(
      client,
      sql`SELECT v.institution_id AS id, count(*)::int AS count FROM payment_decisions d
          JOIN institution_versions v ON v.tenant_id = d.tenant_id AND v.id = d.version_id
          WHERE d.tenant_id = ${tenantId}::uuid AND d.outcome = 'DECLINED'
            AND d.created_at >= ${boundsOfMonth(shanghaiMonth(now)).from}::timestamptz
            AND v.institution_id = ANY(${group.map(({ id }) => id)}::uuid[])
          GROUP BY 1`,
    );
    for (const { id, count } of found) declined.set(id, count);
  }
  return rows.map(({ tenantId: _, versionId: __, ...one }) => ({
    ...one,
    people: people.get(one.id) ?? 0,
    declinedCount: declined.get(one.id) ?? 0,
  }));
}

/** One 制度 with the version that judges and the newest; throws 406 when the caller can't see it. */
export async function institutionDetail(
  client: Queryable,
  { session, request, now }: Pick<Caller, 'session' | 'request' | 'now'>,
  id: string,
): Promise<InstitutionDetail> {
  const { tenantId, newestId, publishedId } = await findInstitution(client, session, id);
  const { read } = await rowOf<{ read: ReadInstitution }>(
    client,
    sql`SELECT ${row} AS read FROM institutions i ${joins} WHERE ${byId(session, 'i', id)}`,
  );
  const [counted] = await withCounts(client, [read], now);
  const versions = await presentVersions(client, { session, language: request.language }, tenantId, [
    newestId,
    publishedId ?? newestId,
  ]);
  const newest = versions.get(newestId);
  if (!counted || !newest) throw new Error('A 制度 that was just read is gone');
  return { ...counted, published: (publishedId && versions.get(publishedId)) || null, newest };
}
