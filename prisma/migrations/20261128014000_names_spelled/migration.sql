-- AlterTable
ALTER TABLE "employees" ADD COLUMN     "name_initials" TEXT,
ADD COLUMN     "name_pinyin" TEXT;

-- AlterTable
ALTER TABLE "merchants" ADD COLUMN     "name_initials" TEXT,
ADD COLUMN     "name_pinyin" TEXT;

-- CreateIndex
CREATE INDEX "approvals_tenant_id_subject_label_idx" ON "approvals"("tenant_id", "subject_label");

-- CreateIndex
CREATE INDEX "employees_tenant_id_employee_no_idx" ON "employees"("tenant_id", "employee_no");

-- CreateIndex
CREATE INDEX "employees_tenant_id_name_idx" ON "employees"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "employees_tenant_id_name_pinyin_idx" ON "employees"("tenant_id", "name_pinyin");

-- CreateIndex
CREATE INDEX "employees_tenant_id_name_initials_idx" ON "employees"("tenant_id", "name_initials");

-- CreateIndex
CREATE INDEX "merchants_tenant_id_name_idx" ON "merchants"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "merchants_tenant_id_name_pinyin_idx" ON "merchants"("tenant_id", "name_pinyin");

-- CreateIndex
CREATE INDEX "merchants_tenant_id_name_initials_idx" ON "merchants"("tenant_id", "name_initials");
