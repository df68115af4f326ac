-- CreateTable
CREATE TABLE "top_up_reversals" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "reversal_no" TEXT NOT NULL,
    "top_up_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'SUBMITTED',
    "approval_id" UUID,
    "done_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_by" TEXT NOT NULL,

    CONSTRAINT "top_up_reversals_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "top_up_reversals_tenant_id_top_up_id_idx" ON "top_up_reversals"("tenant_id", "top_up_id");

-- CreateIndex
CREATE UNIQUE INDEX "top_up_reversals_tenant_id_reversal_no_key" ON "top_up_reversals"("tenant_id", "reversal_no");

-- AddForeignKey
ALTER TABLE "top_up_reversals" ADD CONSTRAINT "top_up_reversals_tenant_id_top_up_id_fkey" FOREIGN KEY ("tenant_id", "top_up_id") REFERENCES "top_ups"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "top_up_reversals" ADD CONSTRAINT "top_up_reversals_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE fund_flows DROP CONSTRAINT fund_flows_kind_values, ADD CONSTRAINT fund_flows_kind_values CHECK (kind IN ('OPENING', 'TOP_UP', 'TOP_UP_BACK', 'LIMIT_ISSUE', 'LIMIT_RECOVER', 'REFUND', 'CONSUME_CLOSE', 'TRANSFER_IN', 'TRANSFER_OUT', 'FEE', 'CARD_PAY', 'CARD_BACK', 'SETTLE', 'WITHDRAW', 'ADJUST'));
ALTER TABLE top_ups DROP CONSTRAINT top_ups_state_values, ADD CONSTRAINT top_ups_state_values CHECK (state IN ('WAITING', 'TO_CLAIM', 'PAYING', 'SUBMITTED', 'SUCCESS', 'FAILED', 'CLOSED', 'REJECTED', 'WITHDRAWN', 'REVERSED', 'REFUNDED'));
ALTER TABLE top_up_reversals ADD CONSTRAINT top_up_reversals_kind_values CHECK (kind IN ('REVERSE', 'REFUND'));
ALTER TABLE top_up_reversals ADD CONSTRAINT top_up_reversals_state_values CHECK (state IN ('SUBMITTED', 'DONE', 'REJECTED', 'WITHDRAWN'));

-- What came stays what came, also once it is taken back: a transfer by 冲正, so that its line can be claimed anew, or anything by 退款.
ALTER TABLE top_ups DROP CONSTRAINT top_ups_state_of_way, DROP CONSTRAINT top_ups_of_binding, DROP CONSTRAINT top_ups_late, DROP CONSTRAINT top_ups_came,
  ADD CONSTRAINT top_ups_state_of_way CHECK (state IN ('SUCCESS', 'REFUNDED')
    OR state = ANY (CASE channel WHEN 'TRANSFER' THEN ARRAY['TO_CLAIM', 'SUBMITTED', 'REJECTED', 'WITHDRAWN', 'CLOSED', 'REVERSED']
      ELSE ARRAY['WAITING', 'PAYING', 'FAILED', 'CLOSED'] END)),
  ADD CONSTRAINT top_ups_of_binding CHECK (state IN ('SUCCESS', 'REFUNDED') OR channel = 'TRANSFER' OR binding_id IS NOT NULL AND closes_at IS NOT NULL),
  ADD CONSTRAINT top_ups_late CHECK (NOT late OR state IN ('SUCCESS', 'REVERSED', 'REFUNDED')),
  ADD CONSTRAINT top_ups_came CHECK (state NOT IN ('SUCCESS', 'REVERSED', 'REFUNDED') OR num_nonnulls(statement_line_id, channel_flow_no) = 1);
-- A line has one top-up at a time, and another once that is reversed.
DROP INDEX top_ups_one_a_line;
CREATE UNIQUE INDEX top_ups_one_a_line ON top_ups (tenant_id, statement_line_id) WHERE state IN ('SUBMITTED', 'SUCCESS', 'REFUNDED');
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
      ('WAITING', 'FAILED'), ('WAITING', 'CLOSED'), ('PAYING', 'SUCCESS'), ('PAYING', 'FAILED'), ('CLOSED', 'SUCCESS'), ('FAILED', 'SUCCESS'),
      ('SUCCESS', 'REVERSED'), ('SUCCESS', 'REFUNDED'))
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

-- A line that is matched is free again only once the top-up that it was claimed as is reversed.
CREATE OR REPLACE FUNCTION refuse_other_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE claims regclass; reversed boolean;
BEGIN
  IF (NEW.account_id, NEW.bank_no, NEW.direction, NEW.amount, NEW.balance_after, NEW.at, NEW.payer, NEW.summary, NEW.import_job_id, NEW.created_at)
      IS DISTINCT FROM (OLD.account_id, OLD.bank_no, OLD.direction, OLD.amount, OLD.balance_after, OLD.at, OLD.payer, OLD.summary,
        OLD.import_job_id, OLD.created_at) THEN
    RAISE EXCEPTION 'refuse_other_line: the figures of a statement do not change' USING ERRCODE = 'check_violation';
  END IF;
  IF (OLD.state, NEW.state) = ('MATCHED', 'UNCLAIMED') THEN
    SELECT k.conrelid INTO claims FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'top_up_no'
      WHERE k.confrelid = TG_RELID AND k.contype = 'f';
    EXECUTE format('SELECT bool_or(state = ''REVERSED'') AND NOT bool_or(state IN (''SUBMITTED'', ''SUCCESS'', ''REFUNDED'')) FROM %s
        WHERE tenant_id = $1 AND statement_line_id = $2', claims) INTO reversed USING NEW.tenant_id, NEW.id;
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('UNCLAIMED', 'CLAIMED'), ('CLAIMED', 'UNCLAIMED'), ('CLAIMED', 'MATCHED'),
      ('UNMATCHED', 'MATCHED')) AND reversed IS NOT TRUE THEN
    RAISE EXCEPTION 'refuse_other_line: a line that is % does not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- Fees of what is taken back come back with it.
