-- CreateTable
CREATE TABLE "statement_lines" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "account_id" UUID NOT NULL,
    "bank_no" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "balance_after" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "payer" TEXT NOT NULL DEFAULT '',
    "summary" TEXT NOT NULL DEFAULT '',
    "state" TEXT NOT NULL,
    "import_job_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "statement_lines_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "top_ups" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "top_up_no" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "company_id" UUID NOT NULL,
    "card_id" UUID,
    "amount" BIGINT NOT NULL,
    "fee" BIGINT NOT NULL DEFAULT 0,
    "bonus" BIGINT NOT NULL DEFAULT 0,
    "received" BIGINT NOT NULL,
    "channel" TEXT NOT NULL,
    "binding_id" UUID,
    "channel_flow_no" TEXT,
    "transfer_code" TEXT,
    "statement_line_id" UUID,
    "late" BOOLEAN NOT NULL DEFAULT false,
    "remark" TEXT NOT NULL DEFAULT '',
    "state" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "created_by_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "top_ups_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "statement_lines_tenant_id_at_id_idx" ON "statement_lines"("tenant_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "statement_lines_at_id_idx" ON "statement_lines"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "statement_lines_tenant_id_account_id_at_id_idx" ON "statement_lines"("tenant_id", "account_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "statement_lines_tenant_id_amount_id_idx" ON "statement_lines"("tenant_id", "amount" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "statement_lines_tenant_id_account_id_bank_no_key" ON "statement_lines"("tenant_id", "account_id", "bank_no");

-- CreateIndex
CREATE INDEX "top_ups_tenant_id_created_at_id_idx" ON "top_ups"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "top_ups_tenant_id_statement_line_id_idx" ON "top_ups"("tenant_id", "statement_line_id");

-- CreateIndex
CREATE INDEX "top_ups_tenant_id_company_id_idx" ON "top_ups"("tenant_id", "company_id");

-- CreateIndex
CREATE UNIQUE INDEX "top_ups_tenant_id_top_up_no_key" ON "top_ups"("tenant_id", "top_up_no");

-- CreateIndex
CREATE UNIQUE INDEX "top_ups_tenant_id_binding_id_channel_flow_no_key" ON "top_ups"("tenant_id", "binding_id", "channel_flow_no");

-- AddForeignKey
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "platform_accounts"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_tenant_id_binding_id_fkey" FOREIGN KEY ("tenant_id", "binding_id") REFERENCES "channel_bindings"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_tenant_id_statement_line_id_fkey" FOREIGN KEY ("tenant_id", "statement_line_id") REFERENCES "statement_lines"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE statement_lines ADD CONSTRAINT statement_lines_direction_values CHECK (direction IN ('IN', 'OUT'));
ALTER TABLE statement_lines ADD CONSTRAINT statement_lines_state_values CHECK (state IN ('UNCLAIMED', 'CLAIMED', 'MATCHED', 'UNMATCHED'));
ALTER TABLE top_ups ADD CONSTRAINT top_ups_target_values CHECK (target IN ('COMPANY', 'CARD'));
ALTER TABLE top_ups ADD CONSTRAINT top_ups_channel_values CHECK (channel IN ('TRANSFER', 'ALIPAY', 'WECHAT', 'UNIONPAY'));
ALTER TABLE top_ups ADD CONSTRAINT top_ups_state_values CHECK (state IN ('SUBMITTED', 'SUCCESS', 'REJECTED', 'WITHDRAWN'));

-- Lines.
ALTER TABLE statement_lines ADD CONSTRAINT statement_lines_amount CHECK (amount > 0),
  ADD CONSTRAINT statement_lines_way CHECK (CASE direction WHEN 'IN' THEN state <> 'UNMATCHED' ELSE state IN ('UNMATCHED', 'MATCHED') END);
-- What nobody has claimed is counted on every home page, and is little of what there is.
CREATE INDEX statement_lines_unclaimed ON statement_lines (tenant_id, at DESC, id DESC) WHERE state = 'UNCLAIMED';
-- What a bank said stays as it said it. A line that somebody claims is free again only once that claim is over, and one that is matched never is.
CREATE FUNCTION refuse_other_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.account_id, NEW.bank_no, NEW.direction, NEW.amount, NEW.balance_after, NEW.at, NEW.payer, NEW.summary, NEW.import_job_id, NEW.created_at)
      IS DISTINCT FROM (OLD.account_id, OLD.bank_no, OLD.direction, OLD.amount, OLD.balance_after, OLD.at, OLD.payer, OLD.summary,
        OLD.import_job_id, OLD.created_at) THEN
    RAISE EXCEPTION 'refuse_other_line: the figures of a statement do not change' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('UNCLAIMED', 'CLAIMED'), ('CLAIMED', 'UNCLAIMED'), ('CLAIMED', 'MATCHED'),
      ('UNMATCHED', 'MATCHED')) THEN
    RAISE EXCEPTION 'refuse_other_line: a line that is % does not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER statement_lines_stay BEFORE UPDATE ON statement_lines FOR EACH ROW EXECUTE FUNCTION refuse_other_line();
