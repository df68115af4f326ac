import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import { settleTry } from './password-tries.ts';

/** The caller's own account, once they have said its password; a wrong one is 406 and counts like one at sign-in. */
export async function withOwnPassword(
  { session, request, deps }: Caller,
  password: string,
): Promise<{ id: string; mobile: string; passwordHash: string }> {
  const user = await deps.database.prisma.user.findUniqueOrThrow({ where: { id: session.userId } });
  const isRight = await deps.passwords.verify(user.passwordHash, password);
  if (await settleTry(deps, request, { mobile: user.mobile, isRight, isSignIn: false })) return user;
  throw new Refusal({ zh: '当前密码错误', en: 'The current password is wrong' });
}
