-- CreateEnum
CREATE TYPE "MerchantFlowKind" AS ENUM ('TOP_UP', 'FEE');

-- CreateEnum
CREATE TYPE "BillState" AS ENUM ('OPEN', 'ISSUED', 'CONFIRMED', 'SETTLED', 'DISPUTED');

-- CreateEnum
CREATE TYPE "ConsumptionType" AS ENUM ('CONSUME', 'REFUND', 'TRANSFER');

-- CreateEnum
CREATE TYPE "ConsumptionState" AS ENUM ('PROCESSING', 'SUCCESS', 'FAILED', 'REVOKED', 'PARTLY_REFUNDED', 'REFUNDED');

-- CreateEnum
CREATE TYPE "ConsumptionCategory" AS ENUM ('MEAL', 'PURCHASE', 'TRAVEL', 'HOTEL', 'WELFARE', 'OTHER');

-- CreateEnum
CREATE TYPE "InvoiceState" AS ENUM ('NONE', 'ISSUING', 'ISSUED', 'NOT_INVOICEABLE');

-- CreateEnum
CREATE TYPE "PayChannel" AS ENUM ('ALIPAY', 'WECHAT', 'UNIONPAY', 'CARD');

-- CreateEnum
CREATE TYPE "EmployeeState" AS ENUM ('PENDING', 'ACTIVE', 'FROZEN', 'LEFT');

-- CreateEnum
CREATE TYPE "FundKind" AS ENUM ('ENTERPRISE', 'RESERVE', 'SETTLEMENT', 'FEE');

-- CreateEnum
CREATE TYPE "FundFlowKind" AS ENUM ('TOP_UP', 'LIMIT_ISSUE', 'LIMIT_RECOVER', 'REFUND', 'TRANSFER_IN', 'TRANSFER_OUT', 'FEE');

-- CreateEnum
CREATE TYPE "AdjustmentType" AS ENUM ('INCREASE', 'DECREASE', 'CLEAR', 'FREEZE', 'UNFREEZE', 'RECOVER');

-- CreateEnum
CREATE TYPE "AdjustmentSource" AS ENUM ('SINGLE', 'BATCH', 'RULE', 'SYSTEM');

-- CreateEnum
CREATE TYPE "LimitBatchState" AS ENUM ('CHECKING', 'READY', 'RUNNING', 'DONE', 'PARTLY_DONE', 'FAILED', 'CANCELLED', 'UNDOING', 'UNDONE');

-- CreateEnum
CREATE TYPE "LimitBatchRowState" AS ENUM ('READY', 'DONE', 'FAILED', 'UNCHANGED', 'UNDONE');

-- CreateEnum
CREATE TYPE "PrizeType" AS ENUM ('LIMIT', 'COUPON', 'GOODS', 'NONE');

-- CreateEnum
CREATE TYPE "LotteryState" AS ENUM ('NOT_WON', 'PENDING', 'AWARDING', 'AWARDED', 'FAILED', 'EXPIRED');

-- CreateEnum
CREATE TYPE "StoreState" AS ENUM ('ACTIVE', 'DISABLED');

-- AlterTable
ALTER TABLE "merchants" ADD COLUMN     "approved_at" TIMESTAMPTZ(3),
ADD COLUMN     "approved_by_id" UUID,
ADD COLUMN     "state_reason" TEXT,
ADD COLUMN     "submitted_by_id" UUID;

