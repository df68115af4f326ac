import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { Refusal } from '../../wire/errors.ts';
import type { RequestInfo } from '../../wire/implement.ts';
import { openSession, recordLogin, type SignedIn, usableMembership } from './open-session.ts';
import { settleTry } from './password-tries.ts';

/** The same words and the same time for an unknown account, a wrong password, a locked and a disabled one. */
function wrongCredentials(): Refusal {
  return new Refusal({ zh: '账号或密码错误', en: 'Wrong account or password' });
}

/** Opens a session for a mobile and a password; throws 406 with one text for every reason. */
export async function signIn(
  deps: Deps,
  request: RequestInfo,
  input: { mobile: string; password: string },
): Promise<SignedIn> {
  const { prisma } = deps.database;
  const mobile = input.mobile.toLowerCase();
  const user = await prisma.user.findUnique({ where: { mobile }, select: { id: true, passwordHash: true } });
  const isRight = user
    ? await deps.passwords.verify(user.passwordHash, input.password)
    : await deps.passwords.verifyNothing(input.password);
  const opens = await settleTry(deps, request, { mobile, isRight, isSignIn: true });
  if (!user || !opens) throw wrongCredentials();
  const membership = await usableMembership(prisma, deps, user.id);
  if (!membership) {
    await recordLogin(prisma, deps, request, { mobile, userId: user.id, result: 'refused' });
    throw wrongCredentials();
  }
  return inTransaction(deps.database, (tx) => openSession(deps, tx, request, membership));
}
