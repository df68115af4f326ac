-- CreateTable
CREATE TABLE "mails" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "subject_type" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "recipient" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'WAITING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "failure" JSONB,
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "mails_tenant_id_subject_type_subject_id_key" ON "mails"("tenant_id", "subject_type", "subject_id");

ALTER TABLE mails ADD CONSTRAINT mails_state_values CHECK (state IN ('WAITING', 'SENT', 'FAILED'));
ALTER TABLE mails ADD CONSTRAINT mails_sent CHECK ((state = 'SENT') = (sent_at IS NOT NULL)),
  ADD CONSTRAINT mails_failed CHECK (state <> 'FAILED' OR failure IS NOT NULL),
  ADD CONSTRAINT mails_attempts CHECK (attempts >= 0);
CREATE INDEX mails_due ON mails (tenant_id, due_at) WHERE state = 'WAITING';
REVOKE DELETE ON mails FROM xyxlx_app;
