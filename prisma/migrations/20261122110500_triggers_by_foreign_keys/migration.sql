-- AlterTable
ALTER TABLE "companies" ADD COLUMN     "change_id" UUID;

-- AlterTable
ALTER TABLE "merchants" ADD COLUMN     "change_id" UUID;

-- AddForeignKey
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_tenant_id_change_id_fkey" FOREIGN KEY ("tenant_id", "change_id") REFERENCES "record_changes"("tenant_id", "approval_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "companies" ADD CONSTRAINT "companies_tenant_id_change_id_fkey" FOREIGN KEY ("tenant_id", "change_id") REFERENCES "record_changes"("tenant_id", "approval_id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- The table that a column of another refers to: a trigger that asks for it instead of naming it holds on a shard, too.
CREATE FUNCTION referred_by(_table oid, _column name) RETURNS regclass LANGUAGE sql STABLE AS $$
  SELECT confrelid::regclass FROM pg_constraint WHERE conrelid = _table AND contype = 'f'
    AND conkey[cardinality(conkey)] = (SELECT attnum FROM pg_attribute WHERE attrelid = _table AND attname = _column)
$$;

-- The named columns of a live record take no value but that of an approved change, which the record names, and which was not carried out
-- before: arguments are the kind of approval and the columns.
CREATE OR REPLACE FUNCTION refuse_unapproved_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed jsonb; approved boolean; changes regclass;
BEGIN
  SELECT jsonb_object_agg(n.key, n.value) INTO changed
  FROM jsonb_each(to_jsonb(NEW)) n
  WHERE n.key = ANY (TG_ARGV) AND n.value IS DISTINCT FROM to_jsonb(OLD) -> n.key;
  IF changed IS NULL THEN
    RETURN NEW;
  END IF;
  changes := referred_by(TG_RELID, 'change_id');
  EXECUTE format(
    'SELECT EXISTS (SELECT FROM %s c JOIN %s a ON a.tenant_id = c.tenant_id AND a.id = c.approval_id
       WHERE c.tenant_id = $1 AND c.approval_id = $2 AND c.applied_at IS NULL AND c.after = $3
         AND a.subject_type = $4 AND a.subject_id = $5 AND a.state = ''APPROVED'')',
    changes, referred_by(changes, 'approval_id'))
    INTO approved USING NEW.tenant_id, NEW.change_id, changed, TG_ARGV[0], NEW.id;
  IF NOT approved THEN
    RAISE EXCEPTION 'A live record changes in % only as approved', TG_ARGV USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- What a trigger does hangs on its arguments, never on the name of its table, which is another on each shard.
DROP TRIGGER approvals_decided_in ON approvals;
CREATE FUNCTION name_deciding_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.state <> OLD.state THEN
    NEW.decided_in := pg_current_xact_id()::text::bigint;
  ELSE
    NEW.decided_in := OLD.decided_in;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approvals_decided_in BEFORE INSERT OR UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION name_deciding_transaction();
CREATE OR REPLACE FUNCTION name_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.written_in := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END $$;

-- An act is within the tenant's threshold, or another person has approved as much, of its maker.
CREATE OR REPLACE FUNCTION refuse_unapproved_act() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE approved boolean;
BEGIN
  IF NEW.approval_id IS NULL THEN
    approved := EXISTS (SELECT FROM threshold_of(NEW.tenant_id, NEW.kind) t
      WHERE NEW.amount <= t.amount AND NEW.count <= coalesce(t.count, NEW.count) AND NEW.within_amount <= t.amount);
  ELSE
    EXECUTE format(
      'SELECT EXISTS (SELECT FROM %s a WHERE a.tenant_id = $1 AND a.id = $2 AND a.subject_type = $3 AND a.state = ''APPROVED''
         AND a.maker_id = $4 AND a.checker_id IS NOT NULL AND a.checker_id <> $4 AND a.amount >= $5)',
      referred_by(TG_RELID, 'approval_id'))
      INTO approved USING NEW.tenant_id, NEW.approval_id, NEW.kind, NEW.maker_id, NEW.amount;
  END IF;
  IF approved THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'refuse_unapproved_act: % of % fen is over the threshold and not approved', NEW.kind, NEW.amount
    USING ERRCODE = 'AT001';
