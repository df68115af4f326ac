import { complianceList as contract, type RiskEntryRow } from '@xyxlx/contracts/compliance-list';
import type { Session } from '../../../core/session.ts';
import { iso, type Queryable, raw, rowsOf, sql } from '../../../platform/db/sql.ts';
import { oneOf } from '../../../platform/lists/conditions.ts';
import { listOf } from '../../../platform/lists/list.ts';
import { ofOwnTenant } from '../../../platform/records/scope.ts';
import { subjectName } from '../cases/subject.sql.ts';
import { visibleSubjects } from '../subjects/subject-name.sql.ts';

const joins = raw('LEFT JOIN risk_rules r ON r.tenant_id = e.tenant_id AND r.id = e.rule_id');

const row = sql`json_build_object('id', e.id, 'requestId', e.request_id, 'list', e.list, 'subjectType', e.subject_type, 'subjectId', e.subject_id,
  'subjectName', ${subjectName('e')},
  'rule', CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, 'name', r.name, 'code', r.code) END,
  'validFrom', ${iso('e.valid_from')}, 'validTo', ${iso('e.valid_to')}, 'reason', e.reason, 'state', e.state, 'caseId', e.case_id,
  'removeReason', e.remove_reason, 'version', e.version, 'createdAt', ${iso('e.created_at')}, 'createdBy', e.created_by)`;

/** The entries of one's tenant, of the subjects that one sees; never those about oneself. */
export const entries = listOf(contract.queryList, {
  from: 'risk_list_entries',
  alias: 'e',
  scope: visibleSubjects,
  filters: {
    list: (list) => sql`e.list = ${list}`,
    state: oneOf('e.state'),
    subjectType: oneOf('e.subject_type'),
    subjectId: (id) => sql`e.subject_id = ${id}::uuid`,
  },
  sort: { createdAt: { column: 'e.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  joins,
  row,
});

/** Those entries of one's tenant as lists show them, in the order in which they were made. */
export async function foundEntries(
  client: Queryable,
  session: Session,
  ids: readonly string[],
): Promise<RiskEntryRow[]> {
  const rows = await rowsOf<{ row: RiskEntryRow }>(
    client,
    sql`SELECT ${row} AS row FROM risk_list_entries e ${joins}
        WHERE ${ofOwnTenant(session, 'e')} AND e.id = ANY(${[...ids]}::uuid[]) ORDER BY e.id`,
  );
  return rows.map((one) => one.row);
}
