import { randomUUIDv7 } from 'node:crypto';
import {
  type BindingRow,
  bindingTransitions,
  callingChannels,
  type channel as contract,
} from '@xyxlx/contracts/channel';
import type { AutomaticTransition } from '@xyxlx/contracts/transitions';
import type { ChannelBinding, Prisma } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import type { Deps } from '../../core/deps.ts';
import { Refusal, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { channelAddresses, refuseForeignAddress } from '../../platform/channels/channel-hosts.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { callbackSecretContext } from '../../platform/security/signed-calls/find-signer.ts';
import { bindingStateMachine, releasedAlready } from './binding-states.ts';
import { findBinding, presentBinding } from './find-binding.ts';

type Add = z.output<typeof contract.addBinding.input>;
type Edit = z.output<typeof contract.editBinding.input>;

const loggedFields = [
  'name',
  'appId',
  'externalId',
  'address',
  'state',
  'secretSetAt',
  'callbackSecretSetAt',
] as const;

/** What a secret is encrypted for: its own row and nothing else. */
export function secretContext(bindingId: string): string {
  return `channel_bindings/${bindingId}/secret`;
}

export async function addBinding(call: Call<Add, Session>): Promise<BindingRow> {
  const { session, deps } = call;
  const { secret, callbackSecret, address, ...fields } = call.input;
  const id = randomUUIDv7();
  const data = {
    ...fields,
    id,
    address: addressOf(deps, fields.channel, address),
    tenantId: session.tenantId,
    ...encrypted(deps, id, secret),
    ...callback(deps, { id, channel: fields.channel }, callbackSecret),
    createdBy: session.userName,
    updatedBy: session.userName,
  };
  return change(call, async (tx) => {
    const row = await tx.channelBinding.create({ data });
    await tx.channelRegistry.create({ data: { bindingId: row.id, tenantId: row.tenantId } });
    await log(tx, call, row, { after: differenceOf({}, row, loggedFields).after });
    return presentBinding(row, deps.clock.businessNow());
  });
}

/** Changes a binding; one whose account or secret changes must be authorised again, another callback secret counts at once. */
export async function editBinding(call: Call<Edit, Session>): Promise<BindingRow> {
  const { session, deps } = call;
  const { id, version, secret, callbackSecret, address, ...fields } = call.input;
  const { from, to }: AutomaticTransition<BindingRow['state']> = bindingTransitions.automatic.becomeOther;
  return change(call, async (tx) => {
    const before = await findBinding(tx, session, id);
    const isOther =
      secret !== undefined || fields.appId !== before.appId || fields.externalId !== before.externalId;
    const after = await updateBinding(tx, call, before, version, {
      ...fields,
      address: addressOf(deps, before.channel, address),
      ...(secret !== undefined && encrypted(deps, id, secret)),
      ...callback(deps, before, callbackSecret),
      ...(isOther && from.includes(before.state) && { state: to[0] }),
    });
    await log(tx, call, after, differenceOf(before, after, loggedFields));
    return presentBinding(after, deps.clock.businessNow());
  });
}

/** Ends a binding and deletes its secrets. */
export async function releaseBinding(
  call: Call<z.output<typeof contract.releaseBinding.input>, Session>,
): Promise<BindingRow> {
  const { session, deps } = call;
  const { id, version, reason } = call.input;
  return change(call, async (tx) => {
    const before = await findBinding(tx, session, id);
    mustAllow(bindingStateMachine, 'releaseBinding', before);
    const after = await updateBinding(tx, call, before, version, {
      state: bindingTransitions.actions.releaseBinding.to[0],
      secretCipher: null,
      secretSetAt: null,
      callbackSecretCipher: null,
      callbackSecretSetAt: null,
      expiresAt: null,
    });
    await log(tx, call, after, { ...differenceOf(before, after, loggedFields), reason });
    return presentBinding(after, deps.clock.businessNow());
  });
}

/** Moves a binding to its next version; refused where another binding of the same account is active. */
export async function updateBinding(
  tx: Transaction,
  { session, deps }: Caller,
  { id, tenantId }: ChannelBinding,
  version: number,
  data: Prisma.ChannelBindingUncheckedUpdateManyInput,
): Promise<ChannelBinding> {
  const [after] = await tx.channelBinding
    .updateManyAndReturn({
      where: { id, tenantId, version },
      data: {
        ...data,
        ...nextVersion(session, deps.clock.businessNow()),
      },
    })
    .catch((error: { code?: string }) => {
      throw error.code === 'P2002' ? boundElsewhere() : error;
    });
  if (!after) throw staleVersion();
  return after;
}

/** Writes the change to the log; no secret is in it, nor in any column that is logged. */
export async function log(
  tx: Transaction,
  by: Caller,
  { id, tenantId, name }: ChannelBinding,
  more: Partial<ReturnType<typeof differenceOf>> & { reason?: string },
): Promise<void> {
  await logChange(tx, by, { tenantId, id, label: name, ...more });
}

function addressOf(
  { settings }: Deps,
  channel: ChannelBinding['channel'],
  given: string | undefined,
): string {
  const address = given ?? channelAddresses[channel];
  refuseForeignAddress(channel, address, settings.channelHosts);
  return address;
}

function encrypted({ dataKeys, clock }: Deps, id: string, secret: string) {
  return { secretCipher: dataKeys.encrypt(secret, secretContext(id)), secretSetAt: clock.now() };
}

/** The columns of a callback secret that is set, or none where it stays; throws 406 for a channel that makes no calls. */
function callback(
  { dataKeys, clock }: Deps,
  { id, channel, state }: Pick<ChannelBinding, 'id' | 'channel'> & { state?: ChannelBinding['state'] },
  secret: string | undefined,
) {
  if (secret === undefined) return {};
  if (!callingChannels.some((one) => one === channel)) {
    throw new Refusal({
      zh: '仅支付宝、微信支付与银联可设回调密钥',
      en: 'Only Alipay, WeChat Pay and UnionPay have a callback secret',
    });
  }
  if (state === 'RELEASED') throw releasedAlready();
  return {
    callbackSecretCipher: dataKeys.encrypt(secret, callbackSecretContext(id)),
    callbackSecretSetAt: clock.now(),
  };
}

function boundElsewhere(): Refusal {
  return new Refusal({
    zh: '该渠道账号已有生效中的绑定',
    en: 'There is an active binding of this account already',
  });
}
