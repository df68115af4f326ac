-- CreateIndex
CREATE INDEX "cards_tenant_id_company_id_created_at_id_idx" ON "cards"("tenant_id", "company_id", "created_at" DESC, "id" DESC);
