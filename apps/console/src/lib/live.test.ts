import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLive } from './live.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the live channel', () => {
  it('opens with the first listener, shows the token first, and is ready when the server says so', () => {
    const { live, sockets } = setUp();
    expect(sockets).toHaveLength(0);
    live.listen(() => undefined);
    sockets[0]?.open();
    expect(sockets[0]?.sent).toEqual([{ type: 'auth', token: 't1' }]);
    expect(live.status().state).toBe('connecting');
    sockets[0]?.says({ type: 'ready' });
    expect(live.status().state).toBe('open');
  });

  it('hands events to every listener and closes after the last has gone', () => {
    const { live, sockets } = setUp();
    const first = vi.fn();
    const second = vi.fn();
    const stopFirst = live.listen(first);
    const stopSecond = live.listen(second);
    sockets[0]?.open();
    sockets[0]?.says({ type: 'ready' });
    stopFirst();
    sockets[0]?.says({ type: 'job', job: { id: 'j' } });
    expect(first).toHaveBeenCalledTimes(1);
    expect(second).toHaveBeenCalledTimes(2);
    stopSecond();
    expect(sockets[0]?.closed).toBe(true);
    expect(live.status().state).toBe('off');
  });

  it('answers pings and knows the latency', () => {
    const { live, sockets } = setUp();
    live.listen(() => undefined);
    sockets[0]?.open();
    sockets[0]?.says({ type: 'ping', id: 'p1', latencyMs: 12 });
    expect(sockets[0]?.sent.at(-1)).toEqual({ type: 'pong', id: 'p1' });
    expect(live.status().latencyMs).toBe(12);
  });

  it('comes back with growing pauses, and starts over once it was open', () => {
    const { live, sockets } = setUp();
    live.listen(() => undefined);
    const waits: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      sockets.at(-1)?.breaks();
      waits.push((live.status().retryAt ?? 0) - Date.now());
      vi.advanceTimersToNextTimer();
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    sockets.at(-1)?.open();
    sockets.at(-1)?.says({ type: 'ready' });
    sockets.at(-1)?.breaks();
    expect(live.status().tries).toBe(1);
  });

  it('finds out why when it breaks, and not when nobody listens any more', () => {
    const { live, sockets, check } = setUp();
    const stop = live.listen(() => undefined);
    sockets[0]?.open();
    sockets[0]?.breaks();
    expect(check).toHaveBeenCalledOnce();
    vi.advanceTimersToNextTimer();
    stop();
    sockets[1]?.breaks();
    expect(check).toHaveBeenCalledOnce();
  });

  it('sends the token that replaces one that expired while the channel was open', async () => {
    const { live, sockets, stored } = setUp();
    live.listen(() => undefined);
    sockets[0]?.open();
    sockets[0]?.says({ type: 'expired' });
    await vi.waitFor(() => expect(sockets[0]?.sent).toHaveLength(2));
    expect(stored.token).toBe('t2');
    expect(sockets[0]?.sent.at(-1)).toEqual({ type: 'auth', token: 't2' });
  });

  it('stays off while nobody is signed in', () => {
    const { live, sockets, stored } = setUp();
    stored.token = null;
    live.listen(() => undefined);
    expect(sockets).toHaveLength(0);
    expect(live.status().state).toBe('off');
  });
});

function setUp() {
  const stored: { token: string | null } = { token: 't1' };
  const sockets: FakeSocket[] = [];
  const check = vi.fn();
  const live = createLive({
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    readToken: () => stored.token,
    refreshToken: async () => {
      stored.token = 't2';
      return 't2';
    },
    check,
    now: Date.now,
    random: () => 1,
  });
  return { live, sockets, stored, check };
}

class FakeSocket {
  readyState = 0;
  closed = false;
  sent: object[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  says(event: object): void {
    this.onmessage?.({ data: JSON.stringify(event) });
  }

  breaks(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}
