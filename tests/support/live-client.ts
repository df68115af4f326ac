import type { LiveEvent } from '@xyxlx/contracts/job';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import type { TestApi } from './test-api.ts';

/** A client of the live channel with everything it has heard. */
interface LiveClient {
  events: LiveEvent[];
  send(message: object): Promise<void>;
  /** The code it was closed with, undefined while it is open. */
  closed(): number | undefined;
  /** Resolves once an event like this has come. */
  heard(event: object): Promise<void>;
  close(): void;
}

/** Opens a channel that has not said who it is. */
export function connectLive(to: TestApi): LiveClient {
  const socket = new WebSocket(`${to.url.replace('http', 'ws')}/xyxlx/ws`);
  const events: LiveEvent[] = [];
  let closed: number | undefined;
  socket.onmessage = ({ data }) => events.push(JSON.parse(data));
  socket.onclose = ({ code }) => {
    closed = code;
  };
  const opened = new Promise((resolve) => {
    socket.onopen = resolve;
  });
  return {
    events,
    send: async (message) => {
      await opened;
      socket.send(JSON.stringify(message));
    },
    closed: () => closed,
    heard: (event) => eventually(() => expect(events).toContainEqual(expect.objectContaining(event))),
    close: () => socket.close(),
  };
}

/** Opens a channel under a token, ready to hear. */
export async function listenLive(to: TestApi, token: string): Promise<LiveClient> {
  const channel = connectLive(to);
  await channel.send({ type: 'auth', token });
  await channel.heard({ type: 'ready' });
  return channel;
}
