-- What a plan's run issues was approved with its version, up to a fifth more, or by itself.
CREATE FUNCTION refuse_unapproved_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM issue_plan_versions v WHERE v.tenant_id = NEW.tenant_id AND v.plan_id = NEW.plan_id AND v.no = NEW.plan_version
      AND v.state IN ('PUBLISHED', 'RETIRED') AND NEW.amount * 5 <= v.most_amount * 6)
    AND NOT EXISTS (SELECT FROM approvals a WHERE a.tenant_id = NEW.tenant_id AND a.subject_type = 'planRun' AND a.subject_id = NEW.id
      AND a.state = 'APPROVED' AND a.checker_id IS NOT NULL AND a.checker_id IS DISTINCT FROM a.maker_id AND a.amount >= NEW.amount) THEN
    RAISE EXCEPTION 'refuse_unapproved_run: nobody has approved % fen for %', NEW.amount, NEW.batch_no USING ERRCODE = 'AT001';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER issue_batches_run_as_approved AFTER UPDATE ON issue_batches FOR EACH ROW
  WHEN (NEW.kind <> 'MANUAL' AND OLD.state IN ('SCHEDULED', 'SUBMITTED', 'FAILED', 'PARTLY_DONE') AND NEW.state = 'RUNNING')
  EXECUTE FUNCTION refuse_unapproved_run();
