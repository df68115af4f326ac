-- Who asked for a closing or reopening stands in its approval, which names the period by its id.
ALTER TABLE "ledger_periods" DROP COLUMN "requested_at",
DROP COLUMN "requested_by",
DROP COLUMN "requested_by_id",
ADD COLUMN     "closed_by" TEXT,
ADD COLUMN     "hindrance" JSONB,
ADD COLUMN     "id" UUID NOT NULL DEFAULT uuidv7();

-- The month stays unique, and what names it refers to that.
ALTER TABLE "ledger_slots" DROP CONSTRAINT "ledger_slots_tenant_id_period_fkey";
ALTER TABLE "vouchers" DROP CONSTRAINT "vouchers_tenant_id_period_fkey";
ALTER TABLE "ledger_snapshots" DROP CONSTRAINT "ledger_snapshots_tenant_id_period_fkey";
ALTER TABLE "ledger_periods" DROP CONSTRAINT "ledger_periods_pkey",
ADD CONSTRAINT "ledger_periods_pkey" PRIMARY KEY ("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_periods_tenant_id_period_key" ON "ledger_periods"("tenant_id", "period");

-- AddForeignKey
ALTER TABLE "ledger_slots" ADD CONSTRAINT "ledger_slots_tenant_id_period_fkey" FOREIGN KEY ("tenant_id", "period") REFERENCES "ledger_periods"("tenant_id", "period") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_tenant_id_period_fkey" FOREIGN KEY ("tenant_id", "period") REFERENCES "ledger_periods"("tenant_id", "period") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ledger_snapshots" ADD CONSTRAINT "ledger_snapshots_tenant_id_period_fkey" FOREIGN KEY ("tenant_id", "period") REFERENCES "ledger_periods"("tenant_id", "period") ON DELETE RESTRICT ON UPDATE NO ACTION;
