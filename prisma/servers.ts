import type pg from 'pg';

/** Before the hosts, the hosts, and what comes after them. */
const form = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s;

/**
 * The address of each server that a URL names: `postgresql://…@one:5432,two:5432/…`, as libpq reads it, stands for a primary and its standbys, in
 * any order.
 */
export function addressesOf(databaseUrl: string): [string, ...string[]] {
  const [, before = '', hosts = '', after = ''] = form.exec(databaseUrl) ?? [];
  const [first = '', ...others] = hosts.split(',');
  const addressOf = (host: string) => `${before}${host}${after}`;
  return [addressOf(first), ...others.map(addressOf)];
}

/** The same URL with each of its addresses edited alike, in all but the host. */
export function editAddress(databaseUrl: string, edit: (address: URL) => void): string {
  const edited = addressesOf(databaseUrl).map((one) => {
    const address = new URL(one);
    edit(address);
    return address;
  });
  const [, before = '', , after = ''] = form.exec(edited[0]?.href ?? '') ?? [];
  return `${before}${edited.map(({ host }) => host).join(',')}${after}`;
}

/** PostgreSQL's code of a write that a standby was asked for. */
export const readOnlyState = '25006';

/** A server answered that takes no writes: a standby, or a primary of before; carries PostgreSQL's own code for that. */
export class NotPrimary extends Error {
  readonly code = readOnlyState;

  constructor() {
    super('The server is a standby, which takes no writes.');
  }
}

/** Throws `NotPrimary` where the connection is to a standby. */
export async function refuseStandby(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
  if (rows[0]?.standby) throw new NotPrimary();
}

/** Whether a pooler answers in the server's place: it tells its clients another number than that of the process that serves them. */
export async function isPooled(client: pg.Client & { processID?: number | null }): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid !== client.processID;
}
