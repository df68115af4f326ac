-- Batches of issued limits move money: over the threshold only as somebody else approved.
CREATE OR REPLACE FUNCTION threshold_of(tenant uuid, act_kind text, OUT amount bigint, OUT day_amount bigint, OUT count int, OUT day_count int)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(t.amount, k.amount), coalesce(t.day_amount, k.day_amount), coalesce(t.count, k.count), coalesce(t.day_count, k.day_count)
  FROM (VALUES
    ('limitAdjustment', 500000::bigint, 2000000::bigint, NULL::int, NULL::int),
    ('limitAdjustmentUndo', 500000, 2000000, NULL, NULL),
    ('limitBatch', 5000000, 5000000, 500, 500),
    ('limitBatchUndo', 5000000, 5000000, 500, 500),
    ('consumptionRefund', 500000, 2000000, NULL, NULL),
    ('lotteryAward', 100000, 500000, NULL, NULL),
    ('invoiceIssue', 5000000, 20000000, NULL, NULL),
    ('fundTransfer', 0, 0, NULL, NULL),
    ('topUpClaim', 0, 0, NULL, NULL),
    ('fundAdjustment', 0, 0, NULL, NULL),
    ('limitIssue', 5000000, 5000000, 500, 500),
    ('limitIssueVoid', 5000000, 5000000, 500, 500)) k(kind, amount, day_amount, count, day_count)
  LEFT JOIN approval_thresholds t ON t.tenant_id = tenant AND t.subject_type = k.kind
  WHERE k.kind = act_kind
$$;

CREATE FUNCTION refuse_unapproved_issue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM must_be_allowed(NEW.tenant_id, 'limitIssue', NEW.id, NEW.amount, NEW.total - NEW.failed);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER issue_batches_approved AFTER UPDATE ON issue_batches FOR EACH ROW
  WHEN (NEW.kind = 'MANUAL' AND OLD.state IN ('CHECKING', 'DRAFT', 'SUBMITTED') AND NEW.state IN ('SCHEDULED', 'RUNNING'))
  EXECUTE FUNCTION refuse_unapproved_issue();

-- What was checked is what is approved and issued: done_amount can't pass it.
CREATE FUNCTION refuse_other_sum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refuse_other_sum: the sum of % stays as it was checked', OLD.batch_no USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER issue_batches_sum_stays BEFORE UPDATE ON issue_batches FOR EACH ROW
  WHEN (OLD.kind = 'MANUAL' AND OLD.state <> 'CHECKING'
    AND (NEW.kind, NEW.merchant_id, NEW.amount, NEW.total) IS DISTINCT FROM (OLD.kind, OLD.merchant_id, OLD.amount, OLD.total))
  EXECUTE FUNCTION refuse_other_sum();

-- An undo or a void moves what is unspent, which only its act says: it starts with one, written in this very transaction. The argument is its kind.
DROP TRIGGER limit_batches_undone_by_act ON limit_batches;
CREATE OR REPLACE FUNCTION refuse_undo_without_act() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM money_acts a WHERE a.tenant_id = NEW.tenant_id AND a.kind = TG_ARGV[0] AND a.subject_id = NEW.id
      AND a.written_in = pg_current_xact_id()::text::bigint) THEN
    RAISE EXCEPTION 'refuse_undo_without_act: nobody has answered for what is taken back of %', NEW.batch_no USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER limit_batches_undone_by_act AFTER UPDATE ON limit_batches FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state AND NEW.state = 'UNDOING')
  EXECUTE FUNCTION refuse_undo_without_act('limitBatchUndo');
CREATE CONSTRAINT TRIGGER issue_batches_voided_by_act AFTER UPDATE ON issue_batches FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state AND NEW.state = 'VOIDING')
  EXECUTE FUNCTION refuse_undo_without_act('limitIssueVoid');

-- What the minute's look for batches whose day has come reads, and the look for a merchant's batches at work.
CREATE INDEX issue_batches_scheduled ON issue_batches (tenant_id, effective_on, id) WHERE state = 'SCHEDULED';
CREATE INDEX issue_batches_at_work ON issue_batches (tenant_id, merchant_id) WHERE state IN ('SUBMITTED', 'SCHEDULED', 'RUNNING', 'STOPPED', 'VOIDING');
