-- AlterTable
ALTER TABLE "rate_windows" DROP CONSTRAINT "rate_windows_pkey",
DROP COLUMN "started_at",
ADD CONSTRAINT "rate_windows_pkey" PRIMARY KEY ("key");
