-- CreateTable
CREATE TABLE "money_acts" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "kind" TEXT NOT NULL,
    "maker_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "amount" BIGINT NOT NULL,
    "count" INTEGER NOT NULL,
    "subject_id" UUID,
    "approval_id" UUID,
    "within_amount" BIGINT,

    CONSTRAINT "money_acts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "money_acts_tenant_id_kind_maker_id_day_idx" ON "money_acts"("tenant_id", "kind", "maker_id", "day");

-- CreateIndex
CREATE INDEX "money_acts_tenant_id_subject_id_idx" ON "money_acts"("tenant_id", "subject_id");

-- CreateIndex
CREATE UNIQUE INDEX "money_acts_tenant_id_approval_id_key" ON "money_acts"("tenant_id", "approval_id");

-- AddForeignKey
ALTER TABLE "money_acts" ADD CONSTRAINT "money_acts_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

REVOKE UPDATE, DELETE ON money_acts FROM xyxlx_app;

-- What was moved before acts were kept one by one: a day's part that nobody else looked at, and what was approved of it.
INSERT INTO money_acts (tenant_id, kind, maker_id, day, amount, count, within_amount)
SELECT tenant_id, kind, maker_id, day, alone_amount, alone_count, allowed_amount FROM maker_days WHERE alone_count > 0
UNION ALL
SELECT tenant_id, kind, maker_id, day, amount - alone_amount, count - alone_count, NULL FROM maker_days WHERE count > alone_count;

ALTER TABLE money_acts
  ADD CONSTRAINT money_acts_not_negative CHECK (amount >= 0 AND count > 0),
  ADD CONSTRAINT money_acts_on_one_word CHECK ((approval_id IS NULL) <> (within_amount IS NULL)) NOT VALID,
  ADD CONSTRAINT money_acts_within CHECK (amount <= within_amount) NOT VALID;

-- The threshold of a kind of act in a tenant: what the tenant has set, otherwise the kind's own. Nothing of an unknown kind.
CREATE FUNCTION threshold_of(tenant uuid, act_kind text, OUT amount bigint, OUT day_amount bigint, OUT count int, OUT day_count int)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(t.amount, k.amount), coalesce(t.day_amount, k.day_amount), coalesce(t.count, k.count), coalesce(t.day_count, k.day_count)
  FROM (VALUES
    ('limitAdjustment', 500000::bigint, 2000000::bigint, NULL::int, NULL::int),
    ('limitAdjustmentUndo', 500000, 2000000, NULL, NULL),
    ('limitBatch', 5000000, 5000000, 500, 500),
    ('limitBatchUndo', 5000000, 5000000, 500, 500),
    ('consumptionRefund', 500000, 2000000, NULL, NULL),
    ('lotteryAward', 100000, 500000, NULL, NULL),
    ('invoiceIssue', 5000000, 20000000, NULL, NULL)) k(kind, amount, day_amount, count, day_count)
  LEFT JOIN approval_thresholds t ON t.tenant_id = tenant AND t.subject_type = k.kind
  WHERE k.kind = act_kind
$$;

-- Whether so much may move on one person's word, or somebody else approved it, of this very record, in this very transaction: an approval is used once.
CREATE FUNCTION may_move(tenant uuid, act_kind text, subject uuid, moved bigint, records int) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM threshold_of(tenant, act_kind) t WHERE moved <= t.amount AND records <= coalesce(t.count, records))
    OR EXISTS (SELECT FROM approvals a WHERE a.tenant_id = tenant AND a.subject_type = act_kind AND a.subject_id = subject
      AND a.state = 'APPROVED' AND a.checker_id IS NOT NULL AND a.checker_id <> a.maker_id AND a.amount >= moved
      AND a.xmin = pg_current_xact_id()::xid)
$$;

-- Refused with AT001 the transaction runs again: where the threshold fell since the service read it, the act waits then.

-- An act is within the tenant's threshold, or another person has approved as much, of its maker.
CREATE FUNCTION refuse_unapproved_act() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.approval_id IS NULL AND EXISTS (SELECT FROM threshold_of(NEW.tenant_id, NEW.kind) t
      WHERE NEW.amount <= t.amount AND NEW.count <= coalesce(t.count, NEW.count) AND NEW.within_amount <= t.amount) THEN
    RETURN NEW;
  END IF;
  IF NEW.approval_id IS NOT NULL AND EXISTS (SELECT FROM approvals a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.approval_id
      AND a.subject_type = NEW.kind AND a.state = 'APPROVED' AND a.maker_id = NEW.maker_id AND a.checker_id IS NOT NULL
      AND a.checker_id <> NEW.maker_id AND a.amount >= NEW.amount) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'refuse_unapproved_act: % of % fen is over the threshold and not approved', NEW.kind, NEW.amount
    USING ERRCODE = 'AT001';
