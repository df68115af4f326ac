-- AlterTable
ALTER TABLE "top_ups" ADD COLUMN     "closes_at" TIMESTAMPTZ(3),
ADD COLUMN     "told_amount" BIGINT;

-- CreateIndex
CREATE INDEX "top_ups_created_at_id_idx" ON "top_ups"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "top_ups_tenant_id_amount_id_idx" ON "top_ups"("tenant_id", "amount" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "top_ups_tenant_id_card_id_idx" ON "top_ups"("tenant_id", "card_id");

-- AddForeignKey
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_tenant_id_card_id_fkey" FOREIGN KEY ("tenant_id", "card_id") REFERENCES "cards"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE top_ups DROP CONSTRAINT top_ups_state_values;
ALTER TABLE top_ups ADD CONSTRAINT top_ups_state_values CHECK (state IN ('WAITING', 'PAYING', 'SUBMITTED', 'SUCCESS', 'FAILED', 'CLOSED', 'REJECTED', 'WITHDRAWN'));

-- A transfer is claimed, what comes by a channel is told of by its binding.
ALTER TABLE top_ups ADD CONSTRAINT top_ups_state_of_way CHECK (state = 'SUCCESS'
    OR state = ANY (CASE channel WHEN 'TRANSFER' THEN ARRAY['SUBMITTED', 'REJECTED', 'WITHDRAWN'] ELSE ARRAY['WAITING', 'PAYING', 'FAILED', 'CLOSED'] END)),
  ADD CONSTRAINT top_ups_of_binding CHECK (state = 'SUCCESS' OR channel = 'TRANSFER' OR binding_id IS NOT NULL AND closes_at IS NOT NULL),
  ADD CONSTRAINT top_ups_told CHECK (told_amount <> amount),
  ADD CONSTRAINT top_ups_late CHECK (NOT late OR state = 'SUCCESS');
-- What the duty looks for each minute, and what a screen shows first: both are little of what there is.
CREATE INDEX top_ups_to_close ON top_ups (tenant_id, closes_at) WHERE state = 'WAITING';
CREATE INDEX top_ups_exceptions ON top_ups (tenant_id, created_at DESC, id DESC) WHERE late OR told_amount IS NOT NULL;

-- Money that a channel tells of is credited even after the top-up was over; a flow number is named once, with the success.
CREATE OR REPLACE FUNCTION refuse_other_top_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.top_up_no, NEW.target, NEW.company_id, NEW.card_id, NEW.amount, NEW.fee, NEW.bonus, NEW.received, NEW.channel, NEW.binding_id,
        NEW.statement_line_id, NEW.remark, NEW.created_by_id, NEW.closes_at, NEW.created_at)
      IS DISTINCT FROM (OLD.top_up_no, OLD.target, OLD.company_id, OLD.card_id, OLD.amount, OLD.fee, OLD.bonus, OLD.received, OLD.channel,
        OLD.binding_id, OLD.statement_line_id, OLD.remark, OLD.created_by_id, OLD.closes_at, OLD.created_at)
      OR OLD.state IN ('REJECTED', 'WITHDRAWN') THEN
    RAISE EXCEPTION 'refuse_other_top_up: a top-up is decided once, as it was handed in' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('SUBMITTED', 'SUCCESS'), ('SUBMITTED', 'REJECTED'), ('SUBMITTED', 'WITHDRAWN'),
      ('WAITING', 'PAYING'), ('WAITING', 'SUCCESS'), ('WAITING', 'FAILED'), ('WAITING', 'CLOSED'), ('PAYING', 'SUCCESS'), ('PAYING', 'FAILED'),
      ('CLOSED', 'SUCCESS'), ('FAILED', 'SUCCESS')) THEN
    RAISE EXCEPTION 'refuse_other_top_up: a top-up that is % does not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.channel_flow_no IS DISTINCT FROM OLD.channel_flow_no OR NEW.late <> OLD.late) AND (OLD.state = 'SUCCESS' OR NEW.state <> 'SUCCESS') THEN
    RAISE EXCEPTION 'refuse_other_top_up: flow number and lateness come with the success' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.late AND NOT OLD.late AND OLD.state NOT IN ('CLOSED', 'FAILED') THEN
    RAISE EXCEPTION 'refuse_other_top_up: a top-up that is % is not late', OLD.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
