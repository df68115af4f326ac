import type { RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import type { Session } from '../../../core/session.ts';
import { type Queryable, raw, rowsOf, type Sql, sql } from '../../../platform/db/sql.ts';
import { mustSee } from '../../../platform/records/must-see.ts';
import { ofOwnTenant, visible } from '../../../platform/records/scope.ts';
import { ownSubjects } from './own-subjects.ts';

/** Where subjects of a kind stand, with their tenant, id and name as `s`. */
const sources: Record<RiskSubject, { from: string; id: string; name: string }> = {
  EMPLOYEE: { from: 'employees s', id: 's.id', name: `s.name || ' ' || s.employee_no` },
  CARD: { from: 'cards s', id: 's.id', name: 's.card_no' },
  PAYEE: { from: 'merchants s', id: 's.id', name: 's.name' },
  MERCHANT: { from: 'merchants s', id: 's.id', name: 's.name' },
  COMPANY: { from: 'companies s', id: 's.id', name: 's.name' },
  OPERATOR: { from: 'memberships s JOIN users u ON u.id = s.user_id', id: 's.user_id', name: 'u.name' },
};

/** SQL of the whole name that the subject of a row has now, its type and id being `subject_type` and `subject_id` of `alias`: for who decides. */
export function wholeName(alias: string): Sql {
  const cases = Object.entries(sources).map(
    ([type, { from, id, name }]) =>
      `WHEN '${type}' THEN (SELECT ${name} FROM ${from} WHERE s.tenant_id = ${alias}.tenant_id AND ${id} = ${alias}.subject_id LIMIT 1)`,
  );
  return raw(`coalesce(CASE ${alias}.subject_type ${cases.join(' ')} END, ${alias}.subject_id::text)`);
}

/** What a subject of a tenant is called; null where there is none. */
export async function nameOfSubject(
  client: Queryable,
  tenantId: string,
  type: RiskSubject,
  subjectId: string,
): Promise<string | null> {
  const { from, id, name } = sources[type];
  const [found] = await rowsOf<{ name: string }>(
    client,
    sql`SELECT ${raw(name)} AS name FROM ${raw(from)} WHERE s.tenant_id = ${tenantId}::uuid AND ${raw(id)} = ${subjectId}::uuid`,
  );
  return found?.name ?? null;
}

/**
 * Whether the caller sees the subject of rows: whose an employee or a card is, is within their data scope, the others are the tenant's, and
 * never they themselves.
 */
export function visibleSubjects(session: Session, alias: string): Sql {
  const of = raw(alias);
  const others = sql`${ofOwnTenant(session, alias)} AND ${of}.subject_id <> ALL (${ownSubjects(session)})`;
  if (session.scope.all || session.scope.tenant) return others;
  return sql`${others} AND (${of}.subject_type NOT IN ('EMPLOYEE', 'CARD')
    OR EXISTS (SELECT FROM employees p WHERE p.id = ${of}.subject_id AND ${visible(session, 'p')})
    OR EXISTS (SELECT FROM cards k WHERE k.id = ${of}.subject_id AND ${visible(session, 'k')}))`;
}

/** Throws 406 for a subject that the caller doesn't see. */
export function mustSeeSubject(
  client: Queryable,
  session: Session,
  { subjectType, subjectId }: { subjectType: RiskSubject; subjectId: string },
): Promise<void> {
  return mustSee(
    client,
    sql`(VALUES (${session.tenantId}::uuid, ${subjectType}::text, ${subjectId}::uuid)) AS given(tenant_id, subject_type, subject_id)
        WHERE ${visibleSubjects(session, 'given')}`,
  );
}
