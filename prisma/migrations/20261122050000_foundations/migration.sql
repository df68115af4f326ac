-- Rules that the schema files can not express.

-- PostgreSQL 18 has uuidv7(); older servers get the same from here.
DO $$
BEGIN
  IF to_regproc('pg_catalog.uuidv7') IS NULL THEN
    CREATE FUNCTION public.uuidv7() RETURNS uuid LANGUAGE sql VOLATILE AS $f$
      SELECT encode(
        set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
          PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
          52, 1), 53, 1), 'hex')::uuid
    $f$;
  END IF;
END $$;

-- The service works as this role: it owns nothing, so it can't lift the rules it works under.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'xyxlx_app') THEN
    CREATE ROLE xyxlx_app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of the server was quicker
END $$;
DO $$
BEGIN
  IF NOT pg_has_role(current_user, 'xyxlx_app', 'SET') THEN
    EXECUTE format('GRANT xyxlx_app TO %I', current_user);
  END IF;
END $$;
GRANT USAGE ON SCHEMA public TO xyxlx_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO xyxlx_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO xyxlx_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO xyxlx_app;
-- The runner made its own table before this; /readyz reads it.
GRANT SELECT ON _prisma_migrations TO xyxlx_app;

-- Behind a missing right stands a trigger: an append-only table refuses its owner too.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
