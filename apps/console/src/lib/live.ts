import { onlineManager } from '@tanstack/react-query';
import type { LiveEvent, liveMessage } from '@xyxlx/contracts/job';
import { wirePrefix } from '@xyxlx/contracts/wire';
import type { z } from 'zod';
import { reachability } from './reachability.ts';
import { session } from './session.ts';
import { readToken } from './storage.ts';

type LiveMessage = z.infer<typeof liveMessage>;

/** `off`: nobody listens or nobody is signed in; `waiting`: between two tries. */
export type LiveState = 'off' | 'connecting' | 'open' | 'waiting';

export interface LiveStatus {
  state: LiveState;
  /** Tries since the channel was last open. */
  tries: number;
  /** When the next try is, in milliseconds since 1970; only while waiting. */
  retryAt: number | null;
  /** The time from here to the server and back, measured by the server. */
  latencyMs: number | null;
}

/** What the channel is given from outside; the tests give it their own. */
interface LiveDependencies {
  open(): WebSocket;
  readToken(): string | null;
  refreshToken(expired: string): Promise<string>;
  /** Finds out why the channel broke: the server is gone, or the session is over. */
  check(): unknown;
  now(): number;
  random(): number;
}

const firstWaitMs = 1000;
const longestWaitMs = 30_000;
const off: LiveStatus = { state: 'off', tries: 0, retryAt: null, latencyMs: null };

/** One connection for all who listen, open as long as somebody does; broken ones come back with growing pauses. */
export function createLive(deps: LiveDependencies) {
  const listeners = new Set<(event: LiveEvent) => void>();
  const watchers = new Set<() => void>();
  let status = off;
  let socket: WebSocket | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let usedToken = '';

  function set(change: Partial<LiveStatus>): void {
    status = { ...status, ...change };
    for (const watcher of watchers) watcher();
  }

  function connect(): void {
    clearTimeout(retry);
    if (deps.readToken() === null) {
      set(off);
      return;
    }
    set({ state: 'connecting', retryAt: null, latencyMs: null });
    const current = deps.open();
    socket = current;
    current.onopen = () => authenticate();
    current.onmessage = ({ data }) => take(JSON.parse(String(data)) as LiveEvent);
    current.onclose = () => {
      if (socket !== current) return;
      pause();
      deps.check();
    };
  }

  function authenticate(): void {
    usedToken = deps.readToken() ?? '';
    if (usedToken === '') close();
    else say({ type: 'auth', token: usedToken });
  }

  function take(event: LiveEvent): void {
    if (event.type === 'ready') set({ state: 'open', tries: 0 });
    if (event.type === 'ping') {
      say({ type: 'pong', id: event.id });
      set({ latencyMs: event.latencyMs });
    }
    if (event.type === 'expired') {
      // Refused: the session ends by itself, and the channel with it.
      deps.refreshToken(usedToken).then(authenticate, close);
      return;
    }
    for (const listener of listeners) listener(event);
  }

  function say(message: LiveMessage): void {
    if (socket?.readyState === 1) socket.send(JSON.stringify(message));
  }

  function pause(): void {
    socket = null;
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** status.tries) * (0.5 + deps.random() / 2);
    set({ state: 'waiting', tries: status.tries + 1, retryAt: deps.now() + wait, latencyMs: null });
    retry = setTimeout(connect, wait);
  }

  function close(): void {
    clearTimeout(retry);
    const current = socket;
    socket = null;
    current?.close();
    set(off);
  }

  return {
    /** Hears every event; opens the channel for the first listener and closes it after the last. */
    listen(listener: (event: LiveEvent) => void): () => void {
      listeners.add(listener);
      if (status.state === 'off') connect();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) close();
      };
    },
    /** Tries at once instead of waiting for the pause to end. */
    reconnect(): void {
      const current = socket;
      socket = null;
      current?.close();
      set({ tries: 0 });
      connect();
    },
    close,
    status: () => status,
    /** Calls back at every change of the status; the answer stops that. */
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/** The live channel of this browser tab. */
export const live = createLive({
  open: () => new WebSocket(new URL(`${wirePrefix}/ws`, window.location.href.replace(/^http/, 'ws'))),
  readToken,
  refreshToken: session.refresh,
  check: reachability.check,
  now: Date.now,
  random: Math.random,
});
session.onEnd(live.close);
onlineManager.subscribe((isOnline) => {
  if (isOnline && live.status().state === 'waiting') live.reconnect();
});
