import type { Label } from '@xyxlx/contracts/endpoint';
import type { MerchantDetail, MerchantState } from '@xyxlx/contracts/merchant';
import { logOperation } from '../../platform/operation-log.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Session } from '../../sessions/session.ts';
import { Refusal, recordMissing, staleVersion } from '../../wire/errors.ts';
import type { RequestInfo } from '../../wire/implement.ts';
import { lockMerchant } from './lock-merchant.ts';
import { merchantDetail } from './merchant.sql.ts';

/** 待审核 → 正常 ⇄ 停用 → 已注销; 待审核 → 驳回. */
const moves = {
  approveMerchant: { from: 'PENDING', to: 'ACTIVE' },
  rejectMerchant: { from: 'PENDING', to: 'REJECTED' },
  enableMerchant: { from: 'DISABLED', to: 'ACTIVE' },
  disableMerchant: { from: 'ACTIVE', to: 'DISABLED' },
  closeMerchant: { from: 'DISABLED', to: 'CLOSED' },
} as const satisfies Record<string, { from: MerchantState; to: MerchantState }>;

const stateLabels: Record<MerchantState, Label> = {
  PENDING: { zh: '待审核', en: 'pending' },
  ACTIVE: { zh: '正常', en: 'active' },
  DISABLED: { zh: '停用', en: 'disabled' },
  CLOSED: { zh: '已注销', en: 'closed' },
  REJECTED: { zh: '已驳回', en: 'rejected' },
};

/** Moves a merchant along its life; throws 406 for a move that its present state doesn't have. */
export async function changeState(
  tx: Transaction,
  { session, request }: { session: Session; request: RequestInfo },
  action: keyof typeof moves,
  { id, version, reason }: { id: string; version?: number; reason?: string },
): Promise<MerchantDetail> {
  const { from, to } = moves[action];
  const row = await lockMerchant(tx, session, id);
  const decides = from === 'PENDING';
  if (decides && row.state !== 'PENDING') throw alreadyHandled();
  if (row.state !== from) throw wrongState(row.state, from);
  if (version !== undefined && version !== row.version) throw staleVersion();
  if (decides && row.submittedById === session.userId) throw ownRequest();
  if (to === 'CLOSED') await refuseWhileMoneyIsLeft(tx, row.tenantId, id);
  await tx.merchant.update({
    where: { id },
    data: {
      state: to,
      stateReason: to === 'ACTIVE' ? null : (reason ?? null),
      ...(decides && to === 'ACTIVE' && { approvedById: session.userId, approvedAt: new Date() }),
      version: { increment: 1 },
      updatedAt: new Date(),
      updatedBy: session.userName,
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

function alreadyHandled(): Refusal {
  return new Refusal({ zh: '已被处理', en: 'It has been decided already' });
}

function wrongState(is: MerchantState, needed: MerchantState): Refusal {
  return new Refusal({
    zh: `当前状态为${stateLabels[is].zh}，仅${stateLabels[needed].zh}可执行此操作`,
    en: `It is ${stateLabels[is].en}; only what is ${stateLabels[needed].en} can do this`,
  });
}

function ownRequest(): Refusal {
  return new Refusal({
    zh: '不能审核自己提交的商户',
    en: 'Somebody else has to decide on a merchant you submitted',
  });
}
