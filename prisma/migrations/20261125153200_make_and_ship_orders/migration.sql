-- AlterTable
ALTER TABLE "card_orders" ADD COLUMN     "carrier" TEXT,
ADD COLUMN     "earned_at" TIMESTAMPTZ(3),
ADD COLUMN     "job_id" UUID,
ADD COLUMN     "received_at" TIMESTAMPTZ(3),
ADD COLUMN     "shipped_at" TIMESTAMPTZ(3),
ADD COLUMN     "tracking_no" TEXT;

-- AlterTable
ALTER TABLE "cards" ADD COLUMN     "order_line_id" UUID,
ADD COLUMN     "order_n" INTEGER;

-- CreateTable
CREATE TABLE "card_order_events" (
    "tenant_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "from_state" TEXT,
    "to_state" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT,

    CONSTRAINT "card_order_events_pkey" PRIMARY KEY ("tenant_id","order_id","seq")
);

-- CreateIndex
CREATE UNIQUE INDEX "cards_tenant_id_order_line_id_order_n_key" ON "cards"("tenant_id", "order_line_id", "order_n");

-- AddForeignKey
ALTER TABLE "card_order_events" ADD CONSTRAINT "card_order_events_tenant_id_order_id_fkey" FOREIGN KEY ("tenant_id", "order_id") REFERENCES "card_orders"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "cards" ADD CONSTRAINT "cards_tenant_id_order_line_id_fkey" FOREIGN KEY ("tenant_id", "order_line_id") REFERENCES "card_order_lines"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE card_orders DROP CONSTRAINT card_orders_state_values, ADD CONSTRAINT card_orders_state_values CHECK (state IN ('SUBMITTED', 'REJECTED', 'TO_PAY', 'PAID', 'MAKING', 'TO_SHIP', 'SHIPPED', 'DONE', 'CANCELLED'));
ALTER TABLE card_order_events ADD CONSTRAINT card_order_events_from_state_values CHECK (from_state IN ('SUBMITTED', 'REJECTED', 'TO_PAY', 'PAID', 'MAKING', 'TO_SHIP', 'SHIPPED', 'DONE', 'CANCELLED'));
ALTER TABLE card_order_events ADD CONSTRAINT card_order_events_to_state_values CHECK (to_state IN ('SUBMITTED', 'REJECTED', 'TO_PAY', 'PAID', 'MAKING', 'TO_SHIP', 'SHIPPED', 'DONE', 'CANCELLED'));

-- What is paid stays paid on its way to whoever ordered.
ALTER TABLE card_orders DROP CONSTRAINT card_orders_paid, DROP CONSTRAINT card_orders_closes,
  ADD CONSTRAINT card_orders_paid CHECK (paid BETWEEN 0 AND payable
    AND (state IN ('PAID', 'MAKING', 'TO_SHIP', 'SHIPPED', 'DONE')) = (paid = payable)),
  ADD CONSTRAINT card_orders_closes CHECK (state IN ('SUBMITTED', 'REJECTED', 'CANCELLED') OR closes_at IS NOT NULL),
  ADD CONSTRAINT card_orders_parcel_sent CHECK ((carrier IS NULL) = (shipped_at IS NULL) AND (tracking_no IS NULL) = (shipped_at IS NULL)
    AND (shipped_at IS NULL OR address IS NOT NULL) AND (received_at IS NULL OR shipped_at IS NOT NULL)
    AND (state <> 'SHIPPED' OR shipped_at IS NOT NULL AND received_at IS NULL)
    AND (state <> 'DONE' OR (received_at IS NOT NULL) = (shipped_at IS NOT NULL))),
  ADD CONSTRAINT card_orders_earned CHECK (CASE WHEN state IN ('SHIPPED', 'DONE') THEN earned_at IS NOT NULL
    ELSE earned_at IS NULL OR state NOT IN ('SUBMITTED', 'REJECTED', 'TO_PAY', 'PAID', 'MAKING', 'TO_SHIP', 'CANCELLED') END);
