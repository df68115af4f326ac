import type { Call } from '../../core/call.ts';
import { Refusal } from '../../core/errors.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { codeRefused, takeCode, useUp } from '../verification-code/codes.ts';
import { secretHash, signOnLife } from './sign-on-secret.ts';
import { accountOwner, usableMembership } from './usable-membership.ts';

/** Binds who the provider said it is to the account whose owner has the code; returns the user's id. */
export async function bindAccount(
  call: Call<{ bindTicket: string; mobile: string; verificationCode: string }, undefined>,
): Promise<string> {
  const { input, request, deps } = call;
  const { database, clock } = deps;
  const mobile = input.mobile.toLowerCase();
  const ticketHash = secretHash(input.bindTicket);
  const ticket = await database.prisma.signOn.findUnique({ where: { ticketHash } });
  // The state had its own time before the ticket was made.
  const isLate = ticket && clock.now().getTime() - ticket.startedAt.getTime() > 2 * signOnLife;
  if (!ticket?.externalId || ticket.boundAt || isLate) throw ticketGone();
  const { provider, externalId, displayName } = ticket;

  const codeId = await takeCode(deps, request, {
    mobile,
    scene: 'bindAccount',
    code: input.verificationCode,
  });
  const user = await database.prisma.user.findUnique({ where: { mobile } });
  const membership = user && (await usableMembership(deps.database.pool, deps, user.id));
  if (!user || !membership) throw codeRefused();

  await inTransaction(database, async (tx) => {
    await useUp(deps, tx, codeId);
    const { count } = await tx.signOn.updateMany({
      where: { id: ticket.id, boundAt: null },
      data: { boundAt: clock.now() },
    });
    const bound = await tx.externalAccount.createMany({
      data: { provider, externalId, displayName, userId: user.id, createdAt: clock.now() },
      skipDuplicates: true,
    });
    if (count === 0 || bound.count === 0) throw ticketGone();
    await logChange(
      tx,
      { ...call, session: accountOwner(membership) },
      {
        tenantId: membership.tenantId,
        id: user.id,
        label: user.name,
        after: { provider },
      },
    );
  });
  return user.id;
}

function ticketGone(): Refusal {
  return new Refusal({
    zh: '绑定已失效，请重新登录',
    en: 'This binding is no longer valid, please start again',
  });
}
