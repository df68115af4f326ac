-- AlterTable
ALTER TABLE "card_order_payments" ADD COLUMN     "external_no" TEXT,
ADD COLUMN     "platform_account_id" UUID,
ADD COLUMN     "top_up_id" UUID;

-- AlterTable
ALTER TABLE "top_ups" ADD COLUMN     "order_id" UUID;

-- CreateIndex
CREATE UNIQUE INDEX "card_order_payments_tenant_id_top_up_id_key" ON "card_order_payments"("tenant_id", "top_up_id");

-- CreateIndex
CREATE INDEX "top_ups_tenant_id_order_id_idx" ON "top_ups"("tenant_id", "order_id");

-- AddForeignKey
ALTER TABLE "card_order_payments" ADD CONSTRAINT "card_order_payments_tenant_id_top_up_id_fkey" FOREIGN KEY ("tenant_id", "top_up_id") REFERENCES "top_ups"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_order_payments" ADD CONSTRAINT "card_order_payments_tenant_id_platform_account_id_fkey" FOREIGN KEY ("tenant_id", "platform_account_id") REFERENCES "platform_accounts"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_tenant_id_order_id_fkey" FOREIGN KEY ("tenant_id", "order_id") REFERENCES "card_orders"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE card_orders DROP CONSTRAINT card_orders_pay_method_values, ADD CONSTRAINT card_orders_pay_method_values CHECK (pay_method IN ('FUND', 'TRANSFER', 'CHANNEL'));
ALTER TABLE card_order_payments DROP CONSTRAINT card_order_payments_method_values, ADD CONSTRAINT card_order_payments_method_values CHECK (method IN ('FUND', 'TRANSFER', 'CHANNEL'));
ALTER TABLE top_ups DROP CONSTRAINT top_ups_target_values, ADD CONSTRAINT top_ups_target_values CHECK (target IN ('COMPANY', 'CARD', 'ORDER'));

-- A top-up that pays an order is of what that comes to, by the way that it is to be paid; one is open at a time.
ALTER TABLE top_ups ADD CONSTRAINT top_ups_of_order CHECK ((target = 'ORDER') = (order_id IS NOT NULL) AND (order_id IS NULL OR received = amount));
CREATE UNIQUE INDEX top_ups_one_open_an_order ON top_ups (tenant_id, order_id) WHERE state IN ('WAITING', 'PAYING', 'SUBMITTED');
CREATE FUNCTION refuse_other_payable() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE fits boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE tenant_id = $1 AND id = $2 AND company_id = $3 AND payable = $4
      AND pay_method = CASE $5 WHEN ''TRANSFER'' THEN ''TRANSFER'' ELSE ''CHANNEL'' END)', referred_by(TG_RELID, 'order_id'))
    INTO fits USING NEW.tenant_id, NEW.order_id, NEW.company_id, NEW.amount, NEW.channel;
  IF NOT fits THEN
    RAISE EXCEPTION 'refuse_other_payable: top-up % is not what its order comes to', NEW.top_up_no USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER top_ups_payable BEFORE INSERT ON top_ups FOR EACH ROW WHEN (NEW.order_id IS NOT NULL) EXECUTE FUNCTION refuse_other_payable();

-- Money for an order that is over by then is late, too, whatever the top-up was.
CREATE OR REPLACE FUNCTION refuse_other_top_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.top_up_no, NEW.target, NEW.company_id, NEW.card_id, NEW.order_id, NEW.amount, NEW.fee, NEW.bonus, NEW.received, NEW.channel, NEW.binding_id,
        NEW.statement_line_id, NEW.remark, NEW.created_by_id, NEW.closes_at, NEW.created_at)
      IS DISTINCT FROM (OLD.top_up_no, OLD.target, OLD.company_id, OLD.card_id, OLD.order_id, OLD.amount, OLD.fee, OLD.bonus, OLD.received, OLD.channel,
        OLD.binding_id, OLD.statement_line_id, OLD.remark, OLD.created_by_id, OLD.closes_at, OLD.created_at)
      OR OLD.state IN ('REJECTED', 'WITHDRAWN') THEN
    RAISE EXCEPTION 'refuse_other_top_up: a top-up is decided once, as it was handed in' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('SUBMITTED', 'SUCCESS'), ('SUBMITTED', 'REJECTED'), ('SUBMITTED', 'WITHDRAWN'),
      ('WAITING', 'PAYING'), ('WAITING', 'SUCCESS'), ('WAITING', 'FAILED'), ('WAITING', 'CLOSED'), ('PAYING', 'SUCCESS'), ('PAYING', 'FAILED'),
      ('CLOSED', 'SUCCESS'), ('FAILED', 'SUCCESS')) THEN
    RAISE EXCEPTION 'refuse_other_top_up: a top-up that is % does not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.channel_flow_no IS DISTINCT FROM OLD.channel_flow_no OR NEW.late <> OLD.late) AND (OLD.state = 'SUCCESS' OR NEW.state <> 'SUCCESS') THEN
    RAISE EXCEPTION 'refuse_other_top_up: flow number and lateness come with the success' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.late AND NOT OLD.late AND OLD.state NOT IN ('CLOSED', 'FAILED') AND NEW.order_id IS NULL THEN
    RAISE EXCEPTION 'refuse_other_top_up: a top-up that is % is not late', OLD.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- A payment names what came for it, once a line and once a flow number; the fund's names nothing.
ALTER TABLE card_order_payments ADD CONSTRAINT card_order_payments_way CHECK (CASE method WHEN 'FUND' THEN num_nonnulls(top_up_id, external_no, platform_account_id) = 0
    WHEN 'TRANSFER' THEN num_nonnulls(top_up_id, external_no, platform_account_id) = 3
    ELSE num_nonnulls(top_up_id, external_no) = 2 AND platform_account_id IS NULL END);
CREATE INDEX card_order_payments_through_at ON card_order_payments (tenant_id, platform_account_id, paid_at) WHERE platform_account_id IS NOT NULL;
CREATE INDEX card_order_payments_through_no ON card_order_payments (tenant_id, platform_account_id, external_no) WHERE platform_account_id IS NOT NULL;
CREATE FUNCTION refuse_other_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE fits boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %1$s t LEFT JOIN %2$s l ON l.tenant_id = t.tenant_id AND l.id = t.statement_line_id
      WHERE t.tenant_id = $1 AND t.id = $2 AND t.order_id = $3 AND t.state = ''SUCCESS'' AND t.received = $4 AND coalesce(t.channel_flow_no, l.bank_no) = $5
        AND l.account_id IS NOT DISTINCT FROM $6)', referred_by(TG_RELID, 'top_up_id'), referred_by(referred_by(TG_RELID, 'top_up_id'), 'statement_line_id'))
    INTO fits USING NEW.tenant_id, NEW.top_up_id, NEW.order_id, NEW.amount, NEW.external_no, NEW.platform_account_id;
  IF NOT fits THEN
    RAISE EXCEPTION 'refuse_other_receipt: a payment is what came for its order' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER card_order_payments_came AFTER INSERT ON card_order_payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.top_up_id IS NOT NULL) EXECUTE FUNCTION refuse_other_receipt();
