-- What is handed out next where somebody belongs to several inboxes.
CREATE INDEX risk_cases_queue ON risk_cases (tenant_id, queue_key, id) WHERE state = 'NEW';

-- The pieces of a report's file are written, and written anew, before it is sealed; then none of them goes either.
CREATE OR REPLACE FUNCTION refuse_sealed_report() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE state text; piece record;
BEGIN
  piece := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  EXECUTE format('SELECT r.state FROM %s r WHERE r.tenant_id = $1 AND r.id = $2 FOR SHARE', referred_by(TG_RELID, 'report_id'))
    INTO state USING piece.tenant_id, piece.report_id;
  IF state <> 'WRITING' THEN
    RAISE EXCEPTION 'refuse_sealed_report: the file of a report that is % is not written', state USING ERRCODE = 'check_violation';
  END IF;
  RETURN piece;
END $$;
DROP TRIGGER risk_report_chunks_while_written ON risk_report_chunks;
CREATE TRIGGER risk_report_chunks_while_written BEFORE INSERT OR UPDATE OR DELETE ON risk_report_chunks FOR EACH ROW EXECUTE FUNCTION refuse_sealed_report();
