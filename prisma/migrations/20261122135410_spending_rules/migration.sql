-- AlterTable
ALTER TABLE "merchants" ADD COLUMN     "city" TEXT;

-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "city" TEXT;

-- CreateTable
CREATE TABLE "institutions" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'DRAFT',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "institutions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "institution_versions" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "institution_id" UUID NOT NULL,
    "no" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'DRAFT',
    "priority" INTEGER NOT NULL,
    "excess" TEXT NOT NULL,
    "categories" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "valid_from" DATE NOT NULL,
    "valid_to" DATE,
    "sha256" TEXT NOT NULL,
    "approval_id" UUID,
    "published_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "created_by_id" UUID,

    CONSTRAINT "institution_versions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "institution_scopes" (
    "tenant_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "seq" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "excluded" BOOLEAN NOT NULL DEFAULT false,
    "company_id" UUID,
    "merchant_id" UUID,
    "department_id" UUID,
    "employee_id" UUID,
    "value" TEXT,

    CONSTRAINT "institution_scopes_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "usage_rules" (
    "tenant_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "key" UUID NOT NULL DEFAULT uuidv7(),

    CONSTRAINT "usage_rules_pkey" PRIMARY KEY ("tenant_id","version_id","seq")
);

-- CreateTable
CREATE TABLE "rule_conditions" (
    "tenant_id" UUID NOT NULL,
    "version_id" UUID NOT NULL,
    "rule_seq" INTEGER NOT NULL,
    "seq" INTEGER NOT NULL,
    "factor" TEXT NOT NULL,
    "operator" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "rule_conditions_pkey" PRIMARY KEY ("tenant_id","version_id","rule_seq","seq")
);

-- CreateTable
CREATE TABLE "rule_usages" (
    "tenant_id" UUID NOT NULL,
    "rule_key" UUID NOT NULL,
    "employee_id" UUID NOT NULL,
    "span" TEXT NOT NULL,
    "starts_on" DATE NOT NULL,
    "amount" BIGINT NOT NULL DEFAULT 0,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "rule_usages_pkey" PRIMARY KEY ("tenant_id","rule_key","employee_id","span","starts_on")
);

-- CreateTable
CREATE TABLE "payment_decisions" (
    "tenant_id" UUID NOT NULL,
    "consumption_id" UUID NOT NULL,
    "version_id" UUID,
    "rule_seq" INTEGER,
    "outcome" TEXT NOT NULL,
    "asked" BIGINT NOT NULL,
    "allowed" BIGINT NOT NULL,
    "detail" JSONB NOT NULL,
    "usage_before" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_decisions_pkey" PRIMARY KEY ("tenant_id","consumption_id")
);

-- CreateTable
CREATE TABLE "rule_settings" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "without_rule" TEXT NOT NULL DEFAULT 'ALLOW',
    "change_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "rule_settings_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "national_days" (
    "day" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "national_days_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "work_days" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "work_days_pkey" PRIMARY KEY ("tenant_id","day")
);

-- CreateIndex
CREATE INDEX "institution_scopes_tenant_id_version_id_seq_idx" ON "institution_scopes"("tenant_id", "version_id", "seq");