CREATE FUNCTION refuse_used_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_used_line: a line that is % stays', OLD.state USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER statement_lines_kept BEFORE DELETE ON statement_lines FOR EACH ROW
  WHEN (OLD.state IN ('CLAIMED', 'MATCHED')) EXECUTE FUNCTION refuse_used_line();

-- Top-ups.
ALTER TABLE top_ups ADD CONSTRAINT top_ups_amount CHECK (amount > 0 AND fee >= 0 AND bonus >= 0 AND received > 0 AND received = amount - fee + bonus),
  ADD CONSTRAINT top_ups_of_card CHECK ((target = 'CARD') = (card_id IS NOT NULL)),
  ADD CONSTRAINT top_ups_way CHECK (CASE channel WHEN 'TRANSFER' THEN binding_id IS NULL AND channel_flow_no IS NULL
    ELSE statement_line_id IS NULL END),
  ADD CONSTRAINT top_ups_came CHECK (state <> 'SUCCESS' OR num_nonnulls(statement_line_id, channel_flow_no) = 1);
CREATE UNIQUE INDEX top_ups_one_a_line ON top_ups (tenant_id, statement_line_id) WHERE state IN ('SUBMITTED', 'SUCCESS');
-- A top-up is of what its line says, while that is nobody else's.
CREATE FUNCTION refuse_other_claim() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE fits boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE tenant_id = $1 AND id = $2 AND direction = ''IN'' AND amount = $3)',
    referred_by(TG_RELID, 'statement_line_id')) INTO fits USING NEW.tenant_id, NEW.statement_line_id, NEW.amount;
  IF NOT fits THEN
    RAISE EXCEPTION 'refuse_other_claim: top-up % is not what its line says', NEW.top_up_no USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER top_ups_fit BEFORE INSERT ON top_ups FOR EACH ROW WHEN (NEW.statement_line_id IS NOT NULL)
  EXECUTE FUNCTION refuse_other_claim();
CREATE FUNCTION refuse_other_top_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'SUBMITTED' OR (NEW.top_up_no, NEW.target, NEW.company_id, NEW.card_id, NEW.amount, NEW.fee, NEW.bonus, NEW.received, NEW.channel,
        NEW.binding_id, NEW.statement_line_id, NEW.remark, NEW.created_by_id)
      IS DISTINCT FROM (OLD.top_up_no, OLD.target, OLD.company_id, OLD.card_id, OLD.amount, OLD.fee, OLD.bonus, OLD.received, OLD.channel,
        OLD.binding_id, OLD.statement_line_id, OLD.remark, OLD.created_by_id) THEN
    RAISE EXCEPTION 'refuse_other_top_up: a top-up is decided once, as it was handed in' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER top_ups_decided_once BEFORE UPDATE ON top_ups FOR EACH ROW EXECUTE FUNCTION refuse_other_top_up();
CREATE CONSTRAINT TRIGGER top_ups_approved AFTER INSERT OR UPDATE ON top_ups FOR EACH ROW
  WHEN (NEW.state = 'SUCCESS' AND NEW.channel = 'TRANSFER') EXECUTE FUNCTION refuse_unapproved_money('topUpClaim', 'statement_line_id', 'amount');
REVOKE DELETE ON top_ups FROM xyxlx_app;
-- One flow a top-up.
CREATE UNIQUE INDEX fund_flows_one_a_top_up ON fund_flows (tenant_id, source_id) WHERE kind = 'TOP_UP';

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
    ('topUpClaim', 0, 0, NULL, NULL)) k(kind, amount, day_amount, count, day_count)
  LEFT JOIN approval_thresholds t ON t.tenant_id = tenant AND t.subject_type = k.kind
  WHERE k.kind = act_kind
$$;
