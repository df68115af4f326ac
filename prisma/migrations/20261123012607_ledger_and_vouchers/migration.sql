-- CreateTable
CREATE TABLE "ledger_postings" (
    "tenant_id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "source_type" TEXT NOT NULL,
    "leg" SMALLINT NOT NULL,
    "slot_id" UUID NOT NULL,
    "book_date" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "debit_role" TEXT NOT NULL,
    "credit_role" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "company_id" UUID,
    "merchant_id" UUID,
    "employee_id" UUID,
    "card_id" UUID,
    "counter_card_id" UUID,
    "counter_company_id" UUID,
    "platform_account_id" UUID,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_postings_pkey" PRIMARY KEY ("tenant_id","source_id","source_type","leg")
);

-- CreateTable
CREATE TABLE "ledger_slots" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "book_date" DATE NOT NULL,
    "period" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "doc_type" TEXT,
    "doc_id" UUID,
    "part" INTEGER NOT NULL DEFAULT 1,
    "state" TEXT NOT NULL DEFAULT 'OPEN',

    CONSTRAINT "ledger_slots_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "ledger_days" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "book_date" DATE NOT NULL,
    "role" TEXT NOT NULL,
    "company_id" UUID,
    "debit" BIGINT NOT NULL,
    "credit" BIGINT NOT NULL,
    "rows" INTEGER NOT NULL,

    CONSTRAINT "ledger_days_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "ledger_accounts" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "parent_id" UUID,
    "side" TEXT NOT NULL,
    "role" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "ledger_accounts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "ledger_periods" (
    "tenant_id" UUID NOT NULL,
    "period" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'OPEN',
    "requested_at" TIMESTAMPTZ(3),
    "requested_by" TEXT,
    "requested_by_id" UUID,
    "closed_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ledger_periods_pkey" PRIMARY KEY ("tenant_id","period")
);

-- CreateTable
CREATE TABLE "ledger_settings" (
    "tenant_id" UUID NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "personal_share" TEXT NOT NULL,
    "vat_bps" INTEGER NOT NULL,
    "voucher_style" TEXT NOT NULL,
    "created_by" TEXT,

    CONSTRAINT "ledger_settings_pkey" PRIMARY KEY ("tenant_id","valid_from")
);

-- CreateTable
CREATE TABLE "vouchers" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "period" TEXT NOT NULL,
    "word" TEXT NOT NULL,
    "number" INTEGER,
    "date" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "slot_id" UUID,
    "reverses_id" UUID,
    "state" TEXT NOT NULL DEFAULT 'DRAFT',
    "attachment_count" INTEGER NOT NULL DEFAULT 0,
    "maker_id" UUID,
    "maker_name" TEXT NOT NULL,
    "approved_by_id" UUID,
    "approved_by_name" TEXT,
    "posted_by_id" UUID,
    "posted_by_name" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "vouchers_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "voucher_lines" (
    "tenant_id" UUID NOT NULL,
    "voucher_id" UUID NOT NULL,
    "line_no" INTEGER NOT NULL,
    "summary" TEXT NOT NULL,
    "account_id" UUID NOT NULL,
    "debit" BIGINT NOT NULL DEFAULT 0,
    "credit" BIGINT NOT NULL DEFAULT 0,
    "company_id" UUID,

    CONSTRAINT "voucher_lines_pkey" PRIMARY KEY ("tenant_id","voucher_id","line_no")
);

-- CreateTable
CREATE TABLE "voucher_counters" (
    "tenant_id" UUID NOT NULL,
    "period" TEXT NOT NULL,
    "word" TEXT NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "voucher_counters_pkey" PRIMARY KEY ("tenant_id","period","word")
);

-- CreateTable
CREATE TABLE "ledger_snapshots" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "period" TEXT NOT NULL,
    "account_id" UUID NOT NULL,
    "company_id" UUID,
    "side" TEXT NOT NULL,
    "opening" BIGINT NOT NULL,
    "debit" BIGINT NOT NULL,
    "credit" BIGINT NOT NULL,
    "closing" BIGINT NOT NULL,

    CONSTRAINT "ledger_snapshots_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "ledger_postings_tenant_id_slot_id_source_id_idx" ON "ledger_postings"("tenant_id", "slot_id", "source_id");

-- CreateIndex
CREATE INDEX "ledger_postings_tenant_id_employee_id_book_date_source_id_idx" ON "ledger_postings"("tenant_id", "employee_id", "book_date" DESC, "source_id" DESC);

-- CreateIndex
CREATE INDEX "ledger_postings_tenant_id_company_id_book_date_source_id_idx" ON "ledger_postings"("tenant_id", "company_id", "book_date" DESC, "source_id" DESC);

-- CreateIndex
CREATE INDEX "ledger_slots_tenant_id_state_book_date_idx" ON "ledger_slots"("tenant_id", "state", "book_date");

-- CreateIndex
CREATE INDEX "ledger_slots_tenant_id_period_idx" ON "ledger_slots"("tenant_id", "period");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_slots_tenant_id_id_book_date_key" ON "ledger_slots"("tenant_id", "id", "book_date");

