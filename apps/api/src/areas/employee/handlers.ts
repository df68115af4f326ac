import type { employee as contract } from '@xyxlx/contracts/employee';
import type { Call } from '../../core/call.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { inMoneyTransaction, inTransaction } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { logOperation, logOperations } from '../../platform/operation-log/operation-log.ts';
import { assessEach } from '../../platform/records/bulk.ts';
import { changeEach } from '../../platform/records/change-state.ts';
import { ofMerchant, visible } from '../../platform/records/scope.ts';
import type { Handlers } from '../../wire/implement.ts';
import { departments } from './departments.ts';
import { employeeOf, employees } from './employee.sql.ts';
import { employeeExport } from './employee-export.ts';
import { employeeStates } from './employee-states.ts';
import { lockEmployee, lockEmployees } from './lock-employee.ts';
import { addEmployee, editEmployee } from './write-employee.ts';

export const employee: Handlers<typeof contract> = {
  ...departments,

  queryEmployee: (call) => queryList(call, employees),

  getEmployee: async ({ input, session, deps }) => employeeOf(deps.database.pool, session, input.id),

  addEmployee: async ({ input, session, request, deps }) =>
    inTransaction(deps.database, async (tx) =>
      employeeOf(tx, session, await addEmployee(tx, { session, request }, input)),
    ),

  editEmployee: async ({ input, session, request, deps }) =>
    inTransaction(deps.database, async (tx) => {
      await editEmployee(tx, { session, request, now: deps.clock.businessNow() }, input);
      return employeeOf(tx, session, input.id);
    }),

  activateEmployee: (call) => move(call, 'activateEmployee'),
  freezeEmployee: (call) => move(call, 'freezeEmployee'),
  unfreezeEmployee: (call) => move(call, 'unfreezeEmployee'),
  leaveEmployee: (call) => move(call, 'leaveEmployee'),

  labelEmployee: async ({ input: { ids, add, remove }, session, request, deps }) =>
    inTransaction(deps.database, async (tx) => {
      const labelled = ({ labels }: { labels: string[] }) =>
        [...new Set([...labels, ...add])].filter((label) => !remove.includes(label));
      const rows = await lockEmployees(tx, session, ids);
      const { kept, result } = assessEach({ ids, language: request.language }, rows, (row) => {
        if (labelled(row).length > 10)
          throw new Refusal({ zh: '每人最多 10 个标签', en: 'At most ten labels each' });
      });
      const given = JSON.stringify(
        kept.map((row) => ({
          tenant_id: row.tenantId,
          id: row.id,
          labels: labelled(row),
        })),
      );
      await tx.$executeRaw`
        UPDATE employees e SET labels = g.labels, version = e.version + 1,
          updated_at = ${deps.clock.businessNow()}::timestamptz, updated_by = ${session.userName}
        FROM jsonb_to_recordset(${given}::jsonb) AS g(tenant_id uuid, id uuid, labels text[])
        WHERE e.tenant_id = g.tenant_id AND e.id = g.id`;
      const operations = kept.map((row) => ({
        tenantId: row.tenantId,
        module: 'employee',
        action: 'labelEmployee',
        target: { type: 'employee', id: row.id, label: row.name },
        before: { labels: row.labels },
        after: { labels: labelled(row) },
      }));
      await logOperations(tx, { session, request }, operations);
      return result;
    }),

  queryLabel: async ({ input, session, deps }) => {
    const rows = await rowsOf<{ label: string }>(
      deps.database.pool,
      sql`SELECT DISTINCT unnest(c.labels) AS label FROM employees c
          WHERE ${ofMerchant(session, 'c', input.merchantId)} AND ${visible(session, 'c')} ORDER BY 1 LIMIT 500`,
    );
    return rows.map(({ label }) => label);
  },

  revealEmployee: async ({ input: { id, reason }, session, request, deps }) =>
    inTransaction(deps.database, async (tx) => {
      const row = await lockEmployee(tx, session, id);
      await logOperation(
        tx,
        { session, request },
        {
          tenantId: row.tenantId,
          module: 'employee',
          action: 'revealEmployee',
          target: { type: 'employee', id, label: row.name },
          reason,
        },
      );
      return { mobile: row.mobile, email: row.email };
    }),

  exportEmployee: (call) => exportFile(call, employeeExport),
};

function move(
  { input, session, request, deps }: Call<{ ids: string[]; reason?: string }, Session>,
  action: Parameters<typeof employeeStates.refusal>[1],
) {
  const by = { session, request, now: deps.clock.businessNow() };
  return inMoneyTransaction(deps.database, session, (tx) =>
    changeEach(tx, by, employeeStates, action, input),
  );
}
