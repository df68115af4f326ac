-- Spreads a migrated database, with what it has, over the servers of a Citus cluster, by tenant. Once, as the owner, on the coordinator:
--   psql -v ON_ERROR_STOP=1 -f prisma/distribute.sql "$DATABASE_ADMIN_URL"
-- docs/production.md, "Past one server", says when.

SET client_min_messages = warning;
-- Triggers of tenants' tables read rows of their own tenant, which are on the same server.
SET citus.enable_unsafe_triggers = on;

BEGIN;
-- One connection to each server: keys to reference tables need it.
SET LOCAL citus.multi_shard_modify_mode = 'sequential';

-- Keys are made again at the end: tables refer to each other in circles, and a table can't be distributed before what it refers to.
CREATE TEMPORARY TABLE foreign_keys ON COMMIT DROP AS
  SELECT conrelid::regclass AS of_table, conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace;
DO $$
DECLARE
  key record;
BEGIN
  FOR key IN SELECT * FROM foreign_keys LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', key.of_table, key.name);
  END LOOP;
END $$;

-- What moves is what was accepted before. Triggers would look for what it refers to by the keys that are gone for the moment.
CREATE TEMPORARY TABLE with_triggers ON COMMIT DROP AS
  SELECT DISTINCT tgrelid::regclass AS name FROM pg_trigger
    JOIN pg_class c ON c.oid = tgrelid AND relnamespace = 'public'::regnamespace AND NOT relispartition WHERE NOT tgisinternal;
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT * FROM with_triggers LOOP
    EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', one.name);
  END LOOP;
END $$;

-- Over all tenants a key can't be kept here. The registry of channels, which is whole on every server, has one for the same.
DROP INDEX channel_bindings_one_active;
-- Nor can a trigger look over all tenants for whether somebody belongs to another. The service asks that when it adds them.
DROP TRIGGER memberships_by_invitation ON memberships;

-- Reference tables, whole on every server: what tenants' rows refer to, or are joined with, whoever they belong to.
SELECT create_reference_table(name) FROM unnest(ARRAY[
  'tenants', 'tenant_packages', 'tenant_domains', 'channel_registry', -- find a tenant, and what it may use
  'users', -- a person may belong to many tenants
  'national_days' -- the public calendar
]::regclass[]) AS name;

-- Local to the coordinator: what is asked before a tenant is known, and the service's own. No tenant's row refers to it.
-- sessions, login_records, security_events, sign_ons, verification_codes, captcha_challenges, external_accounts, avatars, outbox_messages
-- rate_windows, shared_settings, scheduled_tasks, error_reports, sub_apps
-- The queue (schema pgboss) as well.

-- Distributed by tenant, all side by side: every other table, each of which has a tenant.
DO $$
DECLARE
  tenants_table regclass;
BEGIN
  FOR tenants_table IN
    SELECT c.oid FROM pg_class c
     WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
       AND relname NOT IN ('sessions', 'login_records', 'tenant_domains', 'channel_registry')
       AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'tenant_id' AND attnum > 0)
     ORDER BY relname
  LOOP
    PERFORM create_distributed_table(tenants_table, 'tenant_id');
    -- What was there stays on the coordinator, where nobody sees it any more.
    PERFORM truncate_local_data_after_distributing_table(tenants_table);
  END LOOP;
END $$;

DO $$
DECLARE
  key record;
BEGIN
  FOR key IN SELECT * FROM foreign_keys LOOP
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', key.of_table, key.name, key.definition);
  END LOOP;
END $$;

DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT * FROM with_triggers LOOP
    EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', one.name);
  END LOOP;
END $$;

COMMIT;