-- CreateIndex
CREATE INDEX "ledger_accounts_tenant_id_parent_id_idx" ON "ledger_accounts"("tenant_id", "parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_accounts_tenant_id_code_key" ON "ledger_accounts"("tenant_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_accounts_tenant_id_role_key" ON "ledger_accounts"("tenant_id", "role");

-- CreateIndex
CREATE INDEX "vouchers_tenant_id_date_id_idx" ON "vouchers"("tenant_id", "date" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "vouchers_date_id_idx" ON "vouchers"("date" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "vouchers_tenant_id_period_state_idx" ON "vouchers"("tenant_id", "period", "state");

-- CreateIndex
CREATE INDEX "vouchers_tenant_id_slot_id_idx" ON "vouchers"("tenant_id", "slot_id");

-- CreateIndex
CREATE UNIQUE INDEX "vouchers_tenant_id_period_word_number_key" ON "vouchers"("tenant_id", "period", "word", "number");

-- CreateIndex
CREATE UNIQUE INDEX "vouchers_tenant_id_reverses_id_key" ON "vouchers"("tenant_id", "reverses_id");

-- CreateIndex
CREATE INDEX "voucher_lines_tenant_id_account_id_voucher_id_idx" ON "voucher_lines"("tenant_id", "account_id", "voucher_id");

-- AddForeignKey
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_tenant_id_slot_id_book_date_fkey" FOREIGN KEY ("tenant_id", "slot_id", "book_date") REFERENCES "ledger_slots"("tenant_id", "id", "book_date") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ledger_slots" ADD CONSTRAINT "ledger_slots_tenant_id_period_fkey" FOREIGN KEY ("tenant_id", "period") REFERENCES "ledger_periods"("tenant_id", "period") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ledger_days" ADD CONSTRAINT "ledger_days_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "ledger_accounts"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_tenant_id_period_fkey" FOREIGN KEY ("tenant_id", "period") REFERENCES "ledger_periods"("tenant_id", "period") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_tenant_id_slot_id_fkey" FOREIGN KEY ("tenant_id", "slot_id") REFERENCES "ledger_slots"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_tenant_id_reverses_id_fkey" FOREIGN KEY ("tenant_id", "reverses_id") REFERENCES "vouchers"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "voucher_lines" ADD CONSTRAINT "voucher_lines_tenant_id_voucher_id_fkey" FOREIGN KEY ("tenant_id", "voucher_id") REFERENCES "vouchers"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "voucher_lines" ADD CONSTRAINT "voucher_lines_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "ledger_accounts"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "voucher_lines" ADD CONSTRAINT "voucher_lines_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ledger_snapshots" ADD CONSTRAINT "ledger_snapshots_tenant_id_period_fkey" FOREIGN KEY ("tenant_id", "period") REFERENCES "ledger_periods"("tenant_id", "period") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ledger_snapshots" ADD CONSTRAINT "ledger_snapshots_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "ledger_accounts"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ledger_snapshots" ADD CONSTRAINT "ledger_snapshots_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_side_values CHECK (side IN ('DEBIT', 'CREDIT'));
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_role_values CHECK (role IN ('BANK', 'CHANNEL_ALIPAY', 'CHANNEL_WECHAT', 'CHANNEL_UNIONPAY', 'CHANNEL_OTHER', 'FUND', 'LIMIT', 'CARD', 'UNCLAIMED', 'PRIZE', 'SETTLEMENT', 'SETTLEMENT_P', 'ORDER', 'VAT', 'SERVICE', 'CARD_INCOME', 'BONUS', 'PRIZE_COST', 'CHANNEL_COST'));
ALTER TABLE ledger_days ADD CONSTRAINT ledger_days_role_values CHECK (role IN ('BANK', 'CHANNEL_ALIPAY', 'CHANNEL_WECHAT', 'CHANNEL_UNIONPAY', 'CHANNEL_OTHER', 'FUND', 'LIMIT', 'CARD', 'UNCLAIMED', 'PRIZE', 'SETTLEMENT', 'SETTLEMENT_P', 'ORDER', 'VAT', 'SERVICE', 'CARD_INCOME', 'BONUS', 'PRIZE_COST', 'CHANNEL_COST'));
ALTER TABLE ledger_periods ADD CONSTRAINT ledger_periods_state_values CHECK (state IN ('OPEN', 'CLOSING', 'CLOSED'));
ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_source_type_values CHECK (source_type IN ('consumption', 'limitAdjustment', 'lottery', 'statementLine', 'topUp', 'topUpReversal', 'fundFlow', 'fundTransfer', 'reconciliationBreak', 'reconciliation', 'cardOrder', 'cardFlow', 'opening'));
ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_kind_values CHECK (kind IN ('OPENING', 'RECEIPT', 'TOP_UP', 'TOP_UP_BACK', 'LIMIT_ISSUE', 'LIMIT_BACK', 'PRIZE_LIMIT', 'PRIZE_GOODS', 'CONSUME', 'REFUND', 'REFUND_OVERFLOW', 'FEE', 'TRANSFER', 'SETTLE', 'WITHDRAW', 'ADJUST', 'ORDER_PAID', 'ORDER_REFUND', 'ORDER_EARNED', 'CARD_LOAD', 'CARD_MOVE', 'CARD_REDEEM', 'CARD_FEE', 'CHANNEL_SETTLED'));
ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_debit_role_values CHECK (debit_role IN ('BANK', 'CHANNEL_ALIPAY', 'CHANNEL_WECHAT', 'CHANNEL_UNIONPAY', 'CHANNEL_OTHER', 'FUND', 'LIMIT', 'CARD', 'UNCLAIMED', 'PRIZE', 'SETTLEMENT', 'SETTLEMENT_P', 'ORDER', 'VAT', 'SERVICE', 'CARD_INCOME', 'BONUS', 'PRIZE_COST', 'CHANNEL_COST'));
ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_credit_role_values CHECK (credit_role IN ('BANK', 'CHANNEL_ALIPAY', 'CHANNEL_WECHAT', 'CHANNEL_UNIONPAY', 'CHANNEL_OTHER', 'FUND', 'LIMIT', 'CARD', 'UNCLAIMED', 'PRIZE', 'SETTLEMENT', 'SETTLEMENT_P', 'ORDER', 'VAT', 'SERVICE', 'CARD_INCOME', 'BONUS', 'PRIZE_COST', 'CHANNEL_COST'));
ALTER TABLE ledger_settings ADD CONSTRAINT ledger_settings_personal_share_values CHECK (personal_share IN ('DIRECT', 'THROUGH_US'));
ALTER TABLE ledger_settings ADD CONSTRAINT ledger_settings_voucher_style_values CHECK (voucher_style IN ('ONE', 'THREE'));
ALTER TABLE ledger_slots ADD CONSTRAINT ledger_slots_kind_values CHECK (kind IN ('OPENING', 'RECEIPT', 'TOP_UP', 'TOP_UP_BACK', 'LIMIT_ISSUE', 'LIMIT_BACK', 'PRIZE_LIMIT', 'PRIZE_GOODS', 'CONSUME', 'REFUND', 'REFUND_OVERFLOW', 'FEE', 'TRANSFER', 'SETTLE', 'WITHDRAW', 'ADJUST', 'ORDER_PAID', 'ORDER_REFUND', 'ORDER_EARNED', 'CARD_LOAD', 'CARD_MOVE', 'CARD_REDEEM', 'CARD_FEE', 'CHANNEL_SETTLED'));
ALTER TABLE ledger_slots ADD CONSTRAINT ledger_slots_state_values CHECK (state IN ('OPEN', 'SEALED'));
ALTER TABLE ledger_snapshots ADD CONSTRAINT ledger_snapshots_side_values CHECK (side IN ('DEBIT', 'CREDIT'));
ALTER TABLE vouchers ADD CONSTRAINT vouchers_word_values CHECK (word IN ('记', '收', '付', '转'));
ALTER TABLE vouchers ADD CONSTRAINT vouchers_kind_values CHECK (kind IN ('SYSTEM', 'MANUAL', 'RED', 'CLOSE'));
ALTER TABLE vouchers ADD CONSTRAINT vouchers_state_values CHECK (state IN ('DRAFT', 'PENDING', 'APPROVED', 'POSTED', 'REVERSED'));
ALTER TABLE voucher_counters ADD CONSTRAINT voucher_counters_word_values CHECK (word IN ('记', '收', '付', '转'));

-- The month of a day, as periods are named.
CREATE FUNCTION period_of(_day date) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lpad(extract(year FROM _day)::text, 4, '0') || '-' || lpad(extract(month FROM _day)::text, 2, '0')
$$;
-- The table of a record's parts: its primary key begins with the reference to the record.
CREATE FUNCTION parts_of(_table oid) RETURNS regclass LANGUAGE sql STABLE AS $$
  SELECT f.conrelid::regclass FROM pg_constraint f JOIN pg_constraint k ON k.conrelid = f.conrelid AND k.contype = 'p'
  WHERE f.confrelid = _table AND f.contype = 'f' AND k.conkey[1:cardinality(f.conkey)] = f.conkey
$$;

-- Postings.
ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_amount CHECK (amount > 0),
  ADD CONSTRAINT ledger_postings_leg CHECK (leg BETWEEN 1 AND 8),
  ADD CONSTRAINT ledger_postings_two_sides CHECK (debit_role <> credit_role OR (card_id <> counter_card_id) IS TRUE
    OR (company_id <> counter_company_id) IS TRUE);
CREATE INDEX ledger_postings_of_card ON ledger_postings (tenant_id, card_id, book_date DESC, source_id DESC) WHERE card_id IS NOT NULL;
-- A posting goes into a slot that is open, in a period that is not closed; whoever seals it waits for this transaction.
CREATE FUNCTION refuse_sealed_slot() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE slots regclass := referred_by(TG_RELID, 'book_date'); open boolean;
BEGIN
  EXECUTE format('SELECT bool_and(o.open) FROM (
      SELECT s.state = ''OPEN'' AND p.state <> ''CLOSED'' AS open FROM %s s JOIN %s p ON p.tenant_id = s.tenant_id AND p.period = s.period
      WHERE (s.tenant_id, s.id) IN (SELECT w.tenant_id, w.slot_id FROM written w) FOR KEY SHARE OF s) o', slots, referred_by(slots, 'period'))
    INTO open;
  IF NOT open THEN
    RAISE EXCEPTION 'refuse_sealed_slot: what is sealed or closed takes no posting' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_postings_into_open_slots AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_sealed_slot();
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['ledger_postings', 'ledger_settings'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', name || '_append_only', name);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name || '_no_truncate', name);
    EXECUTE format('REVOKE UPDATE, DELETE ON %I FROM xyxlx_app', name);
  END LOOP;
END $$;
ALTER TABLE ledger_settings ADD CONSTRAINT ledger_settings_vat_bps CHECK (vat_bps BETWEEN 0 AND 1300);

-- Slots.
ALTER TABLE ledger_slots ADD CONSTRAINT ledger_slots_document CHECK ((doc_type IS NULL) = (doc_id IS NULL)),
  ADD CONSTRAINT ledger_slots_part CHECK (part >= 1),
  ADD CONSTRAINT ledger_slots_within_period CHECK (period = period_of(book_date));
CREATE UNIQUE INDEX ledger_slots_parts ON ledger_slots (tenant_id, book_date, kind, doc_id, part) NULLS NOT DISTINCT;
CREATE UNIQUE INDEX ledger_slots_one_open ON ledger_slots (tenant_id, book_date, kind, doc_id) NULLS NOT DISTINCT WHERE state = 'OPEN';
-- A slot is made in an open period, which can't begin to close meanwhile; it is sealed once, and stays.
CREATE FUNCTION refuse_slot_of_closed_period() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE period_state text;
BEGIN
  EXECUTE format('SELECT state FROM %s WHERE tenant_id = $1 AND period = $2 FOR SHARE', referred_by(TG_RELID, 'period'))
    INTO period_state USING NEW.tenant_id, NEW.period;
  IF period_state <> 'OPEN' OR NEW.state <> 'OPEN' THEN
    RAISE EXCEPTION 'refuse_slot_of_closed_period: % is %', NEW.period, period_state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_slots_in_open_period BEFORE INSERT ON ledger_slots FOR EACH ROW EXECUTE FUNCTION refuse_slot_of_closed_period();
CREATE FUNCTION refuse_other_slot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.state = 'OPEN' THEN RETURN OLD; END IF;
  ELSIF OLD.state = 'OPEN' AND (NEW.tenant_id, NEW.id, NEW.book_date, NEW.period, NEW.kind, NEW.doc_type, NEW.doc_id, NEW.part)
      IS NOT DISTINCT FROM (OLD.tenant_id, OLD.id, OLD.book_date, OLD.period, OLD.kind, OLD.doc_type, OLD.doc_id, OLD.part) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'refuse_other_slot: a slot is sealed once, as it was made' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER ledger_slots_sealed_once BEFORE UPDATE OR DELETE ON ledger_slots FOR EACH ROW EXECUTE FUNCTION refuse_other_slot();

-- Days.
ALTER TABLE ledger_days ADD CONSTRAINT ledger_days_figures CHECK (debit >= 0 AND credit >= 0 AND rows > 0);
CREATE UNIQUE INDEX ledger_days_once ON ledger_days (tenant_id, book_date, role, company_id) NULLS NOT DISTINCT;

-- Accounts. What a trigger may not know by name it finds by its references.
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_code CHECK (code ~ '^\d{4}(\.\d{2}){0,3}$' AND (parent_id IS NULL) = (length(code) = 4)),
  ADD CONSTRAINT ledger_accounts_role_enabled CHECK (enabled OR role IS NULL);
CREATE FUNCTION is_referred_to(_table oid, _tenant uuid, _id uuid, _by_itself boolean) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE ref record; found_one boolean;
BEGIN
  FOR ref IN SELECT c.conrelid::regclass AS referring, a.attname FROM pg_constraint c
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[cardinality(c.conkey)]
      WHERE c.confrelid = _table AND c.contype = 'f' AND (_by_itself OR c.conrelid <> _table) LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE tenant_id = $1 AND %I = $2)', ref.referring, ref.attname) INTO found_one USING _tenant, _id;
    IF found_one THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END $$;
CREATE FUNCTION refuse_other_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE parent record; has_children boolean;
BEGIN
  IF TG_OP = 'UPDATE' AND ((NEW.code, NEW.side, NEW.parent_id) IS DISTINCT FROM (OLD.code, OLD.side, OLD.parent_id))
      AND (NEW.parent_id IS DISTINCT FROM OLD.parent_id OR is_referred_to(TG_RELID, OLD.tenant_id, OLD.id, true)) THEN
    RAISE EXCEPTION 'refuse_other_account: % is in use', OLD.code USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.parent_id IS NOT NULL THEN
    -- Whoever writes a line on the parent, or gives it a role, waits for this, or is seen by it.
    EXECUTE format('SELECT id, code, role FROM %s WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', TG_RELID::regclass)
      INTO parent USING NEW.tenant_id, NEW.parent_id;
    IF left(NEW.code, -3) IS DISTINCT FROM parent.code THEN
      RAISE EXCEPTION 'refuse_other_account: % is not below %', NEW.code, parent.code USING ERRCODE = 'check_violation';
    END IF;
    IF TG_OP = 'INSERT' AND (parent.role IS NOT NULL OR is_referred_to(TG_RELID, NEW.tenant_id, NEW.parent_id, false)) THEN
      RAISE EXCEPTION 'refuse_other_account: % is in use and stays a leaf', parent.code USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  IF NEW.role IS NOT NULL THEN
    EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE tenant_id = $1 AND parent_id = $2)', TG_RELID::regclass)
      INTO has_children USING NEW.tenant_id, NEW.id;
    IF has_children THEN
      RAISE EXCEPTION 'refuse_other_account: % has accounts below it and takes no role', NEW.code USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_accounts_kept BEFORE INSERT OR UPDATE OF code, side, parent_id, role ON ledger_accounts
  FOR EACH ROW EXECUTE FUNCTION refuse_other_account();
CREATE FUNCTION refuse_account_with_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_account_with_role: % is what the business posts to', OLD.code USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER ledger_accounts_with_role BEFORE DELETE ON ledger_accounts FOR EACH ROW
  WHEN (OLD.role IS NOT NULL) EXECUTE FUNCTION refuse_account_with_role();

-- Periods follow each other without a gap, and close in their order.
ALTER TABLE ledger_periods ADD CONSTRAINT ledger_periods_month CHECK (period ~ '^\d{4}-(0[1-9]|1[0-2])$');
CREATE UNIQUE INDEX ledger_periods_one_closing ON ledger_periods (tenant_id) WHERE state = 'CLOSING';
CREATE FUNCTION refuse_other_period() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last_period text; out_of_turn boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    EXECUTE format('SELECT max(period) FROM %s WHERE tenant_id = $1', TG_RELID::regclass) INTO last_period USING NEW.tenant_id;
    IF NEW.state <> 'OPEN' OR last_period IS NOT NULL AND NEW.period <> last_period
        AND NEW.period <> period_of(((last_period || '-01')::date + interval '1 month')::date) THEN
      RAISE EXCEPTION 'refuse_other_period: % does not follow %', NEW.period, last_period USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.tenant_id, NEW.period) IS DISTINCT FROM (OLD.tenant_id, OLD.period)
      OR OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('OPEN', 'CLOSING'), ('CLOSING', 'CLOSED'), ('CLOSING', 'OPEN'), ('CLOSED', 'OPEN')) THEN
    RAISE EXCEPTION 'refuse_other_period: % that is % does not become %', OLD.period, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE tenant_id = $1 AND CASE WHEN $3 = ''OPEN'' THEN period > $2 AND state <> ''OPEN''
      ELSE period < $2 AND state <> ''CLOSED'' END)', TG_RELID::regclass)
    INTO out_of_turn USING NEW.tenant_id, NEW.period, NEW.state;
  IF OLD.state <> NEW.state AND out_of_turn THEN
    RAISE EXCEPTION 'refuse_other_period: % is not the next to close or the last to open again', NEW.period USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_periods_in_turn BEFORE INSERT OR UPDATE ON ledger_periods FOR EACH ROW EXECUTE FUNCTION refuse_other_period();
