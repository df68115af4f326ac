import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { addressesOf, NotPrimary, readOnlyState, refuseStandby } from './servers.ts';

/** Opens one connection to the primary, or throws one sentence that names the server and says what is wrong (never the password). */
export async function connect(databaseUrl: string): Promise<pg.Client> {
  return (await openPrimary(databaseUrl, 30_000)).client;
}

/** The address of the primary among the servers that a URL names; throws as `connect`. */
export async function primaryOf(databaseUrl: string): Promise<string> {
  const { client, address } = await openPrimary(databaseUrl, 30_000);
  await client.end();
  return address;
}

/**
 * Waits until the database takes connections and writes, at most `ms`, and says so in a sentence when it does not at once. What waiting
 * does not mend (a wrong password, no such database) is told at once.
 */
export async function waitForDatabase(
  databaseUrl: string,
  ms: number,
  log: (line: string) => void,
): Promise<void> {
  const until = Date.now() + ms;
  let told = false;
  for (;;) {
    const left = Math.max(1, until - Date.now());
    const say = (failure: string) => {
      if (!told) log(`${failure}; waiting for it …`);
      told = true;
    };
    const slow = setTimeout(() => say(`The database ${nameOf(databaseUrl)} takes long to answer`), slowAfter);
    try {
      const { client } = await openPrimary(databaseUrl, left);
      return await client.end();
    } catch (error) {
      const { message, mayPass } = error as Unreachable;
      if (!mayPass || Date.now() + pause >= until) throw error;
      say(message.slice(0, -1));
      await sleep(pause);
    } finally {
      clearTimeout(slow);
    }
  }
}

/** No server of those named is there and the primary. */
class Unreachable extends Error {
  readonly mayPass: boolean;

  constructor(databaseUrl: string, failures: readonly unknown[]) {
    // A standby is as it should be; what keeps the primary away is another's.
    const others = failures.filter((failure) => !(failure instanceof NotPrimary));
    const reasons = new Set((others.length > 0 ? others : failures).map(reasonOf));
    super(`The database ${nameOf(databaseUrl)} can't be reached: ${[...reasons].join('; ')}.`);
    this.mayPass = failures.every(mayPass);
  }
}

/** `timeout`: for each server, in ms; where there are several, one that is silent must not keep the others waiting. */
async function openPrimary(
  databaseUrl: string,
  timeout: number,
): Promise<{ client: pg.Client; address: string }> {
  const addresses = addressesOf(databaseUrl);
  const connectionTimeoutMillis = addresses.length > 1 ? Math.min(timeout, silentAfter) : timeout;
  const failures: unknown[] = [];
  for (const address of addresses) {
    const client = new pg.Client({ connectionString: address, connectionTimeoutMillis });
    try {
      await client.connect();
      await refuseStandby(client);
      return { client, address };
    } catch (error) {
      await client.end().catch(() => undefined);
      failures.push(error);
    }
  }
  throw new Unreachable(databaseUrl, failures);
}

/** PostgreSQL starts, stops or recovers, has no connection free, or is not the primary yet. */
const passingStates = new Set(['57P01', '57P03', '53300', readOnlyState]);

/** So long a connection may take before somebody is told, and so long is between two tries, in ms. */
const slowAfter = 2000;
const pause = 500;

/** So long the next of several servers waits for one that does not answer, in ms. */
const silentAfter = 3000;

/** Failures of the network are no answer of the server's: it may be on its way. */
function mayPass(error: unknown): boolean {
  const { code } = (error instanceof AggregateError ? error.errors[0] : error) as { code?: string };
  return code === undefined || !/^[0-9A-Z]{5}$/.test(code) || passingStates.has(code);
}

function nameOf(databaseUrl: string): string {
  const servers = addressesOf(databaseUrl).map((connectionString) => new pg.Client({ connectionString }));
  return `${servers[0]?.database ?? ''} at ${servers.map(({ host, port }) => `${host}:${port}`).join(', ')}`;
}

function reasonOf(error: unknown): string {
  // A host with several addresses fails with one error for each, and an empty message of its own.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message.replace(/\.$/, '') : String(first);
}
