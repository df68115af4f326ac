-- A payment's posting asks for its slot alone: a period closes only when none of its slots is open, and no slot is made in it then.
CREATE OR REPLACE FUNCTION refuse_sealed_slot() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE open boolean;
BEGIN
  EXECUTE format('SELECT bool_and(o.state = ''OPEN'') FROM (SELECT s.state FROM %s s
      WHERE (s.tenant_id, s.id) IN (SELECT w.tenant_id, w.slot_id FROM written w) FOR KEY SHARE OF s) o', referred_by(TG_RELID, 'book_date'))
    INTO open;
  IF NOT open THEN
    RAISE EXCEPTION 'refuse_sealed_slot: what is sealed takes no posting' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION refuse_closing_with_open_slot() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE has_open boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE tenant_id = $1 AND period = $2 AND state = ''OPEN'')',
      (SELECT conrelid::regclass FROM pg_constraint WHERE confrelid = TG_RELID AND contype = 'f'
         AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = conrelid AND attname = 'book_date')))
    INTO has_open USING NEW.tenant_id, NEW.period;
  IF has_open THEN
    RAISE EXCEPTION 'refuse_closing_with_open_slot: a slot of % is open', NEW.period USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_periods_without_open_slots BEFORE UPDATE OF state ON ledger_periods FOR EACH ROW
  WHEN (NEW.state = 'CLOSED' AND OLD.state <> 'CLOSED') EXECUTE FUNCTION refuse_closing_with_open_slot();