REVOKE DELETE ON ledger_periods FROM xyxlx_app;

-- Vouchers.
ALTER TABLE vouchers ADD CONSTRAINT vouchers_within_period CHECK (period = period_of(date)),
  ADD CONSTRAINT vouchers_number CHECK ((number IS NOT NULL) = (state IN ('APPROVED', 'POSTED', 'REVERSED')) AND number >= 1),
  ADD CONSTRAINT vouchers_approved CHECK ((approved_by_id IS NOT NULL) = (state IN ('APPROVED', 'POSTED', 'REVERSED'))),
  ADD CONSTRAINT vouchers_posted CHECK ((posted_by_id IS NOT NULL) = (state IN ('POSTED', 'REVERSED'))),
  ADD CONSTRAINT vouchers_maker_is_no_checker CHECK (approved_by_id <> maker_id AND posted_by_id <> maker_id),
  ADD CONSTRAINT vouchers_of_slot CHECK ((slot_id IS NOT NULL) = (kind = 'SYSTEM')),
  ADD CONSTRAINT vouchers_reversal CHECK ((reverses_id IS NOT NULL) = (kind = 'RED') AND reverses_id <> id),
  ADD CONSTRAINT vouchers_attachments CHECK (attachment_count BETWEEN 0 AND 20);
