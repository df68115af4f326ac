import type { BindingRow, channel as contract } from '@xyxlx/contracts/channel';
import type { ChannelBinding } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { bindingStateMachine, noSecret } from './binding-states.ts';
import { log, secretContext, updateBinding } from './change-binding.ts';
import { type Check, checkConnection } from './check-connection.ts';
import { findBinding, presentBinding } from './find-binding.ts';

/** An authorisation lasts a year, then it is given again. */
const lifetime = 365 * 24 * 60 * 60_000;

type Tested = z.input<typeof contract.testBinding.output>;

/** 测试连接: asks the channel and keeps what it said; the state stays. */
export async function testBinding(call: Call<{ id: string }, Session>): Promise<Tested> {
  const { input, session, request, deps } = call;
  const row = await findBinding(deps.database.prisma, session, input.id);
  const check = await checkOf(deps, row);
  const binding = await change(call, async (tx) => {
    const after = await tx.channelBinding.update({
      where: { tenantId_id: { tenantId: row.tenantId, id: row.id } },
      data: checkColumns(deps, check),
    });
    await log(tx, call, after, { after: { ok: check.ok, message: check.message.zh } });
    return presentBinding(after, deps.clock.businessNow());
  });
  return { ok: check.ok, message: check.message[request.language], elapsedMs: check.elapsedMs, binding };
}

/** 授权 and 重新授权: 授权中 while the channel is asked, then 已绑定 or 已失效. What ends in between is authorised again. */
export async function authorizeBinding(
  call: Call<z.output<typeof contract.authorizeBinding.input>, Session>,
): Promise<BindingRow> {
  const { input, session, deps } = call;
  const asked = await change(call, async (tx) => {
    const before = await findBinding(tx, session, input.id);
    mustAllow(bindingStateMachine, 'authorizeBinding', before);
    if (before.secretCipher === null) throw noSecret();
    const after = await updateBinding(tx, call, before, input.version, { state: 'AUTHORIZING' });
    await log(tx, call, after, differenceOf(before, after, ['state']));
    return after;
  });
  // Outside any transaction: the channel may take its time.
  const check = await checkOf(deps, asked);
  return change(call, async (tx) => {
    const now = deps.clock.businessNow();
    const bound = {
      state: 'BOUND' as const,
      authorizedAt: now,
      expiresAt: new Date(now.getTime() + lifetime),
    };
    const after = await updateBinding(tx, call, asked, asked.version, {
      ...checkColumns(deps, check),
      ...(check.ok ? bound : { state: 'INVALID' as const }),
    });
    await log(tx, call, after, differenceOf(asked, after, ['state', 'lastCheckMessage']));
    return presentBinding(after, now);
  });
}

async function checkOf(deps: Deps, { id, secretCipher, ...row }: ChannelBinding): Promise<Check> {
  if (secretCipher === null) throw noSecret();
  const secret = deps.dataKeys.decrypt(secretCipher, secretContext(id));
  return checkConnection({ ...row, secret }, deps.settings.channelHosts, deps.clock.now());
}

function checkColumns({ clock }: Deps, { ok, message }: Check) {
  return { lastCheckAt: clock.now(), lastCheckOk: ok, lastCheckMessage: message.zh };
}
