-- DropIndex
DROP INDEX "card_flows_tenant_id_card_id_seq_idx";

-- CreateIndex
CREATE INDEX "card_flows_tenant_id_card_id_seq_source_id_idx" ON "card_flows"("tenant_id", "card_id", "seq" DESC, "source_id" DESC);
