-- What a break says may change while nobody has decided it, 挂账 too: books and statement go on. What a line brought in is credited once, by its top-up
-- or by an adjustment.
CREATE OR REPLACE FUNCTION refuse_other_break() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state IN ('MATCHED', 'ADJUSTED') THEN
    RAISE EXCEPTION 'refuse_other_break: a break is decided once' USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF OLD.state <> 'OPEN' THEN
      RAISE EXCEPTION 'refuse_other_break: a break that is % stays', OLD.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF (NEW.account_id, NEW.day, NEW.reference, NEW.created_at) IS DISTINCT FROM (OLD.account_id, OLD.day, OLD.reference, OLD.created_at)
    OR OLD.state NOT IN ('OPEN', 'SUSPENDED') AND (NEW.kind, NEW.difference, NEW.amount, NEW.line_id, NEW.flow_id, NEW.payment_id)
      IS DISTINCT FROM (OLD.kind, OLD.difference, OLD.amount, OLD.line_id, OLD.flow_id, OLD.payment_id) THEN
    RAISE EXCEPTION 'refuse_other_break: what a break says does not change' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('OPEN', 'SUSPENDED'), ('OPEN', 'MATCHED'), ('OPEN', 'SUBMITTED'),
      ('SUSPENDED', 'MATCHED'), ('SUSPENDED', 'SUBMITTED'), ('SUBMITTED', 'ADJUSTED'), ('SUBMITTED', 'OPEN')) THEN
    RAISE EXCEPTION 'refuse_other_break: a break that is % does not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION refuse_credited_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM top_ups WHERE tenant_id = NEW.tenant_id AND statement_line_id = NEW.line_id AND state IN ('SUCCESS', 'REFUNDED')) THEN
    RAISE EXCEPTION 'refuse_credited_line: a top-up has credited the line' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER reconciliation_breaks_credited BEFORE UPDATE ON reconciliation_breaks FOR EACH ROW
  WHEN (NEW.state = 'ADJUSTED' AND OLD.state <> 'ADJUSTED' AND NEW.line_id IS NOT NULL) EXECUTE FUNCTION refuse_credited_line();
