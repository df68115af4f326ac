-- AlterTable
ALTER TABLE "fund_flows" ADD COLUMN     "platform_account_id" UUID;

-- CreateTable
CREATE TABLE "reconciliations" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "account_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "opening" BIGINT NOT NULL,
    "came_in" BIGINT NOT NULL,
    "went_out" BIGINT NOT NULL,
    "closing" BIGINT NOT NULL,
    "statement_balance" BIGINT NOT NULL,
    "line_count" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "reconciliations_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "reconciliation_breaks" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "account_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "reference" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "line_id" UUID,
    "flow_id" UUID,
    "payment_id" UUID,
    "difference" BIGINT NOT NULL,
    "amount" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'OPEN',
    "matched_id" UUID,
    "reason" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "reconciliation_breaks_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "reconciliations_tenant_id_day_id_idx" ON "reconciliations"("tenant_id", "day" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "reconciliations_day_id_idx" ON "reconciliations"("day" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "reconciliations_tenant_id_account_id_day_key" ON "reconciliations"("tenant_id", "account_id", "day");

-- CreateIndex
CREATE INDEX "reconciliation_breaks_tenant_id_account_id_day_idx" ON "reconciliation_breaks"("tenant_id", "account_id", "day");

-- CreateIndex
CREATE INDEX "reconciliation_breaks_tenant_id_account_id_reference_idx" ON "reconciliation_breaks"("tenant_id", "account_id", "reference");

-- CreateIndex
CREATE INDEX "reconciliation_breaks_tenant_id_line_id_idx" ON "reconciliation_breaks"("tenant_id", "line_id");

-- CreateIndex
CREATE INDEX "reconciliation_breaks_tenant_id_flow_id_idx" ON "reconciliation_breaks"("tenant_id", "flow_id");

-- CreateIndex
CREATE INDEX "reconciliation_breaks_tenant_id_payment_id_idx" ON "reconciliation_breaks"("tenant_id", "payment_id");

-- AddForeignKey
ALTER TABLE "fund_flows" ADD CONSTRAINT "fund_flows_tenant_id_platform_account_id_fkey" FOREIGN KEY ("tenant_id", "platform_account_id") REFERENCES "platform_accounts"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "fund_transfers" ADD CONSTRAINT "fund_transfers_tenant_id_platform_account_id_fkey" FOREIGN KEY ("tenant_id", "platform_account_id") REFERENCES "platform_accounts"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "reconciliations" ADD CONSTRAINT "reconciliations_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "platform_accounts"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "reconciliation_breaks" ADD CONSTRAINT "reconciliation_breaks_tenant_id_account_id_day_fkey" FOREIGN KEY ("tenant_id", "account_id", "day") REFERENCES "reconciliations"("tenant_id", "account_id", "day") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "reconciliation_breaks" ADD CONSTRAINT "reconciliation_breaks_tenant_id_line_id_fkey" FOREIGN KEY ("tenant_id", "line_id") REFERENCES "statement_lines"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "reconciliation_breaks" ADD CONSTRAINT "reconciliation_breaks_tenant_id_flow_id_fkey" FOREIGN KEY ("tenant_id", "flow_id") REFERENCES "fund_flows"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "reconciliation_breaks" ADD CONSTRAINT "reconciliation_breaks_tenant_id_payment_id_fkey" FOREIGN KEY ("tenant_id", "payment_id") REFERENCES "consumption_records"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "reconciliation_breaks" ADD CONSTRAINT "reconciliation_breaks_tenant_id_matched_id_fkey" FOREIGN KEY ("tenant_id", "matched_id") REFERENCES "reconciliation_breaks"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE reconciliations ADD CONSTRAINT reconciliations_state_values CHECK (state IN ('BALANCED', 'BROKEN'));
ALTER TABLE reconciliation_breaks ADD CONSTRAINT reconciliation_breaks_kind_values CHECK (kind IN ('LONG', 'SHORT', 'AMOUNT', 'DUPLICATE'));
ALTER TABLE reconciliation_breaks ADD CONSTRAINT reconciliation_breaks_state_values CHECK (state IN ('OPEN', 'SUSPENDED', 'SUBMITTED', 'MATCHED', 'ADJUSTED'));

-- What is through an account at a bank or channel has the number by which its statement is looked for.
ALTER TABLE fund_flows ADD CONSTRAINT fund_flows_through CHECK (platform_account_id IS NULL OR external_no IS NOT NULL);
CREATE INDEX fund_flows_through_at ON fund_flows (tenant_id, platform_account_id, created_at) WHERE platform_account_id IS NOT NULL;
CREATE INDEX fund_flows_through_no ON fund_flows (tenant_id, platform_account_id, external_no) WHERE platform_account_id IS NOT NULL;
ALTER TABLE fund_flows DISABLE TRIGGER fund_flows_append_only;
UPDATE fund_flows w SET platform_account_id = l.account_id
FROM top_ups t JOIN statement_lines l ON l.tenant_id = t.tenant_id AND l.id = t.statement_line_id
WHERE t.tenant_id = w.tenant_id AND t.id = w.source_id AND w.kind = 'TOP_UP' AND w.external_no IS NOT NULL;
ALTER TABLE fund_flows ENABLE TRIGGER fund_flows_append_only;

