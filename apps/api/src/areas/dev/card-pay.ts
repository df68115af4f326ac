import { callingChannels } from '@xyxlx/contracts/channel';
import type { dev } from '@xyxlx/contracts/dev';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { SigningChannel } from '../../core/signing-channel.ts';
import { authorize } from '../card-spending/authorize.ts';
import { capture } from '../card-spending/capture.ts';

type Input = z.output<typeof dev.cardPay.input>;
type Answer = z.input<typeof dev.cardPay.output>;

/** Asks for money of a card as a channel would, and takes what is approved at once; the same reference is the same payment. Throws 406 without a channel. */
export async function cardPay(call: Call<Input, Session>): Promise<Answer> {
  const session = await channelOf(call.deps, call.session);
  const asked = await authorize({ ...call, session });
  if (!asked.approved) return { ...asked, paymentNo: null };
  const { reference } = call.input;
  const whole = { reference, captureNo: reference, amount: asked.approvedAmount, final: true };
  const { paymentNo } = await capture({ ...call, session, input: whole });
  return { ...asked, paymentNo };
}

/** The tenant's first account at a channel that payments come from; nothing is signed, so it needs not be bound. */
async function channelOf({ database }: Deps, { tenantId, scope }: Session): Promise<SigningChannel> {
  const found = await database.prisma.channelBinding.findFirst({
    where: { tenantId, channel: { in: [...callingChannels] } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  if (!found) throw new Refusal({ zh: '渠道未绑定', en: 'The channel is not bound' });
  const { id: bindingId, channel, name } = found;
  return { tenantId, scope, bindingId, channel, userId: null, userName: name, roles: [] };
}
