-- CreateEnum
CREATE TYPE "Channel" AS ENUM ('ALIPAY', 'WECHAT', 'WEWORK', 'DINGTALK', 'UNIONPAY');

-- CreateEnum
CREATE TYPE "BindingState" AS ENUM ('UNBOUND', 'AUTHORIZING', 'BOUND', 'INVALID', 'RELEASED');

-- CreateEnum
CREATE TYPE "CertificationState" AS ENUM ('UNVERIFIED', 'PENDING', 'VERIFIED', 'REJECTED');

-- AlterTable
ALTER TABLE "companies" ADD COLUMN     "address" TEXT,
ADD COLUMN     "certification" "CertificationState" NOT NULL DEFAULT 'UNVERIFIED',
ADD COLUMN     "contact_mobile" TEXT,
ADD COLUMN     "contact_name" TEXT;

-- AlterTable
ALTER TABLE "operation_logs" ADD COLUMN     "duration_ms" INTEGER,
ADD COLUMN     "result" TEXT NOT NULL DEFAULT 'SUCCESS';

-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "package_id" UUID;

-- CreateTable
CREATE TABLE "channel_bindings" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "channel" "Channel" NOT NULL,
    "name" TEXT NOT NULL,
    "app_id" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "secret_cipher" TEXT,
    "secret_set_at" TIMESTAMPTZ(3),
    "state" "BindingState" NOT NULL DEFAULT 'UNBOUND',
    "authorized_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "last_check_at" TIMESTAMPTZ(3),
    "last_check_ok" BOOLEAN,
    "last_check_message" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "channel_bindings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operation_log_seals" (
    "tenant_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "log_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "previous" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operation_log_seals_pkey" PRIMARY KEY ("tenant_id","seq")
);

-- CreateTable
CREATE TABLE "operation_log_heads" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operation_log_heads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tenant_packages" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "permission_groups" TEXT[],
    "max_accounts" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "tenant_packages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tenant_domains" (
    "domain" TEXT NOT NULL,
    "tenant_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_domains_pkey" PRIMARY KEY ("domain")
);

-- CreateTable
CREATE TABLE "invoice_titles" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "company_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "tax_no" TEXT NOT NULL,
    "address" TEXT,
    "phone" TEXT,
    "bank" TEXT,
    "bank_account" TEXT,
    "email" TEXT,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "invoice_titles_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "channel_bindings_tenant_id_created_at_id_idx" ON "channel_bindings"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "channel_bindings_tenant_id_id_key" ON "channel_bindings"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "operation_log_seals_log_id_key" ON "operation_log_seals"("log_id");

-- CreateIndex
CREATE INDEX "operation_log_heads_tenant_id_seq_idx" ON "operation_log_heads"("tenant_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "tenant_packages_code_key" ON "tenant_packages"("code");

-- CreateIndex
CREATE INDEX "tenant_domains_tenant_id_idx" ON "tenant_domains"("tenant_id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_titles_tenant_id_id_key" ON "invoice_titles"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_titles_tenant_id_company_id_title_key" ON "invoice_titles"("tenant_id", "company_id", "title");

-- CreateIndex
CREATE UNIQUE INDEX "companies_tenant_id_credit_code_key" ON "companies"("tenant_id", "credit_code");

-- AddForeignKey
ALTER TABLE "channel_bindings" ADD CONSTRAINT "channel_bindings_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_package_id_fkey" FOREIGN KEY ("package_id") REFERENCES "tenant_packages"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tenant_domains" ADD CONSTRAINT "tenant_domains_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_titles" ADD CONSTRAINT "invoice_titles_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules that the schema files can not express.

ALTER TABLE companies ADD CONSTRAINT companies_credit_code CHECK (credit_code ~ '^[0-9A-HJ-NPQRTUWXY]{18}$');
ALTER TABLE companies ADD CONSTRAINT companies_not_own_parent CHECK (parent_id <> id);
ALTER TABLE tenant_packages ADD CONSTRAINT tenant_packages_max_accounts CHECK (max_accounts >= 1);
ALTER TABLE tenant_domains ADD CONSTRAINT tenant_domains_lower CHECK (domain = lower(domain));
-- One default a company.
CREATE UNIQUE INDEX invoice_titles_one_default ON invoice_titles (company_id) WHERE is_default;
-- One active binding a channel and external id, over all tenants: a channel reports to one of them.
CREATE UNIQUE INDEX channel_bindings_one_active ON channel_bindings (channel, external_id) WHERE state IN ('AUTHORIZING', 'BOUND');

ALTER TABLE operation_log_seals ADD CONSTRAINT operation_log_seals_seq CHECK (seq >= 1);
CREATE TRIGGER operation_log_seals_append_only BEFORE UPDATE OR DELETE ON operation_log_seals
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operation_log_seals_no_truncate BEFORE TRUNCATE ON operation_log_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operation_log_heads_append_only BEFORE UPDATE OR DELETE ON operation_log_heads
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operation_log_heads_no_truncate BEFORE TRUNCATE ON operation_log_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE ON operation_log_seals, operation_log_heads FROM xyxlx_app;
