-- CreateTable
CREATE TABLE "attachments" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "file_name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "data" BYTEA NOT NULL,
    "subject_type" TEXT,
    "subject_id" UUID,
    "place" INTEGER NOT NULL DEFAULT 0,
    "created_by_id" UUID NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "attachments_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "attachments_tenant_id_subject_type_subject_id_place_idx" ON "attachments"("tenant_id", "subject_type", "subject_id", "place");

-- CreateIndex
CREATE INDEX "attachments_tenant_id_created_at_idx" ON "attachments"("tenant_id", "created_at");

ALTER TABLE attachments ADD CONSTRAINT attachments_media_type_values CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp', 'application/pdf'));
ALTER TABLE attachments ADD CONSTRAINT attachments_size CHECK (size = octet_length(data) AND size BETWEEN 1 AND 10485760);
ALTER TABLE attachments ADD CONSTRAINT attachments_sha256 CHECK (sha256 = encode(sha256(data), 'hex'));
ALTER TABLE attachments ADD CONSTRAINT attachments_subject CHECK ((subject_type IS NULL) = (subject_id IS NULL));
-- What is in the formats is compressed already: TOAST must not try again.
ALTER TABLE attachments ALTER COLUMN data SET STORAGE EXTERNAL;
-- What was looked at stays what it was: only whose it is changes, never from one record to another.
CREATE FUNCTION refuse_other_attachment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.tenant_id, NEW.id, NEW.file_name, NEW.media_type, NEW.sha256, NEW.created_by_id, NEW.created_at)
      IS DISTINCT FROM (OLD.tenant_id, OLD.id, OLD.file_name, OLD.media_type, OLD.sha256, OLD.created_by_id, OLD.created_at)
      OR OLD.subject_id IS NOT NULL AND NEW.subject_id IS NOT NULL AND (NEW.subject_type, NEW.subject_id) <> (OLD.subject_type, OLD.subject_id) THEN
    RAISE EXCEPTION 'refuse_other_attachment: an attachment stays as it came' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER attachments_stay BEFORE UPDATE ON attachments FOR EACH ROW EXECUTE FUNCTION refuse_other_attachment();
