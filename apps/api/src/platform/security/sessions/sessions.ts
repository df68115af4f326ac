import type { PrismaClient } from '@xyxlx/database/client/client';
import type { Clock } from '../../../core/clock.ts';
import { SignInAgain, TokenExpired } from '../../../core/errors.ts';
import type { Session, SessionState } from '../../../core/session.ts';
import type { Database } from '../../db/database.ts';
import type { Queryable, Sql } from '../../db/sql.ts';
import { publishEnded } from './ended-sessions.ts';
import { makeReadSession } from './read-session.ts';
import { makeRotate } from './rotate.ts';
import { type RevokeReason, sessionOver } from './session-over.ts';
import { confirmGeneration, insertSession } from './session-queries.ts';
import type { Claims, Tokens } from './token.ts';
import { isSessionOpen, tokenVerdict } from './token-verdict.ts';

type Transaction = Pick<PrismaClient, 'session' | 'securityEvent' | '$executeRaw'>;

interface SessionLifetimes {
  refreshIdleTtl: number;
  sessionMaxTtl: number;
  refreshGrace: number;
}

interface Device {
  device: string;
  ip: string;
}

/** Opens, checks, renews and ends sessions. */
export type Sessions = ReturnType<typeof makeSessions>;

/** Makes the session service; each call asks the database, which is the truth. */
export function makeSessions(database: Database, tokens: Tokens, clock: Clock, lifetimes: SessionLifetimes) {
  const { prisma, pool } = database;
  const readSession = makeReadSession(pool, clock);
  const idleTtl = lifetimes.refreshIdleTtl;
  const rotate = makeRotate(pool, clock, idleTtl);

  /** Opens a session, and with it, in one statement, runs those that record it. */
  async function open(
    client: Queryable,
    { userId, tenantId }: { userId: string; tenantId: string },
    { device, ip }: Device,
    records: readonly Sql[] = [],
  ): Promise<{ id: string; token: string }> {
    const now = clock.now();
    const { id, gen } = await insertSession(
      client,
      {
        userId,
        tenantId,
        device,
        ip,
        now,
        absoluteExpiresAt: new Date(now.getTime() + lifetimes.sessionMaxTtl),
      },
      records,
    );
    return { id, token: tokens.sign({ id, userId, gen, rotatedAt: now }) };
  }

  /** The caller behind a token; throws 402 or 403. */
  async function authenticate(token: string | undefined): Promise<Session> {
    const { claims, state } = await known(token);
    const verdict = tokenVerdict(claims, state, clock.now(), idleTtl);
    if (verdict === 'over') throw sessionOver(state, clock.now());
    if (verdict === 'expired') throw new TokenExpired();
    if (verdict === 'current' && state.confirmedGen < state.gen) {
      await confirmGeneration(pool, state.id, state.gen);
    }
    return state.caller;
  }

  /** The caller behind a token that may have expired; throws 403 when the session is over. */
  async function authenticateRefreshable(token: string | undefined): Promise<Session> {
    const { state } = await known(token);
    if (!isSessionOpen(state, clock.now(), idleTtl)) throw sessionOver(state, clock.now());
    return state.caller;
  }

  /** Who opened a session, as they are now, for work that outlives it; null when they are no longer admitted. */
  async function callerOf(sessionId: string): Promise<Session | null> {
    const state = await readSession(sessionId);
    return state?.admitted ? state.caller : null;
  }

  async function known(token: string | undefined): Promise<{ claims: Claims; state: SessionState }> {
    const claims = token ? tokens.read(token) : null;
    const state = claims && (await readSession(claims.sessionId));
    if (!claims || !state || state.userId !== claims.userId) throw new SignInAgain();
    return { claims, state };
  }

  /** The token that follows the presented one, which `authenticateRefreshable` has let in; throws 403, never 402. */
  async function refresh(token: string, device: Device): Promise<string> {
    const claims = tokens.read(token);
    if (!claims) throw new SignInAgain();
    const now = clock.now();
    const next = await rotate({ ...claims, isExpired: now >= claims.expiresAt });
    if (next) return tokens.sign({ id: claims.sessionId, userId: claims.userId, ...next });
    // Where many refresh at once one of them rotates: the others see its row without waiting in line for a lock.
    const { state } = await known(token);
    if (!isSessionOpen(state, now, idleTtl)) throw sessionOver(state, now);
    if (claims.gen === state.gen) return token;
    const successor = successorOf(claims, state, now);
    if (successor) return successor;
    await revokeReused(claims, device, now);
    throw sessionOver({ ...state, revokedReason: 'reuse' }, now);
  }

  /** The current token, in answer to the one just before it: it was not used yet, or was issued only a moment ago (the grace). */
  function successorOf(
    claims: Claims,
    row: Omit<SessionState, 'caller' | 'admitted'>,
    now: Date,
  ): string | null {
    if (row.revokedAt || claims.gen !== row.gen - 1) return null;
    const isRecent = now.getTime() - row.rotatedAt.getTime() <= lifetimes.refreshGrace;
    return row.confirmedGen < row.gen || isRecent ? tokens.sign(row) : null;
  }

  /** Somebody reuses an old token: the user of the newer one may be a thief, so the session ends for both. */
  async function revokeReused(claims: Claims, device: Device, now: Date): Promise<void> {
    await prisma.$transaction(async (tx) => {
      if ((await revoke(tx, { id: claims.sessionId }, 'reuse')) === 0) return;
      const {
        id: sessionId,
        userId,
        gen,
      } = await tx.session.findUniqueOrThrow({ where: { id: claims.sessionId } });
      const detail = { presented: claims.gen, current: gen };
      await tx.securityEvent.create({
        data: { kind: 'token-reuse', userId, sessionId, ip: device.ip, detail, createdAt: now },
      });
    });
  }

  /** Ends the sessions that match, in the caller's transaction, and their live channels as it commits; returns how many. */
  async function revoke(
    tx: Transaction,
    which:
      | { id: string }
      | { tenantId: string }
      | { userId: string | { in: string[] }; tenantId?: string; id?: { not: string } },
    reason: RevokeReason,
  ): Promise<number> {
    const ended = await tx.session.updateManyAndReturn({
      where: { ...which, revokedAt: null },
      data: { revokedAt: clock.now(), revokedReason: reason },
      select: { id: true },
    });
    if (ended.length > 0) await publishEnded(tx, ended);
    return ended.length;
  }

  return { open, authenticate, authenticateRefreshable, callerOf, refresh, revoke };
}

declare module '../../../core/deps.ts' {
  interface Deps {
    sessions: Sessions;
  }
}
