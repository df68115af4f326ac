-- The tables that grow without end are kept in partitions by their UUIDv7 (docs/decisions/0056-partitions-end-once-they-have-grown.md).

-- The least UUIDv7 of a moment: what was made at it or later has a greater one.
CREATE FUNCTION least_id(_at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (lpad(to_hex(floor(extract(epoch FROM _at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- A table's last partition takes whatever comes. Once it has so many rows it ends with a month of Asia/Shanghai, a day ahead or more, and the next
-- partition takes what comes then. Each call takes the next of three steps, so that nobody waits while the rows are looked through: a CHECK for new rows, the
-- same for those that are there, the new partition, whose name is returned. As the owner: the service, which calls it, makes no tables. It waits three seconds
-- for a lock and no longer, so that nobody waits behind it.
CREATE FUNCTION end_grown_partition(_table text, _rows bigint DEFAULT 20000000) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '3s' AS $$
DECLARE
  latest record;
  until timestamptz;
  new_partition text;
BEGIN
  PERFORM pg_advisory_xact_lock(72707376);
  SELECT c.relname AS name, a.attname AS key, c.reltuples >= _rows AS grown, k.conname AS bound, k.convalidated AS bounded,
         pg_get_constraintdef(k.oid) AS rule, substring(pg_get_expr(c.relpartbound, c.oid), '^FOR VALUES FROM \((.*)\) TO') AS first
    INTO STRICT latest FROM pg_partitioned_table p JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
    JOIN pg_inherits i ON i.inhparent = p.partrelid JOIN pg_class c ON c.oid = i.inhrelid
    LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.conname = c.relname || '_ends'
   WHERE p.partrelid = format('public.%I', _table)::regclass AND pg_get_expr(c.relpartbound, c.oid) LIKE '%TO (MAXVALUE)';
  IF latest.bound IS NULL THEN
    until := date_trunc('month', (now() + interval '1 day') AT TIME ZONE 'Asia/Shanghai' + interval '1 month') AT TIME ZONE 'Asia/Shanghai';
    -- One that begins then or later has its end yet to come.
    IF latest.grown AND (latest.first = 'MINVALUE' OR trim(latest.first, '''')::uuid < least_id(until)) THEN
      -- With its beginning, so that it is put back without a look at its rows.
      EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%I < %L%s) NOT VALID', latest.name, latest.name || '_ends', latest.key, least_id(until),
        CASE WHEN latest.first <> 'MINVALUE' THEN format(' AND %I >= %s', latest.key, latest.first) ELSE '' END);
    END IF;
  ELSIF NOT latest.bounded THEN
    EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT %I', latest.name, latest.bound);
  ELSE
    until := uuid_extract_timestamp(substring(latest.rule, '''([0-9a-f-]{36})''')::uuid);
    new_partition := _table || to_char(until AT TIME ZONE 'Asia/Shanghai', '_YYYY_MM');
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', _table, latest.name);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%L)', _table, latest.name, latest.first, least_id(until));
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', latest.name, latest.bound);
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (MAXVALUE)', new_partition, _table, least_id(until));
    EXECUTE format('REVOKE ALL ON %I FROM xyxlx_app', new_partition);
  END IF;
  RETURN new_partition;
END $$;
REVOKE EXECUTE ON FUNCTION end_grown_partition(text, bigint) FROM PUBLIC;

-- A trigger of a row is its partition's: it looks at the whole table.
CREATE FUNCTION whole_table(_relation oid) RETURNS regclass LANGUAGE sql STABLE AS $$
  SELECT coalesce(pg_partition_root(_relation), _relation::regclass)
$$;

CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'table % is append-only', whole_table(TG_RELID) USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE FUNCTION refuse_broken_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before bigint; last int; present bigint;
BEGIN
  IF NEW.seq > 1 THEN
    EXECUTE format('SELECT balance_after FROM %s WHERE tenant_id = $1 AND card_id = $2 AND seq = $3', whole_table(TG_RELID))
      INTO before USING NEW.tenant_id, NEW.card_id, NEW.seq - 1;
  ELSE
    before := 0;
  END IF;
  EXECUTE format('SELECT flow_seq, balance FROM %s WHERE tenant_id = $1 AND id = $2', referred_by(TG_RELID, 'card_id'))
    INTO last, present USING NEW.tenant_id, NEW.card_id;
  IF before + NEW.delta IS DISTINCT FROM NEW.balance_after OR NEW.seq > last OR NEW.seq = last AND NEW.balance_after <> present THEN
    RAISE EXCEPTION 'refuse_broken_chain: flow % of card % does not follow', NEW.seq, NEW.card_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- What a table has becomes its first partition as it is, without a row being copied.
CREATE FUNCTION pg_temp.partition_table(_table text, _key text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  had text := _table || '_first';
  indexes text[] := ARRAY(SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = _table::regclass AND NOT indisprimary);
  constraints text[] := ARRAY(SELECT format('ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE conrelid = _table::regclass AND contype IN ('p', 'f'));
  triggers text[] := ARRAY(SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = _table::regclass AND NOT tgisinternal);
  rights text := (SELECT string_agg(privilege_type, ', ') FROM pg_class, aclexplode(relacl) a
    WHERE oid = _table::regclass AND a.grantee = 'xyxlx_app'::regrole);
  name text;
  statement text;
BEGIN
  FOR name IN SELECT tgname FROM pg_trigger WHERE tgrelid = _table::regclass AND NOT tgisinternal LOOP
    EXECUTE format('DROP TRIGGER %I ON %I', name, _table);
  END LOOP;
  FOR name, statement IN
    SELECT indexrelid::regclass::text, had || CASE WHEN indisprimary THEN '_pkey' ELSE '_' || row_number() OVER (ORDER BY indexrelid) END
      FROM pg_index WHERE indrelid = _table::regclass
  LOOP
    EXECUTE format('ALTER INDEX %s RENAME TO %I', name, statement);
  END LOOP;
  EXECUTE format('ALTER TABLE %I RENAME TO %I', _table, had);
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (%I)', _table, had, _key);
  EXECUTE format('ALTER TABLE %I %s', _table, array_to_string(constraints, ', '));
  FOREACH statement IN ARRAY indexes LOOP
    EXECUTE statement;
  END LOOP;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (MAXVALUE)', _table, had);
  FOREACH statement IN ARRAY triggers LOOP
    EXECUTE statement;
  END LOOP;
  EXECUTE format('REVOKE ALL ON %I, %I FROM xyxlx_app', _table, had);
  EXECUTE format('GRANT %s ON %I TO xyxlx_app', rights, _table);
END $$;

SELECT pg_temp.partition_table('ledger_postings', 'source_id');
SELECT pg_temp.partition_table('card_flows', 'source_id');
SELECT pg_temp.partition_table('operation_logs', 'id');
DROP FUNCTION pg_temp.partition_table(text, text);