CREATE UNIQUE INDEX vouchers_one_a_slot ON vouchers (tenant_id, slot_id) WHERE kind = 'SYSTEM' AND state <> 'REVERSED';
-- Nothing is written, approved or posted in a closed period; its closing waits for whoever does.
CREATE FUNCTION refuse_voucher_of_closed_period() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE period_state text;
BEGIN
  EXECUTE format('SELECT state FROM %s WHERE tenant_id = $1 AND period = $2 FOR SHARE', referred_by(TG_RELID, 'period'))
    INTO period_state USING NEW.tenant_id, NEW.period;
  IF period_state = 'CLOSED' THEN
    RAISE EXCEPTION 'refuse_voucher_of_closed_period: % is closed', NEW.period USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER vouchers_made_in_open_period BEFORE INSERT ON vouchers FOR EACH ROW EXECUTE FUNCTION refuse_voucher_of_closed_period();
CREATE TRIGGER vouchers_changed_in_open_period BEFORE UPDATE ON vouchers FOR EACH ROW
  WHEN (NEW.state IN ('DRAFT', 'PENDING') OR OLD.state <> NEW.state AND NEW.state IN ('APPROVED', 'POSTED'))
  EXECUTE FUNCTION refuse_voucher_of_closed_period();
-- Once approved it only moves on: its figures, number and people stay.
CREATE FUNCTION refuse_other_voucher() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (CASE OLD.state
      WHEN 'DRAFT' THEN NEW.state IN ('DRAFT', 'PENDING', 'APPROVED')
      WHEN 'PENDING' THEN NEW.state IN ('DRAFT', 'PENDING', 'APPROVED')
      WHEN 'APPROVED' THEN NEW.state IN ('APPROVED', 'POSTED')
      WHEN 'POSTED' THEN NEW.state = 'REVERSED'
      ELSE false END)
    OR (NEW.tenant_id, NEW.id, NEW.kind, NEW.slot_id, NEW.reverses_id, NEW.maker_id, NEW.created_at)
      IS DISTINCT FROM (OLD.tenant_id, OLD.id, OLD.kind, OLD.slot_id, OLD.reverses_id, OLD.maker_id, OLD.created_at)
    OR OLD.number IS NOT NULL AND (NEW.period, NEW.word, NEW.number, NEW.date, NEW.attachment_count, NEW.approved_by_id)
      IS DISTINCT FROM (OLD.period, OLD.word, OLD.number, OLD.date, OLD.attachment_count, OLD.approved_by_id)
    OR OLD.posted_by_id IS NOT NULL AND NEW.posted_by_id <> OLD.posted_by_id THEN
    RAISE EXCEPTION 'refuse_other_voucher: a voucher that is % stays as it is', OLD.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER vouchers_stay BEFORE UPDATE ON vouchers FOR EACH ROW EXECUTE FUNCTION refuse_other_voucher();
