import type pg from 'pg';

interface Rule {
  table: string;
  name: string;
  definition: string;
}

/** Every table of ours but the list of migrations; a partition goes with the one it belongs to. */
const tables = `SELECT c.oid::regclass AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> '_prisma_migrations'`;

/**
 * Inside a transaction: `work` fills empty tables in any order, append-only ones too. Foreign keys are created again afterwards, and are checked for
 * all rows or the transaction fails. An owner may do that who is no superuser.
 */
export async function withoutRules(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<Rule>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k WHERE contype = 'f' AND conparentid = 0 AND conrelid IN (SELECT name FROM (${tables}) t)`,
  );
  await forEachTable(client, 'DISABLE TRIGGER USER');
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  // Migrations put rows of their own into some.
  await client.query(
    `DO $$ BEGIN EXECUTE (SELECT 'TRUNCATE ' || string_agg(name::text, ', ') FROM (${tables}) t); END $$`,
  );
  await work();
  for (const { table, name, definition } of keys) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  }
  await forEachTable(client, 'ENABLE TRIGGER USER');
}

async function forEachTable(client: pg.Client, change: string): Promise<void> {
  await client.query(`DO $$ DECLARE t regclass; BEGIN
    FOR t IN ${tables} LOOP EXECUTE format('ALTER TABLE %s ${change}', t); END LOOP; END $$`);
}
