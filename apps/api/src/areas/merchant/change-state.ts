import { merchantStateLabels } from '@xyxlx/contracts/domain-labels';
import type { MerchantDetail, MerchantState } from '@xyxlx/contracts/merchant';
import { changeWaits } from '../../platform/approval/record-change.ts';
import type { By } from '../../platform/by.ts';
import { nextVersion } from '../../platform/next-version.ts';
import { logOperation } from '../../platform/operation-log.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { Refusal, recordMissing, staleVersion } from '../../wire/errors.ts';
import { merchantChange } from './guarded-change.ts';
import { lockMerchant } from './lock-merchant.ts';
import { merchantDetail } from './merchant.sql.ts';

/** 正常 ⇄ 停用 → 已注销; how a merchant gets there is `registration.ts`. */
const moves = {
  enableMerchant: { from: 'DISABLED', to: 'ACTIVE' },
  disableMerchant: { from: 'ACTIVE', to: 'DISABLED' },
  closeMerchant: { from: 'DISABLED', to: 'CLOSED' },
} as const satisfies Record<string, { from: MerchantState; to: MerchantState }>;

/** Moves a merchant along its life; throws 406 for a move that its present state doesn't have. */
export async function changeState(
  tx: Transaction,
  { session, request, now }: By,
  action: keyof typeof moves,
  { id, version, reason }: { id: string; version?: number; reason?: string },
): Promise<MerchantDetail> {
  const { from, to } = moves[action];
  const row = await lockMerchant(tx, session, id);
  if (row.state !== from) throw wrongState(row.state, from);
  if (version !== undefined && version !== row.version) throw staleVersion();
  if (to === 'CLOSED') {
    await refuseWhileMoneyIsLeft(tx, row.tenantId, id);
    if (await changeWaits(tx, merchantChange, row)) throw changeIsWaiting();
  }
  await tx.merchant.update({
    where: { id },
    data: {
      state: to,
      stateReason: to === 'ACTIVE' ? null : (reason ?? null),
      ...nextVersion(session, now),
    },
  });
  await logOperation(
    tx,
    { session, request },
    {
      tenantId: row.tenantId,
      module: 'merchant',
      action,
      target: { type: 'merchant', id, label: row.name },
      before: { state: row.state },
      after: { state: to },
      ...(reason && { reason }),
    },
  );
  const changed = await merchantDetail(tx, session, id);
  if (!changed) throw recordMissing();
  return changed;
}

async function refuseWhileMoneyIsLeft(tx: Transaction, tenantId: string, merchantId: string): Promise<void> {
  const left = await tx.limitAccount.findFirst({
    where: { tenantId, merchantId, OR: [{ available: { gt: 0 } }, { locked: { gt: 0 } }] },
    select: { id: true },
  });
  if (!left) return;
  throw new Refusal({
    zh: '员工还有未用额度，请先回收',
    en: 'Employees still have limits to spend: recover those first',
  });
}

function changeIsWaiting(): Refusal {
  return new Refusal({
    zh: '商户有变更待审核，请先审核或撤回',
    en: 'A change of the merchant waits for a checker: have it decided or withdraw it first',
  });
}

function wrongState(is: MerchantState, needed: MerchantState): Refusal {
  return new Refusal({
    zh: `当前状态为${merchantStateLabels[is].zh}，仅${merchantStateLabels[needed].zh}可执行此操作`,
    en: `It is ${merchantStateLabels[is].en}; only what is ${merchantStateLabels[needed].en} can do this`,
  });
}
