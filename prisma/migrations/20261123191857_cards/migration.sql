-- CreateTable
CREATE TABLE "card_products" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "form" TEXT NOT NULL,
    "naming" TEXT NOT NULL,
    "faces" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "face_min" BIGINT,
    "face_max" BIGINT,
    "making_fee" BIGINT NOT NULL,
    "months" INTEGER,
    "reloadable" BOOLEAN NOT NULL,
    "mcc" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "single_limit" BIGINT,
    "day_limit" BIGINT,
    "month_limit" BIGINT,
    "day_count" INTEGER,
    "state" TEXT NOT NULL DEFAULT 'DRAFT',
    "change_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "card_products_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "card_arts" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "data" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "card_arts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "card_policies" (
    "tenant_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "named_max" BIGINT NOT NULL,
    "anonymous_max" BIGINT NOT NULL,
    "anonymous_min_months" INTEGER NOT NULL,
    "named_expires" BOOLEAN NOT NULL,
    "anonymous_loss" BOOLEAN NOT NULL,
    "redeem_after_months" INTEGER NOT NULL,
    "real_name_from" BIGINT NOT NULL,
    "transfer_only_from" BIGINT NOT NULL,
    "change_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "card_policies_pkey" PRIMARY KEY ("tenant_id","no")
);

-- CreateTable
CREATE TABLE "cards" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "card_no" TEXT NOT NULL,
    "pan_cipher" TEXT NOT NULL,
    "pan_index" TEXT NOT NULL,
    "first_six" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "product_id" UUID NOT NULL,
    "form" TEXT NOT NULL,
    "naming" TEXT NOT NULL,
    "face_amount" BIGINT NOT NULL,
    "months" INTEGER,
    "merchant_id" UUID NOT NULL,
    "company_id" UUID NOT NULL,
    "employee_id" UUID,
    "balance" BIGINT NOT NULL DEFAULT 0,
    "held" BIGINT NOT NULL DEFAULT 0,
    "cap" BIGINT NOT NULL,
    "flow_seq" INTEGER NOT NULL DEFAULT 0,
    "event_seq" INTEGER NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL DEFAULT 'STOCK',
    "state_reason" TEXT NOT NULL DEFAULT '',
    "frozen_by" TEXT,
    "state_before" TEXT,
    "activated_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "replaces_id" UUID,
    "import_job_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "cards_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "card_flows" (
    "tenant_id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "source_type" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "card_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "delta" BIGINT NOT NULL,
    "balance_after" BIGINT NOT NULL,
    "remark" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,

    CONSTRAINT "card_flows_pkey" PRIMARY KEY ("tenant_id","source_id","kind","card_id")
);

-- CreateTable
CREATE TABLE "card_events" (
    "tenant_id" UUID NOT NULL,
    "card_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "from_state" TEXT NOT NULL,
    "to_state" TEXT NOT NULL,
    "side" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "created_by_id" UUID,

    CONSTRAINT "card_events_pkey" PRIMARY KEY ("tenant_id","card_id","seq")
);

