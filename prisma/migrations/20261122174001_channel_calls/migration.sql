-- AlterTable
ALTER TABLE "channel_bindings" ADD COLUMN     "callback_secret_cipher" TEXT,
ADD COLUMN     "callback_secret_set_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "consumption_records" ADD COLUMN     "binding_id" UUID;

-- CreateTable
CREATE TABLE "channel_registry" (
    "binding_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "channel_registry_pkey" PRIMARY KEY ("binding_id")
);

-- CreateTable
CREATE TABLE "channel_nonces" (
    "tenant_id" UUID NOT NULL,
    "binding_id" UUID NOT NULL,
    "nonce" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "channel_nonces_pkey" PRIMARY KEY ("tenant_id","binding_id","nonce")
);

-- CreateTable
CREATE TABLE "channel_notices" (
    "tenant_id" UUID NOT NULL,
    "number" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "consumption_id" UUID NOT NULL,
    "refunded" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "channel_notices_pkey" PRIMARY KEY ("tenant_id","number")
);

-- CreateIndex
CREATE INDEX "channel_registry_tenant_id_idx" ON "channel_registry"("tenant_id");

-- CreateIndex
CREATE INDEX "channel_nonces_tenant_id_expires_at_idx" ON "channel_nonces"("tenant_id", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "channel_notices_tenant_id_consumption_id_key" ON "channel_notices"("tenant_id", "consumption_id");

-- AddForeignKey
ALTER TABLE "channel_registry" ADD CONSTRAINT "channel_registry_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "channel_nonces" ADD CONSTRAINT "channel_nonces_tenant_id_binding_id_fkey" FOREIGN KEY ("tenant_id", "binding_id") REFERENCES "channel_bindings"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "channel_notices" ADD CONSTRAINT "channel_notices_tenant_id_consumption_id_fkey" FOREIGN KEY ("tenant_id", "consumption_id") REFERENCES "consumption_records"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "consumption_records" ADD CONSTRAINT "consumption_records_tenant_id_binding_id_fkey" FOREIGN KEY ("tenant_id", "binding_id") REFERENCES "channel_bindings"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Rules that the schema files can not express.
INSERT INTO channel_registry (binding_id, tenant_id) SELECT id, tenant_id FROM channel_bindings;
REVOKE UPDATE, DELETE ON channel_registry FROM xyxlx_app;

-- Payment channels alone call; a secret that was released is gone.
ALTER TABLE channel_bindings ADD CONSTRAINT channel_bindings_callback_secret CHECK (
  (callback_secret_cipher IS NULL) = (callback_secret_set_at IS NULL)
  AND (callback_secret_cipher IS NULL OR (channel IN ('ALIPAY', 'WECHAT', 'UNIONPAY') AND state <> 'RELEASED')));
ALTER TABLE channel_nonces ADD CONSTRAINT channel_nonces_nonce CHECK (nonce ~ '^[A-Za-z0-9_-]{16,64}$');
ALTER TABLE channel_notices ADD CONSTRAINT channel_notices_number CHECK (number ~ '^[A-Za-z0-9_-]{8,40}$');
ALTER TABLE channel_notices ADD CONSTRAINT channel_notices_body_hash CHECK (body_hash ~ '^[0-9a-f]{64}$');
ALTER TABLE channel_notices ADD CONSTRAINT channel_notices_refunded CHECK (refunded > 0);

CREATE TRIGGER channel_notices_append_only BEFORE UPDATE OR DELETE ON channel_notices FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER channel_notices_no_truncate BEFORE TRUNCATE ON channel_notices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE ON channel_notices FROM xyxlx_app;

-- What a channel has given back is given back: no checker can undo it. What a user gives back keeps its threshold.
DROP TRIGGER consumption_records_approved ON consumption_records;
CREATE TRIGGER consumption_records_approved AFTER INSERT ON consumption_records FOR EACH ROW
  WHEN (NEW.type = 'REFUND' AND NEW.binding_id IS NULL)
  EXECUTE FUNCTION refuse_unapproved_money('consumptionRefund', 'related_id', 'amount');
