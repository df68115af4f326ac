import { addressesOf, refuseStandby } from '@xyxlx/database/servers';
import pg from 'pg';

/**
 * Makes the class of the connections to the servers that a URL names: each goes to the primary, or fails. Where one fails, the next goes to
 * another server, so that a standby is found soon after it was promoted.
 */
export function primaryClient(databaseUrl: string): new (config?: pg.ClientConfig) => pg.Client {
  const addresses = addressesOf(databaseUrl);
  let next = 0;

  return class PrimaryClient extends pg.Client {
    readonly #at = next;

    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: addresses[next] });
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
      try {
        await super.connect();
        await refuseStandby(this);
        return this;
      } catch (error) {
        // Others that failed at the same server have moved on already.
        if (next === this.#at) next = (next + 1) % addresses.length;
        this.end().catch(() => undefined);
        throw error;
      }
    }
  };
}
