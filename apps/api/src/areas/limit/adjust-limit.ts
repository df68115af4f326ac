import {
  type AdjustmentType,
  adjustmentTypeWords,
  type limit as contract,
  inverseAdjustment,
} from '@xyxlx/contracts/limit';
import type { Prisma } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Caller } from '../../core/caller.ts';
import { Refusal, recordMissing } from '../../core/errors.ts';
import { isOverCeiling, OverCeiling } from '../../platform/approval/ceiling.ts';
import { type ActKind, assessAct } from '../../platform/approval/money-act.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { fundFree, fundTooLow, moveFunds } from '../../platform/fund/fund.ts';
import { yuanText } from '../../platform/money/yuan-text.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { byId, visible } from '../../platform/records/scope.ts';
import { refuseWhileMoving } from '../merchant/running-move.ts';
import {
  type LockedAccount,
  type LotChange,
  limitTooLow,
  lockAccount,
  writeAdjustment,
  writeAdjustments,
} from './account.sql.ts';
import { limitAdjustment, limitAdjustmentUndo } from './act-kinds.ts';
import { takeFromLots, type Unlocked, unlockLots } from './adjust-lots.ts';
import { type LimitChange, limitChange } from './limit-change.ts';
import { lotEndReason, recoveredLot } from './recovered-lot.ts';

interface Wanted {
  type: AdjustmentType;
  amount?: number | undefined;
  reason: string;
  kind: ActKind;
  /** The call's input, kept where it has to wait. */
  input: Prisma.InputJsonObject;
  /** The adjustment that it takes back. */
  undoes?: string;
}

/** What became of an adjustment: over its maker's threshold it waits for an approval, and nothing has changed. */
export type Outcome = { tenantId: string; employeeId: string } & (
  | { adjustmentId: string; approvalId: null }
  | { adjustmentId: null; approvalId: string }
);

/** Adjusts one employee's limit: account, chain, company's fund and log in one transaction, or hands it in for approval. */
export async function adjustLimit(
  tx: Transaction,
  by: Caller,
  wanted: z.output<typeof contract.adjustLimit.input>,
): Promise<Outcome> {
  const account = await lockAccount(tx, by.session, wanted.employeeId, by.now);
  return adjust(tx, by, account, { ...wanted, kind: limitAdjustment, input: wanted });
}

/** Takes an adjustment back as far as what it gave is unspent, or hands that in; each can be taken back once. */
export async function undoAdjustment(
  tx: Transaction,
  by: Caller,
  input: z.output<typeof contract.undoAdjustment.input>,
): Promise<Outcome> {
  const { id, reason } = input;
  const [given] = await rowsOf<{
    employeeId: string;
    type: AdjustmentType;
    delta: number;
    undoes: string | null;
    lot: string | null;
  }>(
    tx,
    sql`
    SELECT a.employee_id AS "employeeId", a.type, a.delta::float8 AS delta, a.undoes_id AS undoes, a.lot_id AS lot
    FROM limit_adjustments a WHERE ${byId(by.session, 'a', id)} AND ${visible(by.session, 'a')}`,
  );
  if (!given) throw recordMissing();
  if (given.undoes) throw new Refusal({ zh: '撤销记录不能再撤销', en: 'An undo can not be undone' });
  if (given.lot) {
    throw new Refusal({
      zh: '限时额度的记录不能单独撤销',
      en: 'What belongs to a lot can not be undone by itself',
    });
  }
  const account = await lockAccount(tx, by.session, given.employeeId, by.now);
  // Looked at under the account's lock: of two undoes at once the second finds the first.
  const before = await rowsOf(
    tx,
    sql`SELECT FROM limit_adjustments WHERE tenant_id = ${account.tenantId}::uuid AND undoes_id = ${id}::uuid`,
  );
  if (before.length > 0) throw new Refusal({ zh: '该调额已撤销', en: 'It has been undone already' });
  const type = inverseAdjustment[given.type];
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
  return adjust(tx, by, account, { type, amount, reason, kind: limitAdjustmentUndo, input, undoes: id });
}