ALTER TABLE card_flows DROP CONSTRAINT card_flows_way, ADD CONSTRAINT card_flows_way CHECK (seq >= 1 AND balance_after >= 0
  AND CASE WHEN kind IN ('LOAD', 'TOP_UP', 'REFUND', 'MOVE_IN') OR kind = 'FEE' AND source_type = 'topUpReversal' THEN delta > 0 ELSE delta < 0 END);
CREATE UNIQUE INDEX fund_flows_one_a_reversal ON fund_flows (tenant_id, source_id) WHERE kind = 'TOP_UP_BACK';

ALTER TABLE top_up_reversals ADD CONSTRAINT top_up_reversals_amount CHECK (amount > 0),
  ADD CONSTRAINT top_up_reversals_done CHECK ((state = 'DONE') = (done_at IS NOT NULL));
-- One waits a top-up, and one takes it back.
CREATE UNIQUE INDEX top_up_reversals_one_a_top_up ON top_up_reversals (tenant_id, top_up_id) WHERE state IN ('SUBMITTED', 'DONE');

-- A reversal is decided once, as it was handed in.
CREATE FUNCTION refuse_other_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'SUBMITTED'
      OR (NEW.reversal_no, NEW.top_up_id, NEW.kind, NEW.amount, NEW.reason, NEW.created_at, NEW.created_by)
        IS DISTINCT FROM (OLD.reversal_no, OLD.top_up_id, OLD.kind, OLD.amount, OLD.reason, OLD.created_at, OLD.created_by)
      OR OLD.approval_id IS NOT NULL AND NEW.approval_id IS DISTINCT FROM OLD.approval_id THEN
    RAISE EXCEPTION 'refuse_other_reversal: reversal % is decided once, as it was handed in', OLD.reversal_no USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER top_up_reversals_decided_once BEFORE UPDATE ON top_up_reversals FOR EACH ROW EXECUTE FUNCTION refuse_other_reversal();
CREATE FUNCTION refuse_decided_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_decided_reversal: a reversal begins as one that waits' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER top_up_reversals_begin BEFORE INSERT ON top_up_reversals FOR EACH ROW WHEN (NEW.state <> 'SUBMITTED')
  EXECUTE FUNCTION refuse_decided_reversal();

-- A reversal is of all that was received of a top-up that paid no order; done, somebody agreed to it, and the top-up is what it says.
CREATE FUNCTION refuse_unfounded_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE came regclass := referred_by(TG_RELID, 'top_up_id'); payments regclass; fits boolean; approved boolean;
BEGIN
  SELECT k.conrelid INTO payments FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'paid_at'
    WHERE k.confrelid = came AND k.contype = 'f';
  EXECUTE format('SELECT EXISTS (SELECT FROM %s t WHERE t.tenant_id = $1 AND t.id = $2 AND t.received = $3
      AND ($4 = ''REFUND'' OR t.channel = ''TRANSFER'') AND NOT EXISTS (SELECT FROM %s y WHERE y.tenant_id = t.tenant_id AND y.top_up_id = t.id)
      AND t.state = CASE $5 WHEN ''DONE'' THEN CASE $4 WHEN ''REFUND'' THEN ''REFUNDED'' ELSE ''REVERSED'' END
        WHEN ''SUBMITTED'' THEN ''SUCCESS'' ELSE t.state END)', came, payments)
    INTO fits USING NEW.tenant_id, NEW.top_up_id, NEW.amount, NEW.kind, NEW.state;
  IF NOT fits THEN
    RAISE EXCEPTION 'refuse_unfounded_reversal: % is not what its top-up received', NEW.reversal_no USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> 'DONE' THEN
    RETURN NULL;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %s a WHERE a.tenant_id = $1 AND a.id = $2 AND a.subject_type = ''topUpReversal'' AND a.subject_id = $3
      AND a.state = ''APPROVED'' AND a.amount >= $4)', referred_by(TG_RELID, 'approval_id'))
    INTO approved USING NEW.tenant_id, NEW.approval_id, NEW.id, NEW.amount;
  IF NOT approved THEN
    RAISE EXCEPTION 'refuse_unfounded_reversal: nobody has approved reversal %', NEW.reversal_no USING ERRCODE = 'AT001';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER top_up_reversals_founded AFTER INSERT OR UPDATE ON top_up_reversals DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refuse_unfounded_reversal();
-- A top-up is taken back by a reversal that is done.
CREATE FUNCTION refuse_unreversed_top_up() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE reversals regclass; reversed boolean;
BEGIN
  SELECT k.conrelid INTO reversals FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'reversal_no'
    WHERE k.confrelid = TG_RELID AND k.contype = 'f';
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE tenant_id = $1 AND top_up_id = $2 AND state = ''DONE'')', reversals)
    INTO reversed USING NEW.tenant_id, NEW.id;
  IF NOT reversed THEN
    RAISE EXCEPTION 'refuse_unreversed_top_up: no reversal of % is done', NEW.top_up_no USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER top_ups_taken_back AFTER UPDATE ON top_ups DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state IN ('REVERSED', 'REFUNDED') AND OLD.state <> NEW.state) EXECUTE FUNCTION refuse_unreversed_top_up();
REVOKE DELETE ON top_up_reversals FROM xyxlx_app;