CREATE FUNCTION refuse_kept_voucher() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_kept_voucher: only drafts are deleted' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER vouchers_kept BEFORE DELETE ON vouchers FOR EACH ROW WHEN (OLD.state <> 'DRAFT') EXECUTE FUNCTION refuse_kept_voucher();

-- Lines.
ALTER TABLE voucher_lines ADD CONSTRAINT voucher_lines_one_side CHECK ((debit = 0) <> (credit = 0)),
  ADD CONSTRAINT voucher_lines_line_no CHECK (line_no >= 1);
CREATE FUNCTION refuse_other_voucher_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE line record := coalesce(NEW, OLD); head record; accounts regclass; account record; has_children boolean;
BEGIN
  EXECUTE format('SELECT kind, state FROM %s WHERE tenant_id = $1 AND id = $2 FOR SHARE', referred_by(TG_RELID, 'voucher_id'))
    INTO head USING line.tenant_id, line.voucher_id;
  IF head.state IN ('APPROVED', 'POSTED', 'REVERSED') THEN
    RAISE EXCEPTION 'refuse_other_voucher_line: the voucher is %', head.state USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  IF TG_OP = 'UPDATE' AND (NEW.tenant_id, NEW.voucher_id) IS DISTINCT FROM (OLD.tenant_id, OLD.voucher_id) THEN
    RAISE EXCEPTION 'refuse_other_voucher_line: a line stays with its voucher' USING ERRCODE = 'check_violation';
  END IF;
  IF least(NEW.debit, NEW.credit) < 0 AND head.kind <> 'RED' THEN
    RAISE EXCEPTION 'refuse_other_voucher_line: only a reversal has negative lines' USING ERRCODE = 'check_violation';
  END IF;
  accounts := referred_by(TG_RELID, 'account_id');
  EXECUTE format('SELECT code, role FROM %s WHERE tenant_id = $1 AND id = $2 FOR SHARE', accounts) INTO account USING NEW.tenant_id, NEW.account_id;
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE tenant_id = $1 AND parent_id = $2)', accounts) INTO has_children USING NEW.tenant_id, NEW.account_id;
  IF has_children THEN
    RAISE EXCEPTION 'refuse_other_voucher_line: % is no leaf', account.code USING ERRCODE = 'check_violation';
  END IF;
  IF head.kind = 'MANUAL' AND account.role IN ('FUND', 'LIMIT', 'CARD', 'UNCLAIMED', 'SETTLEMENT', 'ORDER') THEN
    RAISE EXCEPTION 'refuse_other_voucher_line: % follows from the business alone', account.code USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER voucher_lines_allowed BEFORE INSERT OR UPDATE OR DELETE ON voucher_lines FOR EACH ROW EXECUTE FUNCTION refuse_other_voucher_line();
