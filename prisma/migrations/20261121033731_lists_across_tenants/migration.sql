-- As partial indexes, which the schema files leave alone.
ALTER TABLE departments DROP CONSTRAINT departments_sibling_names;
CREATE UNIQUE INDEX departments_sibling_names ON departments (tenant_id, merchant_id, parent_id, name) WHERE parent_id IS NOT NULL;
CREATE UNIQUE INDEX departments_top_names ON departments (tenant_id, merchant_id, name) WHERE parent_id IS NULL;

-- AlterTable
ALTER TABLE "limit_adjustments" DROP COLUMN "available_after";

-- CreateIndex
CREATE INDEX "consumption_records_paid_at_id_idx" ON "consumption_records"("paid_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "employees_created_at_id_idx" ON "employees"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "limit_adjustments_created_at_id_idx" ON "limit_adjustments"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "lottery_records_drawn_at_id_idx" ON "lottery_records"("drawn_at" DESC, "id" DESC);
