-- CreateEnum
CREATE TYPE "InvoiceApplicationState" AS ENUM ('DRAFT', 'ISSUING', 'ISSUED', 'FAILED', 'REVERSED');

-- CreateTable
CREATE TABLE "invoice_applications" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "application_no" TEXT NOT NULL,
    "state" "InvoiceApplicationState" NOT NULL,
    "title" TEXT NOT NULL,
    "tax_no" TEXT,
    "address" TEXT,
    "phone" TEXT,
    "bank" TEXT,
    "account" TEXT,
    "amount" BIGINT NOT NULL,
    "email" TEXT NOT NULL,
    "payment_nos" TEXT[],
    "invoice_no" TEXT,
    "reason" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "invoice_applications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invoice_lines" (
    "tenant_id" UUID NOT NULL,
    "application_id" UUID NOT NULL,
    "consumption_id" UUID NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "invoice_lines_pkey" PRIMARY KEY ("application_id","consumption_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invoice_applications_application_no_key" ON "invoice_applications"("application_no");

-- CreateIndex
CREATE INDEX "invoice_applications_tenant_id_created_at_id_idx" ON "invoice_applications"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "invoice_applications_tenant_id_id_key" ON "invoice_applications"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_applications_tenant_id_invoice_no_key" ON "invoice_applications"("tenant_id", "invoice_no");

-- CreateIndex
CREATE INDEX "invoice_lines_tenant_id_consumption_id_idx" ON "invoice_lines"("tenant_id", "consumption_id");

-- AddForeignKey
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_tenant_id_application_id_fkey" FOREIGN KEY ("tenant_id", "application_id") REFERENCES "invoice_applications"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_tenant_id_consumption_id_fkey" FOREIGN KEY ("tenant_id", "consumption_id") REFERENCES "consumption_records"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE invoice_applications ADD CONSTRAINT invoice_applications_amount CHECK (amount > 0);
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_amount CHECK (amount > 0);