async function adjust(tx: Transaction, by: Caller, account: LockedAccount, wanted: Wanted): Promise<Outcome> {
  const { session, now } = by;
  const { type, amount = 0, reason, undoes } = wanted;
  const { tenantId, companyId, employeeId } = account;
  refuseGivingToWhoeverLeft(account, type);
  // The new company has promised what the limits held when the move began, and not more.
  if (type === 'INCREASE') await refuseWhileMoving(tx, account);
  const change = limitChange(type, amount, account);
  if (!change) throw notEnough(type);
  if (isOverCeiling(session, Math.abs(change.chain))) throw new OverCeiling(session);
  const { waits, authorization } = await assess(tx, by, account, change, wanted);
  if (waits !== null) {
    // Nobody is asked for what could not be done.
    if (-change.fund > (await fundFree(tx, account))) throw fundTooLow();
    return { tenantId, employeeId, adjustmentId: null, approvalId: waits };
  }
  const unlocked = type === 'UNFREEZE' ? await unlockLots(tx, account, amount, now) : [];
  const lots = await lotsChanged(tx, account, type, change, unlocked);
  const entry = { type, source: 'SINGLE', reason, by: session, now, authorization } as const;
  const id = await writeAdjustment(
    tx,
    account,
    { ...change, ...lots },
    { ...entry, ...(undoes && { undoes }) },
  );
  await recoverEnded(tx, by, account, unlocked);
  if (change.fund !== 0) {
    const kind = change.fund < 0 ? 'LIMIT_ISSUE' : 'LIMIT_RECOVER';
    const remark = account.employeeName;
    await moveFunds(tx, [{ tenantId, companyId, kind, delta: change.fund, sourceId: id, remark }], {
      sourceType: 'limitAdjustment',
      by: session.userName,
      now,
    });
  }
  await logChange(tx, by, {
    tenantId,
    id: employeeId,
    label: account.employeeName,
    before: { availableLimit: account.availableLimit, lockedLimit: account.lockedLimit },
    after: {
      type,
      availableLimit: account.availableLimit + change.available,
      lockedLimit: account.lockedLimit + change.locked,
    },
    reason,
  });
  return { tenantId, employeeId, adjustmentId: id, approvalId: null };
}

const into = { DECREASE: 'VOIDED', CLEAR: 'VOIDED', RECOVER: 'RECOVERED', FREEZE: 'LOCKED' } as const;

/** What an adjustment does to the lots of its account: general money is taken before them, and unlocked after them. */
async function lotsChanged(
  tx: Transaction,
  account: LockedAccount,
  type: AdjustmentType,
  change: LimitChange,
  unlocked: readonly Unlocked[],
): Promise<LotChange> {
  if (type === 'INCREASE') return {};
  if (type === 'UNFREEZE') {
    const freed = unlocked.reduce((sum, { amount }) => sum + amount, 0);
    return { lotAvailable: freed, lotLocked: -freed };
  }
  const taken = await takeFromLots(tx, account, -change.available, into[type]);
  return { lotAvailable: -taken, ...(type === 'FREEZE' && { lotLocked: taken }) };
}

/** What was unlocked of lots that have ended meanwhile goes back to the company's fund at once. */
async function recoverEnded(
  tx: Transaction,
  { session, now }: Caller,
  account: LockedAccount,
  unlocked: readonly Unlocked[],
): Promise<void> {
  const ended = unlocked.filter((lot) => lot.ended);
  if (ended.length === 0) return;
  const links = ended.map(({ lotId, amount }) => recoveredLot(account, lotId, amount, lotEndReason));
  const [sourceId] = await writeAdjustments(tx, links, {
    type: 'RECOVER',
    source: 'SYSTEM',
    by: session,
    now,
  });
  if (!sourceId) throw new Error('A recovery without a link');
  const { tenantId, companyId, employeeName: remark } = account;
  const delta = ended.reduce((sum, { amount }) => sum + amount, 0);
  await moveFunds(tx, [{ tenantId, companyId, kind: 'LIMIT_RECOVER', delta, sourceId, remark }], {
    sourceType: 'limitAdjustment',
    by: session.userName,
    now,
  });
}

/** Whether it may be done now. A freeze moves no money and is there to stop harm: it waits for nobody. */
async function assess(
  tx: Transaction,
  by: Caller,
  { tenantId, merchantId, employeeId, employeeName }: LockedAccount,
  change: LimitChange,
  { kind, type, reason, input, undoes }: Wanted,
): ReturnType<typeof assessAct> {
  if (type === 'FREEZE') return { waits: null, authorization: {} };
  const amount = Math.abs(change.chain);
  return assessAct(tx, by, kind, {
    tenantId,
    merchantId,
    ...(undoes && { subjectId: undoes }),
    aboutId: employeeId,
    subjectLabel: `${employeeName} ${adjustmentTypeWords[type].zh} ${yuanText(amount)} 元`,
    amount,
    reason,
    input,
  });
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
