-- A unit is not closed while there is money on its cards, or held of it.
CREATE FUNCTION refuse_closing_with_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE bought regclass; found boolean;
BEGIN
  SELECT k.conrelid::regclass INTO bought FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'pan_index'
    WHERE k.confrelid = TG_RELID AND k.contype = 'f';
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE tenant_id = $1 AND merchant_id = $2 AND balance > 0)', bought)
    INTO found USING NEW.tenant_id, NEW.id;
  IF found THEN
    RAISE EXCEPTION 'refuse_closing_with_cards: there is money on cards of merchant %', NEW.merchant_no USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER merchants_close_without_cards AFTER UPDATE ON merchants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state = 'CLOSED' AND OLD.state <> 'CLOSED') EXECUTE FUNCTION refuse_closing_with_cards();
