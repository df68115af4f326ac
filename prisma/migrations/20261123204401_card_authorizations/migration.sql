-- CreateTable
CREATE TABLE "card_authorizations" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "binding_id" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "card_id" UUID,
    "amount" BIGINT NOT NULL,
    "approved" BIGINT NOT NULL DEFAULT 0,
    "captured" BIGINT NOT NULL DEFAULT 0,
    "reversed" BIGINT NOT NULL DEFAULT 0,
    "mcc" TEXT NOT NULL,
    "payee_merchant_id" UUID,
    "state" TEXT NOT NULL,
    "response_code" TEXT NOT NULL,
    "available_after" BIGINT,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "card_authorizations_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "card_reversals" (
    "tenant_id" UUID NOT NULL,
    "authorization_id" UUID NOT NULL,
    "reverse_no" TEXT NOT NULL,
    "asked" BIGINT,
    "amount" BIGINT NOT NULL,
    "left_after" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "card_reversals_pkey" PRIMARY KEY ("tenant_id","authorization_id","reverse_no")
);

-- CreateIndex
CREATE INDEX "card_authorizations_tenant_id_card_id_created_at_id_idx" ON "card_authorizations"("tenant_id", "card_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "card_authorizations_tenant_id_binding_id_reference_key" ON "card_authorizations"("tenant_id", "binding_id", "reference");

-- AddForeignKey
ALTER TABLE "card_authorizations" ADD CONSTRAINT "card_authorizations_tenant_id_binding_id_fkey" FOREIGN KEY ("tenant_id", "binding_id") REFERENCES "channel_bindings"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_authorizations" ADD CONSTRAINT "card_authorizations_tenant_id_card_id_fkey" FOREIGN KEY ("tenant_id", "card_id") REFERENCES "cards"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_authorizations" ADD CONSTRAINT "card_authorizations_tenant_id_payee_merchant_id_fkey" FOREIGN KEY ("tenant_id", "payee_merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_reversals" ADD CONSTRAINT "card_reversals_tenant_id_authorization_id_fkey" FOREIGN KEY ("tenant_id", "authorization_id") REFERENCES "card_authorizations"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE card_authorizations ADD CONSTRAINT card_authorizations_state_values CHECK (state IN ('OPEN', 'DECLINED', 'CAPTURED', 'REVERSED', 'EXPIRED'));
ALTER TABLE card_authorizations ADD CONSTRAINT card_authorizations_response_code_values CHECK (response_code IN ('10', '14', '41', '46', '51', '54', '57', '61', '62', '65', '78', '94', '96', '00', '03'));

-- What was asked and answered stays; an open one holds what is left of it, and is over once.
ALTER TABLE card_authorizations ADD CONSTRAINT card_authorizations_reference CHECK (reference ~ '^[A-Za-z0-9_-]{8,40}$'),
  ADD CONSTRAINT card_authorizations_body_hash CHECK (body_hash ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT card_authorizations_money CHECK (amount > 0 AND captured >= 0 AND reversed >= 0 AND captured + reversed <= approved
    AND approved <= amount),
  ADD CONSTRAINT card_authorizations_answer CHECK (CASE response_code WHEN '00' THEN approved = amount WHEN '10' THEN approved BETWEEN 1 AND amount - 1
    ELSE approved = 0 END AND (state = 'DECLINED') = (approved = 0) AND response_code NOT IN ('94', '96')),
  ADD CONSTRAINT card_authorizations_card CHECK ((card_id IS NULL) = (response_code = '14') AND (card_id IS NULL) = (available_after IS NULL)
    AND (payee_merchant_id IS NOT NULL OR approved = 0)),
  ADD CONSTRAINT card_authorizations_end CHECK ((approved > 0) = (expires_at IS NOT NULL) AND (state = 'OPEN') = (closed_at IS NULL)),
  ADD CONSTRAINT card_authorizations_over CHECK (CASE state WHEN 'OPEN' THEN captured + reversed < approved
    WHEN 'CAPTURED' THEN captured > 0 WHEN 'REVERSED' THEN captured = 0 AND reversed = approved ELSE true END);
CREATE FUNCTION refuse_other_authorization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'OPEN' THEN
    RAISE EXCEPTION 'refuse_other_authorization: authorization % is over', OLD.reference USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.tenant_id, NEW.id, NEW.binding_id, NEW.reference, NEW.body_hash, NEW.amount, NEW.approved, NEW.mcc, NEW.payee_merchant_id, NEW.response_code,
        NEW.available_after, NEW.expires_at, NEW.created_at)
      IS DISTINCT FROM (OLD.tenant_id, OLD.id, OLD.binding_id, OLD.reference, OLD.body_hash, OLD.amount, OLD.approved, OLD.mcc, OLD.payee_merchant_id,
        OLD.response_code, OLD.available_after, OLD.expires_at, OLD.created_at)
      OR NEW.captured < OLD.captured OR NEW.reversed < OLD.reversed THEN
    RAISE EXCEPTION 'refuse_other_authorization: authorization % stays what was answered', OLD.reference USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER card_authorizations_stay BEFORE UPDATE ON card_authorizations FOR EACH ROW EXECUTE FUNCTION refuse_other_authorization();
REVOKE DELETE ON card_authorizations FROM xyxlx_app;
-- What is open and due, for those that end by themselves.
CREATE INDEX card_authorizations_due ON card_authorizations (tenant_id, expires_at, id) WHERE state = 'OPEN';

ALTER TABLE card_reversals ADD CONSTRAINT card_reversals_number CHECK (reverse_no ~ '^[A-Za-z0-9_-]{8,40}$'),
  ADD CONSTRAINT card_reversals_money CHECK (amount > 0 AND left_after >= 0 AND (asked IS NULL OR asked = amount));
CREATE TRIGGER card_reversals_append_only BEFORE UPDATE OR DELETE ON card_reversals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER card_reversals_no_truncate BEFORE TRUNCATE ON card_reversals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE ON card_reversals FROM xyxlx_app;
