import { topUpTransitions } from '@xyxlx/contracts/top-up';
import type { ChannelBinding, Prisma, TopUp } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import type { Deps } from '../../core/deps.ts';
import { ChannelRefused, ChannelSilent } from '../../platform/channels/channel-errors.ts';
import type { PayingAccount, Payment } from '../../platform/channels/payment-channel.ts';
import { change } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { writeState } from '../../platform/records/change-state.ts';
import type { RecordOf } from '../../platform/records/stateful-record.ts';
import { noSecret } from './binding-states.ts';
import { secretContext } from './change-binding.ts';

interface Key {
  tenantId: string;
  id: string;
}

const topUpStates: Pick<
  RecordOf<typeof topUpTransitions, TopUp, Prisma.TopUpUncheckedUpdateManyInput>,
  'table' | 'update'
> = {
  table: topUpTransitions,
  update: (tx, where, data) => tx.topUp.updateMany({ where, data }),
};

/**
 * Has the channel of a top-up make what its payer scans; to be called outside any transaction, for the channel may take its time. One
 * that doesn't answer is told by its words, and the top-up waits to be asked for again; one that refuses fails it (406).
 */
export async function askToPay(by: Caller, key: Key): Promise<ChannelSilent | null> {
  const { deps, now } = by;
  const topUp = await paymentOf(deps, key);
  if (topUp?.state !== 'WAITING') return null;
  try {
    const { payText, channelNo } = await deps.paymentChannels.precreate(topUp.account, topUp.payment(now));
    const { count } = await deps.database.prisma.topUp.updateMany({
      where: { ...key, state: 'WAITING' },
      data: { payText, channelNo },
    });
    // Somebody gave it up meanwhile.
    if (count === 0) await closeAsked(by, [key]);
    return null;
  } catch (error) {
    if (error instanceof ChannelSilent) {
      deps.log.warn({ topUpNo: topUp.no, reason: error.message }, 'a channel did not answer');
      return error;
    }
    if (error instanceof ChannelRefused) await fail(by, key, error);
    throw error;
  }
}

/** Tells channels that nobody is to pay these any more. One that doesn't hear of it asks until its time is over, and what it takes is credited, late. */
export async function closeAsked({ deps, now }: Caller, keys: readonly Key[]): Promise<void> {
  for (const key of keys) {
    const topUp = await paymentOf(deps, key);
    await topUp?.close(now).catch((error: Error) => {
      deps.log.warn({ topUpNo: topUp.no, reason: error.message }, 'a channel did not close a payment');
    });
  }
}

/** A top-up by a channel, as the channel is asked for it; undefined where the account has no secret any more. */
async function paymentOf(deps: Deps, { tenantId, id }: Key) {
  const row = await deps.database.prisma.topUp.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
    include: { binding: true, order: { select: { orderNo: true } } },
  });
  const { binding, state, topUpNo: no, amount, closesAt, order } = row;
  if (!binding) return undefined;
  const account = accountOf(deps, binding);
  const payment = (now: Date): Payment => ({
    ...{ no, amount: Number(amount), subject: order ? `购卡 ${order.orderNo}` : `充值 ${no}` },
    openFor: (closesAt?.getTime() ?? now.getTime()) - now.getTime(),
  });
  const close = (now: Date) => deps.paymentChannels.close(account, payment(now));
  return { no, state, account, payment, close };
}

function accountOf({ dataKeys }: Deps, binding: ChannelBinding): PayingAccount {
  const { id, address, appId, externalId, secretCipher } = binding;
  if (secretCipher === null) throw noSecret();
  const channel = binding.channel as PayingAccount['channel'];
  return { channel, address, appId, externalId, secret: dataKeys.decrypt(secretCipher, secretContext(id)) };
}

async function fail(by: Caller, { tenantId, id }: Key, refusal: ChannelRefused): Promise<void> {
  await change(by, async (tx) => {
    const [row] = await tx.topUp.findMany({ where: { tenantId, id, state: 'WAITING' } });
    if (!row) return;
    await writeState(tx, by, topUpStates, 'fail', [row]);
    await logChange(tx, by, {
      ...{ tenantId, id, label: row.topUpNo, reason: refusal.text.zh },
      before: { state: row.state },
      after: { state: 'FAILED' },
    });
  });
}
