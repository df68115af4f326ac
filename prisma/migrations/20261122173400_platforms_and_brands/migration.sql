-- AlterTable
ALTER TABLE "brands" ADD COLUMN     "category" TEXT NOT NULL DEFAULT 'OTHER',
ADD COLUMN     "state" TEXT NOT NULL DEFAULT 'ENABLED';

-- AlterTable
ALTER TABLE "platforms" ADD COLUMN     "change_id" UUID,
ADD COLUMN     "fee_bps" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "state" TEXT NOT NULL DEFAULT 'ENABLED',
ADD COLUMN     "type" TEXT NOT NULL DEFAULT 'PAYMENT';

-- CreateTable
CREATE TABLE "platform_accounts" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "platform_id" UUID NOT NULL,
    "company_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "bank" TEXT NOT NULL,
    "account_no" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'PENDING',
    "change_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "platform_accounts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "brand_logos" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "brand_id" UUID NOT NULL,
    "data" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "brand_logos_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "platform_accounts_tenant_id_created_at_id_idx" ON "platform_accounts"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "platform_accounts_tenant_id_company_id_idx" ON "platform_accounts"("tenant_id", "company_id");

-- CreateIndex
CREATE UNIQUE INDEX "platform_accounts_tenant_id_platform_id_account_no_key" ON "platform_accounts"("tenant_id", "platform_id", "account_no");

-- CreateIndex
CREATE UNIQUE INDEX "brand_logos_tenant_id_brand_id_key" ON "brand_logos"("tenant_id", "brand_id");

-- CreateIndex
CREATE INDEX "brands_tenant_id_created_at_id_idx" ON "brands"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "merchants_tenant_id_platform_id_idx" ON "merchants"("tenant_id", "platform_id");

-- CreateIndex
CREATE INDEX "merchants_tenant_id_brand_id_idx" ON "merchants"("tenant_id", "brand_id");

