-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "name_initials" TEXT,
ADD COLUMN     "name_pinyin" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "name_initials" TEXT,
ADD COLUMN     "name_pinyin" TEXT;

-- CreateIndex
CREATE INDEX "stores_tenant_id_name_pinyin_idx" ON "stores"("tenant_id", "name_pinyin");

-- CreateIndex
CREATE INDEX "stores_tenant_id_name_initials_idx" ON "stores"("tenant_id", "name_initials");
