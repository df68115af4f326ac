import type { CardOrderDetail, cardOrder as contract } from '@xyxlx/contracts/card-order';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { changeOne } from '../../platform/records/change-state.ts';
import { orderOf } from './order.sql.ts';
import { cardMake, startOrderJob } from './order-jobs.ts';
import { orderStateMachine } from './order-states.ts';
import { cardsToMake } from './refundable.sql.ts';

/** Has all cards of an order that is paid made, by a job, but those that were given back. */
export async function makeOrder(
  call: Call<z.output<typeof contract.makeOrder.input>, Session>,
): Promise<CardOrderDetail> {
  const { input, session } = call;
  return change(call, async (tx) => {
    await changeOne(tx, call, making, 'makeOrder', input);
    return orderOf(tx, session, input.id);
  });
}

const making: typeof orderStateMachine = {
  ...orderStateMachine,
  effects: {
    makeOrder: async (tx, by, [row]) => {
      if (!row) return {};
      return {
        jobId: await startOrderJob(tx, by, row, { kind: cardMake, total: await cardsToMake(tx, row) }),
      };
    },
  },
};