-- CreateIndex
CREATE INDEX "platforms_tenant_id_created_at_id_idx" ON "platforms"("tenant_id", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "platforms" ADD CONSTRAINT "platforms_tenant_id_change_id_fkey" FOREIGN KEY ("tenant_id", "change_id") REFERENCES "record_changes"("tenant_id", "approval_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "platform_accounts" ADD CONSTRAINT "platform_accounts_tenant_id_platform_id_fkey" FOREIGN KEY ("tenant_id", "platform_id") REFERENCES "platforms"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "platform_accounts" ADD CONSTRAINT "platform_accounts_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "platform_accounts" ADD CONSTRAINT "platform_accounts_tenant_id_change_id_fkey" FOREIGN KEY ("tenant_id", "change_id") REFERENCES "record_changes"("tenant_id", "approval_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "brand_logos" ADD CONSTRAINT "brand_logos_tenant_id_brand_id_fkey" FOREIGN KEY ("tenant_id", "brand_id") REFERENCES "brands"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE brands ADD CONSTRAINT brands_category_values CHECK (category IN ('MEAL', 'PURCHASE', 'TRAVEL', 'HOTEL', 'WELFARE', 'OTHER'));
ALTER TABLE brands ADD CONSTRAINT brands_state_values CHECK (state IN ('ENABLED', 'DISABLED'));
ALTER TABLE platforms ADD CONSTRAINT platforms_type_values CHECK (type IN ('PAYMENT', 'ACQUIRER', 'MALL', 'WELFARE'));
ALTER TABLE platforms ADD CONSTRAINT platforms_state_values CHECK (state IN ('ENABLED', 'DISABLED'));
ALTER TABLE platform_accounts ADD CONSTRAINT platform_accounts_kind_values CHECK (kind IN ('BANK', 'CHANNEL'));
ALTER TABLE platform_accounts ADD CONSTRAINT platform_accounts_state_values CHECK (state IN ('PENDING', 'ACTIVE', 'REJECTED', 'WITHDRAWN'));

ALTER TABLE platforms ADD CONSTRAINT platforms_code CHECK (code ~ '^[A-Z0-9_]{2,20}$');
ALTER TABLE platforms ADD CONSTRAINT platforms_fee_bps CHECK (fee_bps BETWEEN 0 AND 1000);
ALTER TABLE platform_accounts ADD CONSTRAINT platform_accounts_account_no CHECK (account_no ~ '^[0-9]{8,30}$');
ALTER TABLE brand_logos ADD CONSTRAINT brand_logos_size CHECK (octet_length(data) BETWEEN 1 AND 2097152);
-- A picture is compressed already: TOAST must not try again.
ALTER TABLE brand_logos ALTER COLUMN data SET STORAGE EXTERNAL;

-- As before, with values as texts: a column that is a number is approved like one that is a name.
CREATE OR REPLACE FUNCTION refuse_unapproved_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed jsonb; approved boolean; changes regclass;
BEGIN
  SELECT jsonb_object_agg(n.key, n.value) INTO changed
  FROM jsonb_each_text(to_jsonb(NEW)) n
  WHERE n.key = ANY (TG_ARGV) AND n.value IS DISTINCT FROM to_jsonb(OLD) ->> n.key;
  IF changed IS NULL THEN
    RETURN NEW;
  END IF;
  changes := referred_by(TG_RELID, 'change_id');
  EXECUTE format(
    'SELECT EXISTS (SELECT FROM %s c JOIN %s a ON a.tenant_id = c.tenant_id AND a.id = c.approval_id
       WHERE c.tenant_id = $1 AND c.approval_id = $2 AND c.applied_at IS NULL AND c.after = $3
         AND a.subject_type = $4 AND a.subject_id = $5 AND a.state = ''APPROVED'')',
    changes, referred_by(changes, 'approval_id'))
    INTO approved USING NEW.tenant_id, NEW.change_id, changed, TG_ARGV[0], NEW.id;
  IF NOT approved THEN
    RAISE EXCEPTION 'A live record changes in % only as approved', TG_ARGV USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- A record becomes live only with all the values that were approved, named by it: arguments are the kind of approval and the columns.
CREATE FUNCTION refuse_unapproved_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE given jsonb; approved boolean; changes regclass;
BEGIN
  SELECT jsonb_object_agg(n.key, n.value) INTO given FROM jsonb_each_text(to_jsonb(NEW)) n WHERE n.key = ANY (TG_ARGV);
  changes := referred_by(TG_RELID, 'change_id');
  EXECUTE format(
    'SELECT EXISTS (SELECT FROM %s c JOIN %s a ON a.tenant_id = c.tenant_id AND a.id = c.approval_id
       WHERE c.tenant_id = $1 AND c.approval_id = $2 AND c.applied_at IS NULL AND c.after = $3
         AND a.subject_type = $4 AND a.subject_id = $5 AND a.state = ''APPROVED'')',
    changes, referred_by(changes, 'approval_id'))
    INTO approved USING NEW.tenant_id, NEW.change_id, given, TG_ARGV[0], NEW.id;
  IF NOT approved THEN
    RAISE EXCEPTION 'A record becomes live only as approved' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER platforms_approved_change BEFORE UPDATE ON platforms FOR EACH ROW
  EXECUTE FUNCTION refuse_unapproved_change('platformChange', 'fee_bps');
CREATE TRIGGER platform_accounts_approved_change BEFORE UPDATE ON platform_accounts FOR EACH ROW WHEN (OLD.state = 'ACTIVE')
  EXECUTE FUNCTION refuse_unapproved_change('platformChange', 'platform_id', 'company_id', 'kind', 'name', 'bank', 'account_no', 'state');
CREATE TRIGGER platform_accounts_approved BEFORE UPDATE ON platform_accounts FOR EACH ROW WHEN (OLD.state <> 'ACTIVE' AND NEW.state = 'ACTIVE')
  EXECUTE FUNCTION refuse_unapproved_record('platformChange', 'platform_id', 'company_id', 'kind', 'name', 'bank', 'account_no');

-- A merchant is given a brand or a platform that is in use, and becomes active only while its platform is. What it refers to by the column
-- that is the argument stays locked, so that whoever puts it out of use at that moment sees the merchant.
CREATE FUNCTION refuse_out_of_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE present text;
BEGIN
  EXECUTE format('SELECT state FROM %s WHERE tenant_id = $1 AND id = $2 FOR SHARE', referred_by(TG_RELID, TG_ARGV[0]::name))
    INTO present USING NEW.tenant_id, (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
  IF present <> 'ENABLED' THEN
    RAISE EXCEPTION 'The % of a merchant must be in use', TG_ARGV[0] USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER merchants_brand_given BEFORE INSERT ON merchants FOR EACH ROW
  WHEN (NEW.brand_id IS NOT NULL) EXECUTE FUNCTION refuse_out_of_use('brand_id');
CREATE TRIGGER merchants_brand_changed BEFORE UPDATE ON merchants FOR EACH ROW
  WHEN (NEW.brand_id IS NOT NULL AND OLD.brand_id IS DISTINCT FROM NEW.brand_id) EXECUTE FUNCTION refuse_out_of_use('brand_id');
CREATE TRIGGER merchants_platform_given BEFORE INSERT ON merchants FOR EACH ROW
  WHEN (NEW.platform_id IS NOT NULL) EXECUTE FUNCTION refuse_out_of_use('platform_id');
CREATE TRIGGER merchants_platform_changed BEFORE UPDATE ON merchants FOR EACH ROW
  WHEN (NEW.platform_id IS NOT NULL
    AND (OLD.platform_id IS DISTINCT FROM NEW.platform_id OR (OLD.state <> 'ACTIVE' AND NEW.state = 'ACTIVE')))
  EXECUTE FUNCTION refuse_out_of_use('platform_id');

-- And the other way round, of a platform: arguments are a column of the table that refers here, and another that no other such table has.
CREATE FUNCTION refuse_while_active() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE referring regclass; used boolean;
BEGIN
  SELECT k.conrelid::regclass INTO STRICT referring FROM pg_constraint k
    JOIN pg_attribute own ON own.attrelid = k.conrelid AND own.attnum = k.conkey[cardinality(k.conkey)] AND own.attname = TG_ARGV[0]
    JOIN pg_attribute other ON other.attrelid = k.conrelid AND other.attname = TG_ARGV[1]
    WHERE k.confrelid = TG_RELID AND k.contype = 'f';
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE tenant_id = $1 AND %I = $2 AND state = ''ACTIVE'')', referring, TG_ARGV[0])
    INTO used USING NEW.tenant_id, NEW.id;
  IF used THEN
    RAISE EXCEPTION 'Active merchants trade at the platform' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER platforms_unused BEFORE UPDATE ON platforms FOR EACH ROW WHEN (OLD.state = 'ENABLED' AND NEW.state = 'DISABLED')
  EXECUTE FUNCTION refuse_while_active('platform_id', 'merchant_no');
