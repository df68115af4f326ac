import { addressesOf, refuseStandby } from '@xyxlx/database/servers';
import pg from 'pg';

/** How long a server may take to answer whether it is the one, in ms. */
const answerWithin = 1000;

/**
 * Makes the class of the connections to the servers that a URL names: each goes to one that `accept` does not throw at, or fails. Where one
 * fails, all servers are asked, and the next connections go to the first that is accepted: a standby is found as soon as it was promoted. There is one
 * primary: what is still open to the one of before is dropped then, as its statements may wait for an answer that never comes.
 */
export function serverClient(
  databaseUrl: string,
  accept: (client: pg.Client) => Promise<void>,
): new (
  config?: pg.ClientConfig,
) => pg.Client {
  const addresses = addressesOf(databaseUrl);
  let current: string = addresses[0];
  let searching: Promise<void> | undefined;
  const opened = new Map<pg.Client, string>();

  /** Finds the server, for all whose connection failed meanwhile; where none is accepted, the one of before is tried again. */
  function search(): Promise<void> {
    searching ??= Promise.any(addresses.map(answers))
      .then(
        (address) => {
          current = address;
          if (accept === refuseStandby) dropOthers();
        },
        () => undefined,
      )
      .finally(() => {
        searching = undefined;
      });
    return searching;
  }

  function dropOthers(): void {
    for (const [client, address] of opened) {
      if (address !== current)
        client.connection.stream.destroy(new Error('Connection terminated: another server is the primary'));
    }
  }

  async function answers(connectionString: string): Promise<string> {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: answerWithin });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await accept(client);
      return connectionString;
    } finally {
      client.end().catch(() => undefined);
    }
  }

  return class ServerClient extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: addresses[0] });
      // One that breaks before it has a user has nobody to tell; the question on its way fails.
      this.on('error', () => undefined);
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error | null) => void): void;
    override connect(callback?: (error: Error | null) => void): Promise<this> | undefined {
      const connected = this.#connect();
      if (!callback) return connected;
      connected.then(() => callback(null), callback);
      return undefined;
    }

    async #connect(): Promise<this> {
      await searching;
      // Whoever waits for it may have given it up meanwhile.
      if (this.connection.stream.destroyed) throw new Error('Connection terminated before it was made');
      const address = current;
      const { host, port } = new pg.Client({ connectionString: address });
      Object.assign(this, { host, port });
      try {
        await super.connect();
        await accept(this);
        opened.set(this, address);
        this.once('end', () => opened.delete(this));
        return this;
      } catch (error) {
        if (addresses.length > 1) void search();
        this.end().catch(() => undefined);
        throw error;
      }
    }
  };
}
