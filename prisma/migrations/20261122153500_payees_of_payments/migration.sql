-- AlterTable
ALTER TABLE "consumption_records" ADD COLUMN     "brand_id" UUID,
ADD COLUMN     "city" TEXT,
ADD COLUMN     "mcc" TEXT,
ADD COLUMN     "payee_merchant_id" UUID;

-- Until now everybody was paid at their own merchant. What no policy judged names none.
UPDATE consumption_records c SET payee_merchant_id = c.merchant_id, brand_id = m.brand_id, mcc = m.mcc, city = m.city, rule_version = NULL
FROM merchants m WHERE m.tenant_id = c.tenant_id AND m.id = c.merchant_id;

-- AlterTable
ALTER TABLE "consumption_records" ALTER COLUMN "payee_merchant_id" SET NOT NULL;

-- DropForeignKey
ALTER TABLE "consumption_records" DROP CONSTRAINT "consumption_records_tenant_id_merchant_id_store_id_fkey";

-- AddForeignKey
ALTER TABLE "consumption_records" ADD CONSTRAINT "consumption_records_tenant_id_payee_merchant_id_fkey" FOREIGN KEY ("tenant_id", "payee_merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "consumption_records" ADD CONSTRAINT "consumption_records_tenant_id_brand_id_fkey" FOREIGN KEY ("tenant_id", "brand_id") REFERENCES "brands"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "consumption_records" ADD CONSTRAINT "consumption_records_tenant_id_payee_merchant_id_store_id_fkey" FOREIGN KEY ("tenant_id", "payee_merchant_id", "store_id") REFERENCES "stores"("tenant_id", "merchant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- Rules that the schema files can not express.
ALTER TABLE consumption_records ADD CONSTRAINT consumption_records_payee CHECK (mcc ~ '^\d{4}$' AND city ~ '^[1-9]\d{5}$');
