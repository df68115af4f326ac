import type { topUp as contract, TopUpDetail } from '@xyxlx/contracts/top-up';
import { topUpStateWords } from '@xyxlx/contracts/top-up-kinds';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { askToPay } from '../channel/ask-to-pay.ts';
import { topUpOf } from './top-up.sql.ts';
import { topUpStateMachine } from './top-up-states.ts';

/** Asks the channel of a top-up for its code again; throws 406 for one that is not to be paid, and where the channel refuses or doesn't answer. */
export async function askTopUp(
  call: Call<z.output<typeof contract.askTopUp.input>, Session>,
): Promise<TopUpDetail> {
  const { input, session, deps } = call;
  const key = await change(call, async (tx) => {
    const [row] = await topUpStateMachine.lock(tx, session, [input.id]);
    if (!row) throw recordMissing();
    if (row.state !== 'WAITING') throw notToBePaid(row.state as keyof typeof topUpStateWords);
    const { tenantId, id, topUpNo, state, channel } = row;
    await logChange(tx, call, { tenantId, id, label: topUpNo, before: { state }, after: { state, channel } });
    return { tenantId, id };
  });
  const silent = await askToPay(call, key);
  if (silent) throw tryAgain(silent.text);
  return topUpOf(deps.database.pool, session, input.id);
}

function notToBePaid(state: keyof typeof topUpStateWords): Refusal {
  const { zh, en } = topUpStateWords[state];
  return new Refusal({
    zh: `当前状态为${zh}，没有付款码`,
    en: `It is ${en.toLowerCase()} and has no code to pay by`,
  });
}

function tryAgain({ zh, en }: { zh: string; en: string }): Refusal {
  return new Refusal({ zh: `${zh}，请稍后重试`, en: `${en}: try again later` });
}
