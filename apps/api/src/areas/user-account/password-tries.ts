import type { RequestInfo } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { maskMobile } from '../../platform/security/mask.ts';

/** After so many wrong passwords in a row the account is locked for `lockTime` ms, counted across replicas. */
const maxTries = 10;
const lockTime = 30 * 60_000;

interface Try {
  mobile: string;
  isRight: boolean;
  /** A sign-in, which the login log has; otherwise somebody signed in says the old password. */
  isSignIn: boolean;
}

/**
 * Writes down whether a password was right, and says whether it opens the account: never while that is locked.
 * The account's row serialises concurrent tries: a right password counts only if fewer than `maxTries` wrong ones were written before it.
 * One statement and one commit for every account, so that the time does not tell whether there is one.
 */
export async function settleTry(
  { database, clock }: Deps,
  { ip, device }: RequestInfo,
  { mobile, isRight, isSignIn }: Try,
): Promise<boolean> {
  const now = clock.now();
  const lockedUntil = new Date(now.getTime() + lockTime);
  const { rows } = await database.pool.query<{ opens: boolean }>({
    name: 'settle-try',
    text: `
      WITH account AS (SELECT id FROM users WHERE mobile = $1),
      settled AS (
        UPDATE users SET
          failed_tries = CASE WHEN $2 THEN 0 WHEN locked_until IS NULL THEN failed_tries + 1 ELSE 1 END,
          locked_until = CASE WHEN NOT $2 AND locked_until IS NULL AND failed_tries + 1 >= $6 THEN $5::timestamptz END
        WHERE mobile = $1 AND (locked_until IS NULL OR locked_until <= $4)
        RETURNING id, failed_tries),
      alarmed AS (
        INSERT INTO security_events (kind, user_id, ip, detail, created_at)
        SELECT 'account-locked', id, $7, jsonb_build_object('tries', failed_tries), $4 FROM settled WHERE failed_tries >= $6),
      recorded AS (
        INSERT INTO login_records (user_id, mobile, result, device, ip, created_at)
        SELECT (SELECT id FROM account), $8, 'refused', $9, $7, $4 WHERE $3 AND NOT ($2 AND EXISTS (SELECT FROM settled)))
      SELECT $2 AND EXISTS (SELECT FROM settled) AS opens`,
    values: [mobile, isRight, isSignIn, now, lockedUntil, maxTries, ip, maskMobile(mobile), device],
  });
  return rows[0]?.opens ?? false;
}