-- When a transaction ends, every voucher has two lines or more that add up: drafts too. Asked of the lines, and of the voucher that has none.
CREATE FUNCTION refuse_unbalanced_voucher() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row jsonb := to_jsonb(coalesce(NEW, OLD)); lines regclass; heads regclass; total record; there boolean;
BEGIN
  IF row ? 'voucher_id' THEN
    lines := TG_RELID; heads := referred_by(TG_RELID, 'voucher_id');
  ELSE
    lines := parts_of(TG_RELID); heads := TG_RELID;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE tenant_id = $1 AND id = $2)', heads)
    INTO there USING (row ->> 'tenant_id')::uuid, coalesce(row ->> 'voucher_id', row ->> 'id')::uuid;
  EXECUTE format('SELECT count(*) AS lines, coalesce(sum(debit) - sum(credit), 0) AS difference FROM %s WHERE tenant_id = $1 AND voucher_id = $2', lines)
    INTO total USING (row ->> 'tenant_id')::uuid, coalesce(row ->> 'voucher_id', row ->> 'id')::uuid;
  IF there AND (total.lines < 2 OR total.difference <> 0) THEN
    RAISE EXCEPTION 'refuse_unbalanced_voucher: % lines, a difference of % fen', total.lines, total.difference USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER voucher_lines_balance AFTER INSERT OR UPDATE OR DELETE ON voucher_lines DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced_voucher();
