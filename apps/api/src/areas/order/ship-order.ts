import type { CardOrderDetail, cardOrder as contract } from '@xyxlx/contracts/card-order';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { logStates, writeState } from '../../platform/records/change-state.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { postEarned } from './earn.ts';
import { orderOf } from './order.sql.ts';
import { cardShip, startOrderJob } from './order-jobs.ts';
import { orderStateMachine } from './order-states.ts';

/** Sends the cards of an order: what making and sending cost is earned, and a job lets its anonymous cards be activated. */
export async function shipOrder(
  call: Call<z.output<typeof contract.shipOrder.input>, Session>,
): Promise<CardOrderDetail> {
  const { input, session, now } = call;
  const { carrier, trackingNo } = input;
  return change(call, async (tx) => {
    const [row] = await orderStateMachine.lock(tx, session, [input.id]);
    if (!row) throw recordMissing();
    mustAllow(orderStateMachine, 'shipOrder', row);
    if (row.version !== input.version) throw staleVersion();
    const { tenantId, id: orderId } = row;
    const {
      _sum: { quantity: anonymous },
    } = await tx.cardOrderLine.aggregate({
      where: { tenantId, orderId, naming: 'ANONYMOUS' },
      _sum: { quantity: true },
    });
    const jobId = anonymous ? await startOrderJob(tx, call, row, { kind: cardShip, total: anonymous }) : null;
    const sent = { carrier, trackingNo };
    await writeState(tx, call, orderStateMachine, 'shipOrder', [row], {
      columns: { ...sent, shippedAt: now, earnedAt: now, jobId },
    });
    await postEarned(tx, row);
    await logStates(tx, call, orderStateMachine, 'shipOrder', [row], { after: () => sent });
    return orderOf(tx, session, orderId);
  });
}
