import { createHash } from 'node:crypto';
import type { ChannelNotice } from '@xyxlx/database/client/client';
import type { Call } from '../../core/call.ts';
import type { Refusal } from '../../core/errors.ts';
import type { SigningChannel } from '../../core/signing-channel.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

type Told = Call<unknown, SigningChannel>;

/**
 * What the tenant knows under a number that a channel tells of: null where it is the first time. Throws `taken` where it was another
 * binding's, another body's, or nobody told of it.
 */
export async function toldBefore(
  tx: Transaction,
  { session: { tenantId, bindingId }, input }: Told,
  number: string,
  taken: () => Refusal,
): Promise<ChannelNotice | null> {
  const notice = await tx.channelNotice.findUnique({ where: { tenantId_number: { tenantId, number } } });
  if (notice && notice.bodyHash !== bodyHash(bindingId, input)) throw taken();
  return notice;
}

/**
 * Keeps what was told under a number, in the transaction of what it did. Of two that are told at once the second can't be kept: its
 * transaction is tried again, and finds the first.
 */
export async function keepNotice(
  tx: Transaction,
  { session: { tenantId, bindingId }, input, now }: Told,
  notice: Pick<ChannelNotice, 'number' | 'consumptionId'> & { refunded?: number },
): Promise<void> {
  const data = { ...notice, tenantId, bodyHash: bodyHash(bindingId, input), createdAt: now };
  await tx.channelNotice.create({ data });
}

/** The same for one binding's input, whatever the order of its fields: a contract has no objects within it. */
function bodyHash(bindingId: string, input: unknown): string {
  const fields = Object.entries(input as object).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([bindingId, fields]))
    .digest('hex');
}
