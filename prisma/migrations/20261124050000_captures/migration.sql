-- AlterTable
ALTER TABLE "consumption_records" ADD COLUMN     "card_id" UUID,
ADD COLUMN     "funded_by" TEXT NOT NULL DEFAULT 'LIMIT',
ALTER COLUMN "employee_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "card_captures" (
    "tenant_id" UUID NOT NULL,
    "authorization_id" UUID NOT NULL,
    "capture_no" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "is_final" BOOLEAN NOT NULL,
    "left_after" BIGINT NOT NULL,
    "consumption_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "card_captures_pkey" PRIMARY KEY ("tenant_id","authorization_id","capture_no")
);

-- CreateIndex
CREATE UNIQUE INDEX "card_captures_tenant_id_consumption_id_key" ON "card_captures"("tenant_id", "consumption_id");

-- CreateIndex
CREATE UNIQUE INDEX "cards_tenant_id_merchant_id_id_key" ON "cards"("tenant_id", "merchant_id", "id");

-- AddForeignKey
ALTER TABLE "card_captures" ADD CONSTRAINT "card_captures_tenant_id_authorization_id_fkey" FOREIGN KEY ("tenant_id", "authorization_id") REFERENCES "card_authorizations"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_captures" ADD CONSTRAINT "card_captures_tenant_id_consumption_id_fkey" FOREIGN KEY ("tenant_id", "consumption_id") REFERENCES "consumption_records"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "consumption_records" ADD CONSTRAINT "consumption_records_tenant_id_merchant_id_card_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id", "card_id") REFERENCES "cards"("tenant_id", "merchant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE consumption_records ADD CONSTRAINT consumption_records_funded_by_values CHECK (funded_by IN ('LIMIT', 'CARD'));

-- A card's own money pays all of a payment; somebody is known to have paid, a card or an employee.
ALTER TABLE consumption_records ADD CONSTRAINT consumption_records_funded CHECK (CASE funded_by
    WHEN 'CARD' THEN card_id IS NOT NULL AND personal = 0 AND channel = 'CARD' AND invoice_state = 'NOT_INVOICEABLE' AND rule_version IS NULL
    ELSE card_id IS NULL AND employee_id IS NOT NULL END);
-- What a card pays, and what comes back to it, moves that card by the same amount, once; its payments are captures.
CREATE FUNCTION refuse_unmoved_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE delta bigint;
BEGIN
  SELECT f.delta INTO delta FROM card_flows f WHERE f.tenant_id = NEW.tenant_id AND f.source_id = NEW.id
    AND f.kind = CASE NEW.type WHEN 'REFUND' THEN 'REFUND' ELSE 'SPEND' END AND f.card_id = NEW.card_id;
  IF delta IS DISTINCT FROM (CASE NEW.type WHEN 'REFUND' THEN NEW.amount ELSE -NEW.amount END) THEN
    RAISE EXCEPTION 'refuse_unmoved_payment: % moves its card by %', NEW.payment_no, delta USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER consumption_records_move_cards AFTER INSERT ON consumption_records DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.funded_by = 'CARD') EXECUTE FUNCTION refuse_unmoved_payment();

-- A capture is a payment of its authorization's card, of its amount.
ALTER TABLE card_captures ADD CONSTRAINT card_captures_number CHECK (capture_no ~ '^[A-Za-z0-9_-]{8,40}$'),
  ADD CONSTRAINT card_captures_money CHECK (amount > 0 AND left_after >= 0 AND (NOT is_final OR left_after = 0));
CREATE FUNCTION refuse_other_capture() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE same boolean;
BEGIN
  EXECUTE format('SELECT c.funded_by = ''CARD'' AND c.type = ''CONSUME'' AND c.amount = $3 AND c.card_id = a.card_id
      AND c.payee_merchant_id = a.payee_merchant_id AND c.binding_id = a.binding_id
    FROM %s c, %s a WHERE c.tenant_id = $1 AND c.id = $2 AND a.tenant_id = $1 AND a.id = $4',
    referred_by(TG_RELID, 'consumption_id'), referred_by(TG_RELID, 'authorization_id'))
    INTO same USING NEW.tenant_id, NEW.consumption_id, NEW.amount, NEW.authorization_id;
  IF same IS NOT TRUE THEN
    RAISE EXCEPTION 'refuse_other_capture: capture % is no payment of its card', NEW.capture_no USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER card_captures_pay BEFORE INSERT ON card_captures FOR EACH ROW EXECUTE FUNCTION refuse_other_capture();
CREATE TRIGGER card_captures_append_only BEFORE UPDATE OR DELETE ON card_captures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER card_captures_no_truncate BEFORE TRUNCATE ON card_captures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE ON card_captures FROM xyxlx_app;

-- What bills of merchants are made from: the movements of the limits of a merchant's employees; what cards pay of their own is none.
CREATE OR REPLACE VIEW merchant_ledger AS
  SELECT id, tenant_id, merchant_id, employee_id, CASE WHEN amount > 0 THEN 'ISSUE' ELSE 'RECOVER' END AS kind,
         amount, occurred_at, seq::text AS source_no
  FROM limit_moves
UNION ALL
  SELECT id, tenant_id, merchant_id, employee_id,
         CASE WHEN type = 'REFUND' THEN 'REFUND' ELSE 'CONSUME' END,
         CASE WHEN type = 'REFUND' THEN enterprise ELSE -enterprise END, paid_at, payment_no
  FROM consumption_records WHERE state NOT IN ('PROCESSING', 'FAILED') AND enterprise > 0 AND funded_by = 'LIMIT';

-- The pair of a day's close comes to what cards have paid of their own, less what came back to them: that is from outside the funds.
CREATE OR REPLACE FUNCTION refuse_half_pair() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE total numeric; company uuid; cards bigint := 0;
BEGIN
  EXECUTE format('SELECT sum(delta) FROM %s WHERE tenant_id = $1 AND pair_id = $2', TG_RELID::regclass)
    INTO total USING NEW.tenant_id, NEW.pair_id;
  IF NEW.kind = 'CONSUME_CLOSE' THEN
    EXECUTE format('SELECT company_id FROM %s WHERE tenant_id = $1 AND id = $2', referred_by(TG_RELID, 'account_id'))
      INTO company USING NEW.tenant_id, NEW.account_id;
    SELECT d.cards INTO cards FROM fund_day_closes d WHERE d.tenant_id = NEW.tenant_id AND d.company_id = company
      AND d.day::text = NEW.remark AND md5(d.company_id || ' ' || d.day)::uuid = NEW.pair_id;
  END IF;
  IF total IS DISTINCT FROM coalesce(cards, 0) THEN
    RAISE EXCEPTION 'refuse_half_pair: the pair of flow % of account % comes to %', NEW.seq, NEW.account_id, total
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
