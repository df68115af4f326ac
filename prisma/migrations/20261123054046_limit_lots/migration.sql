-- AlterTable
ALTER TABLE "employees" ADD COLUMN     "birthday" DATE;

-- AlterTable
ALTER TABLE "limit_accounts" ADD COLUMN     "lot_available" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "lot_locked" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "limit_adjustments" ADD COLUMN     "lot_id" UUID;

-- CreateTable
CREATE TABLE "issue_batches" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "institution_id" UUID,
    "batch_no" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "plan_id" UUID,
    "plan_version" INTEGER,
    "run_on" DATE,
    "period" TEXT,
    "planned_at" TIMESTAMPTZ(3),
    "effective_on" DATE NOT NULL,
    "last_day" DATE,
    "terms" JSONB,
    "file_name" TEXT,
    "input_sha256" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "state_before" TEXT,
    "reason" TEXT NOT NULL,
    "total" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "amount" BIGINT NOT NULL DEFAULT 0,
    "done_amount" BIGINT NOT NULL DEFAULT 0,
    "taken_back_amount" BIGINT NOT NULL DEFAULT 0,
    "message" TEXT NOT NULL DEFAULT '',
    "job_id" UUID,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "created_by_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "issue_batches_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "issue_rows" (
    "tenant_id" UUID NOT NULL,
    "batch_id" UUID NOT NULL,
    "row_no" INTEGER NOT NULL,
    "employee_id" UUID,
    "employee_no" TEXT NOT NULL,
    "employee_name" TEXT NOT NULL,
    "amount_text" TEXT,
    "plan_id" UUID,
    "period" TEXT,
    "amount" BIGINT,
    "lot_id" UUID,
    "state" TEXT NOT NULL DEFAULT 'READY',
    "message" TEXT NOT NULL DEFAULT '',
    "taken_back" BIGINT NOT NULL DEFAULT 0,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "issue_rows_pkey" PRIMARY KEY ("tenant_id","batch_id","row_no")
);

-- CreateTable
CREATE TABLE "limit_lots" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "institution_id" UUID,
    "batch_id" UUID NOT NULL,
    "row_no" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "available" BIGINT NOT NULL,
    "locked" BIGINT NOT NULL DEFAULT 0,
    "used" BIGINT NOT NULL DEFAULT 0,
    "recovered" BIGINT NOT NULL DEFAULT 0,
    "voided" BIGINT NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "limit_lots_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "lot_spends" (
    "tenant_id" UUID NOT NULL,
    "consumption_id" UUID NOT NULL,
    "lot_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "returned" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "lot_spends_pkey" PRIMARY KEY ("tenant_id","consumption_id","lot_id")
);

-- CreateTable
CREATE TABLE "issue_plans" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'DRAFT',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "issue_plans_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "issue_plan_versions" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "plan_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'DRAFT',
    "definition" JSONB NOT NULL,
    "sha256" TEXT NOT NULL,
    "most_amount" BIGINT,
    "most_people" INTEGER,
    "approval_id" UUID,
    "published_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "created_by_id" UUID,

    CONSTRAINT "issue_plan_versions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "issue_batches_tenant_id_merchant_id_created_at_id_idx" ON "issue_batches"("tenant_id", "merchant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "issue_batches_tenant_id_created_at_id_idx" ON "issue_batches"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "issue_batches_created_at_id_idx" ON "issue_batches"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "issue_batches_tenant_id_batch_no_key" ON "issue_batches"("tenant_id", "batch_no");

