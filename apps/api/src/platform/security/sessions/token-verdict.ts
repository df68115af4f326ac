import type { Claims } from './token.ts';

/** What decides over a token: the generations and the times of its session. */
interface Lifetimes {
  gen: number;
  expiredGen: number;
  lastRefreshAt: Date;
  absoluteExpiresAt: Date;
  revokedAt: Date | null;
  admitted: boolean;
}

/** `over`: 403. `expired`: 402. `current`, `previous`: go on. */
type Verdict = 'over' | 'expired' | 'current' | 'previous';

/** Whether a session can still be used or refreshed at `now`. */
export function isSessionOpen(
  session: Omit<Lifetimes, 'gen' | 'expiredGen'>,
  now: Date,
  idleTtl: number,
): boolean {
  return (
    session.revokedAt === null &&
    session.admitted &&
    now < session.absoluteExpiresAt &&
    now.getTime() < session.lastRefreshAt.getTime() + idleTtl
  );
}

/** Whether a token's own time is not up. */
function isUnexpired(claims: Pick<Claims, 'gen' | 'expiresAt'>, expiredGen: number, now: Date): boolean {
  return claims.gen > expiredGen && now < claims.expiresAt;
}

/** What becomes of a request that carries a token of this session. */
export function tokenVerdict(
  claims: Pick<Claims, 'gen' | 'expiresAt'>,
  session: Lifetimes,
  now: Date,
  idleTtl: number,
): Verdict {
  if (!isSessionOpen(session, now, idleTtl)) return 'over';
  if (!isUnexpired(claims, session.expiredGen, now)) return 'expired';
  if (claims.gen === session.gen) return 'current';
  return claims.gen === session.gen - 1 ? 'previous' : 'expired';
}
