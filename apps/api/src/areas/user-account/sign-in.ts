import type { RequestInfo } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { Refusal } from '../../core/errors.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { countWrongTry, refuseBusyAddress } from './address-tries.ts';
import { loginRecord, openSession, type SignedIn } from './open-session.ts';
import { settleTry } from './password-tries.ts';
import { usableMembership } from './usable-membership.ts';

/** The same words and the same time for an unknown account, a wrong password, a locked and a disabled one. */
function wrongCredentials(): Refusal {
  return new Refusal({ zh: '账号或密码错误', en: 'Wrong account or password' });
}

/** Told to nobody who does not know the password. */
function initialPasswordOver(): Refusal {
  return new Refusal({
    zh: '初始密码已过期，请用“忘记密码”设置新密码，或请管理员重置',
    en: 'The initial password has expired: set a new one with “Forgot password”, or ask your administrator to reset it',
  });
}

/** Opens a session for a mobile and a password; throws 406 with one text for every reason but an initial password that is right and too old, 429 after too many wrong ones from one address. */
export async function signIn(
  deps: Deps,
  request: RequestInfo,
  input: { mobile: string; password: string },
): Promise<SignedIn> {
  const { pool } = deps.database;
  const mobile = input.mobile.toLowerCase();
  await refuseBusyAddress(deps, request);
  const [user] = await rowsOf<{ id: string; passwordHash: string; isOver: boolean }>(
    pool,
    sql`SELECT id, password_hash AS "passwordHash", coalesce(password_expires_at <= ${deps.clock.now()}::timestamptz, false) AS "isOver"
        FROM users WHERE mobile = ${mobile}`,
  );
  const isRight = user
    ? await deps.passwords.verify(user.passwordHash, input.password)
    : await deps.passwords.verifyNothing(input.password);
  const opens = await settleTry(deps, request, { mobile, isRight, isSignIn: true });
  if (!user || !opens) {
    await countWrongTry(deps, request);
    throw wrongCredentials();
  }
  await refuseBusyAddress(deps, request);
  const membership = await usableMembership(pool, deps, user.id);
  if (!membership || user.isOver) {
    await rowsOf(pool, loginRecord(deps, request, { mobile, userId: user.id, result: 'refused' }));
    throw membership ? initialPasswordOver() : wrongCredentials();
  }
  return openSession(deps, pool, request, membership);
}
