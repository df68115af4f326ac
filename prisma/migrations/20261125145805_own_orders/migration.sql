-- CreateIndex
CREATE INDEX "card_orders_tenant_id_created_by_id_created_at_id_idx" ON "card_orders"("tenant_id", "created_by_id", "created_at" DESC, "id" DESC);
