import pg from 'pg';
import { connect } from './connect.ts';
import { isPooled } from './servers.ts';

/** What the database gives the service's sessions, in milliseconds; long work asks for more with SET LOCAL. */
export interface SessionLimits {
  statement: number;
  /** How long a statement waits for somebody else's lock. */
  lock: number;
  /** How long a transaction waits for its next statement: one whose process is frozen or gone keeps its locks no longer. */
  idleInTransaction: number;
}

/** Replicas that start together write them once. */
const advisoryLock = 72_707_375;

/** What the role that serves has set for its sessions: how it is written, and how `pg_settings` tells it. */
export const keptSettings = (limits: SessionLimits) => ({
  // Where a pooler drops what a connection asks for.
  TimeZone: { value: 'UTC', setting: 'UTC' },
  statement_timeout: inMs(limits.statement),
  lock_timeout: inMs(limits.lock),
  idle_in_transaction_session_timeout: inMs(limits.idleInTransaction),
});

const inMs = (ms: number) => ({ value: `${ms}ms`, setting: String(ms) });

/** A machine that is gone without a word: twelve seconds after its last one. A connection by a socket tells none of these. */
const keepalives = { tcp_keepalives_idle: '6', tcp_keepalives_interval: '2', tcp_keepalives_count: '3' };

/**
 * Keeps the limits with the role that the address names, for this database: so they hold over every pooler, which would drop
 * or refuse what a connection asks for when it begins. A role may set its own.
 */
export async function keepSessionLimits(serviceUrl: string, limits: SessionLimits): Promise<void> {
  const kept = Object.entries(keptSettings(limits)).map(([name, { value }]) => [name, value]);
  const wanted: Record<string, string> = { ...Object.fromEntries(kept), ...keepalives };
  const client = await connect(serviceUrl);
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLock]);
    const { rows } = await client.query<{ role: string; database: string; kept: string[] }>(
      `SELECT current_user AS role, current_database() AS database, coalesce((
         SELECT setconfig FROM pg_db_role_setting WHERE setrole = current_user::regrole
           AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())), '{}') AS kept`,
    );
    const { role = '', database = '', kept = [] } = rows[0] ?? {};
    const changed = Object.entries(wanted).filter(([name, value]) => !kept.includes(`${name}=${value}`));
    for (const [name, value] of changed) {
      await client.query(
        `ALTER ROLE ${pg.escapeIdentifier(role)} IN DATABASE ${pg.escapeIdentifier(database)} SET ${name} = '${value}'`,
      );
    }
    await client.query('COMMIT');
    if (changed.length > 0 && (await isPooled(client))) await endSession(client);
  } finally {
    await client.end();
  }
}

/** A pooler would go on with the session, which began without the settings, for others. */
async function endSession(client: pg.Client): Promise<void> {
  client.on('error', () => undefined);
  await client.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
}
