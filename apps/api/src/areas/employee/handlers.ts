import type { employee as contract } from '@xyxlx/contracts/employee';
import { Refusal } from '../../core/errors.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { change } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { logChange, logChanges } from '../../platform/operation-log/operation-log.ts';
import { assessEach } from '../../platform/records/bulk.ts';
import { changeEach } from '../../platform/records/change-state.ts';
import { ofMerchant, visible } from '../../platform/records/scope.ts';
import { queryTimeline } from '../../platform/timeline/query-timeline.ts';
import type { Handlers } from '../../wire/implement.ts';
import { departments } from './departments.ts';
import { employeeOf, employees, sumEmployee } from './employee.sql.ts';
import { employeeExport } from './employee-export.ts';
import { employeeStateMachine } from './employee-states.ts';
import { lockEmployee, lockEmployees } from './lock-employee.ts';
import { addEmployee, editEmployee } from './write-employee.ts';

export const employee: Handlers<typeof contract> = {
  ...departments,

  queryEmployee: (call) => queryList(call, employees),

  sumEmployee,

  getEmployee: async ({ input, session, deps }) => employeeOf(deps.database.pool, session, input.id),

  queryTimeline: (call) => queryTimeline(call, employees, call.deps.registry.timelines.employee),

  addEmployee: (call) =>
    change(call, async (tx) => employeeOf(tx, call.session, await addEmployee(tx, call, call.input))),

  editEmployee: (call) =>
    change(call, async (tx) => {
      const { input, session } = call;
      await editEmployee(tx, call, input);
      return employeeOf(tx, session, input.id);
    }),

  activateEmployee: (call) => changeEach(call, employeeStateMachine, 'activateEmployee'),
  freezeEmployee: (call) => changeEach(call, employeeStateMachine, 'freezeEmployee'),
  unfreezeEmployee: (call) => changeEach(call, employeeStateMachine, 'unfreezeEmployee'),
  leaveEmployee: (call) => changeEach(call, employeeStateMachine, 'leaveEmployee'),

  labelEmployee: (call) =>
    change(call, async (tx) => {
      const { ids, add, remove } = call.input;
      const { session, request, deps } = call;
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
      const changes = kept.map((row) => ({
        tenantId: row.tenantId,
        id: row.id,
        label: row.name,
        before: { labels: row.labels },
        after: { labels: labelled(row) },
      }));
      await logChanges(tx, call, changes);
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

  revealEmployee: (call) =>
    change(call, async (tx) => {
      const { id, reason } = call.input;
      const { session } = call;
      const row = await lockEmployee(tx, session, id);
      await logChange(tx, call, { tenantId: row.tenantId, id, label: row.name, reason });
      const birthday = row.birthday?.toISOString().slice(0, 10) ?? null;
      return { mobile: row.mobile, email: row.email, birthday };
    }),

  exportEmployee: (call) => exportFile(call, employeeExport),
};
