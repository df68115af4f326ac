CREATE INDEX "stores_tenant_id_name_idx" ON "stores"("tenant_id", "name");
CREATE INDEX "statement_lines_tenant_id_bank_no_idx" ON "statement_lines"("tenant_id", "bank_no");
CREATE INDEX "statement_lines_tenant_id_payer_idx" ON "statement_lines"("tenant_id", "payer");
