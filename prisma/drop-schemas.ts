import type pg from 'pg';

/** Drops everything that the service keeps in a database, its job queue's schema included. */
export async function dropSchemas(owner: pg.Client): Promise<void> {
  await owner.query('DROP SCHEMA IF EXISTS pgboss CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public');
}
