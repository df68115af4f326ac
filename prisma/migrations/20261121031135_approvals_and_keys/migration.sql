-- CreateEnum
CREATE TYPE "ApprovalState" AS ENUM ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN');

-- CreateEnum
CREATE TYPE "ApprovalAction" AS ENUM ('SUBMIT', 'APPROVE', 'REJECT', 'WITHDRAW');

-- CreateTable
CREATE TABLE "approvals" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "subject_label" TEXT NOT NULL,
    "company_id" UUID,
    "merchant_id" UUID,
    "amount" BIGINT,
    "state" "ApprovalState" NOT NULL DEFAULT 'PENDING',
    "maker_id" UUID NOT NULL,
    "maker_name" TEXT NOT NULL,
    "reason" TEXT,
    "checker_id" UUID,
    "checker_name" TEXT,
    "decision_reason" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approval_events" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "approval_id" UUID NOT NULL,
    "action" "ApprovalAction" NOT NULL,
    "actor_id" UUID NOT NULL,
    "actor_name" TEXT NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "approval_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "endpoint" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "answer" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("tenant_id","user_id","endpoint","key")
);

-- CreateTable
CREATE TABLE "notifications" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "title_zh" TEXT NOT NULL,
    "title_en" TEXT NOT NULL,
    "link" TEXT,
    "read_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "approvals_tenant_id_state_created_at_id_idx" ON "approvals"("tenant_id", "state", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "approvals_tenant_id_subject_type_subject_id_idx" ON "approvals"("tenant_id", "subject_type", "subject_id");

-- CreateIndex
CREATE INDEX "approvals_tenant_id_maker_id_created_at_idx" ON "approvals"("tenant_id", "maker_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "approvals_tenant_id_id_key" ON "approvals"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "approval_events_tenant_id_approval_id_created_at_idx" ON "approval_events"("tenant_id", "approval_id", "created_at");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- CreateIndex
CREATE INDEX "notifications_tenant_id_user_id_created_at_id_idx" ON "notifications"("tenant_id", "user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "notifications_tenant_id_id_key" ON "notifications"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval_events" ADD CONSTRAINT "approval_events_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Rules that the schema files can not express.

-- The maker is never the checker, whoever writes the row.
ALTER TABLE approvals ADD CONSTRAINT approvals_maker_is_not_checker CHECK (checker_id <> maker_id);
ALTER TABLE approvals ADD CONSTRAINT approvals_amount CHECK (amount >= 0);
ALTER TABLE approvals ADD CONSTRAINT approvals_decided CHECK (
  CASE state WHEN 'PENDING' THEN decided_at IS NULL AND checker_id IS NULL
             WHEN 'WITHDRAWN' THEN decided_at IS NOT NULL AND checker_id IS NULL
             ELSE decided_at IS NOT NULL AND checker_id IS NOT NULL END);
-- A subject waits for one decision at a time.
CREATE UNIQUE INDEX approvals_one_pending ON approvals (tenant_id, subject_type, subject_id) WHERE state = 'PENDING';
-- A thing is approved or rejected once.
CREATE UNIQUE INDEX approval_events_once ON approval_events (approval_id, (action = 'SUBMIT'));

CREATE TRIGGER approval_events_append_only BEFORE UPDATE OR DELETE ON approval_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_events_no_truncate BEFORE TRUNCATE ON approval_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE ON approval_events FROM xyxlx_app;
REVOKE DELETE ON approvals FROM xyxlx_app;

-- Takes an idempotency key inside the transaction of its effect; false when another request has answered to it.
-- A request that holds it uncommitted is waited for, two seconds at most (55P03 after that).
CREATE FUNCTION claim_idempotency_key(
  _tenant uuid, _user uuid, _endpoint text, _key text, _hash text, _now timestamptz, _expires timestamptz
) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '2s' AS $$
BEGIN
  DELETE FROM idempotency_keys
  WHERE tenant_id = _tenant AND user_id = _user AND endpoint = _endpoint AND key = _key AND expires_at <= _now;
  INSERT INTO idempotency_keys (tenant_id, user_id, endpoint, key, request_hash, created_at, expires_at)
  VALUES (_tenant, _user, _endpoint, _key, _hash, _now, _expires)
  ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;