END $$;
CREATE TRIGGER money_acts_approved BEFORE INSERT ON money_acts FOR EACH ROW EXECUTE FUNCTION refuse_unapproved_act();

-- A day grows on its maker's word alone only up to the tenant's threshold, with all that was approved counted in.
CREATE FUNCTION refuse_full_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.alone_count = OLD.alone_count AND NEW.alone_amount = OLD.alone_amount THEN
    RETURN NEW;
  END IF;
  IF NOT EXISTS (SELECT FROM threshold_of(NEW.tenant_id, NEW.kind) t WHERE NEW.amount <= t.day_amount
      AND NEW.count <= coalesce(t.day_count, NEW.count) AND NEW.allowed_amount <= t.day_amount
      AND NEW.allowed_count IS NOT DISTINCT FROM t.day_count) THEN
    RAISE EXCEPTION 'refuse_full_day: % fen of % pass the threshold of the day', NEW.amount, NEW.kind USING ERRCODE = 'AT001';
  END IF;
  RETURN NEW;
END $$;
-- After the checks of the row's own columns, which name what is wrong with it.
CREATE CONSTRAINT TRIGGER maker_days_within AFTER INSERT OR UPDATE ON maker_days FOR EACH ROW WHEN (NEW.alone_count > 0)
  EXECUTE FUNCTION refuse_full_day();

-- What moves the money itself: no more than a threshold without an approval, whoever writes it and whatever acts are kept.
CREATE FUNCTION refuse_unapproved_money() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE kind text := TG_ARGV[0]; subject uuid; moved bigint; records int := 1;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'lottery_records' THEN subject := NEW.id; moved := NEW.value;
    WHEN 'invoice_applications' THEN subject := NEW.id; moved := NEW.amount;
    WHEN 'limit_batches' THEN subject := NEW.id; moved := NEW.increase_amount + NEW.decrease_amount; records := NEW.changed;
    WHEN 'limit_adjustments' THEN
      kind := CASE WHEN NEW.undoes_id IS NULL THEN 'limitAdjustment' ELSE 'limitAdjustmentUndo' END;
      SELECT a.subject_id INTO subject FROM approvals a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.approval_id;
      moved := abs(NEW.delta);
    ELSE subject := NEW.related_id; moved := NEW.amount;
  END CASE;
  IF NOT may_move(NEW.tenant_id, kind, subject, moved, records) THEN
    RAISE EXCEPTION 'refuse_unapproved_money: % of % fen is over the threshold and not approved', kind, moved
      USING ERRCODE = 'AT001';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER lottery_records_approved AFTER UPDATE ON lottery_records FOR EACH ROW
  WHEN (OLD.state IN ('PENDING', 'FAILED') AND NEW.state IN ('AWARDING', 'AWARDED'))
  EXECUTE FUNCTION refuse_unapproved_money('lotteryAward');
CREATE CONSTRAINT TRIGGER invoice_applications_approved AFTER UPDATE ON invoice_applications FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state AND NEW.state IN ('ISSUED', 'REVERSED'))
  EXECUTE FUNCTION refuse_unapproved_money('invoiceIssue');
CREATE CONSTRAINT TRIGGER limit_batches_approved AFTER UPDATE ON limit_batches FOR EACH ROW
  WHEN (OLD.state IN ('READY', 'SUBMITTED') AND NEW.state = 'RUNNING')
  EXECUTE FUNCTION refuse_unapproved_money('limitBatch');
CREATE CONSTRAINT TRIGGER limit_adjustments_approved AFTER INSERT ON limit_adjustments FOR EACH ROW
  WHEN (NEW.source = 'SINGLE' AND NEW.type <> 'FREEZE' AND NEW.created_by_id IS NOT NULL)
  EXECUTE FUNCTION refuse_unapproved_money();
CREATE TRIGGER consumption_records_approved AFTER INSERT ON consumption_records FOR EACH ROW
  WHEN (NEW.type = 'REFUND') EXECUTE FUNCTION refuse_unapproved_money('consumptionRefund');

-- An undo of a batch moves what is unspent, which only its act says: it starts with one, written in this very transaction.
CREATE FUNCTION refuse_undo_without_act() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM money_acts a WHERE a.tenant_id = NEW.tenant_id AND a.kind = 'limitBatchUndo' AND a.subject_id = NEW.id
      AND a.xmin = pg_current_xact_id()::xid) THEN
    RAISE EXCEPTION 'refuse_undo_without_act: nobody has answered for the undo of %', NEW.batch_no USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER limit_batches_undone_by_act AFTER UPDATE ON limit_batches FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state AND NEW.state = 'UNDOING')
  EXECUTE FUNCTION refuse_undo_without_act();
