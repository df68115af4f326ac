-- AlterTable
ALTER TABLE "card_orders" ADD COLUMN     "refunded" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "refunded_fee" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "state_before" TEXT;

-- CreateTable
CREATE TABLE "card_order_refunds" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "refund_no" TEXT NOT NULL,
    "order_id" UUID NOT NULL,
    "quantity" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "fee" BIGINT NOT NULL DEFAULT 0,
    "reason" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'SUBMITTED',
    "approval_id" UUID,
    "platform_account_id" UUID,
    "done_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_by" TEXT NOT NULL,

    CONSTRAINT "card_order_refunds_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "card_order_refund_lines" (
    "tenant_id" UUID NOT NULL,
    "refund_id" UUID NOT NULL,
    "line_id" UUID NOT NULL,
    "quantity" INTEGER NOT NULL,
    "unmade" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "card_order_refund_lines_pkey" PRIMARY KEY ("tenant_id","refund_id","line_id")
);

-- CreateIndex
CREATE INDEX "card_order_refunds_tenant_id_order_id_idx" ON "card_order_refunds"("tenant_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "card_order_refunds_tenant_id_refund_no_key" ON "card_order_refunds"("tenant_id", "refund_no");

-- CreateIndex
CREATE INDEX "card_order_refund_lines_tenant_id_line_id_idx" ON "card_order_refund_lines"("tenant_id", "line_id");

-- AddForeignKey
ALTER TABLE "card_order_refunds" ADD CONSTRAINT "card_order_refunds_tenant_id_order_id_fkey" FOREIGN KEY ("tenant_id", "order_id") REFERENCES "card_orders"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_order_refunds" ADD CONSTRAINT "card_order_refunds_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_order_refunds" ADD CONSTRAINT "card_order_refunds_tenant_id_platform_account_id_fkey" FOREIGN KEY ("tenant_id", "platform_account_id") REFERENCES "platform_accounts"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_order_refund_lines" ADD CONSTRAINT "card_order_refund_lines_tenant_id_refund_id_fkey" FOREIGN KEY ("tenant_id", "refund_id") REFERENCES "card_order_refunds"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "card_order_refund_lines" ADD CONSTRAINT "card_order_refund_lines_tenant_id_line_id_fkey" FOREIGN KEY ("tenant_id", "line_id") REFERENCES "card_order_lines"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE card_orders DROP CONSTRAINT card_orders_state_values, ADD CONSTRAINT card_orders_state_values CHECK (state IN ('SUBMITTED', 'REJECTED', 'TO_PAY', 'PAID', 'MAKING', 'TO_SHIP', 'SHIPPED', 'DONE', 'CANCELLED', 'REFUNDING', 'REFUNDED'));
ALTER TABLE card_orders ADD CONSTRAINT card_orders_state_before_values CHECK (state_before IN ('SUBMITTED', 'REJECTED', 'TO_PAY', 'PAID', 'MAKING', 'TO_SHIP', 'SHIPPED', 'DONE', 'CANCELLED', 'REFUNDING', 'REFUNDED'));
ALTER TABLE card_order_events DROP CONSTRAINT card_order_events_from_state_values, ADD CONSTRAINT card_order_events_from_state_values CHECK (from_state IN ('SUBMITTED', 'REJECTED', 'TO_PAY', 'PAID', 'MAKING', 'TO_SHIP', 'SHIPPED', 'DONE', 'CANCELLED', 'REFUNDING', 'REFUNDED'));
ALTER TABLE card_order_events DROP CONSTRAINT card_order_events_to_state_values, ADD CONSTRAINT card_order_events_to_state_values CHECK (to_state IN ('SUBMITTED', 'REJECTED', 'TO_PAY', 'PAID', 'MAKING', 'TO_SHIP', 'SHIPPED', 'DONE', 'CANCELLED', 'REFUNDING', 'REFUNDED'));
ALTER TABLE card_order_refunds ADD CONSTRAINT card_order_refunds_state_values CHECK (state IN ('SUBMITTED', 'DONE', 'REJECTED', 'WITHDRAWN'));
ALTER TABLE ledger_postings DROP CONSTRAINT ledger_postings_source_type_values, ADD CONSTRAINT ledger_postings_source_type_values CHECK (source_type IN ('consumption', 'limitAdjustment', 'lottery', 'statementLine', 'topUp', 'topUpReversal', 'fundFlow', 'fundTransfer', 'reconciliationBreak', 'reconciliation', 'cardOrder', 'cardOrderRefund', 'cardFlow', 'cardRequest', 'opening'));

-- What is paid stays paid, also once it is given back; an order is refunded when the faces of all its cards are. Where it is not earned then, all
-- of its fee went back.
ALTER TABLE card_orders DROP CONSTRAINT card_orders_paid, DROP CONSTRAINT card_orders_earned,
  ADD CONSTRAINT card_orders_paid CHECK (paid BETWEEN 0 AND payable
    AND (state IN ('PAID', 'MAKING', 'TO_SHIP', 'SHIPPED', 'DONE', 'REFUNDING', 'REFUNDED')) = (paid = payable)),
  ADD CONSTRAINT card_orders_earned CHECK (CASE WHEN coalesce(state_before, state) IN ('SHIPPED', 'DONE') THEN earned_at IS NOT NULL
    WHEN state = 'REFUNDED' THEN earned_at IS NOT NULL OR refunded_fee = fee
    ELSE earned_at IS NULL END),
  ADD CONSTRAINT card_orders_refunding CHECK ((state = 'REFUNDING') = (state_before IS NOT NULL)
    AND state_before IN ('PAID', 'MAKING', 'TO_SHIP', 'SHIPPED', 'DONE')),
  ADD CONSTRAINT card_orders_refunded CHECK (refunded BETWEEN 0 AND paid AND refunded_fee BETWEEN 0 AND least(fee, refunded)
    AND (state = 'REFUNDED') = (refunded - refunded_fee = amount));

-- An order is decided as it was handed in; only a rejected one is handed in with other figures. What was earned or sent stays so. From a refund it
-- goes on where that found it; what is given back grows with a refund alone, and fees before the order is made.
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
      ('TO_SHIP', 'SHIPPED'), ('SHIPPED', 'DONE'), ('PAID', 'REFUNDING'), ('MAKING', 'REFUNDING'), ('TO_SHIP', 'REFUNDING'),
      ('SHIPPED', 'REFUNDING'), ('DONE', 'REFUNDING'), ('REFUNDING', 'REFUNDED'), ('REFUNDING', OLD.state_before))
      OR NEW.state = 'REFUNDING' AND NEW.state_before IS DISTINCT FROM coalesce(OLD.state_before, OLD.state) THEN
    RAISE EXCEPTION 'refuse_other_order: an order that is % does not become %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.refunded, NEW.refunded_fee) <> (OLD.refunded, OLD.refunded_fee) AND (OLD.state <> 'REFUNDING' OR NEW.state = 'REFUNDING'
      OR NEW.refunded <= OLD.refunded OR NEW.refunded_fee < OLD.refunded_fee OR NEW.refunded_fee > OLD.refunded_fee AND OLD.state_before <> 'PAID') THEN
    RAISE EXCEPTION 'refuse_other_order: of the order % is given back what a refund says', OLD.order_no USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- What an order says of its money is what its lines, payments and refunds come to, once the transaction is over; while it is being refunded one
