-- What a month came to is written by its closing alone, and goes only once the month is open again: balances of later months are read from it.
CREATE FUNCTION refuse_other_snapshot() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE wrong text;
BEGIN
  EXECUTE format('SELECT min(p.period || '' is '' || p.state) FROM %s p
      WHERE (p.tenant_id, p.period) IN (SELECT w.tenant_id, w.period FROM written w) AND p.state <> $1', referred_by(TG_RELID, 'period'))
    INTO wrong USING CASE TG_OP WHEN 'INSERT' THEN 'CLOSING' ELSE 'OPEN' END;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'refuse_other_snapshot: %', wrong USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_snapshots_of_closing AFTER INSERT ON ledger_snapshots REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_snapshot();
CREATE TRIGGER ledger_snapshots_of_open_period AFTER DELETE ON ledger_snapshots REFERENCING OLD TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_snapshot();
