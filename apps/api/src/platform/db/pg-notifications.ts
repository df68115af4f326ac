import { setTimeout as wait } from 'node:timers/promises';
import { refuseStandby } from '@xyxlx/database/servers';
import type pg from 'pg';
import type { Logger } from 'pino';
import { serverClient } from './server-client.ts';
import { connectionOptions } from './service-pool.ts';

/** Hears the notices (LISTEN/NOTIFY) of the other replicas over one connection of its own, which it opens again when it breaks. */
export interface PgNotifications {
  /** Calls `onNotice` with each payload, and `onReconnect` when notices may have been missed; resolves once the connection is there. */
  listen(topic: string, onNotice: (payload: string) => void, onReconnect?: () => void): Promise<() => void>;
  close(): Promise<void>;
}

declare module '../../core/deps.ts' {
  interface Deps {
    pgNotifications: PgNotifications;
  }
}

interface Listener {
  topic: string;
  onNotice: (payload: string) => void;
  onReconnect: (() => void) | undefined;
}

/** How often the connection is asked whether it still lives, and how long it may take to answer, in ms. */
const beatEvery = 5000;
const beatWithin = 4000;

/** How long after a connection that could not be opened the next one is tried, in ms: each time twice as long. */
const pause = { first: 100, longest: 5000 };

/** Makes the listener; it connects with the first `listen`, at an address without a pooler between, which would not pass notices on. */
export function makePgNotifications(databaseUrl: string, log: Logger): PgNotifications {
  const Client = serverClient(databaseUrl, refuseStandby);
  const listeners = new Set<Listener>();
  let client: pg.Client | undefined;
  let connecting: Promise<void> | undefined;
  const closed = new AbortController();
  let asked: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<void> {
    const next = new Client({
      options: connectionOptions,
      connectionTimeoutMillis: 5000,
      query_timeout: beatWithin,
      keepAlive: true,
    });
    next.on('error', () => drop(next));
    next.on('end', () => drop(next));
    next.on('notification', ({ channel, payload = '' }) => {
      for (const { topic, onNotice } of listeners) if (topic === channel) onNotice(payload);
    });
    try {
      await next.connect();
      const topics = new Set([...listeners].map(({ topic }) => topic));
      for (const topic of topics) await ask(next, `LISTEN ${next.escapeIdentifier(topic)}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    beat(next);
  }

  /** One statement after the other, for all callers. */
  function ask(of: pg.Client, statement: string): Promise<unknown> {
    const answer = asked.catch(() => undefined).then(() => of.query(statement));
    asked = answer;
    return answer;
  }

  /** A connection that died without a word would be silent for ever. */
  function beat(of: pg.Client): void {
    setTimeout(() => {
      if (client !== of) return;
      ask(of, 'SELECT 1').then(
        () => beat(of),
        () => drop(of),
      );
    }, beatEvery).unref();
  }

  function drop(broken: pg.Client): void {
    if (client !== broken || closed.signal.aborted) return;
    client = undefined;
    log.warn('the connection for notices broke, opening it again');
    broken.end().catch(() => undefined);
    connecting = open().then(() => {
      for (const { onReconnect } of listeners) onReconnect?.();
    });
  }

  /** Tries until it is there: a replica that gave up once would be deaf for good. */
  async function open(): Promise<void> {
    for (let delay = pause.first; !closed.signal.aborted; delay = Math.min(delay * 2, pause.longest)) {
      try {
        return await connect();
      } catch (error) {
        log.warn({ err: error }, 'the connection for notices could not be opened, trying again');
        await wait(delay, undefined, { signal: closed.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  return {
    listen: async (topic, onNotice, onReconnect) => {
      const listener = { topic, onNotice, onReconnect };
      listeners.add(listener);
      connecting ??= open();
      await connecting;
      const present = client;
      // A new connection listens to every topic.
      if (present) {
        await ask(present, `LISTEN ${present.escapeIdentifier(topic)}`).catch(() => drop(present));
      }
      return () => listeners.delete(listener);
    },
    close: async () => {
      closed.abort();
      await connecting;
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}
