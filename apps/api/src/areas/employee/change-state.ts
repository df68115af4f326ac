import { employeeStateLabels } from '@xyxlx/contracts/domain-labels';
import type { EmployeeState } from '@xyxlx/contracts/employee';
import type { Employee } from '@xyxlx/database/client/client';
import type { By } from '../../platform/by.ts';
import { moveFund } from '../../platform/fund.ts';
import { nextVersion } from '../../platform/next-version.ts';
import { logOperation } from '../../platform/operation-log.ts';
import { shanghaiDay } from '../../platform/shanghai.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { Refusal } from '../../wire/errors.ts';
import { type LockedAccount, lockAccount, writeAdjustment } from '../limit/account.sql.ts';
import { limitChange } from '../limit/limit-change.ts';
import { lockEmployee } from './lock-employee.ts';

/** 待激活 → 已激活 ⇄ 冻结 → 离职; whoever was never activated may leave too. */
const moves = {
  activateEmployee: { from: ['PENDING'], to: 'ACTIVE' },
  freezeEmployee: { from: ['ACTIVE'], to: 'FROZEN' },
  unfreezeEmployee: { from: ['FROZEN'], to: 'ACTIVE' },
  leaveEmployee: { from: ['PENDING', 'ACTIVE', 'FROZEN'], to: 'LEFT' },
} as const satisfies Record<string, { from: readonly EmployeeState[]; to: EmployeeState }>;

/** Moves an employee along; who leaves loses what is unspent to the company's fund, and keeps the history. */
export async function changeState(
  tx: Transaction,
  by: By,
  action: keyof typeof moves,
  { id, reason }: { id: string; reason?: string },
): Promise<void> {
  const { to } = moves[action];
  const from: readonly EmployeeState[] = moves[action].from;
  const row = await lockEmployee(tx, by.session, id);
  if (!from.includes(row.state)) throw wrongState(row, to);
  const leaves = to === 'LEFT';
  if (leaves) await recoverUnspent(tx, by, id, reason ?? '');
  await tx.employee.update({
    where: { id },
    data: {
      state: to,
      stateReason: to === 'ACTIVE' ? null : (reason ?? null),
      ...(leaves && { leftOn: new Date(shanghaiDay(by.now)) }),
      ...nextVersion(by.session, by.now),
    },
  });
  await logOperation(tx, by, {
    tenantId: row.tenantId,
    module: 'employee',
    action,
    target: { type: 'employee', id, label: row.name },
    before: { state: row.state },
    after: { state: to },
    ...(reason && { reason }),
  });
}

async function recoverUnspent(tx: Transaction, by: By, employeeId: string, reason: string): Promise<void> {
  const account = await lockAccount(tx, by.session, employeeId, by.now);
  const unlocked =
    account.lockedLimit > 0 ? await step(tx, by, account, 'UNFREEZE', account.lockedLimit, reason) : account;
  if (unlocked.availableLimit > 0) await step(tx, by, unlocked, 'RECOVER', unlocked.availableLimit, reason);
}

/** One link of the chain that the system adds; returns the account as it is after it. */
async function step(
  tx: Transaction,
  { session, now }: By,
  account: LockedAccount,
  type: 'UNFREEZE' | 'RECOVER',
  amount: number,
  reason: string,
): Promise<LockedAccount> {
  const change = limitChange(type, amount, account);
  if (!change) throw new Error('The parts of a locked account changed');
  const id = await writeAdjustment(tx, account, change, { type, source: 'SYSTEM', reason, by: session, now });
  if (change.fund > 0) {
    await moveFund(tx, {
      tenantId: account.tenantId,
      merchantId: account.merchantId,
      kind: 'LIMIT_RECOVER',
      delta: change.fund,
      source: { type: 'limitAdjustment', id },
      remark: account.employeeName,
      by: session.userName,
      now,
    });
  }
  return {
    ...account,
    availableLimit: account.availableLimit + change.available,
    lockedLimit: account.lockedLimit + change.locked,
  };
}

function wrongState({ state }: Employee, to: EmployeeState): Refusal {
  const is = employeeStateLabels[state];
  const wanted = employeeStateLabels[to];
  return new Refusal({
    zh: `当前状态为${is.zh}，不能变更为${wanted.zh}`,
    en: `From "${is.en}" there is no way to "${wanted.en}"`,
  });
}
