import { systemActor } from '@xyxlx/contracts/system-actor';
import type { Employee } from '@xyxlx/database/client/client';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';

/** Lets a locked employee go whom compliance froze: whom staff had frozen before is so again, and who has left stays so. */
export async function unfreezeEmployee(
  tx: Transaction,
  { tenantId, id, state }: Employee,
  { approvalId, now }: { approvalId: string; now: Date },
): Promise<void> {
  const former = await reasonOfStaff(tx, { tenantId, id });
  const lifted =
    former === null ? ({ state: 'ACTIVE', stateReason: null } as const) : { stateReason: former };
  await tx.employee.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      ...(state === 'FROZEN' && lifted),
      ...{ frozenBy: null, unfreezeId: approvalId, version: { increment: 1 } },
      ...{ updatedAt: now, updatedBy: systemActor.zh },
    },
  });
}

/** Why staff had frozen them when compliance did, or null: they had not. */
async function reasonOfStaff(
  tx: Transaction,
  { tenantId, id }: Pick<Employee, 'tenantId' | 'id'>,
): Promise<string | null> {
  const [newest] = await rowsOf<{ reason: string | null }>(
    tx,
    sql`SELECT v.detail ->> 'frozenFor' AS reason FROM risk_cases c
        JOIN risk_case_events v ON v.tenant_id = ${tenantId}::uuid AND v.case_id = c.id AND v.action = 'FREEZE'
        WHERE c.tenant_id = ${tenantId}::uuid AND c.subject_type = 'EMPLOYEE' AND c.subject_id = ${id}::uuid
        ORDER BY v.at DESC, v.case_id DESC, v.seq DESC LIMIT 1`,
  );
  return newest?.reason ?? null;
}