-- CreateTable
CREATE TABLE "merchant_flows" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "flow_no" TEXT NOT NULL,
    "kind" "MerchantFlowKind" NOT NULL,
    "amount" BIGINT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,

    CONSTRAINT "merchant_flows_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bills" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "bill_no" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "opening" BIGINT NOT NULL,
    "top_up" BIGINT NOT NULL,
    "issued" BIGINT NOT NULL,
    "consumed" BIGINT NOT NULL,
    "refunded" BIGINT NOT NULL,
    "recovered" BIGINT NOT NULL,
    "fee" BIGINT NOT NULL,
    "closing" BIGINT NOT NULL,
    "state" "BillState" NOT NULL DEFAULT 'OPEN',
    "dispute_reason" TEXT,
    "issued_at" TIMESTAMPTZ(3),
    "issued_by" TEXT,
    "issued_by_id" UUID,
    "confirmed_at" TIMESTAMPTZ(3),
    "confirmed_by" TEXT,
    "confirmed_by_id" UUID,
    "settled_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "bills_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consumption_records" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "store_id" UUID,
    "employee_id" UUID NOT NULL,
    "payment_no" TEXT NOT NULL,
    "type" "ConsumptionType" NOT NULL,
    "state" "ConsumptionState" NOT NULL,
    "amount" BIGINT NOT NULL,
    "enterprise" BIGINT NOT NULL,
    "personal" BIGINT NOT NULL,
    "discount" BIGINT NOT NULL DEFAULT 0,
    "refunded" BIGINT NOT NULL DEFAULT 0,
    "category" "ConsumptionCategory" NOT NULL,
    "channel" "PayChannel" NOT NULL,
    "card_last_four" TEXT,
    "rule_version" TEXT,
    "related_id" UUID,
    "invoice_state" "InvoiceState" NOT NULL DEFAULT 'NONE',
    "failure" TEXT,
    "reason" TEXT,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,

    CONSTRAINT "consumption_records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consumption_days" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "merchant_id" UUID NOT NULL,
    "record_count" INTEGER NOT NULL DEFAULT 0,
    "consume_count" INTEGER NOT NULL DEFAULT 0,
    "consume_amount" BIGINT NOT NULL DEFAULT 0,
    "refund_count" INTEGER NOT NULL DEFAULT 0,
    "refund_amount" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "consumption_days_pkey" PRIMARY KEY ("tenant_id","day","merchant_id")
);

-- CreateTable
CREATE TABLE "departments" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "parent_id" UUID,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "departments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "employees" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "department_id" UUID,
    "employee_no" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "mobile" TEXT NOT NULL,
    "email" TEXT,
    "labels" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "grade" TEXT,
    "state" "EmployeeState" NOT NULL DEFAULT 'PENDING',
    "state_reason" TEXT,
    "hired_on" DATE NOT NULL,
    "left_on" DATE,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "employees_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fund_accounts" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "company_id" UUID NOT NULL,
    "kind" "FundKind" NOT NULL,
    "balance" BIGINT NOT NULL DEFAULT 0,
    "frozen" BIGINT NOT NULL DEFAULT 0,
    "threshold" BIGINT,
    "flow_seq" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "fund_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fund_flows" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "kind" "FundFlowKind" NOT NULL,
    "delta" BIGINT NOT NULL,
    "balance_after" BIGINT NOT NULL,
    "source_type" TEXT NOT NULL,
    "source_id" UUID NOT NULL,
    "remark" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,

    CONSTRAINT "fund_flows_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "limit_accounts" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "employee_id" UUID NOT NULL,
    "total" BIGINT NOT NULL DEFAULT 0,
    "available" BIGINT NOT NULL DEFAULT 0,
    "locked" BIGINT NOT NULL DEFAULT 0,
    "used" BIGINT NOT NULL DEFAULT 0,
    "recovered" BIGINT NOT NULL DEFAULT 0,
    "adjust_seq" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "limit_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "limit_adjustments" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "employee_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "type" "AdjustmentType" NOT NULL,
    "source" "AdjustmentSource" NOT NULL,
    "before" BIGINT NOT NULL,
    "delta" BIGINT NOT NULL,
    "after" BIGINT NOT NULL,
    "available_after" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "undoes_id" UUID,
    "batch_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "created_by_id" UUID,

    CONSTRAINT "limit_adjustments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "limit_batches" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "batch_no" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "same_as_batch_no" TEXT,
    "state" "LimitBatchState" NOT NULL DEFAULT 'CHECKING',
    "reason" TEXT NOT NULL,
    "total" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "increase_amount" BIGINT NOT NULL DEFAULT 0,
    "decrease_amount" BIGINT NOT NULL DEFAULT 0,
    "undone_amount" BIGINT NOT NULL DEFAULT 0,
    "job_id" UUID,
    "message" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "created_by_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "limit_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "limit_batch_rows" (
    "tenant_id" UUID NOT NULL,
    "batch_id" UUID NOT NULL,
    "row_no" INTEGER NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "employee_id" UUID,
    "employee_no" TEXT NOT NULL,
    "employee_name" TEXT NOT NULL,
    "new_limit_text" TEXT NOT NULL,
    "present_limit" BIGINT,
    "new_limit" BIGINT,
    "state" "LimitBatchRowState" NOT NULL DEFAULT 'READY',
    "message" TEXT NOT NULL DEFAULT '',
    "adjustment_id" UUID,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "limit_batch_rows_pkey" PRIMARY KEY ("batch_id","row_no")
);

