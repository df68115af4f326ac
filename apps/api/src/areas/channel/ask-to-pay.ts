import { topUpTransitions } from '@xyxlx/contracts/top-up';
import type { Prisma, TopUp } from '@xyxlx/database/client/client';
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
  const row = await findAsked(deps, key);
  if (row.state !== 'WAITING') return null;
  try {
    const { payText, channelNo } = await deps.paymentChannels.precreate(
      accountOf(deps, row),
      paymentOf(row, now),
    );
    const { count } = await deps.database.prisma.topUp.updateMany({
      where: { ...key, state: 'WAITING' },
      data: { payText, channelNo },
    });
    // Somebody gave it up meanwhile.
    if (count === 0) await closeAsked(by, [key]);
    return null;
  } catch (error) {
    if (error instanceof ChannelSilent) {
      deps.log.warn({ topUpNo: row.topUpNo, reason: error.message }, 'a channel did not answer');
      return error;
    }
    if (error instanceof ChannelRefused) await fail(by, key, error);
    throw error;
  }
}

/** Tells channels that nobody is to pay these any more. One that doesn't hear of it asks until its time is over, and what it takes is credited, late. */
export async function closeAsked({ deps, now }: Caller, keys: readonly Key[]): Promise<void> {
  for (const key of keys) {
    const row = await findAsked(deps, key);
    try {
      await deps.paymentChannels.close(accountOf(deps, row), paymentOf(row, now));
    } catch (error) {
      const reason = (error as Error).message;
      deps.log.warn({ topUpNo: row.topUpNo, reason }, 'a channel did not close a payment');
    }
  }
}

/**
 * Asks the channel that a payment came by to pay it back, by a refund's number, under which it does so once; to be called outside any transaction.
 * Throws `ChannelRefused` for a no, and `ChannelSilent` for what is none.
 */
export async function askToRefund(deps: Deps, { tenantId, id }: Key): Promise<void> {
  const refund = await deps.database.prisma.channelRefund.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
  });
  const { refundNo: no, amount, reason, topUpId, createdAt: at } = refund;
  const row = await findAsked(deps, { tenantId, id: topUpId });
  await deps.paymentChannels.refund(accountOf(deps, row), paymentOf(row, at), {
    ...{ no, amount: Number(amount), reason, at, flowNo: row.channelFlowNo ?? '' },
  });
}

type Asked = Awaited<ReturnType<typeof findAsked>>;

/** A top-up by a channel, with the account that asks for it. */
async function findAsked({ database }: Deps, { tenantId, id }: Key) {
  return database.prisma.topUp.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
    include: { binding: true, order: { select: { orderNo: true } } },
  });
}

function paymentOf({ topUpNo: no, amount, closesAt, order }: Asked, now: Date): Payment {
  return {
    ...{ no, amount: Number(amount), subject: order ? `购卡 ${order.orderNo}` : `充值 ${no}` },
    openFor: (closesAt?.getTime() ?? now.getTime()) - now.getTime(),
  };
}

function accountOf({ dataKeys }: Deps, { binding }: Asked): PayingAccount {
  if (!binding?.secretCipher) throw new ChannelRefused(noSecret().text);
  const { id, address, appId, externalId, secretCipher } = binding;
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
