-- AlterTable
ALTER TABLE "approvals" ADD COLUMN     "decided_in" BIGINT;

-- AlterTable
ALTER TABLE "money_acts" ADD COLUMN     "written_in" BIGINT;

-- The transaction in which an approval was decided and an act was written, whatever the statement says: a row's own system column
-- changes with every other change of the row.
CREATE FUNCTION name_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'money_acts' THEN
    NEW.written_in := pg_current_xact_id()::text::bigint;
  ELSIF TG_OP = 'INSERT' THEN
    NEW.decided_in := pg_current_xact_id()::text::bigint;
  ELSIF NEW.state <> OLD.state THEN
    NEW.decided_in := pg_current_xact_id()::text::bigint;
  ELSE
    NEW.decided_in := OLD.decided_in;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approvals_decided_in BEFORE INSERT OR UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION name_transaction();
CREATE TRIGGER money_acts_written_in BEFORE INSERT ON money_acts FOR EACH ROW EXECUTE FUNCTION name_transaction();

CREATE OR REPLACE FUNCTION may_move(tenant uuid, act_kind text, subject uuid, moved bigint, records int) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM threshold_of(tenant, act_kind) t WHERE moved <= t.amount AND records <= coalesce(t.count, records))
    OR EXISTS (SELECT FROM approvals a WHERE a.tenant_id = tenant AND a.subject_type = act_kind AND a.subject_id = subject
      AND a.state = 'APPROVED' AND a.checker_id IS NOT NULL AND a.checker_id <> a.maker_id AND a.amount >= moved
      AND a.decided_in = pg_current_xact_id()::text::bigint)
$$;

CREATE OR REPLACE FUNCTION refuse_undo_without_act() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM money_acts a WHERE a.tenant_id = NEW.tenant_id AND a.kind = 'limitBatchUndo' AND a.subject_id = NEW.id
      AND a.written_in = pg_current_xact_id()::text::bigint) THEN
    RAISE EXCEPTION 'refuse_undo_without_act: nobody has answered for the undo of %', NEW.batch_no USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