-- CreateTable
CREATE TABLE "lottery_activities" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "budget" BIGINT NOT NULL,
    "spent" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lottery_activities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lottery_prizes" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "activity_id" UUID NOT NULL,
    "type" "PrizeType" NOT NULL,
    "name" TEXT NOT NULL,
    "value" BIGINT NOT NULL,
    "stock" INTEGER NOT NULL,

    CONSTRAINT "lottery_prizes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lottery_records" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "store_id" UUID,
    "employee_id" UUID NOT NULL,
    "activity_id" UUID NOT NULL,
    "prize_id" UUID,
    "consumption_id" UUID,
    "lottery_no" TEXT NOT NULL,
    "prize_type" "PrizeType" NOT NULL,
    "prize_name" TEXT NOT NULL,
    "value" BIGINT NOT NULL,
    "state" "LotteryState" NOT NULL,
    "failure" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "drawn_at" TIMESTAMPTZ(3) NOT NULL,
    "awarded_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "lottery_records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stores" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "store_no" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "state" "StoreState" NOT NULL DEFAULT 'ACTIVE',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "stores_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "merchant_flows_tenant_id_merchant_id_occurred_at_id_idx" ON "merchant_flows"("tenant_id", "merchant_id", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "merchant_flows_tenant_id_flow_no_key" ON "merchant_flows"("tenant_id", "flow_no");

-- CreateIndex
CREATE INDEX "bills_tenant_id_period_id_idx" ON "bills"("tenant_id", "period" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "bills_tenant_id_id_key" ON "bills"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "bills_tenant_id_bill_no_key" ON "bills"("tenant_id", "bill_no");

-- CreateIndex
CREATE UNIQUE INDEX "bills_tenant_id_merchant_id_period_key" ON "bills"("tenant_id", "merchant_id", "period");

-- CreateIndex
CREATE INDEX "consumption_records_tenant_id_paid_at_id_idx" ON "consumption_records"("tenant_id", "paid_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "consumption_records_tenant_id_merchant_id_paid_at_id_idx" ON "consumption_records"("tenant_id", "merchant_id", "paid_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "consumption_records_tenant_id_employee_id_paid_at_id_idx" ON "consumption_records"("tenant_id", "employee_id", "paid_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "consumption_records_tenant_id_id_key" ON "consumption_records"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "consumption_records_tenant_id_payment_no_key" ON "consumption_records"("tenant_id", "payment_no");

-- CreateIndex
CREATE INDEX "consumption_days_tenant_id_merchant_id_day_idx" ON "consumption_days"("tenant_id", "merchant_id", "day");

-- CreateIndex
CREATE INDEX "departments_tenant_id_merchant_id_parent_id_idx" ON "departments"("tenant_id", "merchant_id", "parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "departments_tenant_id_id_key" ON "departments"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "departments_tenant_id_merchant_id_id_key" ON "departments"("tenant_id", "merchant_id", "id");

-- CreateIndex
CREATE INDEX "employees_tenant_id_merchant_id_created_at_id_idx" ON "employees"("tenant_id", "merchant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "employees_tenant_id_created_at_id_idx" ON "employees"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "employees_tenant_id_mobile_idx" ON "employees"("tenant_id", "mobile");

-- CreateIndex
CREATE INDEX "employees_tenant_id_department_id_idx" ON "employees"("tenant_id", "department_id");

-- CreateIndex
CREATE UNIQUE INDEX "employees_tenant_id_id_key" ON "employees"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "employees_tenant_id_merchant_id_id_key" ON "employees"("tenant_id", "merchant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "employees_tenant_id_merchant_id_employee_no_key" ON "employees"("tenant_id", "merchant_id", "employee_no");

-- CreateIndex
CREATE UNIQUE INDEX "fund_accounts_tenant_id_id_key" ON "fund_accounts"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "fund_accounts_tenant_id_company_id_kind_key" ON "fund_accounts"("tenant_id", "company_id", "kind");

-- CreateIndex
CREATE INDEX "fund_flows_tenant_id_created_at_id_idx" ON "fund_flows"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "fund_flows_tenant_id_source_id_idx" ON "fund_flows"("tenant_id", "source_id");

-- CreateIndex
CREATE UNIQUE INDEX "fund_flows_account_id_seq_key" ON "fund_flows"("account_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "limit_accounts_tenant_id_id_key" ON "limit_accounts"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "limit_accounts_tenant_id_merchant_id_employee_id_key" ON "limit_accounts"("tenant_id", "merchant_id", "employee_id");

-- CreateIndex
CREATE UNIQUE INDEX "limit_accounts_employee_id_key" ON "limit_accounts"("employee_id");

-- CreateIndex
CREATE INDEX "limit_adjustments_tenant_id_merchant_id_created_at_id_idx" ON "limit_adjustments"("tenant_id", "merchant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "limit_adjustments_tenant_id_employee_id_created_at_id_idx" ON "limit_adjustments"("tenant_id", "employee_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "limit_adjustments_tenant_id_created_at_id_idx" ON "limit_adjustments"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "limit_adjustments_account_id_seq_key" ON "limit_adjustments"("account_id", "seq");

-- CreateIndex
CREATE INDEX "limit_batches_tenant_id_merchant_id_created_at_id_idx" ON "limit_batches"("tenant_id", "merchant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "limit_batches_tenant_id_created_at_id_idx" ON "limit_batches"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "limit_batches_tenant_id_sha256_idx" ON "limit_batches"("tenant_id", "sha256");

-- CreateIndex
CREATE UNIQUE INDEX "limit_batches_tenant_id_id_key" ON "limit_batches"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "limit_batches_tenant_id_batch_no_key" ON "limit_batches"("tenant_id", "batch_no");

-- CreateIndex
CREATE UNIQUE INDEX "lottery_activities_tenant_id_id_key" ON "lottery_activities"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "lottery_activities_tenant_id_name_key" ON "lottery_activities"("tenant_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "lottery_prizes_tenant_id_id_key" ON "lottery_prizes"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "lottery_prizes_tenant_id_activity_id_name_key" ON "lottery_prizes"("tenant_id", "activity_id", "name");

-- CreateIndex
CREATE INDEX "lottery_records_tenant_id_drawn_at_id_idx" ON "lottery_records"("tenant_id", "drawn_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "lottery_records_tenant_id_merchant_id_drawn_at_id_idx" ON "lottery_records"("tenant_id", "merchant_id", "drawn_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "lottery_records_tenant_id_employee_id_drawn_at_id_idx" ON "lottery_records"("tenant_id", "employee_id", "drawn_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "lottery_records_tenant_id_consumption_id_idx" ON "lottery_records"("tenant_id", "consumption_id");

-- CreateIndex
CREATE UNIQUE INDEX "lottery_records_tenant_id_id_key" ON "lottery_records"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "lottery_records_tenant_id_lottery_no_key" ON "lottery_records"("tenant_id", "lottery_no");

-- CreateIndex
CREATE INDEX "stores_tenant_id_merchant_id_created_at_id_idx" ON "stores"("tenant_id", "merchant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "stores_tenant_id_id_key" ON "stores"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "stores_tenant_id_merchant_id_id_key" ON "stores"("tenant_id", "merchant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "stores_tenant_id_store_no_key" ON "stores"("tenant_id", "store_no");

-- AddForeignKey
ALTER TABLE "merchant_flows" ADD CONSTRAINT "merchant_flows_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bills" ADD CONSTRAINT "bills_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consumption_records" ADD CONSTRAINT "consumption_records_tenant_id_merchant_id_employee_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id", "employee_id") REFERENCES "employees"("tenant_id", "merchant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consumption_records" ADD CONSTRAINT "consumption_records_tenant_id_merchant_id_store_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id", "store_id") REFERENCES "stores"("tenant_id", "merchant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consumption_records" ADD CONSTRAINT "consumption_records_tenant_id_related_id_fkey" FOREIGN KEY ("tenant_id", "related_id") REFERENCES "consumption_records"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "departments" ADD CONSTRAINT "departments_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "departments" ADD CONSTRAINT "departments_tenant_id_merchant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id", "parent_id") REFERENCES "departments"("tenant_id", "merchant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "employees" ADD CONSTRAINT "employees_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "employees" ADD CONSTRAINT "employees_tenant_id_merchant_id_department_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id", "department_id") REFERENCES "departments"("tenant_id", "merchant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fund_accounts" ADD CONSTRAINT "fund_accounts_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fund_flows" ADD CONSTRAINT "fund_flows_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "fund_accounts"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "limit_accounts" ADD CONSTRAINT "limit_accounts_tenant_id_merchant_id_employee_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id", "employee_id") REFERENCES "employees"("tenant_id", "merchant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "limit_adjustments" ADD CONSTRAINT "limit_adjustments_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "limit_accounts"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "limit_batches" ADD CONSTRAINT "limit_batches_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "limit_batch_rows" ADD CONSTRAINT "limit_batch_rows_tenant_id_batch_id_fkey" FOREIGN KEY ("tenant_id", "batch_id") REFERENCES "limit_batches"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lottery_prizes" ADD CONSTRAINT "lottery_prizes_tenant_id_activity_id_fkey" FOREIGN KEY ("tenant_id", "activity_id") REFERENCES "lottery_activities"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lottery_records" ADD CONSTRAINT "lottery_records_tenant_id_merchant_id_employee_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id", "employee_id") REFERENCES "employees"("tenant_id", "merchant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lottery_records" ADD CONSTRAINT "lottery_records_tenant_id_merchant_id_store_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id", "store_id") REFERENCES "stores"("tenant_id", "merchant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lottery_records" ADD CONSTRAINT "lottery_records_tenant_id_activity_id_fkey" FOREIGN KEY ("tenant_id", "activity_id") REFERENCES "lottery_activities"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lottery_records" ADD CONSTRAINT "lottery_records_tenant_id_prize_id_fkey" FOREIGN KEY ("tenant_id", "prize_id") REFERENCES "lottery_prizes"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lottery_records" ADD CONSTRAINT "lottery_records_tenant_id_consumption_id_fkey" FOREIGN KEY ("tenant_id", "consumption_id") REFERENCES "consumption_records"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stores" ADD CONSTRAINT "stores_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Rules that the schema files can not express.

ALTER TABLE merchants ADD CONSTRAINT merchants_maker_is_not_checker CHECK (approved_by_id <> submitted_by_id);
ALTER TABLE departments ADD CONSTRAINT departments_sibling_names UNIQUE NULLS NOT DISTINCT (tenant_id, merchant_id, parent_id, name);
CREATE UNIQUE INDEX employees_mobile_in_use ON employees (tenant_id, merchant_id, mobile) WHERE state <> 'LEFT';

ALTER TABLE limit_accounts ADD CONSTRAINT limit_accounts_adds_up CHECK (total = available + locked + used + recovered);
ALTER TABLE limit_accounts ADD CONSTRAINT limit_accounts_not_negative
  CHECK (available >= 0 AND locked >= 0 AND used >= 0 AND recovered >= 0);
ALTER TABLE limit_adjustments ADD CONSTRAINT limit_adjustments_adds_up CHECK (after = before + delta AND seq >= 1);
CREATE UNIQUE INDEX limit_adjustments_undone_once ON limit_adjustments (undoes_id) WHERE undoes_id IS NOT NULL;
CREATE INDEX limit_adjustments_of_batch ON limit_adjustments (batch_id, created_at DESC, id DESC) WHERE batch_id IS NOT NULL;
CREATE INDEX limit_batch_rows_waiting ON limit_batch_rows (batch_id, row_no) WHERE state = 'READY';

ALTER TABLE fund_accounts ADD CONSTRAINT fund_accounts_not_negative CHECK (balance >= 0 AND frozen >= 0 AND frozen <= balance);

ALTER TABLE consumption_records ADD CONSTRAINT consumption_records_parts
  CHECK (amount = enterprise + personal AND enterprise >= 0 AND personal >= 0 AND discount >= 0);
ALTER TABLE consumption_records ADD CONSTRAINT consumption_records_refunds CHECK (refunded BETWEEN 0 AND amount);
ALTER TABLE consumption_records ADD CONSTRAINT consumption_records_refund_names_payment
  CHECK ((type = 'REFUND') = (related_id IS NOT NULL));
CREATE INDEX consumption_records_refunds_of ON consumption_records (tenant_id, related_id) WHERE related_id IS NOT NULL;
CREATE INDEX consumption_records_of_store ON consumption_records (tenant_id, store_id, paid_at DESC, id DESC) WHERE store_id IS NOT NULL;
CREATE INDEX consumption_records_of_card ON consumption_records (tenant_id, card_last_four, merchant_id) WHERE card_last_four IS NOT NULL;

ALTER TABLE lottery_activities ADD CONSTRAINT lottery_activities_budget CHECK (spent BETWEEN 0 AND budget);
ALTER TABLE lottery_prizes ADD CONSTRAINT lottery_prizes_stock CHECK (stock >= 0 AND value >= 0);

ALTER TABLE merchant_flows ADD CONSTRAINT merchant_flows_positive CHECK (amount > 0);
ALTER TABLE bills ADD CONSTRAINT bills_add_up
  CHECK (closing = opening + top_up + issued + refunded - consumed - recovered - fee);
ALTER TABLE bills ADD CONSTRAINT bills_maker_is_not_checker CHECK (confirmed_by_id <> issued_by_id);

-- Room on each page keeps updates of balances on it (HOT), which a batch lives from.
ALTER TABLE limit_accounts SET (fillfactor = 60);
ALTER TABLE fund_accounts SET (fillfactor = 60);
ALTER TABLE limit_batch_rows SET (fillfactor = 60);
ALTER TABLE consumption_days SET (fillfactor = 80);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['limit_adjustments', 'fund_flows', 'merchant_flows'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', name || '_append_only', name);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name || '_no_truncate', name);
    EXECUTE format('REVOKE UPDATE, DELETE ON %I FROM xyxlx_app', name);
  END LOOP;
END $$;

-- The ledger that bills are recomputed from: every movement of a merchant's prepaid money with its sign, from where it is kept.
CREATE VIEW merchant_ledger AS
  SELECT id, tenant_id, merchant_id, employee_id,
         CASE WHEN delta > 0 THEN 'ISSUE' ELSE 'RECOVER' END AS kind,
         delta AS amount, created_at AS occurred_at, seq::text AS source_no
  FROM limit_adjustments WHERE type IN ('INCREASE', 'DECREASE', 'CLEAR', 'RECOVER')
UNION ALL
  SELECT id, tenant_id, merchant_id, employee_id,
         CASE WHEN type = 'REFUND' THEN 'REFUND' ELSE 'CONSUME' END,
         CASE WHEN type = 'REFUND' THEN enterprise ELSE -enterprise END, paid_at, payment_no
  FROM consumption_records WHERE state NOT IN ('PROCESSING', 'FAILED') AND enterprise > 0
UNION ALL
  SELECT id, tenant_id, merchant_id, NULL::uuid, kind::text,
         CASE WHEN kind = 'FEE' THEN -amount ELSE amount END, occurred_at, flow_no
  FROM merchant_flows;
GRANT SELECT ON merchant_ledger TO xyxlx_app;