-- CreateIndex
CREATE INDEX "institutions_tenant_id_created_at_id_idx" ON "institutions"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "institutions_tenant_id_code_key" ON "institutions"("tenant_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "institution_versions_tenant_id_institution_id_no_key" ON "institution_versions"("tenant_id", "institution_id", "no");

-- CreateIndex
CREATE UNIQUE INDEX "usage_rules_tenant_id_version_id_key_key" ON "usage_rules"("tenant_id", "version_id", "key");

-- CreateIndex
CREATE INDEX "rule_usages_tenant_id_employee_id_idx" ON "rule_usages"("tenant_id", "employee_id");

-- CreateIndex
CREATE UNIQUE INDEX "rule_settings_tenant_id_key" ON "rule_settings"("tenant_id");

-- AddForeignKey
ALTER TABLE "institutions" ADD CONSTRAINT "institutions_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "institution_versions" ADD CONSTRAINT "institution_versions_tenant_id_institution_id_fkey" FOREIGN KEY ("tenant_id", "institution_id") REFERENCES "institutions"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "institution_versions" ADD CONSTRAINT "institution_versions_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "institution_scopes" ADD CONSTRAINT "institution_scopes_tenant_id_version_id_fkey" FOREIGN KEY ("tenant_id", "version_id") REFERENCES "institution_versions"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "institution_scopes" ADD CONSTRAINT "institution_scopes_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "institution_scopes" ADD CONSTRAINT "institution_scopes_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "institution_scopes" ADD CONSTRAINT "institution_scopes_tenant_id_department_id_fkey" FOREIGN KEY ("tenant_id", "department_id") REFERENCES "departments"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "institution_scopes" ADD CONSTRAINT "institution_scopes_tenant_id_employee_id_fkey" FOREIGN KEY ("tenant_id", "employee_id") REFERENCES "employees"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "usage_rules" ADD CONSTRAINT "usage_rules_tenant_id_version_id_fkey" FOREIGN KEY ("tenant_id", "version_id") REFERENCES "institution_versions"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "rule_conditions" ADD CONSTRAINT "rule_conditions_tenant_id_version_id_rule_seq_fkey" FOREIGN KEY ("tenant_id", "version_id", "rule_seq") REFERENCES "usage_rules"("tenant_id", "version_id", "seq") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "rule_usages" ADD CONSTRAINT "rule_usages_tenant_id_employee_id_fkey" FOREIGN KEY ("tenant_id", "employee_id") REFERENCES "employees"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "payment_decisions" ADD CONSTRAINT "payment_decisions_tenant_id_consumption_id_fkey" FOREIGN KEY ("tenant_id", "consumption_id") REFERENCES "consumption_records"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "payment_decisions" ADD CONSTRAINT "payment_decisions_tenant_id_version_id_fkey" FOREIGN KEY ("tenant_id", "version_id") REFERENCES "institution_versions"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "rule_settings" ADD CONSTRAINT "rule_settings_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "rule_settings" ADD CONSTRAINT "rule_settings_tenant_id_change_id_fkey" FOREIGN KEY ("tenant_id", "change_id") REFERENCES "record_changes"("tenant_id", "approval_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "work_days" ADD CONSTRAINT "work_days_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE institutions ADD CONSTRAINT institutions_state_values CHECK (state IN ('DRAFT', 'SUBMITTED', 'ENABLED', 'DISABLED', 'ARCHIVED'));
ALTER TABLE institution_scopes ADD CONSTRAINT institution_scopes_kind_values CHECK (kind IN ('ALL', 'COMPANY', 'MERCHANT', 'DEPARTMENT', 'LABEL', 'GRADE', 'EMPLOYEE'));
ALTER TABLE institution_versions ADD CONSTRAINT institution_versions_state_values CHECK (state IN ('DRAFT', 'SUBMITTED', 'PUBLISHED', 'RETIRED'));
ALTER TABLE institution_versions ADD CONSTRAINT institution_versions_excess_values CHECK (excess IN ('DECLINE', 'SPLIT', 'PERSONAL'));
ALTER TABLE national_days ADD CONSTRAINT national_days_kind_values CHECK (kind IN ('OFF', 'WORK'));
ALTER TABLE payment_decisions ADD CONSTRAINT payment_decisions_outcome_values CHECK (outcome IN ('PASS', 'SPLIT', 'PERSONAL', 'DECLINED'));
ALTER TABLE rule_conditions ADD CONSTRAINT rule_conditions_factor_values CHECK (factor IN ('CATEGORY', 'CHANNEL', 'MERCHANT', 'BRAND', 'MCC', 'CITY', 'TIME', 'WEEKDAY', 'DAY_KIND', 'PER_PAYMENT', 'PER_DAY', 'PER_WEEK', 'PER_MONTH', 'TOTAL', 'COUNT_DAY', 'COUNT_WEEK', 'COUNT_MONTH'));
ALTER TABLE rule_conditions ADD CONSTRAINT rule_conditions_operator_values CHECK (operator IN ('IN', 'NOT_IN', 'LE'));
ALTER TABLE rule_settings ADD CONSTRAINT rule_settings_without_rule_values CHECK (without_rule IN ('ALLOW', 'DECLINE'));
ALTER TABLE rule_usages ADD CONSTRAINT rule_usages_span_values CHECK (span IN ('DAY', 'WEEK', 'MONTH', 'TOTAL'));
ALTER TABLE work_days ADD CONSTRAINT work_days_kind_values CHECK (kind IN ('OFF', 'WORK'));

-- 制度.
ALTER TABLE merchants ADD CONSTRAINT merchants_city CHECK (city ~ '^[1-9]\d{5}$');
ALTER TABLE stores ADD CONSTRAINT stores_city CHECK (city ~ '^[1-9]\d{5}$');
CREATE INDEX payment_decisions_declined ON payment_decisions (tenant_id, version_id, created_at) WHERE outcome = 'DECLINED';
ALTER TABLE institutions ADD CONSTRAINT institutions_code CHECK (code ~ '^ZD\d{8}$');
CREATE UNIQUE INDEX institutions_live_names ON institutions (tenant_id, name) WHERE state <> 'ARCHIVED';
ALTER TABLE institution_versions
  ADD CONSTRAINT institution_versions_no CHECK (no >= 1 AND priority BETWEEN 1 AND 999),
  ADD CONSTRAINT institution_versions_days CHECK (valid_to IS NULL OR valid_from <= valid_to),
  ADD CONSTRAINT institution_versions_sha256 CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT institution_versions_published CHECK ((published_at IS NOT NULL) = (state IN ('PUBLISHED', 'RETIRED')));
CREATE UNIQUE INDEX institution_versions_one_published ON institution_versions (tenant_id, institution_id) WHERE state = 'PUBLISHED';
-- The next version is one at a time, too.
CREATE UNIQUE INDEX institution_versions_one_next ON institution_versions (tenant_id, institution_id) WHERE state IN ('DRAFT', 'SUBMITTED');
ALTER TABLE institution_scopes ADD CONSTRAINT institution_scopes_names_one CHECK (
  seq BETWEEN 1 AND 200 AND NOT (kind = 'ALL' AND excluded)
  AND (company_id IS NOT NULL) = (kind = 'COMPANY') AND (merchant_id IS NOT NULL) = (kind = 'MERCHANT')
  AND (department_id IS NOT NULL) = (kind = 'DEPARTMENT') AND (employee_id IS NOT NULL) = (kind = 'EMPLOYEE')
  AND (value IS NOT NULL) = (kind IN ('LABEL', 'GRADE')));
ALTER TABLE usage_rules ADD CONSTRAINT usage_rules_seq CHECK (seq BETWEEN 1 AND 50);
ALTER TABLE rule_conditions ADD CONSTRAINT rule_conditions_seq CHECK (seq BETWEEN 1 AND 20),
  ADD CONSTRAINT rule_conditions_operator CHECK (CASE
    WHEN factor IN ('PER_PAYMENT', 'PER_DAY', 'PER_WEEK', 'PER_MONTH', 'TOTAL', 'COUNT_DAY', 'COUNT_WEEK', 'COUNT_MONTH')
      THEN operator = 'LE' AND jsonb_typeof(value) = 'number' AND value::bigint >= 1
    WHEN factor IN ('TIME', 'WEEKDAY', 'DAY_KIND') THEN operator = 'IN' AND jsonb_typeof(value) = 'array'
    ELSE operator IN ('IN', 'NOT_IN') AND jsonb_typeof(value) = 'array' END);
ALTER TABLE rule_usages ADD CONSTRAINT rule_usages_not_negative CHECK (amount >= 0 AND count >= 0);
ALTER TABLE payment_decisions ADD CONSTRAINT payment_decisions_parts CHECK (
  asked >= 0 AND allowed BETWEEN 0 AND asked AND (version_id IS NOT NULL OR rule_seq IS NULL)
  AND (outcome <> 'PASS' OR allowed = asked) AND (outcome NOT IN ('DECLINED', 'PERSONAL') OR allowed = 0));
ALTER TABLE rule_usages SET (fillfactor = 70);

-- What a version says changes only in its draft; it is published by the approval that it names, which another than its makers gave.
CREATE FUNCTION keep_version() RETURNS trigger LANGUAGE plpgsql AS $$
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
      'SELECT EXISTS (SELECT FROM %s a WHERE a.tenant_id = $1 AND a.id = $2 AND a.subject_type = ''institutionVersion'' AND a.subject_id = $3
         AND a.state = ''APPROVED'' AND a.decided_in = pg_current_xact_id()::text::bigint AND a.checker_id IS NOT NULL
         AND a.checker_id IS DISTINCT FROM $4)', referred_by(TG_RELID, 'approval_id'))
      INTO approved USING NEW.tenant_id, NEW.approval_id, NEW.institution_id, NEW.created_by_id;
    IF NOT approved THEN
      RAISE EXCEPTION 'keep_version: a version is published only as approved' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER institution_versions_keep BEFORE INSERT OR UPDATE OR DELETE ON institution_versions FOR EACH ROW EXECUTE FUNCTION keep_version();

