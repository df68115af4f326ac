import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';

/** How a pooler stands between a service and its database. */
export interface Pooling {
  /** Whose session a client has: its own until it goes, or any until the end of a transaction. */
  by: 'session' | 'transaction';
  /** The server's, with the one account that all clients are signed in with. */
  serverUrl: string;
  /** What each session of the server begins with. */
  setUp?: string;
}

export interface OldPooler {
  /** The server's address, by way of the pooler. */
  url: string;
  close(): Promise<void>;
}

/** Messages of the protocol that a client waits for an answer to, and what ends that answer. */
const asks = new Set(['Q', 'S'].map((type) => type.charCodeAt(0)));
const isReady = 'Z'.charCodeAt(0);
const isIdle = 'I'.charCodeAt(0);
const isGoodbye = 'X'.charCodeAt(0);

/**
 * A pooler as they were before they kept track of prepared statements: it passes on what it gets, and gives the session that became free last to
 * whoever asks next. It lets everybody in, as the account it was given.
 */
export async function startOldPooler({ by, serverUrl, setUp }: Pooling): Promise<OldPooler> {
  const free: Duplex[] = [];
  const opened: pg.Client[] = [];
  const clients = new Set<Socket>();

  async function session(): Promise<Duplex> {
    const ready = free.pop();
    if (ready) return ready;
    const client = new pg.Client({ connectionString: serverUrl });
    client.on('error', () => undefined);
    await client.connect();
    if (setUp) await client.query(setUp);
    opened.push(client);
    const { stream } = client.connection;
    // From here on its bytes are passed on, and nothing here reads them.
    stream.removeAllListeners('data');
    return stream;
  }

  function serve(client: Socket): void {
    let server: Duplex | undefined;
    let unanswered = 0;
    let isSignedIn = false;
    let turn: Promise<unknown> = Promise.resolve();

    const answer = (message: Buffer) => {
      client.write(message);
      if (message[0] !== isReady) return;
      unanswered--;
      if (unanswered > 0 || message[5] !== isIdle || by === 'session' || !server) return;
      server.removeAllListeners('data');
      free.push(server);
      server = undefined;
    };

    const pass = async (message: Buffer) => {
      if (message[0] === isGoodbye) return;
      if (!server) {
        server = await session();
        server.on('data', inMessages(answer));
        server.once('close', () => client.destroy());
      }
      if (asks.has(message[0] ?? 0)) unanswered++;
      server.write(message);
    };

    const read = inMessages((message) => {
      turn = turn.then(() => pass(message)).catch(() => client.destroy());
    });
    client.on('error', () => undefined);
    client.on('data', (bytes: Buffer) => {
      if (isSignedIn) return read(bytes);
      isSignedIn = true;
      client.write(welcome);
    });
  }

  const listening = createServer((client) => {
    clients.add(client);
    serve(client);
  });
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: Object.assign(new URL(serverUrl), { host: `127.0.0.1:${port}` }).href,
    close: async () => {
      listening.close();
      for (const client of clients) client.destroy();
      for (const { connection } of opened) connection.stream.destroy();
      await once(listening, 'close');
    },
  };
}

/** The client is in, has a number that is no process of the server's, and may ask. */
const welcome = Buffer.concat([
  message('R', Buffer.from([0, 0, 0, 0])),
  message('K', Buffer.from([0, 0, 0, 7, 0, 0, 0, 7])),
  message('Z', Buffer.from('I')),
]);

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Cuts what comes over a connection into the messages of the protocol, each whole. */
function inMessages(take: (message: Buffer) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = rest.readInt32BE(1) + 1;
      take(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}
