import type { BulkResult } from '@xyxlx/contracts/bulk';
import type { EmployeeState } from '@xyxlx/contracts/employee';
import { employeeStateWords } from '@xyxlx/contracts/employee';
import type { Employee } from '@xyxlx/database/client/client';
import type { By } from '../../core/by.ts';
import { Refusal } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logOperations } from '../../platform/operation-log/operation-log.ts';
import { judgeEach } from '../../platform/records/bulk.ts';
import { keysOf } from '../../platform/records/lock-visible.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';

import { lockEmployees } from './lock-employee.ts';
import { recoverUnspent } from './recover-unspent.ts';

/** 待激活 → 已激活 ⇄ 冻结 → 离职; whoever was never activated may leave too. */
const moves = {
  activateEmployee: { from: ['PENDING'], to: 'ACTIVE' },
  freezeEmployee: { from: ['ACTIVE'], to: 'FROZEN' },
  unfreezeEmployee: { from: ['FROZEN'], to: 'ACTIVE' },
  leaveEmployee: { from: ['PENDING', 'ACTIVE', 'FROZEN'], to: 'LEFT' },
} as const satisfies Record<string, { from: readonly EmployeeState[]; to: EmployeeState }>;

/** Moves employees along, each that its present state lets; who leaves loses what is unspent to the company's fund, and keeps the history. */
export async function changeStates(
  tx: Transaction,
  by: By,
  action: keyof typeof moves,
  { ids, reason }: { ids: readonly string[]; reason?: string },
): Promise<BulkResult> {
  const { session, request, now } = by;
  const { to } = moves[action];
  const from: readonly EmployeeState[] = moves[action].from;
  const rows = await lockEmployees(tx, session, ids);
  const { kept, result } = judgeEach({ ids, language: request.language }, rows, (row) => {
    if (!from.includes(row.state)) throw wrongState(row, to);
  });
  const keptIds = kept.map(({ id }) => id);
  const leaves = to === 'LEFT';
  if (leaves) await recoverUnspent(tx, by, keptIds, reason ?? '');
  await tx.employee.updateMany({
    where: keysOf(kept),
    data: {
      state: to,
      stateReason: to === 'ACTIVE' ? null : (reason ?? null),
      ...(leaves && { leftOn: new Date(shanghaiDay(now)) }),
      ...nextVersion(session, now),
    },
  });
  const operations = kept.map(({ id, tenantId, name, state }) => ({
    tenantId,
    module: 'employee',
    action,
    target: { type: 'employee', id, label: name },
    before: { state },
    after: { state: to },
    ...(reason && { reason }),
  }));
  await logOperations(tx, by, operations);
  return result;
}

function wrongState({ state }: Employee, to: EmployeeState): Refusal {
  const is = employeeStateWords[state];
  const wanted = employeeStateWords[to];
  return new Refusal({
    zh: `当前状态为${is.zh}，不能变更为${wanted.zh}`,
    en: `From "${is.en}" there is no way to "${wanted.en}"`,
  });
}
