-- CreateTable
CREATE TABLE "card_orders" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "order_no" TEXT NOT NULL,
    "merchant_id" UUID NOT NULL,
    "company_id" UUID NOT NULL,
    "quantity" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "parcel_fee" BIGINT NOT NULL,
    "fee" BIGINT NOT NULL,
    "payable" BIGINT NOT NULL,
    "paid" BIGINT NOT NULL DEFAULT 0,
    "pay_method" TEXT NOT NULL,
    "address" TEXT,
    "invoice_title" TEXT,
    "state" TEXT NOT NULL DEFAULT 'SUBMITTED',
    "closes_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT,
    "created_by_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_by" TEXT,

    CONSTRAINT "card_orders_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "card_order_lines" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "order_id" UUID NOT NULL,
    "line_no" INTEGER NOT NULL,
    "product_id" UUID NOT NULL,
    "form" TEXT NOT NULL,
    "naming" TEXT NOT NULL,
    "months" INTEGER,
    "face_amount" BIGINT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "making_fee" BIGINT NOT NULL,

    CONSTRAINT "card_order_lines_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "card_order_payments" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "order_id" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "card_order_payments_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "card_orders_tenant_id_created_at_id_idx" ON "card_orders"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "card_orders_created_at_id_idx" ON "card_orders"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "card_orders_tenant_id_merchant_id_created_at_id_idx" ON "card_orders"("tenant_id", "merchant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "card_orders_tenant_id_company_id_idx" ON "card_orders"("tenant_id", "company_id");

-- CreateIndex
CREATE UNIQUE INDEX "card_orders_tenant_id_order_no_key" ON "card_orders"("tenant_id", "order_no");

-- CreateIndex
CREATE INDEX "card_order_lines_tenant_id_product_id_idx" ON "card_order_lines"("tenant_id", "product_id");

-- CreateIndex
CREATE UNIQUE INDEX "card_order_lines_tenant_id_order_id_line_no_key" ON "card_order_lines"("tenant_id", "order_id", "line_no");

-- CreateIndex
CREATE UNIQUE INDEX "card_order_payments_tenant_id_order_id_key" ON "card_order_payments"("tenant_id", "order_id");

-- AddForeignKey
ALTER TABLE "card_orders" ADD CONSTRAINT "card_orders_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_orders" ADD CONSTRAINT "card_orders_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_order_lines" ADD CONSTRAINT "card_order_lines_tenant_id_order_id_fkey" FOREIGN KEY ("tenant_id", "order_id") REFERENCES "card_orders"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_order_lines" ADD CONSTRAINT "card_order_lines_tenant_id_product_id_fkey" FOREIGN KEY ("tenant_id", "product_id") REFERENCES "card_products"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_order_payments" ADD CONSTRAINT "card_order_payments_tenant_id_order_id_fkey" FOREIGN KEY ("tenant_id", "order_id") REFERENCES "card_orders"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE fund_flows DROP CONSTRAINT fund_flows_kind_values, ADD CONSTRAINT fund_flows_kind_values CHECK (kind IN ('OPENING', 'TOP_UP', 'LIMIT_ISSUE', 'LIMIT_RECOVER', 'REFUND', 'CONSUME_CLOSE', 'TRANSFER_IN', 'TRANSFER_OUT', 'FEE', 'CARD_PAY', 'CARD_BACK', 'SETTLE', 'WITHDRAW', 'ADJUST'));
ALTER TABLE card_orders ADD CONSTRAINT card_orders_pay_method_values CHECK (pay_method IN ('FUND'));
ALTER TABLE card_orders ADD CONSTRAINT card_orders_state_values CHECK (state IN ('SUBMITTED', 'REJECTED', 'TO_PAY', 'PAID', 'CANCELLED'));
ALTER TABLE card_order_lines ADD CONSTRAINT card_order_lines_form_values CHECK (form IN ('PHYSICAL', 'VIRTUAL'));
ALTER TABLE card_order_lines ADD CONSTRAINT card_order_lines_naming_values CHECK (naming IN ('NAMED', 'ANONYMOUS'));
ALTER TABLE card_order_payments ADD CONSTRAINT card_order_payments_method_values CHECK (method IN ('FUND'));

ALTER TABLE card_orders ADD CONSTRAINT card_orders_add_up CHECK (payable = amount + fee AND amount > 0 AND fee >= parcel_fee AND parcel_fee >= 0 AND quantity > 0),
  ADD CONSTRAINT card_orders_paid CHECK (paid BETWEEN 0 AND payable AND (state = 'PAID') = (paid = payable)),
  ADD CONSTRAINT card_orders_closes CHECK (state NOT IN ('TO_PAY', 'PAID') OR closes_at IS NOT NULL),
  ADD CONSTRAINT card_orders_parcel CHECK (parcel_fee = 0 OR address IS NOT NULL);
ALTER TABLE card_order_lines ADD CONSTRAINT card_order_lines_terms CHECK (line_no BETWEEN 1 AND 50 AND face_amount > 0 AND quantity BETWEEN 1 AND 100000
  AND making_fee >= 0 AND (months IS NULL OR months > 0));
ALTER TABLE card_order_payments ADD CONSTRAINT card_order_payments_amount CHECK (amount > 0);

-- An order is decided as it was handed in; only a rejected one is handed in with other figures.
CREATE FUNCTION refuse_other_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.order_no, NEW.merchant_id, NEW.company_id, NEW.created_at) IS DISTINCT FROM (OLD.order_no, OLD.merchant_id, OLD.company_id, OLD.created_at)
      OR (OLD.state <> 'REJECTED' AND (NEW.quantity, NEW.amount, NEW.parcel_fee, NEW.fee, NEW.payable, NEW.pay_method, NEW.address, NEW.invoice_title)
        IS DISTINCT FROM (OLD.quantity, OLD.amount, OLD.parcel_fee, OLD.fee, OLD.payable, OLD.pay_method, OLD.address, OLD.invoice_title)) THEN
    RAISE EXCEPTION 'refuse_other_order: the order % stays as it was handed in', OLD.order_no USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('SUBMITTED', 'TO_PAY'), ('SUBMITTED', 'REJECTED'), ('SUBMITTED', 'CANCELLED'),
      ('REJECTED', 'SUBMITTED'), ('TO_PAY', 'PAID'), ('TO_PAY', 'CANCELLED')) THEN
    RAISE EXCEPTION 'refuse_other_order: an order that is % does not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER card_orders_stay BEFORE UPDATE ON card_orders FOR EACH ROW EXECUTE FUNCTION refuse_other_order();

