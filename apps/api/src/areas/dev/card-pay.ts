import { callingChannels } from '@xyxlx/contracts/channel';
import type { dev } from '@xyxlx/contracts/dev';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { SigningChannel } from '../../core/signing-channel.ts';
import { isBound } from '../../platform/security/signed-calls/find-signer.ts';
import { authorize, namedCard, refusalOf } from '../card-spending/authorize.ts';
import { capture } from '../card-spending/capture.ts';
import { seesCard } from '../card-spending/card-of-call.sql.ts';

type Input = z.output<typeof dev.cardPay.input>;
type Answer = z.input<typeof dev.cardPay.output>;

/**
 * Asks for money of a card as a channel would, and takes what is approved at once; the same reference is the same payment. A card that the
 * caller doesn't see is as if it were unknown. Throws 406 without a bound channel.
 */
export async function cardPay(call: Call<Input, Session>): Promise<Answer> {
  const isSeen = await seesCard(call.deps.database.pool, call.session, namedCard(call));
  if (!isSeen) return { ...refusalOf('14', call.request.language), paymentNo: null };
  const session = await channelOf(call.deps, call.session);
  const asked = await authorize({ ...call, session });
  if (!asked.approved) return { ...asked, paymentNo: null };
  const { reference } = call.input;
  const whole = { reference, captureNo: reference, amount: asked.approvedAmount, final: true };
  const { paymentNo } = await capture({ ...call, session, input: whole });
  return { ...asked, paymentNo };
}

/** The tenant's first bound account at a channel that payments come from: no other one could ask by a signed call. */
async function channelOf({ database, clock }: Deps, { tenantId, scope }: Session): Promise<SigningChannel> {
  const bindings = await database.prisma.channelBinding.findMany({
    where: { tenantId, channel: { in: [...callingChannels] }, state: 'BOUND' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const found = bindings.find((binding) => isBound(binding, clock.businessNow()));
  if (!found) throw notBound();
  const { id: bindingId, channel, name } = found;
  return { tenantId, scope, bindingId, channel, userId: null, userName: name, roles: [] };
}

function notBound(): Refusal {
  return new Refusal({
    zh: '渠道未绑定：请先绑定支付渠道，本机可运行 npm run stub:channel',
    en: 'No payment channel is bound: bind one first, on this machine by npm run stub:channel',
  });
}