-- CreateIndex
CREATE INDEX "card_products_tenant_id_created_at_id_idx" ON "card_products"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "card_products_tenant_id_name_id_idx" ON "card_products"("tenant_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "card_products_tenant_id_code_key" ON "card_products"("tenant_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "card_arts_tenant_id_product_id_key" ON "card_arts"("tenant_id", "product_id");

-- CreateIndex
CREATE INDEX "cards_tenant_id_merchant_id_created_at_id_idx" ON "cards"("tenant_id", "merchant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "cards_tenant_id_created_at_id_idx" ON "cards"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "cards_created_at_id_idx" ON "cards"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "cards_tenant_id_employee_id_idx" ON "cards"("tenant_id", "employee_id");

-- CreateIndex
CREATE INDEX "cards_tenant_id_last_four_idx" ON "cards"("tenant_id", "last_four");

-- CreateIndex
CREATE UNIQUE INDEX "cards_tenant_id_pan_index_key" ON "cards"("tenant_id", "pan_index");

-- CreateIndex
CREATE UNIQUE INDEX "cards_tenant_id_card_no_key" ON "cards"("tenant_id", "card_no");

-- CreateIndex
CREATE UNIQUE INDEX "cards_tenant_id_replaces_id_key" ON "cards"("tenant_id", "replaces_id");

-- CreateIndex
CREATE INDEX "card_flows_tenant_id_card_id_seq_idx" ON "card_flows"("tenant_id", "card_id", "seq");

-- AddForeignKey
ALTER TABLE "card_products" ADD CONSTRAINT "card_products_tenant_id_change_id_fkey" FOREIGN KEY ("tenant_id", "change_id") REFERENCES "record_changes"("tenant_id", "approval_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_arts" ADD CONSTRAINT "card_arts_tenant_id_product_id_fkey" FOREIGN KEY ("tenant_id", "product_id") REFERENCES "card_products"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_policies" ADD CONSTRAINT "card_policies_tenant_id_change_id_fkey" FOREIGN KEY ("tenant_id", "change_id") REFERENCES "record_changes"("tenant_id", "approval_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "cards" ADD CONSTRAINT "cards_tenant_id_product_id_fkey" FOREIGN KEY ("tenant_id", "product_id") REFERENCES "card_products"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "cards" ADD CONSTRAINT "cards_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "cards" ADD CONSTRAINT "cards_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "cards" ADD CONSTRAINT "cards_tenant_id_merchant_id_employee_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id", "employee_id") REFERENCES "employees"("tenant_id", "merchant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "cards" ADD CONSTRAINT "cards_tenant_id_replaces_id_fkey" FOREIGN KEY ("tenant_id", "replaces_id") REFERENCES "cards"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_flows" ADD CONSTRAINT "card_flows_tenant_id_card_id_fkey" FOREIGN KEY ("tenant_id", "card_id") REFERENCES "cards"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_events" ADD CONSTRAINT "card_events_tenant_id_card_id_fkey" FOREIGN KEY ("tenant_id", "card_id") REFERENCES "cards"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE cards ADD CONSTRAINT cards_form_values CHECK (form IN ('PHYSICAL', 'VIRTUAL'));
ALTER TABLE cards ADD CONSTRAINT cards_naming_values CHECK (naming IN ('NAMED', 'ANONYMOUS'));
ALTER TABLE cards ADD CONSTRAINT cards_state_values CHECK (state IN ('STOCK', 'PENDING', 'ACTIVE', 'FROZEN', 'LOST', 'REPLACED', 'EXPIRED', 'REDEEMED', 'CANCELLED'));
ALTER TABLE cards ADD CONSTRAINT cards_frozen_by_values CHECK (frozen_by IN ('OPERATOR', 'HOLDER', 'COMPLIANCE', 'LEFT', 'SERVICE'));
ALTER TABLE cards ADD CONSTRAINT cards_state_before_values CHECK (state_before IN ('STOCK', 'PENDING', 'ACTIVE', 'FROZEN', 'LOST', 'REPLACED', 'EXPIRED', 'REDEEMED', 'CANCELLED'));
ALTER TABLE card_events ADD CONSTRAINT card_events_action_values CHECK (action IN ('ASSIGN', 'SHIP', 'ACTIVATE', 'FREEZE', 'UNFREEZE', 'REPORT_LOSS', 'CANCEL_LOSS', 'REPLACE', 'EXPIRE', 'EXTEND', 'REDEEM', 'CANCEL'));
ALTER TABLE card_events ADD CONSTRAINT card_events_from_state_values CHECK (from_state IN ('STOCK', 'PENDING', 'ACTIVE', 'FROZEN', 'LOST', 'REPLACED', 'EXPIRED', 'REDEEMED', 'CANCELLED'));
ALTER TABLE card_events ADD CONSTRAINT card_events_to_state_values CHECK (to_state IN ('STOCK', 'PENDING', 'ACTIVE', 'FROZEN', 'LOST', 'REPLACED', 'EXPIRED', 'REDEEMED', 'CANCELLED'));
ALTER TABLE card_events ADD CONSTRAINT card_events_side_values CHECK (side IN ('OPERATOR', 'HOLDER', 'COMPLIANCE', 'LEFT', 'SERVICE'));
ALTER TABLE card_flows ADD CONSTRAINT card_flows_kind_values CHECK (kind IN ('LOAD', 'TOP_UP', 'TOP_UP_BACK', 'SPEND', 'REFUND', 'OVERFLOW', 'FEE', 'MOVE_OUT', 'MOVE_IN', 'REDEEM'));
ALTER TABLE card_products ADD CONSTRAINT card_products_form_values CHECK (form IN ('PHYSICAL', 'VIRTUAL'));
ALTER TABLE card_products ADD CONSTRAINT card_products_naming_values CHECK (naming IN ('NAMED', 'ANONYMOUS'));
ALTER TABLE card_products ADD CONSTRAINT card_products_state_values CHECK (state IN ('DRAFT', 'SUBMITTED', 'ENABLED', 'DISABLED'));

-- Products.
ALTER TABLE card_products ADD CONSTRAINT card_products_code CHECK (code ~ '^[A-Z0-9]{3,12}$'),
  ADD CONSTRAINT card_products_faces CHECK (CASE WHEN cardinality(faces) > 0
    THEN 0 < ALL (faces) AND cardinality(faces) <= 20 AND face_min IS NULL AND face_max IS NULL
    ELSE face_min > 0 AND face_max >= face_min END),
  ADD CONSTRAINT card_products_figures CHECK (making_fee BETWEEN 0 AND 100000 AND months > 0 AND single_limit > 0 AND day_limit > 0
    AND month_limit > 0 AND day_count > 0),
  ADD CONSTRAINT card_products_mcc CHECK (cardinality(mcc) <= 100),
  ALTER COLUMN faces SET NOT NULL, ALTER COLUMN mcc SET NOT NULL;
ALTER TABLE card_arts ADD CONSTRAINT card_arts_size CHECK (octet_length(data) BETWEEN 1 AND 2097152);
-- A picture is compressed already: TOAST must not try again.
ALTER TABLE card_arts ALTER COLUMN data SET STORAGE EXTERNAL;
-- What is sold was approved, as it is; it is on sale again without a word more, of what it was.
CREATE TRIGGER card_products_approved BEFORE UPDATE ON card_products FOR EACH ROW WHEN (OLD.state = 'SUBMITTED' AND NEW.state = 'ENABLED')
  EXECUTE FUNCTION refuse_unapproved_record('cardProduct', 'name', 'form', 'naming', 'faces', 'face_min', 'face_max', 'making_fee', 'months',
    'reloadable', 'mcc', 'single_limit', 'day_limit', 'month_limit', 'day_count');
CREATE TRIGGER card_products_approved_change BEFORE UPDATE ON card_products FOR EACH ROW WHEN (OLD.state IN ('ENABLED', 'DISABLED'))
  EXECUTE FUNCTION refuse_unapproved_change('cardProduct', 'name', 'form', 'naming', 'faces', 'face_min', 'face_max', 'making_fee', 'months',
    'reloadable', 'mcc', 'single_limit', 'day_limit', 'month_limit', 'day_count');
CREATE FUNCTION refuse_other_product_way() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (('DRAFT', 'SUBMITTED'), ('SUBMITTED', 'DRAFT'), ('SUBMITTED', 'ENABLED'), ('ENABLED', 'DISABLED'),
      ('DISABLED', 'ENABLED')) THEN
    RAISE EXCEPTION 'refuse_other_product_way: a product that is % does not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER card_products_way BEFORE UPDATE ON card_products FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION refuse_other_product_way();
CREATE FUNCTION refuse_finished_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_finished_product: a product begins as a draft' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER card_products_begin BEFORE INSERT ON card_products FOR EACH ROW WHEN (NEW.state <> 'DRAFT')
  EXECUTE FUNCTION refuse_finished_product();

-- The policy: each setting is a row of its own, the next number, and as approved.
ALTER TABLE card_policies ADD CONSTRAINT card_policies_figures CHECK (least(named_max, anonymous_max, real_name_from, transfer_only_from) > 0
  AND anonymous_min_months > 0 AND redeem_after_months >= 0);
CREATE FUNCTION refuse_unapproved_policy() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last record; changed jsonb; approved boolean; changes regclass := referred_by(TG_RELID, 'change_id');
BEGIN
  EXECUTE format('SELECT p.no, p.named_max, p.anonymous_max, p.anonymous_min_months, p.named_expires, p.anonymous_loss, p.redeem_after_months,
      p.real_name_from, p.transfer_only_from FROM %s p WHERE p.tenant_id = $1 ORDER BY p.no DESC LIMIT 1', TG_RELID::regclass)
    INTO last USING NEW.tenant_id;
  SELECT jsonb_object_agg(v.key, v.after) INTO changed
  FROM (VALUES ('namedMax', coalesce(last.named_max, 500000)::text, NEW.named_max::text),
    ('anonymousMax', coalesce(last.anonymous_max, 100000)::text, NEW.anonymous_max::text),
    ('anonymousMinMonths', coalesce(last.anonymous_min_months, 36)::text, NEW.anonymous_min_months::text),
    ('namedExpires', coalesce(last.named_expires, false)::text, NEW.named_expires::text),
    ('anonymousLoss', coalesce(last.anonymous_loss, false)::text, NEW.anonymous_loss::text),
    ('redeemAfterMonths', coalesce(last.redeem_after_months, 3)::text, NEW.redeem_after_months::text),
    ('realNameFrom', coalesce(last.real_name_from, 1000000)::text, NEW.real_name_from::text),
    ('transferOnlyFrom', coalesce(last.transfer_only_from, 500000)::text, NEW.transfer_only_from::text)) v(key, before, after)
  WHERE v.before <> v.after;
  EXECUTE format(
    'SELECT EXISTS (SELECT FROM %s c JOIN %s a ON a.tenant_id = c.tenant_id AND a.id = c.approval_id
       WHERE c.tenant_id = $1 AND c.approval_id = $2 AND c.applied_at IS NULL AND c.after = $3
         AND a.subject_type = ''cardPolicy'' AND a.subject_id = $1 AND a.state = ''APPROVED'')',
    changes, referred_by(changes, 'approval_id'))
    INTO approved USING NEW.tenant_id, NEW.change_id, changed;
  IF NOT approved OR NEW.no <> coalesce(last.no, 0) + 1 THEN
    RAISE EXCEPTION 'refuse_unapproved_policy: the policy changes only as approved' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER card_policies_approved BEFORE INSERT ON card_policies FOR EACH ROW EXECUTE FUNCTION refuse_unapproved_policy();

-- Cards: what is on one, who has it, and until when.
ALTER TABLE cards ADD CONSTRAINT cards_money CHECK (held BETWEEN 0 AND balance AND balance <= cap),
  ADD CONSTRAINT cards_empty CHECK (state NOT IN ('STOCK', 'PENDING', 'REPLACED', 'REDEEMED', 'CANCELLED') OR balance = 0
    OR state = 'PENDING' AND replaces_id IS NOT NULL),
  ADD CONSTRAINT cards_number CHECK (first_six = '999900' AND last_four ~ '^[0-9]{4}$' AND pan_index ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT cards_face CHECK (face_amount >= 0 AND months > 0),
  ADD CONSTRAINT cards_holder CHECK (naming = 'ANONYMOUS' OR state IN ('STOCK', 'CANCELLED') OR employee_id IS NOT NULL),
  ADD CONSTRAINT cards_end CHECK (state <> 'EXPIRED' AND (naming = 'NAMED' OR state NOT IN ('ACTIVE', 'FROZEN', 'LOST')) OR expires_at IS NOT NULL),
  ADD CONSTRAINT cards_active_since CHECK (state NOT IN ('ACTIVE', 'FROZEN', 'LOST', 'REPLACED', 'REDEEMED') OR activated_at IS NOT NULL),
  ADD CONSTRAINT cards_frozen CHECK (CASE WHEN frozen_by IS NULL THEN state <> 'FROZEN' ELSE state IN ('FROZEN', 'LOST', 'EXPIRED') END),
  ADD CONSTRAINT cards_lost CHECK ((state = 'LOST') = (state_before IS NOT NULL) AND state_before IN ('ACTIVE', 'FROZEN'));
-- Room on each page keeps updates of balances on it (HOT).
ALTER TABLE cards SET (fillfactor = 80);
-- A card stays the card that it was made as. Its state takes one of the ways that there are, with an event; its balance moves with a flow.
CREATE FUNCTION refuse_other_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.card_no, NEW.first_six, NEW.last_four, NEW.product_id, NEW.form, NEW.naming, NEW.face_amount, NEW.merchant_id, NEW.replaces_id,
        NEW.import_job_id, NEW.created_at)
      IS DISTINCT FROM (OLD.card_no, OLD.first_six, OLD.last_four, OLD.product_id, OLD.form, OLD.naming, OLD.face_amount, OLD.merchant_id,
        OLD.replaces_id, OLD.import_job_id, OLD.created_at) THEN
    RAISE EXCEPTION 'refuse_other_card: card % stays the card that it was made as', OLD.card_no USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
      WHEN 'STOCK' THEN NEW.state IN ('PENDING', 'CANCELLED')
      WHEN 'PENDING' THEN NEW.state IN ('ACTIVE', 'EXPIRED', 'CANCELLED')
      WHEN 'ACTIVE' THEN NEW.state IN ('FROZEN', 'LOST', 'EXPIRED', 'REDEEMED', 'CANCELLED')
      WHEN 'FROZEN' THEN NEW.state IN ('ACTIVE', 'LOST', 'EXPIRED', 'REDEEMED', 'CANCELLED')
      WHEN 'LOST' THEN NEW.state IN ('ACTIVE', 'FROZEN', 'REPLACED', 'EXPIRED', 'REDEEMED', 'CANCELLED')
      WHEN 'EXPIRED' THEN NEW.state IN ('ACTIVE', 'REDEEMED', 'CANCELLED')
      ELSE false END) THEN
    RAISE EXCEPTION 'refuse_other_card: a card that is % does not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.event_seq < OLD.event_seq OR NEW.state <> OLD.state AND NEW.event_seq = OLD.event_seq THEN
    RAISE EXCEPTION 'refuse_other_card: a step of card % has its event', OLD.card_no USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.flow_seq < OLD.flow_seq OR (NEW.balance <> OLD.balance AND NEW.flow_seq = OLD.flow_seq) THEN
    RAISE EXCEPTION 'refuse_other_card: the balance of card % moves with a flow', OLD.card_no USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER cards_stay BEFORE UPDATE ON cards FOR EACH ROW EXECUTE FUNCTION refuse_other_card();
-- A card begins empty, without a past; only one that is untouched can be taken away again, with the import that brought it.
CREATE FUNCTION refuse_card_with_a_past() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_card_with_a_past: a card begins empty, and stays once it is used' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER cards_begin BEFORE INSERT ON cards FOR EACH ROW
  WHEN (NEW.balance <> 0 OR NEW.flow_seq <> 0 OR NEW.event_seq <> 0 OR NEW.state NOT IN ('STOCK', 'PENDING'))
  EXECUTE FUNCTION refuse_card_with_a_past();
CREATE TRIGGER cards_kept BEFORE DELETE ON cards FOR EACH ROW
  WHEN (OLD.state <> 'STOCK' OR OLD.event_seq <> 0 OR OLD.import_job_id IS NULL) EXECUTE FUNCTION refuse_card_with_a_past();

-- Flows: a chain without a gap that ends at the card's balance.
ALTER TABLE card_flows ADD CONSTRAINT card_flows_way CHECK (seq >= 1 AND balance_after >= 0
  AND CASE WHEN kind IN ('LOAD', 'TOP_UP', 'REFUND', 'MOVE_IN') THEN delta > 0 ELSE delta < 0 END);
CREATE FUNCTION refuse_broken_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before bigint; last int; present bigint;
BEGIN
  IF NEW.seq > 1 THEN
    EXECUTE format('SELECT balance_after FROM %s WHERE tenant_id = $1 AND card_id = $2 AND seq = $3', TG_RELID::regclass)
      INTO before USING NEW.tenant_id, NEW.card_id, NEW.seq - 1;
  ELSE
    before := 0;
  END IF;
  EXECUTE format('SELECT flow_seq, balance FROM %s WHERE tenant_id = $1 AND id = $2', referred_by(TG_RELID, 'card_id'))
    INTO last, present USING NEW.tenant_id, NEW.card_id;
  IF before + NEW.delta IS DISTINCT FROM NEW.balance_after OR NEW.seq > last OR NEW.seq = last AND NEW.balance_after <> present THEN
    RAISE EXCEPTION 'refuse_broken_chain: flow % of card % does not follow', NEW.seq, NEW.card_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER card_flows_follow AFTER INSERT ON card_flows DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refuse_broken_chain();
-- Events: each step of a card once, in order, and the last one says what it is.
ALTER TABLE card_events ADD CONSTRAINT card_events_seq CHECK (seq >= 1);
CREATE FUNCTION refuse_untrue_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last int; present text;
BEGIN
  EXECUTE format('SELECT event_seq, state FROM %s WHERE tenant_id = $1 AND id = $2', referred_by(TG_RELID, 'card_id'))
    INTO last, present USING NEW.tenant_id, NEW.card_id;
  IF NEW.seq > last OR NEW.seq = last AND NEW.to_state <> present THEN
    RAISE EXCEPTION 'refuse_untrue_event: step % of card % was not taken', NEW.seq, NEW.card_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER card_events_true AFTER INSERT ON card_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refuse_untrue_event();

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['card_policies', 'card_flows', 'card_events'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', name || '_append_only', name);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name || '_no_truncate', name);
    EXECUTE format('REVOKE UPDATE, DELETE ON %I FROM xyxlx_app', name);
  END LOOP;
END $$;
REVOKE DELETE ON card_products FROM xyxlx_app;