-- What transfers that wait will take of an account.
CREATE INDEX fund_transfers_waiting_at ON fund_transfers (tenant_id, platform_account_id) WHERE state = 'SUBMITTED' AND platform_account_id IS NOT NULL;

-- The number of a line by which the books are looked for: what we pay out says the number of its transfer in 摘要, all else has the bank's.
CREATE FUNCTION reference_of(direction text, summary text, bank_no text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(CASE direction WHEN 'OUT' THEN substring(summary FROM 'HZ[0-9]{8}') END, bank_no);
CREATE INDEX statement_lines_reference ON statement_lines (tenant_id, account_id, reference_of(direction, summary, bank_no));

ALTER TABLE reconciliations ADD CONSTRAINT reconciliations_figures
  CHECK (came_in >= 0 AND went_out >= 0 AND line_count >= 0 AND closing = opening + came_in - went_out);
CREATE INDEX reconciliations_broken ON reconciliations (tenant_id, account_id) WHERE state = 'BROKEN';
ALTER TABLE reconciliation_breaks
  ADD CONSTRAINT reconciliation_breaks_figures CHECK (difference <> 0 AND amount = abs(difference)),
  ADD CONSTRAINT reconciliation_breaks_sides CHECK (num_nonnulls(line_id, flow_id, payment_id) > 0),
  ADD CONSTRAINT reconciliation_breaks_matched CHECK (matched_id IS NULL OR state = 'MATCHED' AND matched_id <> id);
CREATE UNIQUE INDEX reconciliation_breaks_one_waits ON reconciliation_breaks (tenant_id, account_id, reference)
  WHERE state IN ('OPEN', 'SUSPENDED', 'SUBMITTED');
CREATE INDEX reconciliation_breaks_explained ON reconciliation_breaks (tenant_id, account_id, reference) WHERE matched_id IS NOT NULL;
CREATE INDEX reconciliation_breaks_undecided ON reconciliation_breaks (tenant_id, account_id, day)
  WHERE state IN ('OPEN', 'SUSPENDED', 'SUBMITTED');

-- A break begins open, and is decided once; what it says changes only while nobody has looked at it.
CREATE FUNCTION refuse_other_break() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state IN ('MATCHED', 'ADJUSTED') THEN
    RAISE EXCEPTION 'refuse_other_break: a break is decided once' USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF OLD.state <> 'OPEN' THEN
      RAISE EXCEPTION 'refuse_other_break: a break that is % stays', OLD.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF (NEW.account_id, NEW.day, NEW.reference, NEW.created_at) IS DISTINCT FROM (OLD.account_id, OLD.day, OLD.reference, OLD.created_at)
    OR OLD.state <> 'OPEN' AND (NEW.kind, NEW.difference, NEW.amount, NEW.line_id, NEW.flow_id, NEW.payment_id)
      IS DISTINCT FROM (OLD.kind, OLD.difference, OLD.amount, OLD.line_id, OLD.flow_id, OLD.payment_id) THEN
    RAISE EXCEPTION 'refuse_other_break: what a break says does not change' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('OPEN', 'SUSPENDED'), ('OPEN', 'MATCHED'), ('OPEN', 'SUBMITTED'),
      ('SUSPENDED', 'MATCHED'), ('SUSPENDED', 'SUBMITTED'), ('SUBMITTED', 'ADJUSTED'), ('SUBMITTED', 'OPEN')) THEN
    RAISE EXCEPTION 'refuse_other_break: a break that is % does not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER reconciliation_breaks_decided_once BEFORE UPDATE OR DELETE ON reconciliation_breaks FOR EACH ROW
  EXECUTE FUNCTION refuse_other_break();
CREATE CONSTRAINT TRIGGER reconciliation_breaks_approved AFTER UPDATE ON reconciliation_breaks FOR EACH ROW
  WHEN (NEW.state = 'ADJUSTED') EXECUTE FUNCTION refuse_unapproved_money('fundAdjustment', 'id', 'amount');
REVOKE DELETE ON reconciliations FROM xyxlx_app;
-- One flow an adjustment.
CREATE UNIQUE INDEX fund_flows_one_an_adjustment ON fund_flows (tenant_id, source_id) WHERE kind = 'ADJUST';

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
    ('fundAdjustment', 0, 0, NULL, NULL)) k(kind, amount, day_amount, count, day_count)
  LEFT JOIN approval_thresholds t ON t.tenant_id = tenant AND t.subject_type = k.kind
  WHERE k.kind = act_kind
$$;
