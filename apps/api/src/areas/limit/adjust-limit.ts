import type { AdjustmentType } from '@xyxlx/contracts/limit';
import { isOverCeiling, OverCeiling } from '../../platform/approval/ceiling.ts';
import type { By } from '../../platform/by.ts';
import { moveFund } from '../../platform/fund.ts';
import { logOperation } from '../../platform/operation-log.ts';
import { visible } from '../../platform/scope.ts';
import { rowsOf, sql } from '../../platform/sql.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { Refusal, recordMissing } from '../../wire/errors.ts';
import { type LockedAccount, limitTooLow, lockAccount, writeAdjustment } from './account.sql.ts';
import { inverse, limitChange } from './limit-change.ts';

interface Wanted {
  employeeId: string;
  type: AdjustmentType;
  amount?: number | undefined;
  reason: string;
}

/** Adjusts one employee's limit: account, chain, company's fund and log in one transaction; returns the adjustment's id. */
export async function adjustLimit(tx: Transaction, by: By, wanted: Wanted): Promise<string> {
  const account = await lockAccount(tx, by.session, wanted.employeeId, by.now);
  return adjust(tx, by, account, wanted);
}

/** Takes an adjustment back as far as what it gave is unspent; each can be taken back once. */
export async function undoAdjustment(
  tx: Transaction,
  by: By,
  { id, reason }: { id: string; reason: string },
): Promise<string> {
  const [given] = await rowsOf<{
    employeeId: string;
    type: AdjustmentType;
    delta: number;
    undoes: string | null;
  }>(
    tx,
    sql`
    SELECT a.employee_id AS "employeeId", a.type, a.delta::float8 AS delta, a.undoes_id AS undoes
    FROM limit_adjustments a WHERE a.id = ${id}::uuid AND ${visible(by.session, 'a')}`,
  );
  if (!given) throw recordMissing();
  if (given.undoes) throw new Refusal({ zh: '撤销记录不能再撤销', en: 'An undo can not be undone' });
  const account = await lockAccount(tx, by.session, given.employeeId, by.now);
  // Looked at under the account's lock: of two undoes at once the second finds the first.
  const before = await rowsOf(tx, sql`SELECT FROM limit_adjustments WHERE undoes_id = ${id}::uuid`);
  if (before.length > 0) throw new Refusal({ zh: '该调额已撤销', en: 'It has been undone already' });
  const type = inverse[given.type];
  const gave = Math.abs(given.delta);
  const left =
    type === 'DECREASE' || type === 'FREEZE'
      ? account.availableLimit
      : type === 'UNFREEZE'
        ? account.lockedLimit
        : gave;
  const amount = Math.min(gave, left);
  if (amount === 0)
    throw new Refusal({ zh: '额度已全部使用，无可撤销', en: 'All of it is spent: nothing to undo' });
  return adjust(tx, by, account, { employeeId: given.employeeId, type, amount, reason }, id);
}

async function adjust(
  tx: Transaction,
  { session, request, now }: By,
  account: LockedAccount,
  { type, amount = 0, reason }: Wanted,
  undoes?: string,
): Promise<string> {
  refuseGivingToWhoeverLeft(account, type);
  const change = limitChange(type, amount, account);
  if (!change) throw notEnough(type);
  const moved = Math.abs(change.chain);
  if (isOverCeiling(session, moved)) throw new OverCeiling(session);
  const id = await writeAdjustment(tx, account, change, {
    type,
    source: 'SINGLE',
    reason,
    by: session,
    now,
    ...(undoes && { undoes }),
  });
  if (change.fund !== 0) {
    await moveFund(tx, {
      tenantId: account.tenantId,
      merchantId: account.merchantId,
      kind: change.fund < 0 ? 'LIMIT_ISSUE' : 'LIMIT_RECOVER',
      delta: change.fund,
      source: { type: 'limitAdjustment', id },
      remark: account.employeeName,
      by: session.userName,
      now,
    });
  }
  await logOperation(
    tx,
    { session, request },
    {
      tenantId: account.tenantId,
      module: 'limit',
      action: undoes ? 'undoAdjustment' : 'adjustLimit',
      target: { type: 'employee', id: account.employeeId, label: account.employeeName },
      before: { availableLimit: account.availableLimit, lockedLimit: account.lockedLimit },
      after: {
        type,
        availableLimit: account.availableLimit + change.available,
        lockedLimit: account.lockedLimit + change.locked,
      },
      reason,
    },
  );
  return id;
}

function refuseGivingToWhoeverLeft(
  { employeeState, merchantState }: LockedAccount,
  type: AdjustmentType,
): void {
  if (type !== 'INCREASE') return;
  if (employeeState === 'LEFT') throw new Refusal({ zh: '员工已离职', en: 'The employee has left' });
  if (merchantState !== 'ACTIVE') {
    throw new Refusal({
      zh: '商户不是正常状态，不能增加额度',
      en: 'Only employees of an active merchant get more',
    });
  }
}

function notEnough(type: AdjustmentType): Refusal {
  if (type === 'UNFREEZE') {
    return new Refusal({ zh: '冻结额度余额不足', en: 'Less than that is frozen (insufficient balance)' });
  }
  return limitTooLow();
}