-- What an order says of its money is what its lines and payments come to, once the transaction is over.
CREATE FUNCTION refuse_untied_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row jsonb := to_jsonb(coalesce(NEW, OLD)); of_order uuid; orders regclass; lines regclass; payments regclass; head record; ordered record; paid numeric;
BEGIN
  IF row ? 'order_id' THEN
    orders := referred_by(TG_RELID, 'order_id'); of_order := row ->> 'order_id';
  ELSE
    orders := TG_RELID; of_order := row ->> 'id';
  END IF;
  SELECT min(k.conrelid::regclass::oid) FILTER (WHERE a.attname = 'line_no'), min(k.conrelid::regclass::oid) FILTER (WHERE a.attname = 'paid_at')
    INTO lines, payments FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname IN ('line_no', 'paid_at')
    WHERE k.confrelid = orders AND k.contype = 'f';
  EXECUTE format('SELECT order_no, quantity, amount, fee - parcel_fee AS making, paid FROM %s WHERE tenant_id = $1 AND id = $2', orders)
    INTO head USING (row ->> 'tenant_id')::uuid, of_order;
  EXECUTE format('SELECT coalesce(sum(quantity), 0) AS quantity, coalesce(sum(face_amount * quantity), 0) AS amount,
      coalesce(sum(making_fee * quantity), 0) AS making FROM %s WHERE tenant_id = $1 AND order_id = $2', lines)
    INTO ordered USING (row ->> 'tenant_id')::uuid, of_order;
  EXECUTE format('SELECT coalesce(sum(amount), 0) FROM %s WHERE tenant_id = $1 AND order_id = $2', payments)
    INTO paid USING (row ->> 'tenant_id')::uuid, of_order;
  IF (head.quantity, head.amount, head.making, head.paid) IS DISTINCT FROM (ordered.quantity, ordered.amount, ordered.making, paid) THEN
    RAISE EXCEPTION 'refuse_untied_order: % is % cards for % and %, paid %; its lines come to % for % and %, its payments to %', head.order_no, head.quantity,
      head.amount, head.making, head.paid, ordered.quantity, ordered.amount, ordered.making, paid USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER card_orders_tied AFTER INSERT OR UPDATE ON card_orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refuse_untied_order();
CREATE CONSTRAINT TRIGGER card_order_lines_tied AFTER INSERT OR UPDATE OR DELETE ON card_order_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refuse_untied_order();
CREATE CONSTRAINT TRIGGER card_order_payments_tied AFTER INSERT ON card_order_payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refuse_untied_order();
CREATE TRIGGER card_order_lines_no_update BEFORE UPDATE ON card_order_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER card_order_payments_append_only BEFORE UPDATE OR DELETE ON card_order_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER card_order_payments_no_truncate BEFORE TRUNCATE ON card_order_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE ON card_orders FROM xyxlx_app;
REVOKE UPDATE ON card_order_lines FROM xyxlx_app;
REVOKE UPDATE, DELETE ON card_order_payments FROM xyxlx_app;
-- What the duty looks for.
CREATE INDEX card_orders_to_cancel ON card_orders (tenant_id, closes_at) WHERE state = 'TO_PAY';
