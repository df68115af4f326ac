-- AlterTable
ALTER TABLE "top_ups" ADD COLUMN     "diverted_for" TEXT;

ALTER TABLE top_ups ADD CONSTRAINT top_ups_diverted_for_values CHECK (diverted_for IN ('STATE', 'CAP', 'PRODUCT'));

-- Only what came for a card goes elsewhere, and that is known with the success.
ALTER TABLE top_ups ADD CONSTRAINT top_ups_diverted CHECK (diverted_for IS NULL OR card_id IS NOT NULL);
CREATE FUNCTION refuse_late_diversion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_late_diversion: where the money of a top-up went is said with its success' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER top_ups_late_diversion BEFORE UPDATE ON top_ups FOR EACH ROW
  WHEN (NEW.diverted_for IS DISTINCT FROM OLD.diverted_for AND (OLD.state = 'SUCCESS' OR NEW.state <> 'SUCCESS'))
  EXECUTE FUNCTION refuse_late_diversion();

DROP INDEX top_ups_exceptions;
CREATE INDEX top_ups_exceptions ON top_ups (tenant_id, created_at DESC, id DESC) WHERE late OR told_amount IS NOT NULL OR diverted_for IS NOT NULL;
