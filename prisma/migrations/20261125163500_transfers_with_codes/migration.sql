-- CreateIndex
CREATE UNIQUE INDEX "top_ups_tenant_id_transfer_code_key" ON "top_ups"("tenant_id", "transfer_code");

ALTER TABLE top_ups DROP CONSTRAINT top_ups_state_values, ADD CONSTRAINT top_ups_state_values CHECK (state IN ('WAITING', 'TO_CLAIM', 'PAYING', 'SUBMITTED', 'SUCCESS', 'FAILED', 'CLOSED', 'REJECTED', 'WITHDRAWN'));

-- A transfer that is waited for has its code, and a line once one is claimed as it; given up it has none.
ALTER TABLE top_ups DROP CONSTRAINT top_ups_state_of_way, ADD CONSTRAINT top_ups_state_of_way CHECK (state = 'SUCCESS'
    OR state = ANY (CASE channel WHEN 'TRANSFER' THEN ARRAY['TO_CLAIM', 'SUBMITTED', 'REJECTED', 'WITHDRAWN', 'CLOSED']
      ELSE ARRAY['WAITING', 'PAYING', 'FAILED', 'CLOSED'] END)),
  ADD CONSTRAINT top_ups_of_code CHECK (CASE WHEN transfer_code IS NULL THEN NOT (channel = 'TRANSFER' AND state IN ('TO_CLAIM', 'CLOSED'))
    ELSE channel = 'TRANSFER' AND target = 'COMPANY' AND closes_at IS NOT NULL AND state NOT IN ('REJECTED', 'WITHDRAWN')
      AND (statement_line_id IS NULL) = (state IN ('TO_CLAIM', 'CLOSED')) END),
  ADD CONSTRAINT top_ups_transfer_code CHECK (transfer_code ~ '^C[2-9A-HJKMNP-Z]{6}$');
DROP INDEX top_ups_to_close;
CREATE INDEX top_ups_to_close ON top_ups (tenant_id, closes_at) WHERE state IN ('WAITING', 'TO_CLAIM');
-- What may go together: a line that nobody has claimed, and a top-up that waits for one of the same amount.
CREATE INDEX top_ups_to_claim ON top_ups (tenant_id, amount) WHERE state = 'TO_CLAIM';
CREATE INDEX statement_lines_to_claim ON statement_lines (tenant_id, amount) WHERE state = 'UNCLAIMED';

DROP TRIGGER top_ups_fit ON top_ups;
CREATE TRIGGER top_ups_fit BEFORE INSERT OR UPDATE OF statement_line_id ON top_ups FOR EACH ROW WHEN (NEW.statement_line_id IS NOT NULL)
  EXECUTE FUNCTION refuse_other_claim();

-- A line comes with the claim and goes when that is rejected or withdrawn.
CREATE OR REPLACE FUNCTION refuse_other_top_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.top_up_no, NEW.target, NEW.company_id, NEW.card_id, NEW.order_id, NEW.amount, NEW.fee, NEW.bonus, NEW.received, NEW.channel, NEW.binding_id,
        NEW.transfer_code, NEW.remark, NEW.created_by_id, NEW.closes_at, NEW.created_at)
      IS DISTINCT FROM (OLD.top_up_no, OLD.target, OLD.company_id, OLD.card_id, OLD.order_id, OLD.amount, OLD.fee, OLD.bonus, OLD.received, OLD.channel,
        OLD.binding_id, OLD.transfer_code, OLD.remark, OLD.created_by_id, OLD.closes_at, OLD.created_at)
      OR NEW.statement_line_id IS DISTINCT FROM OLD.statement_line_id
        AND (OLD.state, NEW.state) NOT IN (('TO_CLAIM', 'SUBMITTED'), ('SUBMITTED', 'TO_CLAIM'))
      OR OLD.state IN ('REJECTED', 'WITHDRAWN') THEN
    RAISE EXCEPTION 'refuse_other_top_up: a top-up is decided once, as it was handed in' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('TO_CLAIM', 'SUBMITTED'), ('TO_CLAIM', 'CLOSED'), ('SUBMITTED', 'TO_CLAIM'),
      ('SUBMITTED', 'SUCCESS'), ('SUBMITTED', 'REJECTED'), ('SUBMITTED', 'WITHDRAWN'), ('WAITING', 'PAYING'), ('WAITING', 'SUCCESS'),
      ('WAITING', 'FAILED'), ('WAITING', 'CLOSED'), ('PAYING', 'SUCCESS'), ('PAYING', 'FAILED'), ('CLOSED', 'SUCCESS'), ('FAILED', 'SUCCESS'))
      OR OLD.channel = 'TRANSFER' AND OLD.state = 'CLOSED' AND NEW.state <> 'CLOSED' THEN
    RAISE EXCEPTION 'refuse_other_top_up: a top-up that is % does not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.channel_flow_no IS DISTINCT FROM OLD.channel_flow_no OR NEW.late <> OLD.late) AND (OLD.state = 'SUCCESS' OR NEW.state <> 'SUCCESS') THEN
    RAISE EXCEPTION 'refuse_other_top_up: flow number and lateness come with the success' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.late AND NOT OLD.late AND OLD.state NOT IN ('CLOSED', 'FAILED') AND NEW.order_id IS NULL THEN
    RAISE EXCEPTION 'refuse_other_top_up: a top-up that is % is not late', OLD.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
