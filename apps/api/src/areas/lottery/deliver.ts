import type { BulkResult } from '@xyxlx/contracts/bulk';
import { lotteryStateWords } from '@xyxlx/contracts/lottery';
import type { LotteryRecord } from '@xyxlx/database/client/client';
import type { By } from '../../core/by.ts';
import { Refusal } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logOperations } from '../../platform/operation-log/operation-log.ts';
import { judgeEach } from '../../platform/records/bulk.ts';
import { keysOf, lockVisibleRows } from '../../platform/records/lock-visible.ts';
import { maskAccount } from '../../platform/security/mask.ts';

interface Delivery {
  id: string;
  deliveryNo: string;
  carrier: string | null;
}

/**
 * 发放中 → 已发放, with the tracking number of goods or a coupon's code; what does not fit its prize, or a code that was given to
 * somebody else, is refused by itself.
 */
export async function deliverEach(
  tx: Transaction,
  by: By,
  deliveries: readonly Delivery[],
): Promise<BulkResult> {
  const given = new Map(deliveries.map((delivery) => [delivery.id.toLowerCase(), delivery]));
  const ids = [...given.values()].map(({ id }) => id);
  const draws = await lockDraws(tx, by, ids);
  const taken = await takenCodes(tx, draws, deliveries);
  const delivered: (Delivery & { draw: LotteryRecord })[] = [];
  const { result } = judgeEach({ ids, language: by.request.language }, draws, (draw) => {
    const delivery = given.get(draw.id) as Delivery;
    mustBeAwarding(draw);
    const isCoupon = draw.prizeType === 'COUPON';
    if (isCoupon === (delivery.carrier !== null)) throw isCoupon ? needsNoCarrier() : needsCarrier();
    const code = `${draw.tenantId} ${delivery.deliveryNo}`;
    if (isCoupon && taken.has(code)) throw givenAlready();
    if (isCoupon) taken.add(code);
    delivered.push({ ...delivery, draw });
  });
  const written = delivered.map(({ draw: { tenantId, id }, deliveryNo, carrier }) => ({
    tenant: tenantId,
    id,
    no: deliveryNo,
    carrier,
  }));
  // Of two who give the same code at once the unique key lets the second try again, and see it taken.
  await tx.$executeRaw`
    UPDATE lottery_records c SET state = 'AWARDED', awarded_at = ${by.now}::timestamptz, delivery_no = g.no, carrier = g.carrier,
      updated_at = ${by.now}::timestamptz, updated_by = ${by.session.userName}
    FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb) AS g(tenant uuid, id uuid, no text, carrier text)
    WHERE c.tenant_id = g.tenant AND c.id = g.id`;
  const operations = delivered.map(({ draw, deliveryNo, carrier }) => ({
    ...operationOn(draw, 'deliverLottery'),
    after: {
      state: 'AWARDED',
      deliveryNo: draw.prizeType === 'COUPON' ? maskAccount(deliveryNo) : deliveryNo,
      ...(carrier !== null && { carrier }),
    },
  }));
  await logOperations(tx, by, operations);
  return result;
}

/** 发放中 → 发放失败, from where they can be tried again; the reason stays with them. */
export async function failDeliveries(
  tx: Transaction,
  by: By,
  { ids, reason }: { ids: readonly string[]; reason: string },
): Promise<BulkResult> {
  const draws = await lockDraws(tx, by, ids);
  const { kept, result } = judgeEach({ ids, language: by.request.language }, draws, mustBeAwarding);
  await tx.lotteryRecord.updateMany({
    where: keysOf(kept),
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

async function lockDraws(tx: Transaction, { session }: By, ids: readonly string[]): Promise<LotteryRecord[]> {
  return tx.lotteryRecord.findMany({
    where: keysOf(await lockVisibleRows(tx, session, 'lottery_records', ids)),
  });
}

function mustBeAwarding({ state }: LotteryRecord): void {
  if (state === 'AWARDING') return;
  const { zh, en } = lotteryStateWords[state];
  throw new Refusal({
    zh: `当前状态为${zh}，仅发放中可登记发放结果`,
    en: `It is "${en}": only of what is being awarded can the outcome be recorded`,
  });
}

/** The codes among these that the draws' tenants have given out, each with its tenant. */
async function takenCodes(
  tx: Transaction,
  draws: readonly LotteryRecord[],
  deliveries: readonly Delivery[],
): Promise<Set<string>> {
  const codes = deliveries.map(({ deliveryNo }) => deliveryNo);
  const taken = new Set<string>();
  for (const tenantId of new Set(draws.map((draw) => draw.tenantId))) {
    const rows = await tx.lotteryRecord.findMany({
      where: { tenantId, deliveryNo: { in: codes }, prizeType: 'COUPON' },
      select: { deliveryNo: true },
    });
    for (const { deliveryNo } of rows) taken.add(`${tenantId} ${deliveryNo}`);
  }
  return taken;
}

function givenAlready(): Refusal {
  return new Refusal({
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
