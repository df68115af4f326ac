import type { topUp as contract } from '@xyxlx/contracts/top-up';
import type { TopUpState } from '@xyxlx/contracts/top-up-kinds';
import type { TopUp } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { SigningChannel } from '../../core/signing-channel.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { post } from '../../platform/ledger/post.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import { creditTopUp } from '../fund/credit-top-up.ts';
import { topUpPostings } from '../fund/postings.ts';
import { tellDiverted, tellException } from '../fund/tell-exception.ts';
import { topUpStateMachine } from './top-up-states.ts';

type Told = Call<z.output<typeof contract.notifyTopUp.input>, SigningChannel>;
type Answer = z.input<typeof contract.notifyTopUp.output>;

/** Takes what a channel tells of a top-up: money that came is credited once a flow number, whenever and however often it is told. */
export async function notifyTopUp(call: Told): Promise<Answer> {
  const answer = await inTransaction(call.deps.database, (tx) => take(tx, call));
  // What doesn't fit is kept for somebody to look at, and refused all the same.
  if (answer instanceof Refusal) throw answer;
  return answer;
}

async function take(tx: Transaction, call: Told): Promise<Answer | Refusal> {
  const { input, session, now } = call;
  const topUp = await lockTopUp(tx, session, input.topUpNo);
  const { tenantId, id, amount } = topUp;
  const state = topUp.state as TopUpState;
  if (input.status === 'SUCCESS') await refuseUsed(tx, session, topUp, input.flowNo);
  if (input.amount !== Number(amount)) {
    if (topUp.toldAmount !== BigInt(input.amount)) {
      const where = { tenantId_id: { tenantId, id } };
      await tx.topUp.update({
        where,
        data: { toldAmount: input.amount, updatedAt: now, updatedBy: session.userName },
      });
      await keep(tx, call, topUp, { told: input.status, toldAmount: input.amount, flowNo: input.flowNo });
      await tellException(tx, topUp, {
        zh: '渠道通知的金额不一致',
        en: 'the channel told of another amount',
      });
    }
    return new Refusal({ zh: '金额不一致', en: 'The amount is another' });
  }
  if (input.status === 'PAYING') {
    if (state === 'WAITING') await writeState(tx, call, topUpStateMachine, 'beginPaying', [topUp]);
    return { state: state === 'WAITING' ? 'PAYING' : state };
  }
  if (input.status === 'FAILED') return fail(tx, call, topUp);
  if (state === 'SUCCESS' || state === 'REFUNDED') {
    if (topUp.channelFlowNo === input.flowNo) return { state };
    await tellException(tx, topUp, {
      zh: '渠道通知了另一笔付款',
      en: 'the channel told of another payment of it',
    });
    await keep(tx, call, topUp, { told: input.status, flowNo: input.flowNo });
    return new Refusal({ zh: '充值已由另一渠道流水号入账', en: 'It was credited under another flow number' });
  }
  const isPaidFor = topUp.orderId !== null;
  const isOver = state === 'CLOSED' || state === 'FAILED';
  const { isLate, divertedFor } = await creditTopUp(tx, call, topUp, {
    ...{ externalNo: input.flowNo, by: session.userName },
  });
  const late = isPaidFor ? isLate : isOver;
  const columns = { channelFlowNo: input.flowNo, late, divertedFor };
  await writeState(tx, call, topUpStateMachine, 'succeed', [topUp], { columns });
  await post(tx, topUpPostings, [topUp]);
  await keep(tx, call, topUp, {
    state: 'SUCCESS',
    flowNo: input.flowNo,
    late,
    ...(divertedFor && { divertedFor }),
  });
  if (late)
    await tellException(tx, topUp, { zh: '关闭或失败后到账（迟到）', en: 'paid after it was over (late)' });
  if (divertedFor) await tellDiverted(tx, topUp, divertedFor);
  return { state: 'SUCCESS' };
}

/** Money that came stays: a failure that is told after it is looked at by somebody. */
async function fail(tx: Transaction, call: Told, topUp: TopUp): Promise<Answer> {
  const state = topUp.state as TopUpState;
  if (state === 'WAITING' || state === 'PAYING') {
    await writeState(tx, call, topUpStateMachine, 'fail', [topUp]);
    await keep(tx, call, topUp, { state: 'FAILED', flowNo: call.input.flowNo });
    return { state: 'FAILED' };
  }
  if (state === 'SUCCESS') {
    await keep(tx, call, topUp, { told: 'FAILED', flowNo: call.input.flowNo });
    await tellException(tx, topUp, {
      zh: '成功后渠道又通知失败',
      en: 'the channel told of a failure after its success',
    });
  }
  return { state };
}

function keep(
  tx: Transaction,
  call: Told,
  { tenantId, id, topUpNo, state }: TopUp,
  after: object,
): Promise<void> {
  return logChange(tx, call, { tenantId, id, label: topUpNo, before: { state }, after: { ...after } });
}

/** A top-up of the binding, locked after the order that it pays; throws 406 for any other, as for none. */
async function lockTopUp(
  tx: Transaction,
  { tenantId, bindingId }: SigningChannel,
  topUpNo: string,
): Promise<TopUp> {
  await tx.$executeRaw`SELECT FROM top_ups t JOIN card_orders o ON o.tenant_id = t.tenant_id AND o.id = t.order_id
    WHERE t.tenant_id = ${tenantId}::uuid AND t.top_up_no = ${topUpNo} AND t.binding_id = ${bindingId}::uuid FOR NO KEY UPDATE OF o`;
  const [found] = await rowsOf<{ id: string }>(
    tx,
    sql`SELECT t.id FROM top_ups t
        WHERE t.tenant_id = ${tenantId}::uuid AND t.top_up_no = ${topUpNo} AND t.binding_id = ${bindingId}::uuid FOR UPDATE`,
  );
  if (!found) throw recordMissing();
  return tx.topUp.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: found.id } } });
}

/** Throws 406 where another top-up was credited for the flow number; of two at once the key makes the second come here again. */
async function refuseUsed(
  tx: Transaction,
  { tenantId, bindingId }: SigningChannel,
  { id }: TopUp,
  channelFlowNo: string,
): Promise<void> {
  const where = { tenantId_bindingId_channelFlowNo: { tenantId, bindingId, channelFlowNo } };
  const used = await tx.topUp.findUnique({ where, select: { id: true } });
  if (used && used.id !== id) {
    throw new Refusal({ zh: '渠道流水号已使用', en: 'The flow number is used already' });
  }
}
