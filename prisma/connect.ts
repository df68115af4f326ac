import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Opens one connection, or throws one sentence that names the server and says what is wrong (never the password). */
export async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 30_000 });
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new Error(`The database ${nameOf(client)} can't be reached: ${reasonOf(error)}.`);
  }
}

/** PostgreSQL starts, stops or recovers, or has no connection free. */
const passingStates = new Set(['57P01', '57P03', '53300']);

/**
 * Waits until the database takes connections, at most `ms`, and says so in a sentence when it does not at once. What waiting
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
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: left });
    const say = (reason: string) => {
      if (!told) log(`The database ${nameOf(client)} ${reason}; waiting for it …`);
      told = true;
    };
    const slow = setTimeout(() => say('takes long to answer'), slowAfter);
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      await client.end().catch(() => undefined);
      const failure = `can't be reached: ${reasonOf(error)}`;
      if (!mayPass(error) || Date.now() + pause >= until) {
        throw new Error(`The database ${nameOf(client)} ${failure}.`);
      }
      say(failure);
      await sleep(pause);
    } finally {
      clearTimeout(slow);
    }
  }
}

/** So long a connection may take before somebody is told, and so long is between two tries, in ms. */
const slowAfter = 2000;
const pause = 500;

/** Failures of the network are no answer of the server's: it may be on its way. */
function mayPass(error: unknown): boolean {
  const { code } = (error instanceof AggregateError ? error.errors[0] : error) as { code?: string };
  return code === undefined || !/^[0-9A-Z]{5}$/.test(code) || passingStates.has(code);
}

function nameOf({ host, port, database }: pg.Client): string {
  return `${database ?? ''} at ${host}:${port}`;
}

function reasonOf(error: unknown): string {
  // A host with several addresses fails with one error for each, and an empty message of its own.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message.replace(/\.$/, '') : String(first);
}
