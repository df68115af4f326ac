import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import pg from 'pg';
import { connect } from './connect.ts';
import { editAddress } from './servers.ts';

/** The role with the service's rights, which migrations grant; nobody logs in with it. */
const rightsRole = 'xyxlx_app';

/** Replicas that start together make the role once. */
const advisoryLock = 72_707_374;

/**
 * Makes or keeps the login role that the service works as on this database, and returns `serverUrl` with it. The password
 * follows from the key, so that replicas agree on it and nothing has to store it; its plain form never reaches the server.
 * Throws one sentence when the owner may not do that.
 */
export async function keepServiceRole(ownerUrl: string, key: string, serverUrl = ownerUrl): Promise<string> {
  const owner = await connect(ownerUrl);
  try {
    const { database = '' } = owner;
    const name = `${database}_service`;
    const password = createHmac('sha256', key).update(`service role of ${database}`).digest('base64url');
    await owner.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    await keepRole(owner, name, verifierOf(password));
    return withUser(serverUrl, name, password);
  } finally {
    // Ends the session, and with it the lock.
    await owner.end();
  }
}

async function keepRole(owner: pg.Client, name: string, verifier: string): Promise<void> {
  const { rows } = await owner.query<{ serves: boolean }>(
    `SELECT pg_has_role(oid, '${rightsRole}', 'MEMBER') AND NOT rolsuper AS serves FROM pg_roles WHERE rolname = $1`,
    [name],
  );
  // A role that somebody else made under this name keeps its password.
  if (rows[0]?.serves === false) throw new Error(`The role ${name} is not the service's: ${remedy}`);
  const statement = rows.length > 0 ? 'ALTER' : 'CREATE';
  const membership = rows.length > 0 ? '' : `IN ROLE ${rightsRole}`;
  try {
    await owner.query(
      `${statement} ROLE ${pg.escapeIdentifier(name)} LOGIN PASSWORD ${pg.escapeLiteral(verifier)} ${membership}`,
    );
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`The service's role ${name} can't be made or kept (${reason}): ${remedy}`);
  }
}

const remedy =
  "give the owner CREATEROLE, or make a login role in xyxlx_app, and set DATABASE_URL to its address and DATABASE_ADMIN_URL to the owner's.";

function withUser(url: string, user: string, password: string): string {
  return editAddress(url, (address) => {
    Object.assign(address, { username: '', password: '' });
    // As parameters: an address of a socket has no host, and then no place for a user before it.
    address.searchParams.set('user', user);
    address.searchParams.set('password', password);
  });
}

/**
 * Refuses an address whose role could lift the rules that the service works under, or lacks the service's rights,
 * in one sentence.
 */
export async function checkServiceRole(serviceUrl: string): Promise<void> {
  const client = await connect(serviceUrl);
  try {
    const { rows } = await client.query<{ name: string; serves: boolean; owns: boolean }>(
      `SELECT current_user AS name, pg_has_role('${rightsRole}', 'USAGE') AS serves,
              EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND pg_has_role(relowner, 'MEMBER')) AS owns`,
    );
    const { name = '', serves = false, owns = true } = rows[0] ?? {};
    if (owns)
      throw new Error(`Setting DATABASE_URL: the role ${name} owns tables or is a superuser: ${remedy}`);
    if (!serves)
      throw new Error(`Setting DATABASE_URL: the role ${name} is no member of ${rightsRole}: ${remedy}`);
  } finally {
    await client.end();
  }
}

/**
 * Refuses, in one sentence, a database whose tables came without the service's rights on them: a dump names the role that has
 * them, but doesn't make it.
 */
export async function checkServiceRights(owner: Pick<pg.ClientBase, 'query'>): Promise<void> {
  // The queue's schema is ours alone, and a role that can read the list of migrations has the grants of the first one.
  const { rows } = await owner.query<{ there: boolean; serves: boolean }>(
    `SELECT r.oid IS NOT NULL AS there,
            coalesce(has_table_privilege(r.oid, '_prisma_migrations', 'SELECT') AND has_schema_privilege(r.oid, n.oid, 'USAGE'), false) AS serves
       FROM pg_namespace n LEFT JOIN pg_roles r ON r.rolname = '${rightsRole}' WHERE n.nspname = 'pgboss'`,
  );
  const [found] = rows;
  if (!found || found.serves) return;
  const missing = found.there
    ? `the role ${rightsRole} has no rights on them`
    : `the server has no role ${rightsRole}, which has the service's rights on them`;
  throw new Error(
    `The database has the tables, but ${missing}: restore the dump again, into an empty database of a server where CREATE ROLE ${rightsRole} NOLOGIN was done before, and with its privileges.`,
  );
}

/** What PostgreSQL keeps of a password (SCRAM-SHA-256); a salt that follows from it makes the same verifier each time. */
function verifierOf(password: string): string {
  const iterations = 4096;
  const salt = createHash('sha256').update(`salt of ${password}`).digest().subarray(0, 16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`;
}
