-- CreateEnum
CREATE TYPE "JobState" AS ENUM ('QUEUED', 'CHECKING', 'WAITING_CONFIRM', 'RUNNING', 'SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED');

-- CreateTable
CREATE TABLE "jobs" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" "JobState" NOT NULL DEFAULT 'QUEUED',
    "permission" TEXT,
    "total" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "message" JSONB,
    "payload" JSONB NOT NULL,
    "checkpoint" JSONB,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "cancel_requested_at" TIMESTAMPTZ(3),
    "file_name" TEXT,
    "file_sha256" TEXT,
    "origin" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" UUID NOT NULL,
    "created_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_rows" (
    "job_id" UUID NOT NULL,
    "row_no" INTEGER NOT NULL,
    "cells" TEXT[],
    "original" TEXT[],
    "problems" JSONB,
    "note" TEXT,

    CONSTRAINT "import_rows_pkey" PRIMARY KEY ("job_id","row_no")
);

-- CreateIndex
CREATE INDEX "jobs_tenant_id_created_at_id_idx" ON "jobs"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "jobs_tenant_id_created_by_id_created_at_id_idx" ON "jobs"("tenant_id", "created_by_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "jobs_tenant_id_kind_file_sha256_idx" ON "jobs"("tenant_id", "kind", "file_sha256");

-- CreateIndex
CREATE UNIQUE INDEX "jobs_tenant_id_id_key" ON "jobs"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE jobs ADD CONSTRAINT jobs_counts CHECK (total >= 0 AND done >= 0 AND failed >= 0);
-- The dry run's report pages through the rows with problems alone.
CREATE INDEX import_rows_problems ON import_rows (job_id, row_no) WHERE problems IS NOT NULL;
-- Long texts of uploads: compressing them costs more than it saves for rows that live an hour.
ALTER TABLE import_rows ALTER COLUMN cells SET STORAGE EXTERNAL;
