import type { employee as contract, Department } from '@xyxlx/contracts/employee';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { lockVisible } from '../../platform/records/lock-visible.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { byId, ofMerchant, visible } from '../../platform/records/scope.ts';

import type { Handlers } from '../../wire/implement.ts';
import { lockMerchant } from '../merchant/lock-merchant.ts';

type Actions = 'queryDepartment' | 'addDepartment' | 'editDepartment' | 'deleteDepartment';

/** A merchant's tree of departments. */
export const departments: Pick<Handlers<typeof contract>, Actions> = {
  queryDepartment: async ({ input, session, deps }) =>
    departmentsWhere(deps.database.pool, session, ofMerchant(session, 'd', input.merchantId)),

  addDepartment: (call) =>
    change(call, async (tx) => {
      const { merchantId, parentId, name } = call.input;
      const { session } = call;
      const { tenantId } = await lockMerchant(tx, session, merchantId);
      if (parentId && (await tx.department.count({ where: { tenantId, merchantId, id: parentId } })) === 0) {
        throw recordMissing();
      }
      await refuseTwin(tx, { tenantId, merchantId, parentId, name });
      const names = { createdBy: session.userName, updatedBy: session.userName };
      const { id } = await tx.department.create({ data: { tenantId, merchantId, parentId, name, ...names } });
      await logChange(tx, call, {
        tenantId,
        id,
        label: name,
        after: { name, parentId },
      });
      return one(tx, session, id);
    }),

  editDepartment: (call) =>
    change(call, async (tx) => {
      const { id, version, name } = call.input;
      const { session, deps } = call;
      const row = await lockDepartment(tx, session, id);
      if (row.version !== version) throw staleVersion();
      if (row.name !== name) await refuseTwin(tx, { ...row, name });
      await tx.department.update({
        where: { tenantId_id: { tenantId: row.tenantId, id } },
        data: {
          name,
          ...nextVersion(session, deps.clock.businessNow()),
        },
      });
      await logChange(tx, call, {
        tenantId: row.tenantId,
        id,
        label: row.name,
        ...differenceOf({ name: row.name }, { name }, ['name']),
      });
      return one(tx, session, id);
    }),

  deleteDepartment: (call) =>
    change(call, async (tx) => {
      const { id, version } = call.input;
      const { session } = call;
      const row = await lockDepartment(tx, session, id);
      if (row.version !== version) throw staleVersion();
      const { tenantId } = row;
      const [below, people] = [
        await tx.department.count({ where: { tenantId, parentId: id } }),
        await tx.employee.count({ where: { tenantId, departmentId: id } }),
      ];
      if (below > 0 || people > 0) {
        throw new Refusal({ zh: '部门下还有子部门或员工', en: 'There are departments or employees in it' });
      }
      await tx.department.delete({ where: { tenantId_id: { tenantId, id } } });
      await logChange(tx, call, {
        tenantId,
        id,
        label: row.name,
        before: { name: row.name },
      });
      return null;
    }),
};

function departmentsWhere(client: Queryable, session: Session, condition: Sql): Promise<Department[]> {
  return rowsOf(
    client,
    sql`
    SELECT d.id, d.parent_id AS "parentId", d.name, d.version,
      (SELECT count(*)::int FROM employees e WHERE e.tenant_id = d.tenant_id AND e.department_id = d.id AND e.state <> 'LEFT') AS "employeeCount"
    FROM departments d WHERE ${condition} AND ${visible(session, 'd')} ORDER BY d.created_at, d.id`,
  );
}

async function one(client: Queryable, session: Session, id: string): Promise<Department> {
  const [found] = await departmentsWhere(client, session, byId(session, 'd', id));
  if (!found) throw recordMissing();
  return found;
}

async function lockDepartment(tx: Transaction, session: Session, id: string) {
  return tx.department.findUniqueOrThrow({
    where: { tenantId_id: await lockVisible(tx, session, 'departments', id) },
  });
}

async function refuseTwin(
  tx: Transaction,
  {
    tenantId,
    merchantId,
    parentId,
    name,
  }: { tenantId: string; merchantId: string; parentId: string | null; name: string },
): Promise<void> {
  const twins = await tx.department.count({ where: { tenantId, merchantId, parentId, name } });
  if (twins > 0)
    throw new Refusal({ zh: '同级已有同名部门', en: 'There is a department of this name beside it' });
}
