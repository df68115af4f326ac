import pg from 'pg';

/** Opens one connection, or throws one sentence that names the server and says what is wrong (never the password). */
export async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new Error(`The database ${nameOf(client)} can't be reached: ${reasonOf(error)}.`);
  }
}

function nameOf({ host, port, database }: pg.Client): string {
  return `${database ?? ''} at ${host}:${port}`;
}

function reasonOf(error: unknown): string {
  // A host with several addresses fails with one error for each, and an empty message of its own.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message.replace(/\.$/, '') : String(first);
}
