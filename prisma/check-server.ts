import type pg from 'pg';

/** The migrations ask which roles may be SET; PostgreSQL 15 does not know that right. */
const lowestMajor = 16;

/** Throws one sentence when the server is too old for the migrations, or the connected role may not apply them. */
export async function checkServer(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows: servers } = await client.query<{ version: string; number: number }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number`,
  );
  const [{ version, number } = { version: 'of an unknown version', number: 0 }] = servers;
  if (number < lowestMajor * 10_000) {
    throw new Error(`The database server is PostgreSQL ${version}: ${lowestMajor} or later is needed.`);
  }
  const { rows: rights } = await client.query<{ name: string; creates: boolean; grants: boolean }>(
    `SELECT rolname AS name,
            EXISTS (SELECT FROM pg_namespace WHERE nspname = 'public' AND has_schema_privilege(oid, 'CREATE')) AS creates,
            coalesce((SELECT pg_has_role(oid, 'SET') OR pg_has_role(oid, 'MEMBER WITH ADMIN OPTION')
                        FROM pg_roles WHERE rolname = 'xyxlx_app'), rolcreaterole OR rolsuper) AS grants
       FROM pg_roles WHERE rolname = current_user`,
  );
  const [{ name, creates, grants } = { name: '', creates: false, grants: false }] = rights;
  if (!creates) {
    throw new Error(
      `The role ${name} may not create tables: DATABASE_ADMIN_URL (or DATABASE_URL) must be the address of the database's owner.`,
    );
  }
  if (!grants) {
    throw new Error(
      `The role ${name} may not make or use the role xyxlx_app: give it CREATEROLE, or where xyxlx_app is there already, GRANT xyxlx_app TO "${name}" WITH ADMIN OPTION.`,
    );
  }
}
