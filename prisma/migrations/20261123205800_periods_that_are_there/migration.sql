-- After months without an event two that come at once both open the periods in between: the second finds them there, which is no fault.
CREATE OR REPLACE FUNCTION refuse_other_period() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last_period text; out_of_turn boolean; is_there boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    EXECUTE format('SELECT max(period) FROM %s WHERE tenant_id = $1', TG_RELID::regclass) INTO last_period USING NEW.tenant_id;
    EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE tenant_id = $1 AND period = $2)', TG_RELID::regclass)
      INTO is_there USING NEW.tenant_id, NEW.period;
    IF NEW.state <> 'OPEN' OR last_period IS NOT NULL AND NOT is_there
        AND NEW.period <> period_of(((last_period || '-01')::date + interval '1 month')::date) THEN
      RAISE EXCEPTION 'refuse_other_period: % does not follow %', NEW.period, last_period USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.tenant_id, NEW.period) IS DISTINCT FROM (OLD.tenant_id, OLD.period)
      OR OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('OPEN', 'CLOSING'), ('CLOSING', 'CLOSED'), ('CLOSING', 'OPEN'), ('CLOSED', 'OPEN')) THEN
    RAISE EXCEPTION 'refuse_other_period: % that is % does not become %', OLD.period, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE tenant_id = $1 AND CASE WHEN $3 = ''OPEN'' THEN period > $2 AND state <> ''OPEN''
      ELSE period < $2 AND state <> ''CLOSED'' END)', TG_RELID::regclass)
    INTO out_of_turn USING NEW.tenant_id, NEW.period, NEW.state;
  IF OLD.state <> NEW.state AND out_of_turn THEN
    RAISE EXCEPTION 'refuse_other_period: % is not the next to close or the last to open again', NEW.period USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