-- Lines, rules and conditions change only while their version is a draft.
CREATE FUNCTION refuse_outside_draft() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE of record; state text;
BEGIN
  of := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  EXECUTE format('SELECT v.state FROM %s v WHERE v.tenant_id = $1 AND v.id = $2 FOR SHARE', coalesce(
    referred_by(TG_RELID, 'version_id'), referred_by(referred_by(TG_RELID, 'rule_seq'), 'version_id')))
    INTO state USING of.tenant_id, of.version_id;
  -- Its version is gone: what is removed with it was a draft's.
  IF state IS NOT NULL AND state <> 'DRAFT' THEN
    RAISE EXCEPTION 'refuse_outside_draft: % of a version that is no draft', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN of;
END $$;
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['institution_scopes', 'usage_rules', 'rule_conditions'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_outside_draft()',
      name || '_in_draft', name);
  END LOOP;
END $$;

-- A decision stays as it was made.
CREATE TRIGGER payment_decisions_append_only BEFORE UPDATE OR DELETE ON payment_decisions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_decisions_no_truncate BEFORE TRUNCATE ON payment_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE ON payment_decisions FROM xyxlx_app;

-- What happens to people without a 制度 is changed by a checker alone; a tenant begins with ALLOW.
ALTER TABLE rule_settings ADD CONSTRAINT rule_settings_begin CHECK (version > 1 OR without_rule = 'ALLOW');
CREATE TRIGGER rule_settings_approved_change BEFORE UPDATE ON rule_settings FOR EACH ROW
  EXECUTE FUNCTION refuse_unapproved_change('ruleSetting', 'without_rule');

-- The State Council's calendar of 2026.
INSERT INTO national_days (day, kind, name)
SELECT d::date, 'OFF', name FROM (VALUES ('元旦', '2026-01-01', '2026-01-03'), ('春节', '2026-02-15', '2026-02-23'),
  ('清明节', '2026-04-04', '2026-04-06'), ('劳动节', '2026-05-01', '2026-05-05'), ('端午节', '2026-06-19', '2026-06-21'),
  ('中秋节', '2026-09-25', '2026-09-27'), ('国庆节', '2026-10-01', '2026-10-07')) b(name, first, last),
  generate_series(first::date, last::date, interval '1 day') d
UNION ALL
SELECT day::date, 'WORK', '调休上班' FROM unnest(ARRAY['2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10']) day;
REVOKE INSERT, UPDATE, DELETE ON national_days FROM xyxlx_app;