END $$;

CREATE FUNCTION must_be_allowed(tenant uuid, act_kind text, subject uuid, moved bigint, records int) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF may_move(tenant, act_kind, subject, moved, records) IS NOT TRUE THEN
    RAISE EXCEPTION 'refuse_unapproved_money: % of % fen is over the threshold and not approved', act_kind, moved
      USING ERRCODE = 'AT001';
  END IF;
END $$;

-- What moves the money itself: arguments are the kind of act and the columns of what it is about and of its amount.
DROP TRIGGER lottery_records_approved ON lottery_records;
DROP TRIGGER invoice_applications_approved ON invoice_applications;
DROP TRIGGER limit_batches_approved ON limit_batches;
DROP TRIGGER limit_adjustments_approved ON limit_adjustments;
DROP TRIGGER consumption_records_approved ON consumption_records;
CREATE OR REPLACE FUNCTION refuse_unapproved_money() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE written jsonb := to_jsonb(NEW);
BEGIN
  PERFORM must_be_allowed(NEW.tenant_id, TG_ARGV[0], (written ->> TG_ARGV[1])::uuid, (written ->> TG_ARGV[2])::bigint, 1);
  RETURN NULL;
END $$;
CREATE FUNCTION refuse_unapproved_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM must_be_allowed(NEW.tenant_id, 'limitBatch', NEW.id, NEW.increase_amount + NEW.decrease_amount, NEW.changed);
  RETURN NULL;
END $$;
CREATE FUNCTION refuse_unapproved_adjustment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE subject uuid;
BEGIN
  EXECUTE format('SELECT a.subject_id FROM %s a WHERE a.tenant_id = $1 AND a.id = $2', referred_by(TG_RELID, 'approval_id'))
    INTO subject USING NEW.tenant_id, NEW.approval_id;
  PERFORM must_be_allowed(NEW.tenant_id, CASE WHEN NEW.undoes_id IS NULL THEN 'limitAdjustment' ELSE 'limitAdjustmentUndo' END,
    subject, abs(NEW.delta), 1);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER lottery_records_approved AFTER UPDATE ON lottery_records FOR EACH ROW
  WHEN (OLD.state IN ('PENDING', 'FAILED') AND NEW.state IN ('AWARDING', 'AWARDED'))
  EXECUTE FUNCTION refuse_unapproved_money('lotteryAward', 'id', 'value');
CREATE CONSTRAINT TRIGGER invoice_applications_approved AFTER UPDATE ON invoice_applications FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state AND NEW.state IN ('ISSUED', 'REVERSED'))
  EXECUTE FUNCTION refuse_unapproved_money('invoiceIssue', 'id', 'amount');
CREATE CONSTRAINT TRIGGER limit_batches_approved AFTER UPDATE ON limit_batches FOR EACH ROW
  WHEN (OLD.state IN ('READY', 'SUBMITTED') AND NEW.state = 'RUNNING')
  EXECUTE FUNCTION refuse_unapproved_batch();
CREATE CONSTRAINT TRIGGER limit_adjustments_approved AFTER INSERT ON limit_adjustments FOR EACH ROW
  WHEN (NEW.source = 'SINGLE' AND NEW.type <> 'FREEZE' AND NEW.created_by_id IS NOT NULL)
  EXECUTE FUNCTION refuse_unapproved_adjustment();
CREATE TRIGGER consumption_records_approved AFTER INSERT ON consumption_records FOR EACH ROW
  WHEN (NEW.type = 'REFUND') EXECUTE FUNCTION refuse_unapproved_money('consumptionRefund', 'related_id', 'amount');
