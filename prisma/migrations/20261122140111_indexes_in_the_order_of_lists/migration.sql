-- DropIndex
DROP INDEX "login_records_user_id_created_at_idx";

-- CreateIndex
CREATE INDEX "approvals_tenant_id_created_at_id_idx" ON "approvals"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "companies_tenant_id_created_at_id_idx" ON "companies"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "login_records_user_id_created_at_id_idx" ON "login_records"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "stores_tenant_id_created_at_id_idx" ON "stores"("tenant_id", "created_at" DESC, "id" DESC);