-- of these waits.
CREATE OR REPLACE FUNCTION refuse_untied_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row jsonb := to_jsonb(coalesce(NEW, OLD)); of_order uuid; orders regclass; lines regclass; payments regclass; refunds regclass; head record;
  ordered record; paid numeric; back record;
BEGIN
  IF row ? 'order_id' THEN
    orders := referred_by(TG_RELID, 'order_id'); of_order := row ->> 'order_id';
  ELSE
    orders := TG_RELID; of_order := row ->> 'id';
  END IF;
  SELECT min(k.conrelid::regclass::oid) FILTER (WHERE a.attname = 'line_no'), min(k.conrelid::regclass::oid) FILTER (WHERE a.attname = 'paid_at'),
      min(k.conrelid::regclass::oid) FILTER (WHERE a.attname = 'refund_no')
    INTO lines, payments, refunds FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname IN ('line_no', 'paid_at', 'refund_no')
    WHERE k.confrelid = orders AND k.contype = 'f';
  EXECUTE format('SELECT order_no, quantity, amount, fee - parcel_fee AS making, paid, refunded, refunded_fee, state FROM %s WHERE tenant_id = $1
      AND id = $2', orders) INTO head USING (row ->> 'tenant_id')::uuid, of_order;
  EXECUTE format('SELECT coalesce(sum(quantity), 0) AS quantity, coalesce(sum(face_amount * quantity), 0) AS amount,
      coalesce(sum(making_fee * quantity), 0) AS making FROM %s WHERE tenant_id = $1 AND order_id = $2', lines)
    INTO ordered USING (row ->> 'tenant_id')::uuid, of_order;
  EXECUTE format('SELECT coalesce(sum(amount), 0) FROM %s WHERE tenant_id = $1 AND order_id = $2', payments)
    INTO paid USING (row ->> 'tenant_id')::uuid, of_order;
  IF (head.quantity, head.amount, head.making, head.paid) IS DISTINCT FROM (ordered.quantity, ordered.amount, ordered.making, paid) THEN
    RAISE EXCEPTION 'refuse_untied_order: % is % cards for % and %, paid %; its lines come to % for % and %, its payments to %', head.order_no, head.quantity,
      head.amount, head.making, head.paid, ordered.quantity, ordered.amount, ordered.making, paid USING ERRCODE = 'check_violation';
  END IF;
  EXECUTE format('SELECT coalesce(sum(amount) FILTER (WHERE state = ''DONE''), 0) AS amount, coalesce(sum(fee) FILTER (WHERE state = ''DONE''), 0) AS fee,
      count(*) FILTER (WHERE state = ''SUBMITTED'') AS waiting FROM %s WHERE tenant_id = $1 AND order_id = $2', refunds)
    INTO back USING (row ->> 'tenant_id')::uuid, of_order;
  IF (head.refunded, head.refunded_fee, (head.state = 'REFUNDING')::int) IS DISTINCT FROM (back.amount, back.fee, back.waiting) THEN
    RAISE EXCEPTION 'refuse_untied_order: % is % and was refunded %, % of it fee; its refunds come to %, % of it fee, and % wait', head.order_no,
      head.state, head.refunded, head.refunded_fee, back.amount, back.fee, back.waiting USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- How many cards of a line were given back before they were made: they never will be. `lines` is the table of the line.
CREATE FUNCTION unmade_of(lines regclass, tenant uuid, line uuid) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE back regclass; unmade bigint;
BEGIN
  SELECT k.conrelid INTO back FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'unmade'
    WHERE k.confrelid = lines AND k.contype = 'f';
  EXECUTE format('SELECT coalesce(sum(b.unmade), 0) FROM %s b JOIN %s r ON r.tenant_id = b.tenant_id AND r.id = b.refund_id
      WHERE b.tenant_id = $1 AND b.line_id = $2 AND r.state = ''DONE''', back, referred_by(back, 'refund_id')) INTO unmade USING tenant, line;
  RETURN unmade;
END $$;

-- The cards of an order are made when all are there that were not given back before, and only where none is left to be sent it is done then.
CREATE OR REPLACE FUNCTION refuse_unmade_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE lines regclass; made regclass; back regclass; missing bigint; is_sent boolean;
BEGIN
  SELECT k.conrelid INTO lines FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'line_no'
    WHERE k.confrelid = TG_RELID AND k.contype = 'f';
  SELECT min(k.conrelid::regclass::oid) FILTER (WHERE a.attname = 'order_n'), min(k.conrelid::regclass::oid) FILTER (WHERE a.attname = 'unmade')
    INTO made, back FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname IN ('order_n', 'unmade')
    WHERE k.confrelid = lines AND k.contype = 'f';
  EXECUTE format('SELECT sum(abs(l.quantity - b.unmade - (SELECT count(*) FROM %s c WHERE c.tenant_id = $1 AND c.order_line_id = l.id))),
      bool_or(l.form = ''PHYSICAL'' AND b.quantity < l.quantity)
      FROM %s l CROSS JOIN LATERAL (SELECT coalesce(sum(b.quantity), 0) AS quantity, coalesce(sum(b.unmade), 0) AS unmade FROM %s b
        JOIN %s r ON r.tenant_id = b.tenant_id AND r.id = b.refund_id WHERE b.tenant_id = $1 AND b.line_id = l.id AND r.state = ''DONE'') b
      WHERE l.tenant_id = $1 AND l.order_id = $2', made, lines, back, referred_by(back, 'refund_id'))
    INTO missing, is_sent USING NEW.tenant_id, NEW.id;
  IF missing <> 0 OR (NEW.state = 'TO_SHIP') <> is_sent THEN
    RAISE EXCEPTION 'refuse_unmade_order: % lacks % cards and does not become %', NEW.order_no, missing, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- A card that was ordered is one of its line: as that says, for whom the order is, made while the order is, and none that was given back.
CREATE OR REPLACE FUNCTION refuse_unordered_card() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE lines regclass := referred_by(TG_RELID, 'order_line_id'); other record;
BEGIN
  IF NOT EXISTS (SELECT FROM added WHERE order_line_id IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  EXECUTE format('WITH left_of AS MATERIALIZED (SELECT l.*, l.quantity - unmade_of($1, l.tenant_id, l.id) AS to_make FROM %1$s l
        WHERE (l.tenant_id, l.id) IN (SELECT DISTINCT tenant_id, order_line_id FROM added WHERE order_line_id IS NOT NULL))
      SELECT a.card_no, a.order_n, o.order_no, o.state FROM added a
      LEFT JOIN left_of l ON l.tenant_id = a.tenant_id AND l.id = a.order_line_id LEFT JOIN %2$s o ON o.tenant_id = l.tenant_id AND o.id = l.order_id
      WHERE a.order_line_id IS NOT NULL AND (o.state = ''MAKING'' AND a.state = ''STOCK'' AND a.order_n <= l.to_make
        AND (a.product_id, a.form, a.naming, a.face_amount, a.months, a.merchant_id, a.company_id) IS NOT DISTINCT FROM
          (l.product_id, l.form, l.naming, l.face_amount, l.months, o.merchant_id, o.company_id)) IS NOT TRUE LIMIT 1',
    lines, referred_by(lines, 'order_id')) INTO other USING lines;
  IF other.card_no IS NOT NULL THEN
    RAISE EXCEPTION 'refuse_unordered_card: card % is none of order % that is %', other.card_no, other.order_no, other.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

ALTER TABLE card_order_refunds ADD CONSTRAINT card_order_refunds_figures CHECK (quantity > 0 AND fee >= 0 AND amount > fee),
  ADD CONSTRAINT card_order_refunds_done CHECK ((state = 'DONE') = (done_at IS NOT NULL));
ALTER TABLE card_order_refund_lines ADD CONSTRAINT card_order_refund_lines_figures CHECK (quantity > 0 AND unmade BETWEEN 0 AND quantity);
-- One waits an order.
CREATE UNIQUE INDEX card_order_refunds_one_waiting ON card_order_refunds (tenant_id, order_id) WHERE state = 'SUBMITTED';
CREATE INDEX card_order_refunds_through_at ON card_order_refunds (tenant_id, platform_account_id, done_at) WHERE platform_account_id IS NOT NULL;
CREATE INDEX card_order_refunds_through_no ON card_order_refunds (tenant_id, platform_account_id, refund_no) WHERE platform_account_id IS NOT NULL;
-- Cards of a line that can't be given back: something has been on them, or is asked of them.
CREATE INDEX cards_used_of_order ON cards (tenant_id, order_line_id) WHERE order_line_id IS NOT NULL AND (activated_at IS NOT NULL OR request_id IS NOT NULL);

-- A refund is decided once, as it was handed in.
CREATE FUNCTION refuse_other_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'SUBMITTED'
      OR (NEW.refund_no, NEW.order_id, NEW.quantity, NEW.amount, NEW.fee, NEW.reason, NEW.platform_account_id, NEW.created_at, NEW.created_by)
        IS DISTINCT FROM (OLD.refund_no, OLD.order_id, OLD.quantity, OLD.amount, OLD.fee, OLD.reason, OLD.platform_account_id, OLD.created_at, OLD.created_by)
      OR OLD.approval_id IS NOT NULL AND NEW.approval_id IS DISTINCT FROM OLD.approval_id THEN
    RAISE EXCEPTION 'refuse_other_refund: refund % is decided once, as it was handed in', OLD.refund_no USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER card_order_refunds_decided_once BEFORE UPDATE ON card_order_refunds FOR EACH ROW EXECUTE FUNCTION refuse_other_refund();
CREATE FUNCTION refuse_decided_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_decided_refund: a refund begins as one that waits' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER card_order_refunds_begin BEFORE INSERT ON card_order_refunds FOR EACH ROW WHEN (NEW.state <> 'SUBMITTED')
  EXECUTE FUNCTION refuse_decided_refund();
-- Of a line stays what was handed in; how many of its cards are not made shows when somebody agrees.
CREATE FUNCTION refuse_other_refund_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE waits boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE tenant_id = $1 AND id = $2 AND state = ''SUBMITTED'')', referred_by(TG_RELID, 'refund_id'))
    INTO waits USING NEW.tenant_id, NEW.refund_id;
  IF NOT waits OR TG_OP = 'UPDATE' AND (NEW.tenant_id, NEW.refund_id, NEW.line_id, NEW.quantity)
      IS DISTINCT FROM (OLD.tenant_id, OLD.refund_id, OLD.line_id, OLD.quantity) THEN
    RAISE EXCEPTION 'refuse_other_refund_line: a refund is decided as it was handed in' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER card_order_refund_lines_stay BEFORE INSERT OR UPDATE ON card_order_refund_lines FOR EACH ROW EXECUTE FUNCTION refuse_other_refund_line();

-- A refund is of lines of its order, for their faces and, before they are made, their fees. Done, somebody agreed to it; its cards that were made
-- are cancelled without anything having been on them; and no more are given back than there are.
CREATE FUNCTION refuse_unfounded_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE back regclass; lines regclass; made regclass; orders regclass := referred_by(TG_RELID, 'order_id'); asked record; parcel bigint; approved boolean;
  wrong bigint;
BEGIN
  SELECT k.conrelid INTO back FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'unmade'
    WHERE k.confrelid = TG_RELID AND k.contype = 'f';
  lines := referred_by(back, 'line_id');
  EXECUTE format('SELECT coalesce(sum(b.quantity), 0) AS quantity, coalesce(sum(b.quantity * l.face_amount), 0) AS faces,
      coalesce(sum(b.quantity * l.making_fee), 0) AS making, bool_and(l.order_id = $3) AS own FROM %s b
      JOIN %s l ON l.tenant_id = b.tenant_id AND l.id = b.line_id WHERE b.tenant_id = $1 AND b.refund_id = $2', back, lines)
    INTO asked USING NEW.tenant_id, NEW.id, NEW.order_id;
  EXECUTE format('SELECT parcel_fee FROM %s WHERE tenant_id = $1 AND id = $2', orders) INTO parcel USING NEW.tenant_id, NEW.order_id;
  IF (NEW.quantity, NEW.amount - NEW.fee, true) IS DISTINCT FROM (asked.quantity, asked.faces, asked.own)
      OR NEW.fee NOT IN (0, asked.making, asked.making + parcel) THEN
    RAISE EXCEPTION 'refuse_unfounded_refund: % is not what its lines come to', NEW.refund_no USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state <> 'DONE' THEN
    RETURN NULL;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %s a WHERE a.tenant_id = $1 AND a.id = $2 AND a.subject_type = ''cardOrderRefund'' AND a.subject_id = $3
      AND a.state = ''APPROVED'' AND a.amount >= $4)', referred_by(TG_RELID, 'approval_id'))
    INTO approved USING NEW.tenant_id, NEW.approval_id, NEW.id, NEW.amount;
  IF NOT approved THEN
    RAISE EXCEPTION 'refuse_unfounded_refund: nobody has approved refund %', NEW.refund_no USING ERRCODE = 'AT001';
  END IF;
  SELECT k.conrelid INTO made FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'order_n'
    WHERE k.confrelid = lines AND k.contype = 'f';
  EXECUTE format('SELECT count(*) FROM %s l
      CROSS JOIN LATERAL (SELECT sum(b.quantity) AS quantity, sum(b.unmade) AS unmade FROM %s b JOIN %s r ON r.tenant_id = b.tenant_id AND r.id = b.refund_id
        WHERE b.tenant_id = $1 AND b.line_id = l.id AND r.state = ''DONE'') b
      CROSS JOIN LATERAL (SELECT count(*) AS made, count(*) FILTER (WHERE c.state = ''CANCELLED'' AND c.activated_at IS NULL) AS cancelled
        FROM %s c WHERE c.tenant_id = $1 AND c.order_line_id = l.id) c
      WHERE l.tenant_id = $1 AND l.order_id = $2 AND b.quantity > 0
        AND (c.made + b.unmade > l.quantity OR b.quantity - b.unmade > c.cancelled)', lines, back, TG_RELID::regclass, made)
    INTO wrong USING NEW.tenant_id, NEW.order_id;
  IF wrong > 0 THEN
    RAISE EXCEPTION 'refuse_unfounded_refund: % gives back cards that are not cancelled', NEW.refund_no USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER card_order_refunds_founded AFTER INSERT OR UPDATE ON card_order_refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refuse_unfounded_refund();
CREATE CONSTRAINT TRIGGER card_order_refunds_tied AFTER INSERT OR UPDATE ON card_order_refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refuse_untied_order();
REVOKE DELETE ON card_order_refunds, card_order_refund_lines FROM xyxlx_app;

-- No more of an order is invoiced than was paid for it and not given back, and no more of that untaxed than the face values.
CREATE OR REPLACE FUNCTION refuse_other_order_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row jsonb := to_jsonb(NEW); of_order uuid; orders regclass; invoices regclass; head record; invoiced record;
BEGIN
  IF row ? 'order_id' THEN
    orders := referred_by(TG_RELID, 'order_id'); invoices := TG_RELID; of_order := row ->> 'order_id';
  ELSE
    orders := TG_RELID; of_order := row ->> 'id';
    SELECT k.conrelid INTO invoices FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'untaxed'
      WHERE k.confrelid = orders AND k.contype = 'f';
  END IF;
  EXECUTE format('SELECT order_no, paid - refunded AS paid, amount - (refunded - refunded_fee) AS amount FROM %s WHERE tenant_id = $1 AND id = $2', orders)
    INTO head USING NEW.tenant_id, of_order;
  EXECUTE format('SELECT sum(amount) AS amount, sum(untaxed) AS untaxed FROM %s WHERE tenant_id = $1 AND order_id = $2', invoices)
    INTO invoiced USING NEW.tenant_id, of_order;
  IF invoiced.amount > head.paid OR invoiced.untaxed > head.amount THEN
    RAISE EXCEPTION 'refuse_other_order_invoice: % is invoiced for %, % of it untaxed; it was paid %, % of it for faces', head.order_no,
      invoiced.amount, invoiced.untaxed, head.paid, head.amount USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER card_orders_within_invoices AFTER UPDATE ON card_orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.refunded > OLD.refunded) EXECUTE FUNCTION refuse_other_order_invoice();

-- A bank is told the number of a refund, too, when money goes back.
CREATE OR REPLACE FUNCTION reference_of(direction text, summary text, bank_no text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(CASE direction WHEN 'OUT' THEN substring(summary FROM '(?:HZ|KT|CT)[0-9]{8}') END, bank_no);
REINDEX INDEX statement_lines_reference;
ALTER TABLE reconciliation_breaks DROP CONSTRAINT reconciliation_breaks_sides,
  ADD CONSTRAINT reconciliation_breaks_sides CHECK (num_nonnulls(line_id, flow_id, payment_id) > 0 OR reference ~ '^KT[0-9]{8}$');
