-- What a replacement moves is what is on the card and the fee for the new one, out of the fund: both are within its maker's day or approved.
CREATE FUNCTION refuse_unapproved_replacement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM must_be_allowed(NEW.tenant_id, 'cardReplacement', NEW.id, NEW.amount + NEW.fee, 1);
  RETURN NULL;
END $$;
DROP TRIGGER card_requests_moved ON card_requests;
CREATE CONSTRAINT TRIGGER card_requests_moved AFTER UPDATE ON card_requests FOR EACH ROW WHEN (NEW.state = 'DONE' AND NEW.kind = 'REPLACE')
  EXECUTE FUNCTION refuse_unapproved_replacement();
