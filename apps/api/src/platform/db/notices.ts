import pg from 'pg';
import type { Logger } from 'pino';
import { connectionOptions } from './service-pool.ts';

/** Hears the notices (LISTEN/NOTIFY) of the other replicas over one connection of its own, which it opens again when it breaks. */
export interface Notices {
  /** Calls `onNotice` with each payload, and `onReconnect` when notices may have been missed. */
  listen(topic: string, onNotice: (payload: string) => void, onReconnect?: () => void): Promise<() => void>;
  close(): Promise<void>;
}

declare module '../../core/deps.ts' {
  interface Deps {
    notices: Notices;
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

/** Makes the listener; it connects with the first `listen`, at an address without a pooler between, which would not pass notices on. */
export function makeNotices(databaseUrl: string, log: Logger): Notices {
  const listeners = new Set<Listener>();
  let client: pg.Client | undefined;
  let connecting: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  let asked: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
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

  /** One statement after the other, whoever asks. */
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
    if (client !== broken || closed) return;
    client = undefined;
    log.warn('the connection for notices broke, opening it again');
    broken.end().catch(() => undefined);
    reconnect(100);
  }

  function reconnect(delay: number): void {
    if (closed) return;
    retry = setTimeout(() => {
      connecting = connect();
      connecting.then(
        () => {
          for (const { onReconnect } of listeners) onReconnect?.();
        },
        () => reconnect(Math.min(delay * 2, 5000)),
      );
    }, delay);
  }

  return {
    listen: async (topic, onNotice, onReconnect) => {
      const listener = { topic, onNotice, onReconnect };
      listeners.add(listener);
      connecting ??= connect();
      await connecting;
      if (client) await ask(client, `LISTEN ${client.escapeIdentifier(topic)}`);
      return () => listeners.delete(listener);
    },
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await connecting?.catch(() => undefined);
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}
