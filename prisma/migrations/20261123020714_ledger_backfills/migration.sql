-- CreateTable
CREATE TABLE "ledger_backfills" (
    "tenant_id" UUID NOT NULL,
    "job_id" UUID,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "ledger_backfills_pkey" PRIMARY KEY ("tenant_id")
);

-- The tenants that had money before the ledger: the service posts it, day by day.
INSERT INTO ledger_backfills (tenant_id) SELECT DISTINCT tenant_id FROM ledger_periods ORDER BY 1;
