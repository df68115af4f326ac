-- AlterTable
ALTER TABLE "cards" ADD COLUMN     "request_id" UUID;

-- CreateTable
CREATE TABLE "card_requests" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "request_no" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "card_id" UUID NOT NULL,
    "company_id" UUID NOT NULL,
    "amount" BIGINT NOT NULL,
    "fee" BIGINT NOT NULL DEFAULT 0,
    "reason" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'SUBMITTED',
    "approval_id" UUID,
    "done_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_by" TEXT NOT NULL,

    CONSTRAINT "card_requests_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "card_requests_tenant_id_card_id_created_at_id_idx" ON "card_requests"("tenant_id", "card_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "card_requests_tenant_id_request_no_key" ON "card_requests"("tenant_id", "request_no");

-- CreateIndex
CREATE UNIQUE INDEX "cards_tenant_id_request_id_key" ON "cards"("tenant_id", "request_id");

-- AddForeignKey
ALTER TABLE "cards" ADD CONSTRAINT "cards_tenant_id_request_id_fkey" FOREIGN KEY ("tenant_id", "request_id") REFERENCES "card_requests"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_requests" ADD CONSTRAINT "card_requests_tenant_id_card_id_fkey" FOREIGN KEY ("tenant_id", "card_id") REFERENCES "cards"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_requests" ADD CONSTRAINT "card_requests_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_requests" ADD CONSTRAINT "card_requests_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE card_requests ADD CONSTRAINT card_requests_kind_values CHECK (kind IN ('REPLACE', 'REDEEM', 'CANCEL'));
ALTER TABLE card_requests ADD CONSTRAINT card_requests_state_values CHECK (state IN ('SUBMITTED', 'DONE', 'REJECTED', 'WITHDRAWN'));
ALTER TABLE ledger_postings DROP CONSTRAINT ledger_postings_source_type_values, ADD CONSTRAINT ledger_postings_source_type_values CHECK (source_type IN ('consumption', 'limitAdjustment', 'lottery', 'statementLine', 'topUp', 'topUpReversal', 'fundFlow', 'fundTransfer', 'reconciliationBreak', 'reconciliation', 'cardOrder', 'cardFlow', 'cardRequest', 'opening'));

ALTER TABLE card_requests ADD CONSTRAINT card_requests_money CHECK (amount >= 0 AND fee BETWEEN 0 AND 100000 AND (kind = 'REPLACE' OR fee = 0)
    AND (kind <> 'CANCEL' OR amount = 0) AND (kind <> 'REDEEM' OR amount > 0)),
  ADD CONSTRAINT card_requests_done CHECK ((state = 'DONE') = (done_at IS NOT NULL));
-- One waits a card.
CREATE UNIQUE INDEX card_requests_one_waiting ON card_requests (tenant_id, card_id) WHERE state = 'SUBMITTED';
-- What ends by itself.
CREATE INDEX cards_due ON cards (tenant_id, expires_at, id) WHERE state IN ('PENDING', 'ACTIVE', 'FROZEN', 'LOST');

-- A request is decided once, as it was handed in; what moves is what is on the card then.
CREATE FUNCTION refuse_other_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'SUBMITTED'
      OR (NEW.request_no, NEW.kind, NEW.card_id, NEW.fee, NEW.reason, NEW.created_at, NEW.created_by)
        IS DISTINCT FROM (OLD.request_no, OLD.kind, OLD.card_id, OLD.fee, OLD.reason, OLD.created_at, OLD.created_by)
      OR NEW.state <> 'DONE' AND (NEW.amount, NEW.company_id) IS DISTINCT FROM (OLD.amount, OLD.company_id)
      OR OLD.approval_id IS NOT NULL AND NEW.approval_id IS DISTINCT FROM OLD.approval_id THEN
    RAISE EXCEPTION 'refuse_other_request: request % is decided once, as it was handed in', OLD.request_no USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER card_requests_decided_once BEFORE UPDATE ON card_requests FOR EACH ROW EXECUTE FUNCTION refuse_other_request();
CREATE FUNCTION refuse_decided_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_decided_request: a request begins as one that waits' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER card_requests_begin BEFORE INSERT ON card_requests FOR EACH ROW WHEN (NEW.state <> 'SUBMITTED')
  EXECUTE FUNCTION refuse_decided_request();
-- A replacement is within its maker's day or approved; whatever else is asked of a card always has somebody else's word.
CREATE CONSTRAINT TRIGGER card_requests_moved AFTER UPDATE ON card_requests FOR EACH ROW WHEN (NEW.state = 'DONE' AND NEW.kind = 'REPLACE')
  EXECUTE FUNCTION refuse_unapproved_money('cardReplacement', 'id', 'amount');
CREATE FUNCTION refuse_unapproved_request() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE approved boolean;
BEGIN
  EXECUTE format(
    'SELECT EXISTS (SELECT FROM %s a WHERE a.tenant_id = $1 AND a.id = $2 AND a.subject_type = $3 AND a.subject_id = $4 AND a.state = ''APPROVED''
       AND coalesce(a.amount, 0) >= $5)', referred_by(TG_RELID, 'approval_id'))
    INTO approved USING NEW.tenant_id, NEW.approval_id, (CASE NEW.kind WHEN 'REDEEM' THEN 'cardRedemption' ELSE 'cardCancellation' END), NEW.id,
      NEW.amount;
  IF NOT approved THEN
    RAISE EXCEPTION 'refuse_unapproved_request: nobody has approved request %', NEW.request_no USING ERRCODE = 'AT001';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER card_requests_approved AFTER UPDATE ON card_requests FOR EACH ROW WHEN (NEW.state = 'DONE' AND NEW.kind <> 'REPLACE')
  EXECUTE FUNCTION refuse_unapproved_request();
REVOKE DELETE ON card_requests FROM xyxlx_app;

CREATE OR REPLACE FUNCTION threshold_of(tenant uuid, act_kind text, OUT amount bigint, OUT day_amount bigint, OUT count int, OUT day_count int)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(t.amount, k.amount), coalesce(t.day_amount, k.day_amount), coalesce(t.count, k.count), coalesce(t.day_count, k.day_count)
  FROM (VALUES
    ('limitAdjustment', 500000::bigint, 2000000::bigint, NULL::int, NULL::int),
    ('limitAdjustmentUndo', 500000, 2000000, NULL, NULL),
    ('limitBatch', 5000000, 5000000, 500, 500),
    ('limitBatchUndo', 5000000, 5000000, 500, 500),
    ('consumptionRefund', 500000, 2000000, NULL, NULL),
    ('lotteryAward', 100000, 500000, NULL, NULL),
    ('invoiceIssue', 5000000, 20000000, NULL, NULL),
    ('fundTransfer', 0, 0, NULL, NULL),
    ('topUpClaim', 0, 0, NULL, NULL),
    ('fundAdjustment', 0, 0, NULL, NULL),
    ('limitIssue', 5000000, 5000000, 500, 500),
    ('limitIssueVoid', 5000000, 5000000, 500, 500),
    ('cardImport', 5000000, 5000000, NULL, NULL),
    ('cardReplacement', 100000, 100000, NULL, NULL)) k(kind, amount, day_amount, count, day_count)
  LEFT JOIN approval_thresholds t ON t.tenant_id = tenant AND t.subject_type = k.kind
  WHERE k.kind = act_kind
$$;