-- CreateIndex
CREATE UNIQUE INDEX "issue_batches_tenant_id_plan_id_run_on_kind_key" ON "issue_batches"("tenant_id", "plan_id", "run_on", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "issue_rows_tenant_id_employee_id_plan_id_period_key" ON "issue_rows"("tenant_id", "employee_id", "plan_id", "period");

-- CreateIndex
CREATE UNIQUE INDEX "issue_rows_tenant_id_batch_id_employee_id_key" ON "issue_rows"("tenant_id", "batch_id", "employee_id");

-- CreateIndex
CREATE INDEX "limit_lots_tenant_id_account_id_ended_at_expires_at_id_idx" ON "limit_lots"("tenant_id", "account_id", "ended_at", "expires_at", "id");

-- CreateIndex
CREATE INDEX "lot_spends_tenant_id_lot_id_idx" ON "lot_spends"("tenant_id", "lot_id");

-- CreateIndex
CREATE UNIQUE INDEX "lot_spends_tenant_id_consumption_id_seq_key" ON "lot_spends"("tenant_id", "consumption_id", "seq");

-- CreateIndex
CREATE INDEX "issue_plans_tenant_id_merchant_id_created_at_id_idx" ON "issue_plans"("tenant_id", "merchant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "issue_plans_tenant_id_created_at_id_idx" ON "issue_plans"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "issue_plans_created_at_id_idx" ON "issue_plans"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "issue_plans_tenant_id_code_key" ON "issue_plans"("tenant_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "issue_plan_versions_tenant_id_plan_id_no_key" ON "issue_plan_versions"("tenant_id", "plan_id", "no");

-- AddForeignKey
ALTER TABLE "issue_batches" ADD CONSTRAINT "issue_batches_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "issue_batches" ADD CONSTRAINT "issue_batches_tenant_id_institution_id_fkey" FOREIGN KEY ("tenant_id", "institution_id") REFERENCES "institutions"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "issue_batches" ADD CONSTRAINT "issue_batches_tenant_id_plan_id_plan_version_fkey" FOREIGN KEY ("tenant_id", "plan_id", "plan_version") REFERENCES "issue_plan_versions"("tenant_id", "plan_id", "no") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "issue_rows" ADD CONSTRAINT "issue_rows_tenant_id_batch_id_fkey" FOREIGN KEY ("tenant_id", "batch_id") REFERENCES "issue_batches"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "issue_rows" ADD CONSTRAINT "issue_rows_tenant_id_plan_id_fkey" FOREIGN KEY ("tenant_id", "plan_id") REFERENCES "issue_plans"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "issue_rows" ADD CONSTRAINT "issue_rows_tenant_id_employee_id_fkey" FOREIGN KEY ("tenant_id", "employee_id") REFERENCES "employees"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "issue_rows" ADD CONSTRAINT "issue_rows_tenant_id_lot_id_fkey" FOREIGN KEY ("tenant_id", "lot_id") REFERENCES "limit_lots"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "limit_lots" ADD CONSTRAINT "limit_lots_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "limit_accounts"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "limit_lots" ADD CONSTRAINT "limit_lots_tenant_id_institution_id_fkey" FOREIGN KEY ("tenant_id", "institution_id") REFERENCES "institutions"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "limit_lots" ADD CONSTRAINT "limit_lots_tenant_id_batch_id_row_no_fkey" FOREIGN KEY ("tenant_id", "batch_id", "row_no") REFERENCES "issue_rows"("tenant_id", "batch_id", "row_no") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lot_spends" ADD CONSTRAINT "lot_spends_tenant_id_consumption_id_fkey" FOREIGN KEY ("tenant_id", "consumption_id") REFERENCES "consumption_records"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "lot_spends" ADD CONSTRAINT "lot_spends_tenant_id_lot_id_fkey" FOREIGN KEY ("tenant_id", "lot_id") REFERENCES "limit_lots"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "issue_plans" ADD CONSTRAINT "issue_plans_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "issue_plan_versions" ADD CONSTRAINT "issue_plan_versions_tenant_id_plan_id_fkey" FOREIGN KEY ("tenant_id", "plan_id") REFERENCES "issue_plans"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "issue_plan_versions" ADD CONSTRAINT "issue_plan_versions_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "limit_adjustments" ADD CONSTRAINT "limit_adjustments_tenant_id_lot_id_fkey" FOREIGN KEY ("tenant_id", "lot_id") REFERENCES "limit_lots"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE issue_batches ADD CONSTRAINT issue_batches_kind_values CHECK (kind IN ('MANUAL', 'RUN', 'JOINER'));
ALTER TABLE issue_batches ADD CONSTRAINT issue_batches_state_values CHECK (state IN ('CHECKING', 'DRAFT', 'SUBMITTED', 'SCHEDULED', 'RUNNING', 'DONE', 'PARTLY_DONE', 'FAILED', 'STOPPED', 'CANCELLED', 'REJECTED', 'SKIPPED', 'VOIDING', 'VOIDED', 'PARTLY_VOIDED'));
ALTER TABLE issue_batches ADD CONSTRAINT issue_batches_state_before_values CHECK (state_before IN ('CHECKING', 'DRAFT', 'SUBMITTED', 'SCHEDULED', 'RUNNING', 'DONE', 'PARTLY_DONE', 'FAILED', 'STOPPED', 'CANCELLED', 'REJECTED', 'SKIPPED', 'VOIDING', 'VOIDED', 'PARTLY_VOIDED'));
ALTER TABLE issue_plans ADD CONSTRAINT issue_plans_type_values CHECK (type IN ('DAILY', 'WEEKLY', 'MONTHLY', 'WORKDAY', 'BIRTHDAY', 'HIRE', 'FESTIVAL'));
ALTER TABLE issue_plans ADD CONSTRAINT issue_plans_state_values CHECK (state IN ('DRAFT', 'SUBMITTED', 'ENABLED', 'DISABLED', 'ARCHIVED'));
ALTER TABLE issue_plan_versions ADD CONSTRAINT issue_plan_versions_state_values CHECK (state IN ('DRAFT', 'SUBMITTED', 'PUBLISHED', 'RETIRED'));
ALTER TABLE issue_rows ADD CONSTRAINT issue_rows_state_values CHECK (state IN ('READY', 'DONE', 'FAILED', 'NOTHING', 'TO_VOID', 'VOIDED', 'VOID_FAILED'));
ALTER TABLE limit_lots ADD CONSTRAINT limit_lots_end_reason_values CHECK (end_reason IN ('EXPIRED', 'LEFT', 'MOVED', 'VOIDED'));

-- Rules that the schema files can not express.

ALTER TABLE employees ADD CONSTRAINT employees_birthday CHECK (birthday <= (now() AT TIME ZONE 'Asia/Shanghai')::date);

-- Batches and their rows: each person once a batch, and once a period of a plan; what was issued names its lot.
ALTER TABLE issue_batches
  ADD CONSTRAINT issue_batches_of_a_plan CHECK (
    CASE kind WHEN 'MANUAL' THEN num_nonnulls(plan_id, plan_version, run_on, period) = 0
              ELSE num_nulls(plan_id, plan_version, run_on, period) = 0 END),
  ADD CONSTRAINT issue_batches_counts CHECK (total >= 0 AND done >= 0 AND failed >= 0 AND done + failed <= total),
  ADD CONSTRAINT issue_batches_amounts CHECK (taken_back_amount >= 0 AND taken_back_amount <= done_amount AND done_amount <= amount),
  ADD CONSTRAINT issue_batches_days CHECK (last_day >= effective_on),
  ADD CONSTRAINT issue_batches_sha256 CHECK (input_sha256 ~ '^[0-9a-f]{64}$');
ALTER TABLE issue_rows
  ADD CONSTRAINT issue_rows_amount CHECK (amount >= 0 AND taken_back >= 0 AND taken_back <= coalesce(amount, 0)),
  ADD CONSTRAINT issue_rows_issued CHECK ((state IN ('DONE', 'TO_VOID', 'VOIDED', 'VOID_FAILED')) = (lot_id IS NOT NULL)),
  ADD CONSTRAINT issue_rows_of_somebody CHECK (employee_id IS NOT NULL OR state = 'FAILED'),
  ADD CONSTRAINT issue_rows_of_a_plan CHECK (num_nulls(plan_id, period) IN (0, 2));
CREATE FUNCTION refuse_other_issued() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_other_issued: row % was issued as it is', OLD.row_no USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER issue_rows_stay BEFORE UPDATE ON issue_rows FOR EACH ROW
  WHEN (OLD.lot_id IS NOT NULL AND (NEW.lot_id, NEW.employee_id, NEW.plan_id, NEW.period, NEW.amount)
    IS DISTINCT FROM (OLD.lot_id, OLD.employee_id, OLD.plan_id, OLD.period, OLD.amount))
  EXECUTE FUNCTION refuse_other_issued();

-- Lots: no part below zero, what has ended can not be spent, and the account has what its lots have. A row has one lot; a merchant that
-- moves gets its lots anew, and the old ones stay as MOVED.
ALTER TABLE limit_lots
  ADD CONSTRAINT limit_lots_adds_up CHECK (amount > 0 AND amount = available + locked + used + recovered + voided),
  ADD CONSTRAINT limit_lots_not_negative CHECK (available >= 0 AND locked >= 0 AND used >= 0 AND recovered >= 0 AND voided >= 0),
  ADD CONSTRAINT limit_lots_ended CHECK ((ended_at IS NULL) = (end_reason IS NULL) AND (ended_at IS NULL OR available = 0));
CREATE UNIQUE INDEX limit_lots_one_a_row ON limit_lots (tenant_id, batch_id, row_no) WHERE end_reason IS DISTINCT FROM 'MOVED';
-- None of the amounts that a payment moves is in an index that its update would have to follow.
CREATE INDEX limit_lots_ending ON limit_lots (tenant_id, expires_at, id) WHERE ended_at IS NULL AND expires_at IS NOT NULL;
CREATE INDEX limit_lots_locked ON limit_lots (tenant_id, account_id) WHERE locked > 0;
CREATE FUNCTION refuse_other_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_other_lot: what was issued stays as it was, and ends once' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER limit_lots_stay BEFORE UPDATE ON limit_lots FOR EACH ROW
  WHEN ((NEW.id, NEW.tenant_id, NEW.account_id, NEW.institution_id, NEW.batch_id, NEW.row_no, NEW.amount, NEW.expires_at, NEW.created_at)
      IS DISTINCT FROM
      (OLD.id, OLD.tenant_id, OLD.account_id, OLD.institution_id, OLD.batch_id, OLD.row_no, OLD.amount, OLD.expires_at, OLD.created_at)
    OR OLD.ended_at IS NOT NULL AND (NEW.ended_at, NEW.end_reason) IS DISTINCT FROM (OLD.ended_at, OLD.end_reason))
  EXECUTE FUNCTION refuse_other_lot();
ALTER TABLE limit_accounts ADD CONSTRAINT limit_accounts_lots CHECK (lot_available BETWEEN 0 AND available AND lot_locked BETWEEN 0 AND locked);
-- One link a lot: it is issued once, recovered by the system, and voided by what names the link that issued it.
ALTER TABLE limit_adjustments ADD CONSTRAINT limit_adjustments_of_a_lot CHECK (
  lot_id IS NULL OR type = 'INCREASE' AND source IN ('BATCH', 'RULE', 'SYSTEM') AND undoes_id IS NULL
  OR type = 'RECOVER' AND source = 'SYSTEM' OR type = 'DECREASE' AND undoes_id IS NOT NULL);
CREATE UNIQUE INDEX limit_adjustments_issued_once ON limit_adjustments (tenant_id, lot_id) WHERE type = 'INCREASE' AND lot_id IS NOT NULL;

ALTER TABLE lot_spends ADD CONSTRAINT lot_spends_amounts CHECK (seq >= 1 AND amount > 0 AND returned BETWEEN 0 AND amount);
CREATE FUNCTION refuse_other_spend() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_other_spend: what was taken stays as it was, and what comes back only grows' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER lot_spends_stay BEFORE UPDATE ON lot_spends FOR EACH ROW
  WHEN ((NEW.tenant_id, NEW.consumption_id, NEW.lot_id, NEW.seq, NEW.amount)
      IS DISTINCT FROM (OLD.tenant_id, OLD.consumption_id, OLD.lot_id, OLD.seq, OLD.amount)
    OR NEW.returned < OLD.returned)
  EXECUTE FUNCTION refuse_other_spend();
REVOKE DELETE ON issue_batches, issue_plans, limit_lots, lot_spends FROM xyxlx_app;
ALTER TABLE limit_lots SET (fillfactor = 70);
ALTER TABLE issue_rows SET (fillfactor = 70);

-- Plans.
ALTER TABLE issue_plans ADD CONSTRAINT issue_plans_code CHECK (code ~ '^FP\d{8}$');
CREATE UNIQUE INDEX issue_plans_live_names ON issue_plans (tenant_id, merchant_id, name) WHERE state <> 'ARCHIVED';
ALTER TABLE issue_plan_versions
  ADD CONSTRAINT issue_plan_versions_no CHECK (no >= 1 AND most_amount >= 0 AND most_people >= 0),
  ADD CONSTRAINT issue_plan_versions_definition CHECK (jsonb_typeof(definition) = 'object' AND sha256 ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT issue_plan_versions_published CHECK ((published_at IS NOT NULL) = (state IN ('PUBLISHED', 'RETIRED')));
CREATE UNIQUE INDEX issue_plan_versions_one_published ON issue_plan_versions (tenant_id, plan_id) WHERE state = 'PUBLISHED';
CREATE UNIQUE INDEX issue_plan_versions_one_next ON issue_plan_versions (tenant_id, plan_id) WHERE state IN ('DRAFT', 'SUBMITTED');
-- Versions of a 制度 and of a plan live alike: arguments are the kind of approval, and the column of what they are a version of.
CREATE OR REPLACE FUNCTION keep_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE approved boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'DRAFT' THEN
      RAISE EXCEPTION 'keep_version: a version begins as a draft' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF OLD.state <> 'DRAFT' THEN
      RAISE EXCEPTION 'keep_version: only a draft can be removed' USING ERRCODE = 'check_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF NOT (CASE NEW.state
    WHEN 'SUBMITTED' THEN OLD.state IN ('DRAFT', 'SUBMITTED')
    WHEN 'DRAFT' THEN OLD.state IN ('DRAFT', 'SUBMITTED')
    WHEN 'PUBLISHED' THEN OLD.state IN ('SUBMITTED', 'PUBLISHED')
    WHEN 'RETIRED' THEN OLD.state IN ('PUBLISHED', 'RETIRED')
    ELSE false END) THEN
    RAISE EXCEPTION 'keep_version: % can not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.state <> 'DRAFT' OR OLD.state <> 'DRAFT') AND (to_jsonb(NEW) - ARRAY['state', 'approval_id', 'published_at'])
    IS DISTINCT FROM (to_jsonb(OLD) - ARRAY['state', 'approval_id', 'published_at']) THEN
    RAISE EXCEPTION 'keep_version: only a draft can be changed' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'PUBLISHED' AND OLD.state <> 'PUBLISHED' THEN
    EXECUTE format(
      'SELECT EXISTS (SELECT FROM %s a WHERE a.tenant_id = $1 AND a.id = $2 AND a.subject_type = $3 AND a.subject_id = $4
         AND a.state = ''APPROVED'' AND a.decided_in = pg_current_xact_id()::text::bigint AND a.checker_id IS NOT NULL
         AND a.checker_id IS DISTINCT FROM $5)', referred_by(TG_RELID, 'approval_id'))
      INTO approved USING NEW.tenant_id, NEW.approval_id, TG_ARGV[0], (to_jsonb(NEW) ->> TG_ARGV[1])::uuid, NEW.created_by_id;
    IF NOT approved THEN
      RAISE EXCEPTION 'keep_version: a version is published only as approved' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER institution_versions_keep ON institution_versions;
CREATE TRIGGER institution_versions_keep BEFORE INSERT OR UPDATE OR DELETE ON institution_versions FOR EACH ROW
  EXECUTE FUNCTION keep_version('institutionVersion', 'institution_id');
CREATE TRIGGER issue_plan_versions_keep BEFORE INSERT OR UPDATE OR DELETE ON issue_plan_versions FOR EACH ROW
  EXECUTE FUNCTION keep_version('issuePlan', 'plan_id');
