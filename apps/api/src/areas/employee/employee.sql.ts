import { employee as contract, type EmployeeRow, employeeStateWords } from '@xyxlx/contracts/employee';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import {
  anywhere,
  fromStart,
  iso,
  masked,
  named,
  type Queryable,
  raw,
  rowsOf,
  type Sql,
  sql,
} from '../../platform/db/sql.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { byMobile, byName, findIn, numbered, spelled } from '../../platform/lists/find.ts';
import { listOf } from '../../platform/lists/list.ts';
import { sumOf } from '../../platform/lists/sum-list.ts';
import { byId, ofMerchant, visible } from '../../platform/records/scope.ts';

/** The limit account of employees `c`. */
const accountJoin = raw('LEFT JOIN limit_accounts l ON l.tenant_id = c.tenant_id AND l.employee_id = c.id');

/** What is joined to employees `c` to show them. */
const employeeJoins = raw(`
  JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
  LEFT JOIN departments d ON d.tenant_id = c.tenant_id AND d.id = c.department_id
  ${accountJoin.sql}`);

/** A birthday as lists and files show it: its year alone. */
export const maskedBirthday = "to_char(c.birthday, 'YYYY') || '-**-**'";

/** JSON of an employee. */
const employeeJson: Sql = sql`json_build_object('id', c.id, 'employeeNo', c.employee_no, 'name', c.name,
  'mobile', ${masked('c.mobile')}, 'email', CASE WHEN c.email IS NOT NULL THEN ${masked('c.email')} END,
  'merchant', ${named('m')}, 'department', ${named('d')}, 'labels', c.labels, 'grade', c.grade, 'state', c.state,
  'birthday', ${raw(maskedBirthday)}, 'hiredOn', c.hired_on, 'leftOn', c.left_on,
  'totalLimit', coalesce(l.total, 0), 'availableLimit', coalesce(l.available, 0), 'lockedLimit', coalesce(l.locked, 0),
  'usedLimit', coalesce(l.used, 0), 'recoveredLimit', coalesce(l.recovered, 0), 'limitExpiresAt', ${iso('l.expires_at')}, 'version', c.version,
  'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by, 'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by)`;

/** The employees that one may see. */
export const employees = listOf(contract.queryEmployee, {
  from: 'employees',
  alias: 'c',
  ofTenants: true,
  scope: visible,
  filters: {
    tenantId: hasId('c.tenant_id'),
    merchantId: (id, { session }) => ofMerchant(session, 'c', id),
    keyword: (text) =>
      sql`(c.name ILIKE ${anywhere(text)} OR c.employee_no LIKE ${fromStart(text)} OR c.mobile = ${text})`,
    departmentId: (id, { session }) =>
      sql`c.department_id IN (
        WITH RECURSIVE below AS (
          SELECT d.tenant_id, d.id FROM departments d WHERE ${byId(session, 'd', id)}
          UNION SELECT d.tenant_id, d.id FROM departments d JOIN below b ON d.tenant_id = b.tenant_id AND d.parent_id = b.id)
        SELECT id FROM below)`,
    label: (label) => sql`${label} = ANY(c.labels)`,
    state: oneOf('c.state'),
  },
  sort: {
    createdAt: { column: 'c.created_at', type: 'timestamptz' },
    employeeNo: { column: 'c.employee_no', type: 'text' },
  },
  usual: ['createdAt', 'desc'],
  joins: employeeJoins,
  row: employeeJson,
});

/** Any of them by what is typed. */
export const foundEmployees = findIn(employees, {
  kind: 'employee',
  by: [
    numbered('c.employee_no'),
    byMobile('c.mobile'),
    byName('c.name'),
    spelled('c.name_pinyin', 'c.name_initials'),
  ],
  number: 'c.employee_no',
  title: `c.name || ' · ' || (SELECT m.name FROM merchants m WHERE m.tenant_id = c.tenant_id AND m.id = c.merchant_id)`,
  state: ['c.state', employeeStateWords],
  amount:
    '(SELECT l.available FROM limit_accounts l WHERE l.tenant_id = c.tenant_id AND l.employee_id = c.id)',
});

/** What they come to. */
export const sumEmployee = sumOf(
  employees,
  {
    availableLimit: sql`l.available`,
    lockedLimit: sql`l.locked`,
    usedLimit: sql`l.used`,
  },
  accountJoin,
);

/** One employee as the wire has them; throws 406 when the caller can't see them. */
export async function employeeOf(client: Queryable, session: Session, id: string): Promise<EmployeeRow> {
  const [found] = await rowsOf<{ employee: EmployeeRow }>(
    client,
    sql`SELECT ${employeeJson} AS employee FROM employees c ${employeeJoins} WHERE ${byId(session, 'c', id)} AND ${visible(session, 'c')}`,
  );
  if (!found) throw recordMissing();
  return found.employee;
}
