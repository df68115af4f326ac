import type { Limits } from '@xyxlx/contracts/employee';
import { type AdjustmentRow, limit as contract } from '@xyxlx/contracts/limit';
import { iso, named, type Queryable, raw, rowOf, type Sql, sql } from '../../platform/db/sql.ts';
import { fromDay, hasId, oneOf, untilDay } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { sumOf } from '../../platform/lists/sum-list.ts';
import { ofEmployee, ofMerchant, visible } from '../../platform/records/scope.ts';
import type { Outcome } from './adjust-limit.ts';

/** What is joined to adjustments `c` to show them. */
const adjustmentJoins = raw(`
  JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id
  JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id`);

/** JSON of an adjustment. */
const adjustmentJson: Sql = sql`json_build_object('id', c.id, 'seq', c.seq,
  'employee', json_build_object('id', e.id, 'name', e.name, 'employeeNo', e.employee_no), 'merchant', ${named('m')},
  'type', c.type, 'source', c.source, 'beforeLimit', c.before, 'deltaLimit', c.delta, 'afterLimit', c.after,
  'reason', c.reason, 'undoes', c.undoes_id,
  'undone', EXISTS (SELECT FROM limit_adjustments u WHERE u.tenant_id = c.tenant_id AND u.undoes_id = c.id),
  'batchId', c.batch_id, 'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by)`;

/** The adjustments that one may see. */
export const adjustments = listOf(contract.queryAdjustment, {
  from: 'limit_adjustments',
  alias: 'c',
  ofTenants: true,
  scope: visible,
  filters: {
    tenantId: hasId('c.tenant_id'),
    merchantId: (id, { session }) => ofMerchant(session, 'c', id),
    employeeId: (id, { session }) => ofEmployee(session, 'c', id),
    batchId: hasId('c.batch_id'),
    type: oneOf('c.type'),
    source: oneOf('c.source'),
    createdFrom: fromDay('c.created_at'),
    createdTo: untilDay('c.created_at'),
  },
  sort: { createdAt: { column: 'c.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  joins: adjustmentJoins,
  row: adjustmentJson,
});

/** What they come to. */
export const sumAdjustment = sumOf(adjustments, {
  increaseLimit: sql`greatest(c.delta, 0)`,
  decreaseLimit: sql`least(c.delta, 0)`,
  netLimit: sql`c.delta`,
});

/** What became of an adjustment: its record, or the approval that it waits for, with the account as it is now. */
export async function adjusted(
  client: Queryable,
  { tenantId, employeeId, adjustmentId, approvalId }: Outcome,
): Promise<{ adjustment: AdjustmentRow | null; limits: Limits; approvalId: string | null }> {
  return rowOf(
    client,
    sql`
    SELECT ${approvalId}::uuid AS "approvalId", (SELECT ${adjustmentJson} FROM limit_adjustments c ${adjustmentJoins}
        WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ${adjustmentId}::uuid) AS adjustment, json_build_object('totalLimit', l.total, 'availableLimit', l.available,
      'lockedLimit', l.locked, 'usedLimit', l.used, 'recoveredLimit', l.recovered) AS limits
    FROM limit_accounts l WHERE l.tenant_id = ${tenantId}::uuid AND l.employee_id = ${employeeId}::uuid`,
  );
}