-- Whose job may have ended before its work did.
CREATE INDEX card_orders_at_work ON card_orders (tenant_id, id) WHERE job_id IS NOT NULL;
-- What is done by itself some days after it was sent.
CREATE INDEX card_orders_under_way ON card_orders (tenant_id, shipped_at) WHERE state = 'SHIPPED';

-- An order is decided as it was handed in; only a rejected one is handed in with other figures. What was earned or sent stays so.
CREATE OR REPLACE FUNCTION refuse_other_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.order_no, NEW.merchant_id, NEW.company_id, NEW.created_at) IS DISTINCT FROM (OLD.order_no, OLD.merchant_id, OLD.company_id, OLD.created_at)
      OR (OLD.state <> 'REJECTED' AND (NEW.quantity, NEW.amount, NEW.parcel_fee, NEW.fee, NEW.payable, NEW.pay_method, NEW.address, NEW.invoice_title)
        IS DISTINCT FROM (OLD.quantity, OLD.amount, OLD.parcel_fee, OLD.fee, OLD.payable, OLD.pay_method, OLD.address, OLD.invoice_title)) THEN
    RAISE EXCEPTION 'refuse_other_order: the order % stays as it was handed in', OLD.order_no USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.earned_at IS NOT NULL AND NEW.earned_at IS DISTINCT FROM OLD.earned_at
      OR OLD.shipped_at IS NOT NULL AND (NEW.shipped_at, NEW.carrier, NEW.tracking_no) IS DISTINCT FROM (OLD.shipped_at, OLD.carrier, OLD.tracking_no)
      OR OLD.received_at IS NOT NULL AND NEW.received_at IS DISTINCT FROM OLD.received_at THEN
    RAISE EXCEPTION 'refuse_other_order: what the order % earned and sent stays so', OLD.order_no USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (('SUBMITTED', 'TO_PAY'), ('SUBMITTED', 'REJECTED'), ('SUBMITTED', 'CANCELLED'),
      ('REJECTED', 'SUBMITTED'), ('TO_PAY', 'PAID'), ('TO_PAY', 'CANCELLED'), ('PAID', 'MAKING'), ('MAKING', 'TO_SHIP'), ('MAKING', 'DONE'),
      ('TO_SHIP', 'SHIPPED'), ('SHIPPED', 'DONE')) THEN
    RAISE EXCEPTION 'refuse_other_order: an order that is % does not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- The cards of an order are made when all are there, and only where none is to be sent it is done then.
