-- AlterTable
ALTER TABLE "approvals" ADD COLUMN     "checker_tenant_id" UUID,
ADD COLUMN     "maker_tenant_id" UUID;

-- AddForeignKey
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_maker_tenant_id_fkey" FOREIGN KEY ("maker_tenant_id") REFERENCES "tenants"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_checker_tenant_id_fkey" FOREIGN KEY ("checker_tenant_id") REFERENCES "tenants"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Whoever is in their own tenant is no visitor.
ALTER TABLE approvals ADD CONSTRAINT approvals_visitors CHECK (maker_tenant_id <> tenant_id AND checker_tenant_id <> tenant_id);
