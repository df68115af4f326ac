import type { userAccount as contract, User } from '@xyxlx/contracts/user-account';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { maskMobile } from '../../platform/security/mask.ts';
import { takeCode, useUp } from '../verification-code/codes.ts';
import { visibleMembership } from './membership-scope.ts';
import { mobileFree } from './mobile-free.ts';
import { notifyOldMobile } from './notify-old-mobile.ts';
import { withOwnPassword } from './own-password.ts';
import { presentUser } from './present-user.ts';

/** Moves the caller's account to a mobile that they have proved to have, with a code; the old one is told, and the other sessions end. */
export async function updateMobile(
  call: Call<z.output<typeof contract.updateMobile.input>, Session>,
): Promise<User> {
  const { input, session, request, deps } = call;
  const mobile = input.mobile.toLowerCase();
  const before =
    input.password === undefined
      ? await deps.database.prisma.user.findUniqueOrThrow({ where: { id: session.userId } })
      : await withOwnPassword(call, input.password);
  const codeId = await takeCode(deps, request, {
    mobile,
    scene: 'updateMobile',
    code: input.verificationCode,
  });
  return change(call, async (tx) => {
    await useUp(deps, tx, codeId);
    await mobileFree(tx, mobile, session.userId);
    const { count } = await tx.user.updateMany({
      where: { id: session.userId, mobile: before.mobile, passwordHash: before.passwordHash },
      data: { mobile, ...nextVersion(session, deps.clock.now()) },
    });
    if (count === 0) throw staleVersion();
    await deps.sessions.revoke(tx, { userId: session.userId, id: { not: session.id } }, 'mobile');
    if (mobile !== before.mobile) await notifyOldMobile(deps, tx, before.mobile);
    await logChange(tx, call, {
      tenantId: session.tenantId,
      id: session.userId,
      label: session.userName,
      before: { mobile: maskMobile(before.mobile) },
      after: { mobile: maskMobile(mobile) },
    });
    return presentUser(await visibleMembership(tx, session, session.userId));
  });
}
