import type { User } from '@xyxlx/contracts/user-account';
import { codes } from '@xyxlx/contracts/wire';
import { clearStored, parseUser, readToken, readUser, storageKeys, writeToken } from './storage.ts';
import { endpointUrl, exchange, resultOf, WireError } from './wire.ts';

/** What a session is given from outside; the tests give it their own. */
export interface SessionDependencies {
  readToken(): string | null;
  writeToken(token: string): void;
  /** Tells one person from another, so that nothing of one is ever replayed as the other. */
  readOwner(): string | null;
  clear(): void;
  /** Asks the server for a new token in place of an expired one; throws a `WireError` when there is none. */
  requestNewToken(token: string): Promise<string>;
  /** Runs a piece of work while no other tab runs it. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** The part of an answer that the session looks at. */
export interface Answer {
  code: number;
  envelope?: { msg: string };
}

// A token can expire again while a replay is under way (another tab, a very short life): the number of tries is limited.
const maxSends = 4;

/** Gives every request the stored token, refreshes it when it expired, and ends the session when that is refused. */
export function createSession(deps: SessionDependencies) {
  let refreshing: Promise<string> | null = null;
  const endListeners = new Set<(failure: WireError | null) => void>();

  /** Sends with the stored token; after a 402 sends once more with the refreshed one. Rejects when the refresh is refused. */
  async function run<R extends Answer>(sendWith: (token: string | null) => Promise<R>): Promise<R> {
    const owner = deps.readOwner();
    let token = deps.readToken();
    let refreshed = false;
    for (let sends = 1; ; sends += 1) {
      const reply = await sendWith(token);
      if (reply.code === codes.signInAgain) endIfStill(token, signInAgain(reply.envelope?.msg));
      if (reply.code !== codes.expired || token === null) return reply;

      const stored = deps.readToken();
      if (stored === null || deps.readOwner() !== owner) throw signInAgain();
      if (stored === token) {
        if (refreshed || sends === maxSends) return reply;
        refreshed = true;
        token = await refresh(token);
      } else {
        if (sends === maxSends) return reply;
        token = stored;
      }
    }
  }

  /** Ends the session in this browser: everything stored is cleared and the sign-in screen follows. */
  function end(failure: WireError | null = null): void {
    deps.clear();
    for (const listener of endListeners) listener(failure);
  }

  /** Calls back when a session ends here, with the failure that ended it if one did; the answer stops that. */
  function onEnd(listener: (failure: WireError | null) => void): () => void {
    endListeners.add(listener);
    return () => endListeners.delete(listener);
  }

  /** The token that replaces an expired one, requested once for everyone who asks; rejects when the server refuses it. */
  function refresh(expired: string): Promise<string> {
    refreshing ??= deps
      .exclusively(() => refreshAlone(expired))
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  }

  async function refreshAlone(expired: string): Promise<string> {
    // Another tab may have refreshed, or signed out, while this one waited for its turn.
    const before = deps.readToken();
    if (before === null) throw signInAgain();
    if (before !== expired) return before;
    const newToken = await deps.requestNewToken(before).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      const failure = signInAgain(error.data.wire.code === codes.signInAgain ? error.message : '');
      endIfStill(before, failure);
      throw failure;
    });
    const now = deps.readToken();
    if (now === null) throw signInAgain();
    if (now !== before) return now;
    deps.writeToken(newToken);
    return newToken;
  }

  // A late refusal of an old token says nothing about the session that took its place.
  function endIfStill(token: string | null, failure: WireError): void {
    const stored = deps.readToken();
    if (stored === null || stored === token) end(failure);
  }

  return { run, refresh, end, onEnd };
}

/** The session of this browser. */
export const session = createSession({
  readToken,
  writeToken,
  readOwner,
  clear: clearStored,
  requestNewToken,
  exclusively,
});

/** Calls back when another tab signed out, or signed in as somebody else or to another tenant; the answer stops that. */
export function onOtherTab(listeners: { signedOut(): void; otherUser(): void }): () => void {
  const onStorage = (event: StorageEvent) => {
    // `key` is null when the whole storage was cleared.
    if (event.key !== null && event.key !== storageKeys.token && event.key !== storageKeys.user) return;
    if (readToken() === null) listeners.signedOut();
    else if (event.key === storageKeys.user && isOtherUser(event)) listeners.otherUser();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

function isOtherUser({ oldValue, newValue }: StorageEvent): boolean {
  const before = ownerOf(parseUser(oldValue));
  return before !== null && before !== ownerOf(parseUser(newValue));
}

/** Who is signed in, in which tenant; null when nobody is. */
export function readOwner(): string | null {
  return ownerOf(readUser());
}

// The same person in another tenant works with other data: nothing may be replayed across the two.
function ownerOf(user: User | null): string | null {
  return user && `${user.id} ${user.tenant?.id}`;
}

async function requestNewToken(token: string): Promise<string> {
  const result = resultOf(await exchange(endpointUrl('userAccount', 'refreshToken'), token, {}));
  const newToken = typeof result === 'object' && result !== null && 'token' in result ? result.token : null;
  if (typeof newToken === 'string' && newToken !== '') return newToken;
  throw signInAgain();
}

function exclusively<T>(work: () => Promise<T>): Promise<T> {
  // Web Locks exist on https and localhost alone; elsewhere the server's grace for the previous token covers two tabs.
  return navigator.locks ? navigator.locks.request('xyxlx-refresh', work) : work();
}

// A refresh that got no answer, was limited or met a fault may be tried again later; any other answer is final.
function isRefusal(error: unknown): error is WireError {
  if (!(error instanceof WireError)) return false;
  const { code } = error.data.wire;
  return code !== 0 && code !== codes.tooMany && code < codes.fault;
}

function signInAgain(message = ''): WireError {
  return new WireError(message, {
    code: codes.signInAgain,
    httpStatus: 200,
    requestId: null,
    issues: [],
    retryAfterSeconds: null,
  });
}
