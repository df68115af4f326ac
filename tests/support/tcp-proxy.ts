import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

/** A proxy in front of a database, through which one client's connections can be made to fail in every way a network knows. */
export interface TcpProxy {
  /** The database's address, by way of the proxy. */
  url: string;
  /** Nothing passes any more, of old and of new connections: nobody is told. */
  mute(): void;
  /** What was held back while it was muted goes on, and so does everything else. */
  resume(): void;
  /** The connections that are open stay open and are never heard of again; new ones work. Returns how many there were. */
  blackHole(): number;
  /** Ends the open connections, as a server does that stops. */
  cut(): void;
  /** Resets the open connections, as a machine does that knows nothing of them. */
  reset(): void;
  close(): Promise<void>;
}

interface Pair {
  inner: Socket;
  outer: Socket;
}

/** Listens on a free port and passes everything on to the database. */
export async function startTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  const lost = new WeakSet<Pair>();
  let muted = false;

  const hold = ({ inner, outer }: Pair) => {
    inner.unpipe(outer).pause();
    outer.unpipe(inner).pause();
  };
  const pass = ({ inner, outer }: Pair) => {
    inner.pipe(outer);
    outer.pipe(inner);
  };
  const server = createServer((outer) => {
    const pair = { outer, inner: dial(Number(target.port), target.hostname) };
    pairs.add(pair);
    for (const [one, other] of [
      [pair.outer, pair.inner],
      [pair.inner, pair.outer],
    ] as const) {
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        if (other.closed) pairs.delete(pair);
        // The other end of a dead connection never learns that it is dead.
        else if (!lost.has(pair) && !muted) other.destroy();
      });
    }
    if (muted) hold(pair);
    else pass(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href,
    mute: () => {
      muted = true;
      for (const pair of pairs) hold(pair);
    },
    resume: () => {
      muted = false;
      for (const pair of pairs) if (!lost.has(pair)) pass(pair);
    },
    blackHole: () => {
      const open = [...pairs].filter((pair) => !lost.has(pair) && !pair.outer.destroyed);
      for (const pair of open) {
        lost.add(pair);
        hold(pair);
      }
      return open.length;
    },
    cut: () => {
      for (const { inner, outer } of pairs) {
        inner.end();
        outer.end();
      }
    },
    reset: () => {
      for (const { inner, outer } of pairs) {
        inner.resetAndDestroy();
        outer.resetAndDestroy();
      }
    },
    close: async () => {
      server.close();
      for (const { inner, outer } of pairs) {
        inner.destroy();
        outer.destroy();
      }
      await once(server, 'close');
    },
  };
}
