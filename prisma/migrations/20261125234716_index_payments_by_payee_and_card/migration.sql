-- CreateIndex
CREATE INDEX "consumption_records_tenant_id_payee_merchant_id_paid_at_id_idx" ON "consumption_records"("tenant_id", "payee_merchant_id", "paid_at" DESC, "id" DESC);

-- What a card paid, the newest first; most records have none.
CREATE INDEX consumption_records_paid_by_card ON consumption_records (tenant_id, card_id, paid_at DESC, id DESC) WHERE card_id IS NOT NULL;