CREATE CONSTRAINT TRIGGER vouchers_balance AFTER INSERT ON vouchers DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced_voucher();

-- Counters go up by one, from one.
ALTER TABLE voucher_counters ADD CONSTRAINT voucher_counters_last CHECK (last >= 1);
CREATE TRIGGER voucher_counters_only_grow BEFORE UPDATE ON voucher_counters FOR EACH ROW WHEN (NEW.last < OLD.last) EXECUTE FUNCTION refuse_less();
REVOKE DELETE ON voucher_counters FROM xyxlx_app;

-- Snapshots.
ALTER TABLE ledger_snapshots ADD CONSTRAINT ledger_snapshots_add_up
  CHECK (closing = CASE side WHEN 'DEBIT' THEN opening + debit - credit ELSE opening + credit - debit END);
CREATE UNIQUE INDEX ledger_snapshots_once ON ledger_snapshots (tenant_id, period, account_id, company_id) NULLS NOT DISTINCT;
CREATE TRIGGER ledger_snapshots_stay BEFORE UPDATE ON ledger_snapshots FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The open slot of a tenant's day and kind, or of a document, kept open until the transaction ends: whoever seals it waits. What is of a period that
-- closes or is closed goes into the earliest open one, on its first day.
CREATE FUNCTION open_slot(_tenant uuid, _day date, _kind text, _doc_type text, _doc_id uuid, OUT slot_id uuid, OUT book_date date)
LANGUAGE plpgsql AS $$
DECLARE first_period text; last_period text; period_state text;
BEGIN
  book_date := _day;
  LOOP
    SELECT s.id INTO slot_id FROM ledger_slots s JOIN ledger_periods p ON p.tenant_id = s.tenant_id AND p.period = s.period AND p.state = 'OPEN'
    WHERE s.tenant_id = _tenant AND s.book_date = open_slot.book_date AND s.kind = _kind AND s.state = 'OPEN'
      AND CASE WHEN _doc_id IS NULL THEN s.doc_id IS NULL ELSE s.doc_id = _doc_id END
    FOR KEY SHARE OF s;
    IF FOUND THEN RETURN; END IF;
    SELECT p.state INTO period_state FROM ledger_periods p WHERE p.tenant_id = _tenant AND p.period = period_of(open_slot.book_date) FOR SHARE;
    IF period_state = 'OPEN' THEN
      INSERT INTO ledger_slots (tenant_id, book_date, period, kind, doc_type, doc_id, part)
      SELECT _tenant, open_slot.book_date, period_of(open_slot.book_date), _kind, _doc_type, _doc_id, coalesce(max(s.part), 0) + 1
      FROM ledger_slots s
      WHERE s.tenant_id = _tenant AND s.book_date = open_slot.book_date AND s.kind = _kind
        AND CASE WHEN _doc_id IS NULL THEN s.doc_id IS NULL ELSE s.doc_id = _doc_id END
      ON CONFLICT DO NOTHING;
      CONTINUE;
    END IF;
    SELECT min(p.period), max(p.period) INTO first_period, last_period FROM ledger_periods p WHERE p.tenant_id = _tenant;
    IF last_period IS NULL OR period_of(open_slot.book_date) > last_period THEN
      INSERT INTO ledger_periods (tenant_id, period)
      SELECT _tenant, period_of(m::date) FROM generate_series(coalesce((last_period || '-01')::date + interval '1 month', date_trunc('month', open_slot.book_date)),
        date_trunc('month', open_slot.book_date), interval '1 month') m ORDER BY m
      ON CONFLICT DO NOTHING;
      CONTINUE;
    END IF;
    SELECT min(p.period) INTO first_period FROM ledger_periods p WHERE p.tenant_id = _tenant AND p.state = 'OPEN';
    book_date := coalesce((first_period || '-01')::date, (last_period || '-01')::date + interval '1 month');
  END LOOP;