CREATE FUNCTION refuse_unmade_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE lines regclass; made regclass; missing bigint; is_sent boolean;
BEGIN
  SELECT k.conrelid INTO lines FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'line_no'
    WHERE k.confrelid = TG_RELID AND k.contype = 'f';
  SELECT k.conrelid INTO made FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'order_n'
    WHERE k.confrelid = lines AND k.contype = 'f';
  EXECUTE format('SELECT sum(abs(l.quantity - (SELECT count(*) FROM %s c WHERE c.tenant_id = $1 AND c.order_line_id = l.id))), bool_or(l.form = ''PHYSICAL'')
      FROM %s l WHERE l.tenant_id = $1 AND l.order_id = $2', made, lines)
    INTO missing, is_sent USING NEW.tenant_id, NEW.id;
  IF missing <> 0 OR (NEW.state = 'TO_SHIP') <> is_sent THEN
    RAISE EXCEPTION 'refuse_unmade_order: % lacks % cards and does not become %', NEW.order_no, missing, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER card_orders_made BEFORE UPDATE ON card_orders FOR EACH ROW
  WHEN (OLD.state = 'MAKING' AND NEW.state IN ('TO_SHIP', 'DONE')) EXECUTE FUNCTION refuse_unmade_order();

-- A card that was ordered is one of its line: as that says, for whom the order is, and made while the order is.
ALTER TABLE cards ADD CONSTRAINT cards_ordered CHECK ((order_line_id IS NULL) = (order_n IS NULL) AND order_n >= 1
  AND (order_line_id IS NULL OR import_job_id IS NULL AND replaces_id IS NULL));
CREATE FUNCTION refuse_unordered_card() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE lines regclass := referred_by(TG_RELID, 'order_line_id'); other record;
BEGIN
  IF NOT EXISTS (SELECT FROM added WHERE order_line_id IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  EXECUTE format('SELECT a.card_no, a.order_n, o.order_no, o.state FROM added a
      LEFT JOIN %s l ON l.tenant_id = a.tenant_id AND l.id = a.order_line_id LEFT JOIN %s o ON o.tenant_id = l.tenant_id AND o.id = l.order_id
      WHERE a.order_line_id IS NOT NULL AND (o.state = ''MAKING'' AND a.state = ''STOCK'' AND a.order_n <= l.quantity
        AND (a.product_id, a.form, a.naming, a.face_amount, a.months, a.merchant_id, a.company_id) IS NOT DISTINCT FROM
          (l.product_id, l.form, l.naming, l.face_amount, l.months, o.merchant_id, o.company_id)) IS NOT TRUE LIMIT 1',
    lines, referred_by(lines, 'order_id')) INTO other;
  IF other.card_no IS NOT NULL THEN
    RAISE EXCEPTION 'refuse_unordered_card: card % is none of order % that is %', other.card_no, other.order_no, other.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER cards_as_ordered AFTER INSERT ON cards REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_unordered_card();
CREATE FUNCTION refuse_other_order_of_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_other_order_of_card: card % stays of the order that it was made for', OLD.card_no USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER cards_stay_ordered BEFORE UPDATE ON cards FOR EACH ROW
  WHEN ((NEW.order_line_id, NEW.order_n) IS DISTINCT FROM (OLD.order_line_id, OLD.order_n)) EXECUTE FUNCTION refuse_other_order_of_card();

-- The way of an order is written as its state changes, whoever changes it.
ALTER TABLE card_order_events ADD CONSTRAINT card_order_events_seq CHECK (seq >= 1 AND (seq = 1) = (from_state IS NULL));
INSERT INTO card_order_events (tenant_id, order_id, seq, to_state, created_at, created_by)
  SELECT tenant_id, id, 1, 'SUBMITTED', created_at, created_by FROM card_orders;
INSERT INTO card_order_events (tenant_id, order_id, seq, from_state, to_state, created_at, created_by)
  SELECT tenant_id, id, 2, 'SUBMITTED', state, updated_at, updated_by FROM card_orders WHERE state <> 'SUBMITTED';
CREATE FUNCTION write_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE events regclass;
BEGIN
  SELECT k.conrelid INTO events FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'to_state'
    WHERE k.confrelid = TG_RELID AND k.contype = 'f';
  EXECUTE format('INSERT INTO %1$s (tenant_id, order_id, seq, from_state, to_state, created_at, created_by)
      SELECT $1, $2, coalesce(max(seq), 0) + 1, $3, $4, $5, $6 FROM %1$s WHERE tenant_id = $1 AND order_id = $2', events)
    USING NEW.tenant_id, NEW.id, CASE TG_OP WHEN 'UPDATE' THEN OLD.state END, NEW.state, NEW.updated_at, NEW.updated_by;
  RETURN NULL;
END $$;
CREATE TRIGGER card_orders_begun AFTER INSERT ON card_orders FOR EACH ROW EXECUTE FUNCTION write_order_event();
CREATE TRIGGER card_orders_stepped AFTER UPDATE ON card_orders FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION write_order_event();
CREATE TRIGGER card_order_events_append_only BEFORE UPDATE OR DELETE ON card_order_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER card_order_events_no_truncate BEFORE TRUNCATE ON card_order_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE ON card_order_events FROM xyxlx_app;
