import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { checkServer } from './check-server.ts';
import { connect } from './connect.ts';
import { MIGRATIONS_DIR, type MigrationFile, migrationFiles, migrationNames } from './migration-files.ts';
import { refuseSharedSession } from './pooler.ts';
import { checkServiceRights } from './service-role.ts';

/** The lock the Prisma CLI takes too, so neither runs beside the other. */
const ADVISORY_LOCK = 72_707_369;

const CREATE_TABLE = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  varchar(36) PRIMARY KEY NOT NULL,
    checksum            varchar(64) NOT NULL,
    finished_at         timestamptz,
    migration_name      varchar(255) NOT NULL,
    logs                text,
    rolled_back_at      timestamptz,
    started_at          timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`;

interface AppliedMigration {
  name: string;
  checksum: string;
  finished: boolean;
}

/** How long a migration asks for a lock before it lets those by that wait behind it, and how long it lets them, in ms. */
const lockWait = 3000;
const pause = 1000;

/** Somebody else has what a migration needs, and may give it back: a lock that does not come, a deadlock. */
const heldBack = new Set(['55P03', '40P01']);

interface MigrateOptions {
  log?: (line: string) => void;
  /** How long a migration tries to get locks that somebody else holds, in ms; a minute when left out. */
  lockPatience?: number;
  /** Another folder than prisma/migrations, for tests. */
  directory?: string;
  /** The last migration to apply, for tables as an older version had them; all when left out. */
  through?: string | undefined;
}

/**
 * Applies what is missing, one transaction a file, and records it the way `prisma migrate deploy` does; returns the names.
 * Replicas that start together wait for each other. Throws one sentence when the server is not fit, or the history on disk is
 * not the database's.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { log = () => undefined, lockPatience = 60_000, directory = MIGRATIONS_DIR, through } = options;
  const files = migrationFiles(directory);
  const client = await connect(databaseUrl);
  try {
    await checkServer(client);
    await refuseSharedSession(client, databaseUrl);
    await takeTurn(client, log);
    await client.query(CREATE_TABLE);
    await checkServiceRights(client);
    const applied = await appliedMigrations(client);
    checkHistory(files, applied);
    const known = new Set(applied.map(({ name }) => name));
    const missing = files.filter(({ name }) => !known.has(name) && (!through || name <= through));
    for (const file of missing) {
      log(`Applying migration ${file.name}`);
      await apply(client, file, lockPatience, log);
    }
    return missing.map(({ name }) => name);
  } finally {
    // Ends the session, and with it the lock.
    await client.end();
  }
}

/** The names of migrations on disk that the database lacks. */
export async function migrationsPending(client: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there`,
  );
  const applied = rows[0]?.there ? await appliedMigrations(client) : [];
  const finished = new Set(applied.filter((one) => one.finished).map(({ name }) => name));
  return migrationNames().filter((name) => !finished.has(name));
}

/** What the table of migrations lists, oldest first; throws where there is none. */
export async function appliedMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return rows;
}

function checkHistory(files: MigrationFile[], applied: AppliedMigration[]): void {
  const onDisk = new Map(files.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum, finished } of applied) {
    if (!finished) {
      throw new Error(
        `Migration ${name} failed half-way under another tool: mend it with "prisma migrate resolve".`,
      );
    }
    if (!onDisk.has(name)) {
      throw new Error(
        `The database has migration ${name}, which this version of the program lacks: start a newer one.`,
      );
    }
    if (onDisk.get(name) !== checksum) {
      throw new Error(
        `Migration ${name} was changed after it was applied: restore the file, and add a new migration.`,
      );
    }
  }
}

/** Waits for another process that migrates this database, however long that takes. */
async function takeTurn(client: pg.Client, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
    ADVISORY_LOCK,
  ]);
  if (rows[0]?.taken) return;
  log('Another process migrates the database; waiting for it …');
  await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
}

async function apply(
  client: pg.Client,
  file: MigrationFile,
  waitMs: number,
  log: (line: string) => void,
): Promise<void> {
  const until = Date.now() + waitMs;
  let told = false;
  for (;;) {
    try {
      return await applyOnce(client, file);
    } catch (error) {
      const { code, message } = error as pg.DatabaseError;
      if (!heldBack.has(code ?? '')) {
        throw new Error(`Migration ${file.name} failed and was undone${lineOf(error, file.sql)}: ${message}`);
      }
      if (Date.now() >= until) {
        throw new Error(
          `Migration ${file.name} was undone, as somebody else holds locks on what it changes: end their transactions (pg_stat_activity names them) and start again.`,
        );
      }
      if (!told) log(`Migration ${file.name} waits for locks that somebody else holds …`);
      told = true;
      await sleep(pause);
    }
  }
}

async function applyOnce(client: pg.Client, { name, sql, checksum }: MigrationFile): Promise<void> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockWait}`);
  try {
    // As one query: cutting at semicolons would break function bodies.
    await client.query(sql);
    // now() is when the transaction began, clock_timestamp() when the script was through.
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    // The connection itself may be what failed; the first error is the one to tell.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

function lineOf(error: unknown, sql: string): string {
  const position = Number((error as pg.DatabaseError).position);
  return position > 0 ? ` (line ${sql.slice(0, position).split('\n').length})` : '';
}
