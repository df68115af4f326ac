import type { BulkResult } from '@xyxlx/contracts/bulk';
import type { MerchantDetail, MerchantState } from '@xyxlx/contracts/merchant';
import { merchantStateWords } from '@xyxlx/contracts/merchant';
import type { Merchant } from '@xyxlx/database/client/client';
import type { By } from '../../core/by.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import { changeWaits } from '../../platform/approval/record-change.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logOperations } from '../../platform/operation-log/operation-log.ts';
import { judgeEach } from '../../platform/records/bulk.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { merchantChange } from './guarded-change.ts';
import { lockMerchant, lockMerchants } from './lock-merchant.ts';
import { merchantDetail } from './merchant.sql.ts';

/** 正常 ⇄ 停用 → 已注销; how a merchant gets there is `registration.ts`. */
const moves = {
  enableMerchant: { from: 'DISABLED', to: 'ACTIVE' },
  disableMerchant: { from: 'ACTIVE', to: 'DISABLED' },
  closeMerchant: { from: 'DISABLED', to: 'CLOSED' },
} as const satisfies Record<string, { from: MerchantState; to: MerchantState }>;

/** Enables or disables many; each that its present state doesn't allow it to is refused by itself. */
export async function changeEach(
  tx: Transaction,
  by: By,
  action: 'enableMerchant' | 'disableMerchant',
  { ids, reason }: { ids: readonly string[]; reason: string },
): Promise<BulkResult> {
  const { session, request } = by;
  const { from } = moves[action];
  const rows = await lockMerchants(tx, session, ids);
  const { kept, result } = judgeEach({ ids, language: request.language }, rows, ({ state }) => {
    if (state !== from) throw wrongState(state, from);
  });
  await move(tx, by, action, kept, reason);
  return result;
}

/** Closes a merchant; throws 406 while it is not disabled, has money left or a change that waits. */
export async function closeMerchant(
  tx: Transaction,
  by: By,
  { id, version, reason }: { id: string; version: number; reason: string },
): Promise<MerchantDetail> {
  const { from } = moves.closeMerchant;
  const row = await lockMerchant(tx, by.session, id);
  if (row.state !== from) throw wrongState(row.state, from);
  if (version !== row.version) throw staleVersion();
  await refuseWhileMoneyIsLeft(tx, row.tenantId, id);
  if (await changeWaits(tx, merchantChange, row)) throw changeIsWaiting();
  await move(tx, by, 'closeMerchant', [row], reason);
  const changed = await merchantDetail(tx, by.session, id);
  if (!changed) throw recordMissing();
  return changed;
}

/** Of locked merchants. */
async function move(
  tx: Transaction,
  { session, request, now }: By,
  action: keyof typeof moves,
  rows: readonly Merchant[],
  reason: string,
): Promise<void> {
  const { to } = moves[action];
  await tx.merchant.updateMany({
    where: { id: { in: rows.map(({ id }) => id) } },
    data: { state: to, stateReason: to === 'ACTIVE' ? null : reason, ...nextVersion(session, now) },
  });
  const operations = rows.map(({ id, tenantId, name, state }) => ({
    tenantId,
    module: 'merchant',
    action,
    target: { type: 'merchant', id, label: name },
    before: { state },
    after: { state: to },
    reason,
  }));
  await logOperations(tx, { session, request }, operations);
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
    zh: `当前状态为${merchantStateWords[is].zh}，仅${merchantStateWords[needed].zh}可执行此操作`,
    en: `It is ${merchantStateWords[is].en}; only what is ${merchantStateWords[needed].en} can do this`,
  });
}
