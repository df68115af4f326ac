import type { BulkResult } from '@xyxlx/contracts/bulk';
import { lotteryStateWords } from '@xyxlx/contracts/lottery';
import type { LotteryRecord } from '@xyxlx/database/client/client';
import type { By } from '../../core/by.ts';
import { Refusal } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logOperation, logOperations } from '../../platform/operation-log/operation-log.ts';
import { judgeEach } from '../../platform/records/bulk.ts';
import { lockVisible, lockVisibleRows } from '../../platform/records/lock-visible.ts';
import { maskAccount } from '../../platform/security/mask.ts';

interface Delivery {
  id: string;
  deliveryNo: string;
  carrier: string | null;
}

/** 发放中 → 已发放, with the tracking number of goods or a coupon's code; throws 406 when that does not fit the prize, or the code was given to somebody else. */
export async function deliver(tx: Transaction, by: By, { id, deliveryNo, carrier }: Delivery): Promise<void> {
  const draw = await lockAwarding(tx, by, id);
  const isCoupon = draw.prizeType === 'COUPON';
  if (isCoupon === (carrier !== null)) throw isCoupon ? needsNoCarrier() : needsCarrier();
  if (isCoupon) await refuseGivenCode(tx, draw.tenantId, deliveryNo);
  const shown = isCoupon ? maskAccount(deliveryNo) : deliveryNo;
  await tx.lotteryRecord.update({
    where: { tenantId_id: { tenantId: draw.tenantId, id } },
    data: { state: 'AWARDED', awardedAt: by.now, deliveryNo, carrier, ...stamped(by) },
  });
  await logOperation(tx, by, {
    ...operationOn(draw, 'deliverLottery'),
    after: { state: 'AWARDED', deliveryNo: shown, ...(carrier !== null && { carrier }) },
  });
}

/** 发放中 → 发放失败, from where they can be tried again; the reason stays with them. */
export async function failDeliveries(
  tx: Transaction,
  by: By,
  { ids, reason }: { ids: readonly string[]; reason: string },
): Promise<BulkResult> {
  const visibleIds = await lockVisibleRows(tx, by.session, 'lottery_records', ids);
  const draws = await tx.lotteryRecord.findMany({ where: { id: { in: visibleIds } } });
  const { kept, result } = judgeEach({ ids, language: by.request.language }, draws, mustBeAwarding);
  await tx.lotteryRecord.updateMany({
    where: { id: { in: kept.map(({ id }) => id) } },
    data: { state: 'FAILED', failure: reason, ...stamped(by) },
  });
  const operations = kept.map((draw) => ({
    ...operationOn(draw, 'failLottery'),
    after: { state: 'FAILED' },
    reason,
  }));
  await logOperations(tx, by, operations);
  return result;
}

async function lockAwarding(tx: Transaction, { session }: By, id: string): Promise<LotteryRecord> {
  await lockVisible(tx, session, 'lottery_records', id);
  const draw = await tx.lotteryRecord.findUniqueOrThrow({ where: { id } });
  mustBeAwarding(draw);
  return draw;
}

function mustBeAwarding({ state }: LotteryRecord): void {
  if (state === 'AWARDING') return;
  const { zh, en } = lotteryStateWords[state];
  throw new Refusal({
    zh: `当前状态为${zh}，仅发放中可登记发放结果`,
    en: `It is "${en}": only of what is being awarded can the outcome be recorded`,
  });
}

/** Of two who give the same code at once the unique key lets the second try again, and see this. */
async function refuseGivenCode(tx: Transaction, tenantId: string, deliveryNo: string): Promise<void> {
  if ((await tx.lotteryRecord.count({ where: { tenantId, deliveryNo, prizeType: 'COUPON' } })) === 0) return;
  throw new Refusal({
    zh: '该券码已发放给其他中奖记录，请核对',
    en: 'This code was given to another draw: please check it',
  });
}

function stamped({ session, now }: By) {
  return { updatedAt: now, updatedBy: session.userName };
}

function operationOn({ tenantId, id, lotteryNo }: LotteryRecord, action: string) {
  return {
    tenantId,
    module: 'lottery',
    action,
    target: { type: 'lottery', id, label: lotteryNo },
    before: { state: 'AWARDING' },
  };
}

function needsCarrier(): Refusal {
  return new Refusal({ zh: '实物须填写快递公司', en: 'Goods need their carrier' });
}

function needsNoCarrier(): Refusal {
  return new Refusal({ zh: '券只填写券码，无需快递公司', en: 'A coupon has a code and no carrier' });
}
