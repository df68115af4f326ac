-- AlterEnum
ALTER TYPE "JobState" ADD VALUE 'UNDOING';
ALTER TYPE "JobState" ADD VALUE 'UNDONE';

-- AlterTable
ALTER TABLE "employees" ADD COLUMN     "import_job_id" UUID;

-- CreateTable
CREATE TABLE "export_chunks" (
    "job_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "export_chunks_pkey" PRIMARY KEY ("job_id","seq")
);

-- Files are compressed already: TOAST must not try again.
ALTER TABLE "export_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

-- What the service does by the clock: one entry a minute, taken by one replica. An entry is worth nothing once the next is there.
SELECT pgboss.create_queue('ticks', '{"policy": "standard", "retryLimit": 0, "expireInSeconds": 600, "notify": true,
  "retentionSeconds": 300, "deleteAfterSeconds": 3600}');
