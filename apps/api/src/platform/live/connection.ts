import { type LiveEvent, liveMessage } from '@xyxlx/contracts/job';
import type { WebSocket } from 'ws';
import type { Deps } from '../../core/deps.ts';
import { SignInAgain, TokenExpired } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';

/** Codes of our own with which the channel is closed; the client signs in again after 4403. */
const closeCodes = { badMessage: 4400, noToken: 4401, signInAgain: 4403, tooSlow: 4408 } as const;

/** How long a client may be without a good token, at first and after one ran out; in ms. */
const tokenWithin = { first: 10_000, next: 30_000 };

/** A client that has not read so much is dropped; in bytes. */
const maxUnread = 1024 * 1024;

const pingEvery = 15_000;

/** One client of the live channel. */
export interface LiveConnection {
  /** Who it is; null before the first good token. */
  session(): Session | null;
  send(event: LiveEvent): void;
  /** Asks the database whether the session is still what it was, and says or closes what follows from it. */
  recheck(): Promise<void>;
}

/** Speaks with one client until the socket closes. */
export function connectionOf(socket: WebSocket, { sessions, log }: Deps): LiveConnection {
  let token: string | undefined;
  let session: Session | null = null;
  let expired = false;
  let deadline = closeIn(tokenWithin.first);
  let ping: { id: string; at: number } | undefined;
  let latencyMs: number | null = null;
  let pings = 0;

  function closeIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => socket.close(closeCodes.noToken, 'no token'), ms);
  }

  function send(event: LiveEvent): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxUnread) socket.terminate();
    else socket.send(JSON.stringify(event));
  }

  async function authenticate(presented: string): Promise<void> {
    try {
      const caller = await sessions.authenticate(presented);
      const isNew = presented !== token;
      token = presented;
      session = caller;
      expired = false;
      clearTimeout(deadline);
      if (isNew) send({ type: 'ready' });
    } catch (error) {
      if (error instanceof SignInAgain) socket.close(closeCodes.signInAgain, 'sign in again');
      else if (error instanceof TokenExpired) tellExpired();
      else log.warn({ err: error }, 'the live channel could not check a session');
    }
  }

  function tellExpired(): void {
    if (expired) return;
    expired = true;
    clearTimeout(deadline);
    deadline = closeIn(tokenWithin.next);
    send({ type: 'expired' });
  }

  const pinging = setInterval(() => {
    if (ping) {
      socket.terminate();
      return;
    }
    ping = { id: String(++pings), at: performance.now() };
    send({ type: 'ping', id: ping.id, latencyMs });
  }, pingEvery);

  socket.on('message', async (data, isBinary) => {
    const message = isBinary ? null : readMessage(String(data));
    if (!message) {
      socket.close(closeCodes.badMessage, 'unknown message');
    } else if (message.type === 'auth') {
      await authenticate(message.token);
    } else if (message.type === 'ping') {
      send({ type: 'pong', id: message.id });
    } else if (ping?.id === message.id) {
      latencyMs = Math.round(performance.now() - ping.at);
      ping = undefined;
    }
  });
  socket.on('close', () => {
    clearTimeout(deadline);
    clearInterval(pinging);
  });

  return {
    session: () => session,
    send,
    recheck: async () => {
      if (token) await authenticate(token);
    },
  };
}

function readMessage(text: string) {
  try {
    return liveMessage.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
