-- AlterTable
ALTER TABLE "error_reports" ADD COLUMN     "fingerprint" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "headline" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "page" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "release" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "reporter" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "resolution" TEXT,
ADD COLUMN     "state" TEXT NOT NULL DEFAULT 'NEW',
ADD COLUMN     "updated_at" TIMESTAMPTZ(3),
ADD COLUMN     "updated_by" TEXT,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- What came before is called by what its reporter wrote, with the numbers of persons masked.
UPDATE error_reports SET headline = left(regexp_replace(regexp_replace(split_part(coalesce(nullif(note, ''), ltrim(content, E' \r\n\t')), E'\n', 1),
  '[^\s@]+@[^\s@]+', '***', 'g'), '\d{11,}', '***', 'g'), 300);
UPDATE error_reports SET fingerprint = left(md5(regexp_replace(lower(headline), '\d+', '#', 'g')), 16);

-- DropIndex
DROP INDEX "error_reports_created_at_idx";

-- CreateIndex
CREATE INDEX "error_reports_created_at_id_idx" ON "error_reports"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "error_reports_fingerprint_idx" ON "error_reports"("fingerprint");

ALTER TABLE error_reports ADD CONSTRAINT error_reports_state_values CHECK (state IN ('NEW', 'SEEN', 'CLOSED'));
ALTER TABLE error_reports ADD CONSTRAINT error_reports_resolution CHECK ((state = 'CLOSED') = (resolution IS NOT NULL));