END $$;

-- What a tenant's books are set to at an instant.
CREATE FUNCTION ledger_setting_at(_tenant uuid, _at timestamptz) RETURNS TABLE (personal_share text, vat_bps int, voucher_style text)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(s.personal_share, 'DIRECT'), coalesce(s.vat_bps, 600), coalesce(s.voucher_style, 'ONE')
  FROM (SELECT) one LEFT JOIN LATERAL (
    SELECT * FROM ledger_settings l WHERE l.tenant_id = _tenant AND l.valid_from <= _at ORDER BY l.valid_from DESC LIMIT 1) s ON true
$$;
-- The tax in an amount that includes it, in fen, half up.
CREATE FUNCTION tax_within(_amount bigint, _bps int) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (2 * _amount * _bps + 10000 + _bps) / (2 * (10000 + _bps))
$$;

-- The tenants that there are get their chart, and the periods from their first money on.
WITH chart(code, name, side, role) AS (VALUES
  ('1001', '库存现金', 'DEBIT', NULL), ('1002', '银行存款', 'DEBIT', NULL), ('1002.01', '基本户', 'DEBIT', 'BANK'),
  ('1012', '其他货币资金', 'DEBIT', NULL), ('1012.01', '支付宝', 'DEBIT', 'CHANNEL_ALIPAY'), ('1012.02', '微信支付', 'DEBIT', 'CHANNEL_WECHAT'),
  ('1012.03', '银联', 'DEBIT', 'CHANNEL_UNIONPAY'), ('1012.08', '其他渠道', 'DEBIT', 'CHANNEL_OTHER'),
  ('2202', '应付账款', 'CREDIT', NULL), ('2202.01', '商户结算（企业）', 'CREDIT', 'SETTLEMENT'), ('2202.02', '商户结算（个人）', 'CREDIT', 'SETTLEMENT_P'),
  ('2203', '预收账款', 'CREDIT', NULL), ('2203.01', '卡订单', 'CREDIT', 'ORDER'),
  ('2221', '应交税费', 'CREDIT', NULL), ('2221.01', '销项税额', 'CREDIT', 'VAT'),
  ('2241', '其他应付款', 'CREDIT', NULL), ('2241.01', '企业资金', 'CREDIT', 'FUND'), ('2241.02', '员工额度', 'CREDIT', 'LIMIT'),
  ('2241.03', '预付卡余额', 'CREDIT', 'CARD'), ('2241.04', '待认领款', 'CREDIT', 'UNCLAIMED'), ('2241.05', '应付奖品', 'CREDIT', 'PRIZE'),
  ('4103', '本年利润', 'CREDIT', NULL), ('4104', '利润分配', 'CREDIT', NULL), ('4104.01', '未分配利润', 'CREDIT', NULL),
  ('6001', '主营业务收入', 'CREDIT', NULL), ('6001.01', '服务费', 'CREDIT', 'SERVICE'),
  ('6051', '其他业务收入', 'CREDIT', NULL), ('6051.01', '卡工本与手续', 'CREDIT', 'CARD_INCOME'),
  ('6601', '销售费用', 'DEBIT', NULL), ('6601.01', '赠送', 'DEBIT', 'BONUS'), ('6601.02', '奖品', 'DEBIT', 'PRIZE_COST'),
  ('6602', '管理费用', 'DEBIT', NULL), ('6603', '财务费用', 'DEBIT', NULL), ('6603.01', '渠道手续费', 'DEBIT', 'CHANNEL_COST')),
rows AS MATERIALIZED (SELECT t.id AS tenant_id, uuidv7() AS id, c.* FROM tenants t CROSS JOIN chart c)
INSERT INTO ledger_accounts (tenant_id, id, code, name, parent_id, side, role)
SELECT r.tenant_id, r.id, r.code, r.name, p.id, r.side, r.role
FROM rows r LEFT JOIN rows p ON p.tenant_id = r.tenant_id AND p.code = left(r.code, -3)
ORDER BY r.tenant_id, r.code;
INSERT INTO ledger_periods (tenant_id, period)
SELECT f.tenant_id, period_of(m::date)
FROM (SELECT tenant_id, (min(at) AT TIME ZONE 'Asia/Shanghai')::date AS day FROM (
    SELECT tenant_id, min(paid_at) AS at FROM consumption_records GROUP BY 1
    UNION ALL SELECT tenant_id, min(created_at) FROM limit_adjustments GROUP BY 1
    UNION ALL SELECT tenant_id, min(created_at) FROM fund_flows GROUP BY 1) money GROUP BY 1) f
CROSS JOIN LATERAL generate_series(date_trunc('month', f.day), date_trunc('month', (now() AT TIME ZONE 'Asia/Shanghai')), interval '1 month') m
ORDER BY f.tenant_id, m;
