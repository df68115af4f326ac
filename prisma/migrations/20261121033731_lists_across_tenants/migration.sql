-- DropIndex
DROP INDEX "departments_sibling_names";

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
