-- What is a merchant's follows the company that the merchant is of now; only what is a company's own names one.
UPDATE approvals SET company_id = NULL WHERE merchant_id IS NOT NULL;
ALTER TABLE approvals ADD CONSTRAINT approvals_of_a_merchant_or_a_company CHECK (num_nonnulls(merchant_id, company_id) <= 1);

-- CreateIndex
CREATE INDEX "approvals_tenant_id_merchant_id_idx" ON "approvals"("tenant_id", "merchant_id");

-- AddForeignKey
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
