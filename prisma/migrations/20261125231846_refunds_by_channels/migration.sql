-- CreateTable
CREATE TABLE "channel_refunds" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "refund_no" TEXT NOT NULL,
    "top_up_id" UUID NOT NULL,
    "order_refund_id" UUID,
    "reversal_id" UUID,
    "amount" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'SENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "answer_zh" TEXT,
    "answer_en" TEXT,
    "done_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_by" TEXT NOT NULL,

    CONSTRAINT "channel_refunds_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "channel_refunds_tenant_id_top_up_id_idx" ON "channel_refunds"("tenant_id", "top_up_id");

-- CreateIndex
CREATE UNIQUE INDEX "channel_refunds_tenant_id_refund_no_key" ON "channel_refunds"("tenant_id", "refund_no");

-- CreateIndex
CREATE UNIQUE INDEX "channel_refunds_tenant_id_order_refund_id_key" ON "channel_refunds"("tenant_id", "order_refund_id");

-- CreateIndex
CREATE UNIQUE INDEX "channel_refunds_tenant_id_reversal_id_key" ON "channel_refunds"("tenant_id", "reversal_id");

-- AddForeignKey
ALTER TABLE "channel_refunds" ADD CONSTRAINT "channel_refunds_tenant_id_top_up_id_fkey" FOREIGN KEY ("tenant_id", "top_up_id") REFERENCES "top_ups"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "channel_refunds" ADD CONSTRAINT "channel_refunds_tenant_id_order_refund_id_fkey" FOREIGN KEY ("tenant_id", "order_refund_id") REFERENCES "card_order_refunds"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "channel_refunds" ADD CONSTRAINT "channel_refunds_tenant_id_reversal_id_fkey" FOREIGN KEY ("tenant_id", "reversal_id") REFERENCES "top_up_reversals"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE channel_refunds ADD CONSTRAINT channel_refunds_state_values CHECK (state IN ('SENDING', 'PAID', 'REFUSED'));

ALTER TABLE channel_refunds ADD CONSTRAINT channel_refunds_amount CHECK (amount > 0 AND attempts >= 0),
  ADD CONSTRAINT channel_refunds_of_one CHECK (num_nonnulls(order_refund_id, reversal_id) = 1),
  ADD CONSTRAINT channel_refunds_answer CHECK ((answer_zh IS NULL) = (answer_en IS NULL) AND (state <> 'REFUSED' OR answer_zh IS NOT NULL)),
  ADD CONSTRAINT channel_refunds_done CHECK ((state = 'PAID') = (done_at IS NOT NULL));
CREATE INDEX channel_refunds_due ON channel_refunds (tenant_id, due_at) WHERE state = 'SENDING';

-- Nobody has told the channel of what was agreed to before: whether it was paid back by hand somebody finds out before it is sent.
INSERT INTO channel_refunds (tenant_id, refund_no, top_up_id, order_refund_id, amount, reason, state, due_at, answer_zh, answer_en, created_at, created_by, updated_at, updated_by)
  SELECT r.tenant_id, r.refund_no, t.id, r.id, r.amount, r.reason, 'REFUSED', r.done_at, '尚未通知渠道：请先核实是否已线下退款', 'The channel has not been told: find out first whether it was paid back by hand',
    r.done_at, r.updated_by, r.done_at, r.updated_by
  FROM card_order_refunds r JOIN card_order_payments y ON y.tenant_id = r.tenant_id AND y.order_id = r.order_id
    JOIN top_ups t ON t.tenant_id = y.tenant_id AND t.id = y.top_up_id
  WHERE r.state = 'DONE' AND t.channel <> 'TRANSFER';
INSERT INTO channel_refunds (tenant_id, refund_no, top_up_id, reversal_id, amount, reason, state, due_at, answer_zh, answer_en, created_at, created_by, updated_at, updated_by)
  SELECT r.tenant_id, r.reversal_no, t.id, r.id, t.amount, r.reason, 'REFUSED', r.done_at, '尚未通知渠道：请先核实是否已线下退款', 'The channel has not been told: find out first whether it was paid back by hand',
    r.done_at, r.updated_by, r.done_at, r.updated_by
  FROM top_up_reversals r JOIN top_ups t ON t.tenant_id = r.tenant_id AND t.id = r.top_up_id
  WHERE r.state = 'DONE' AND t.channel <> 'TRANSFER';

-- What a channel is told stays as it was agreed to, and what it paid is over.
CREATE FUNCTION refuse_other_channel_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'SENDING' THEN
      RAISE EXCEPTION 'refuse_other_channel_refund: a refund by a channel begins with asking it' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.state = 'PAID'
      OR (NEW.refund_no, NEW.top_up_id, NEW.order_refund_id, NEW.reversal_id, NEW.amount, NEW.reason, NEW.created_at, NEW.created_by)
        IS DISTINCT FROM (OLD.refund_no, OLD.top_up_id, OLD.order_refund_id, OLD.reversal_id, OLD.amount, OLD.reason, OLD.created_at, OLD.created_by)
      OR NEW.attempts < OLD.attempts OR (OLD.state, NEW.state) = ('REFUSED', 'PAID') THEN
    RAISE EXCEPTION 'refuse_other_channel_refund: % stays as it was agreed to', OLD.refund_no USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER channel_refunds_stay BEFORE INSERT OR UPDATE ON channel_refunds FOR EACH ROW EXECUTE FUNCTION refuse_other_channel_refund();

-- A channel pays back what was agreed to, of the payment that came by it.
CREATE FUNCTION refuse_unfounded_channel_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE came regclass := referred_by(TG_RELID, 'top_up_id'); payments regclass; founded boolean;
BEGIN
  SELECT k.conrelid INTO payments FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'paid_at'
    WHERE k.confrelid = came AND k.contype = 'f';
  EXECUTE format('SELECT EXISTS (SELECT FROM %1$s t WHERE t.tenant_id = $1 AND t.id = $2 AND t.channel <> ''TRANSFER'' AND (
      EXISTS (SELECT FROM %2$s r JOIN %3$s y ON y.tenant_id = r.tenant_id AND y.order_id = r.order_id
        WHERE r.tenant_id = $1 AND r.id = $3 AND y.top_up_id = t.id AND (r.state, r.refund_no, r.amount) = (''DONE'', $5, $6))
      OR EXISTS (SELECT FROM %4$s r WHERE r.tenant_id = $1 AND r.id = $4 AND r.top_up_id = t.id
        AND (r.state, r.kind, r.reversal_no) = (''DONE'', ''REFUND'', $5) AND t.amount = $6)))',
      came, referred_by(TG_RELID, 'order_refund_id'), payments, referred_by(TG_RELID, 'reversal_id'))
    INTO founded USING NEW.tenant_id, NEW.top_up_id, NEW.order_refund_id, NEW.reversal_id, NEW.refund_no, NEW.amount;
  IF NOT founded THEN
    RAISE EXCEPTION 'refuse_unfounded_channel_refund: nobody has agreed to % as it is', NEW.refund_no USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER channel_refunds_founded AFTER INSERT ON channel_refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refuse_unfounded_channel_refund();
REVOKE DELETE ON channel_refunds FROM xyxlx_app;
