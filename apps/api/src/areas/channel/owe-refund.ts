import type { TopUp } from '@xyxlx/database/client/client';
import type { Transaction } from '../../platform/db/transaction.ts';

/** A refund that somebody has agreed to, amounts in fen. */
interface Agreed {
  no: string;
  amount: bigint;
  reason: string;
  /** What it is: a refund of an order, or of a top-up. */
  of: { orderRefundId: string } | { reversalId: string };
}

/**
 * Has the channel that a payment came by pay this back; it is asked after the commit, by the clock, until it says yes or no. What came by a transfer
 * no channel pays back.
 */
export async function oweRefund(
  tx: Transaction,
  { session, now }: { session: { userName: string }; now: Date },
  { tenantId, id: topUpId, channel }: Pick<TopUp, 'tenantId' | 'id' | 'channel'>,
  { no: refundNo, amount, reason, of }: Agreed,
): Promise<void> {
  if (channel === 'TRANSFER') return;
  const by = session.userName;
  await tx.channelRefund.create({
    data: {
      ...{ tenantId, topUpId, refundNo, amount, reason, ...of, dueAt: now },
      ...{ createdAt: now, createdBy: by, updatedAt: now, updatedBy: by },
    },
  });
}
