import { connect } from '@xyxlx/database/connect';
import { type SeedKind, seed } from '@xyxlx/database/seed/seed';
import type { Deps } from '../../core/deps.ts';
import { presentChains } from '../../platform/log-chain/present-chains.ts';
import { sealingLock } from '../../platform/log-chain/seal.ts';
import { moveSharedClock } from '../../platform/time/shared-clock.ts';
import { seedApplication } from './seed-application.ts';

/** Two resets at once would empty what the other fills. */
const advisoryLock = 72_707_373;

/**
 * Empties every table and fills them as the seed does; every session ends. The service's role may not empty what is append-only,
 * so this works as the owner, which no other request does.
 */
export async function resetDatabase(deps: Deps, kind: SeedKind): Promise<void> {
  const { owner } = deps.database.addresses;
  const client = await connect(owner);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    // Nothing is sealed between the end of the old chains and the record that they have ended.
    await client.query('SELECT pg_advisory_lock($1)', [sealingLock]);
    const chains = await presentChains(client);
    await emptyTables(client);
    await deps.publishedHeads.endChains(chains);
    await seed(owner, kind, seedApplication(deps.registry, deps.dataKeys));
  } finally {
    // Ends the session, and with it the locks.
    await client.end();
  }
  await moveSharedClock(deps, 0);
}

async function emptyTables(client: { query(text: string): Promise<unknown> }): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(`DO $$
      DECLARE t regclass; all_tables text;
      BEGIN
        FOR t IN SELECT c.oid::regclass FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
                 WHERE c.relnamespace = 'public'::regnamespace AND NOT g.tgisinternal AND (g.tgtype & 32) > 0 LOOP
          EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', t);
        END LOOP;
        SELECT string_agg(c.oid::regclass::text, ', ') INTO all_tables FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> '_prisma_migrations';
        EXECUTE 'TRUNCATE ' || all_tables || ' RESTART IDENTITY CASCADE';
        IF to_regclass('pgboss.job') IS NOT NULL THEN EXECUTE 'DELETE FROM pgboss.job'; END IF;
        FOR t IN SELECT DISTINCT c.oid::regclass FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
                 WHERE c.relnamespace = 'public'::regnamespace AND NOT g.tgisinternal AND (g.tgtype & 32) > 0 LOOP
          EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', t);
        END LOOP;
      END $$`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
