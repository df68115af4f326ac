import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type pg from 'pg';
import { connect } from './connect.ts';
import { isPooled } from './servers.ts';
import { keptSettings, type SessionLimits } from './session-limits.ts';

/** How long a notice may take to arrive, in ms. */
const noticeWithin = 2000;

/** What a pooler keeps for each of its clients; what else is set in a session is somebody else's. */
const tracked = [
  'application_name',
  'client_encoding',
  'DateStyle',
  'IntervalStyle',
  'TimeZone',
  'standard_conforming_strings',
];

/**
 * Refuses, in one sentence, an owner's connection whose session is shared: locks of a session would be nobody's, and notices would reach
 * whoever has it then.
 */
export async function refuseSharedSession(owner: pg.Client, ownerUrl: string): Promise<void> {
  if (!(await isPooled(owner))) return;
  const channel = `session_${randomUUID().replaceAll('-', '')}`;
  const other = await connect(ownerUrl);
  try {
    const heard = once(owner, 'notification', { signal: AbortSignal.timeout(noticeWithin) });
    heard.catch(() => undefined);
    await owner.query(`LISTEN ${channel}`);
    await other.query(`NOTIFY ${channel}`);
    await heard;
    await owner.query(`UNLISTEN ${channel}`);
  } catch {
    throw new Error(
      'The owner’s address leads through a pooler that shares sessions, in which migrations could not hold their lock and notices get lost: set DATABASE_ADMIN_URL to the address of the server itself.',
    );
  } finally {
    await other.end();
  }
}

/** Refuses, in one sentence, a pooler that has no transactions: nothing else can be asked through it. */
export async function refuseStatementPooling(serviceUrl: string): Promise<void> {
  const client = await connect(serviceUrl);
  client.on('error', () => undefined);
  try {
    await client.query('BEGIN');
    await client.query('COMMIT');
  } catch (error) {
    throw refusal(`takes no transactions (${(error as Error).message}): let it pool by transaction`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Session {
  name: string;
  became: string;
  settings: Record<string, string>;
  foreign: string[];
}

const sessionQuestion = `
  SELECT session_user AS name, current_user AS became,
         (SELECT jsonb_object_agg(name, setting) FROM pg_settings WHERE name = ANY ($1)) AS settings,
         ARRAY(SELECT name FROM pg_settings WHERE source = 'session' AND NOT name = ANY ($2) ORDER BY 1) AS foreign`;

/**
 * Refuses, in one sentence, a pooler that would weaken the service: one that signs in as somebody else, shares sessions without keeping track of
 * prepared statements, or hands out sessions with other settings than the role's.
 */
export async function refuseWeakPooler(serviceUrl: string, limits: SessionLimits): Promise<void> {
  const clients: pg.Client[] = [];
  try {
    const first = await connect(serviceUrl);
    clients.push(first);
    if (!(await isPooled(first))) return;
    clients.push(await connect(serviceUrl), await connect(serviceUrl));
    const kept = keptSettings(limits);
    for (const client of clients) {
      const { rows } = await client.query<Session>(sessionQuestion, [Object.keys(kept), tracked]);
      refuseWeakSession(client, rows[0] as Session, kept);
    }
    await refuseForgottenStatements(clients);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

function refuseWeakSession(
  { user = '' }: pg.Client,
  { name, became, settings, foreign }: Session,
  kept: ReturnType<typeof keptSettings>,
): void {
  if (name !== user) throw refusal(`signs in as ${name} and not as ${user}: let it sign in as who asks`);
  const left = became === name ? foreign : ['role', ...foreign];
  if (left.length > 0) {
    throw refusal(
      `hands out sessions in which somebody has set ${left.join(', ')}: let nobody else use this role through it, and RECONNECT it`,
    );
  }
  const other = Object.entries(kept).filter(([key, { setting }]) => settings[key] !== setting);
  if (other.length > 0) {
    throw refusal(
      `hands out sessions that began before the role's settings were changed (${other.map(([key]) => key).join(', ')}): RECONNECT it`,
    );
  }
}

/** Each has a statement of its own under the same name: in a shared session the next one meets it, or the same one misses it. */
async function refuseForgottenStatements(clients: pg.Client[]): Promise<void> {
  const name = `pooled_${randomUUID().slice(0, 8)}`;
  try {
    for (let round = 0; round < 3; round++) {
      for (const [n, client] of clients.entries()) await client.query({ name, text: `SELECT ${n}` });
    }
  } catch {
    throw refusal(
      'shares sessions without keeping track of prepared statements: it has to be PgBouncer 1.21 or later with max_prepared_statements above 0, or one that does the same',
    );
  }
}

const refusal = (what: string) => new Error(`Setting DATABASE_URL: the pooler in between ${what}.`);
