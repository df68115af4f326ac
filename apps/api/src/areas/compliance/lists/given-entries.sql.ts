import type { Session } from '../../../core/session.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import type { ImportRun } from '../../../platform/imports/import-definition.ts';
import { visible } from '../../../platform/records/scope.ts';
import { ownSubjects } from '../subjects/own-subjects.ts';

/** Whose file it is, and when its rows are put on the lists. */
export interface Lister {
  userId: string;
  scope: Session['scope'];
  now: Date;
}

type Run = Pick<ImportRun, 'tenantId' | 'rows' | 'cell'>;

/** SELECT of the good rows' subjects by what the file calls them, as far as the lister sees them, and never themselves: `row_no`, `id`, and how many there are. */
export function subjectsMeant({ tenantId, rows, cell }: Run, { userId, scope }: Lister): Sql {
  const tenant = sql`${tenantId}::uuid`;
  const sight = { tenantId, scope: { ...scope, all: false, tenant: scope.all || scope.tenant } };
  const named = sql`${cell('subject')}`;
  const of = (types: readonly string[]) =>
    sql`${rows} AND ${cell('subjectType')} = ANY(${[...types]}::text[])`;
  return sql`SELECT m.row_no, min(m.id::text)::uuid AS id, count(DISTINCT m.id)::int AS meant FROM (
      SELECT r.row_no, s.id FROM import_rows r JOIN employees s ON s.tenant_id = ${tenant} AND s.employee_no = ${named}
        LEFT JOIN merchants u ON u.tenant_id = ${tenant} AND u.id = s.merchant_id
        WHERE ${of(['EMPLOYEE'])} AND (${cell('merchant')} = '' OR u.name = ${cell('merchant')}) AND ${visible(sight, 's')}
      UNION ALL SELECT r.row_no, s.id FROM import_rows r JOIN cards s ON s.tenant_id = ${tenant} AND s.card_no = ${named}
        WHERE ${of(['CARD'])} AND ${visible(sight, 's')}
      UNION ALL SELECT r.row_no, s.id FROM import_rows r JOIN merchants s ON s.tenant_id = ${tenant} AND s.name = ${named}
        WHERE ${of(['PAYEE', 'MERCHANT'])}
      UNION ALL SELECT r.row_no, s.id FROM import_rows r JOIN companies s ON s.tenant_id = ${tenant} AND s.name = ${named}
        WHERE ${of(['COMPANY'])}
      UNION ALL SELECT r.row_no, s.user_id FROM import_rows r JOIN users u ON u.name = ${named}
        JOIN memberships s ON s.tenant_id = ${tenant} AND s.user_id = u.id
        WHERE ${of(['OPERATOR'])}) m
    WHERE m.id <> ALL (${ownSubjects({ tenantId, userId })}) GROUP BY m.row_no`;
}

/** SELECT of the good rows as entries: `row_no`, `list`, `subject_type`, `subject_id`, `rule_ids` (null: it names none), `valid_from`, `valid_to`. */
export function givenEntries(run: Run, lister: Lister): Sql {
  const { tenantId, rows, cell } = run;
  return sql`SELECT r.row_no, ${cell('list')} AS list, ${cell('subjectType')} AS subject_type, m.id AS subject_id,
      (SELECT array_agg(u.id) FROM risk_rules u WHERE u.tenant_id = ${tenantId}::uuid AND u.code = ANY(string_to_array(${cell('rules')}, '、'))) AS rule_ids,
      ${firstMoment(run, lister)} AS valid_from, ${endOf(run)} AS valid_to, ${cell('reason')} AS reason
    FROM import_rows r JOIN (${subjectsMeant(run, lister)}) m ON m.row_no = r.row_no WHERE ${rows}`;
}

/** SQL of when a row begins: with its first day in Asia/Shanghai, or now. */
export function firstMoment({ cell }: Pick<Run, 'cell'>, { now }: Lister): Sql {
  return sql`coalesce(nullif(${cell('from')}, '')::date::timestamp AT TIME ZONE 'Asia/Shanghai', ${now}::timestamptz)`;
}

/** SQL of when it ends: as its last day does; null where it has none. */
export function endOf({ cell }: Pick<Run, 'cell'>): Sql {
  return sql`(nullif(${cell('to')}, '')::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai'`;
}
