import type { BulkResult } from '@xyxlx/contracts/bulk';
import type { LotteryRecord } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { post } from '../../platform/ledger/post.ts';
import { assessEach } from '../../platform/records/bulk.ts';
import { logStates, writeState } from '../../platform/records/change-state.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { maskAccount } from '../../platform/security/mask.ts';
import { lotteryStateMachine } from './lottery-states.ts';
import { lotteryPostings } from './postings.ts';

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
  by: Caller,
  deliveries: readonly Delivery[],
): Promise<BulkResult> {
  const given = new Map(deliveries.map((delivery) => [delivery.id.toLowerCase(), delivery]));
  const ids = [...given.values()].map(({ id }) => id);
  const draws = await lotteryStateMachine.lock(tx, by.session, ids);
  const taken = await takenCodes(tx, draws, deliveries);
  const delivered: (Delivery & { draw: LotteryRecord })[] = [];
  const { result } = assessEach({ ids, language: by.request.language }, draws, (draw) => {
    const delivery = given.get(draw.id) as Delivery;
    mustAllow(lotteryStateMachine, 'deliverLottery', draw);
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
  // Each with a code of its own. Of two who give the same at once the unique key lets the second try again, and see it taken.
  const update: typeof lotteryStateMachine.update = async (_tx, { state: from }) => ({
    count: await tx.$executeRaw`
    UPDATE lottery_records c SET state = 'AWARDED', awarded_at = ${by.now}::timestamptz, delivery_no = g.no, carrier = g.carrier,
      updated_at = ${by.now}::timestamptz, updated_by = ${by.session.userName}
    FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb) AS g(tenant uuid, id uuid, no text, carrier text)
    WHERE c.tenant_id = g.tenant AND c.id = g.id AND c.state::text = ANY(${from.in}::text[])`,
  });
  const done = delivered.map(({ draw }) => draw);
  await writeState(tx, by, { ...lotteryStateMachine, update }, 'deliverLottery', done);
  await post(tx, lotteryPostings, done);
  const codeOf = new Map(delivered.map((one) => [one.draw.id, one]));
  const after = (draw: LotteryRecord) => {
    const { deliveryNo, carrier } = codeOf.get(draw.id) as Delivery;
    return {
      deliveryNo: draw.prizeType === 'COUPON' ? maskAccount(deliveryNo) : deliveryNo,
      ...(carrier !== null && { carrier }),
    };
  };
  await logStates(tx, by, lotteryStateMachine, 'deliverLottery', done, { after });
  return result;
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

function needsCarrier(): Refusal {
  return new Refusal({ zh: '实物须填写快递公司', en: 'Goods need their carrier' });
}

function needsNoCarrier(): Refusal {
  return new Refusal({ zh: '券只填写券码，无需快递公司', en: 'A coupon has a code and no carrier' });
}
