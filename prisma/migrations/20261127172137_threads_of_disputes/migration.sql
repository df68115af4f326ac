-- CreateTable
CREATE TABLE "bill_messages" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "bill_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "side" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "author_id" UUID,
    "author_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bill_messages_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "bill_messages_tenant_id_bill_id_seq_key" ON "bill_messages"("tenant_id", "bill_id", "seq");

-- AddForeignKey
ALTER TABLE "bill_messages" ADD CONSTRAINT "bill_messages_tenant_id_bill_id_fkey" FOREIGN KEY ("tenant_id", "bill_id") REFERENCES "bills"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE bills DROP CONSTRAINT bills_state_values, ADD CONSTRAINT bills_state_values CHECK (state IN ('OPEN', 'ISSUED', 'CONFIRMED', 'SETTLED', 'DISPUTED', 'ANSWERED'));
ALTER TABLE bill_messages ADD CONSTRAINT bill_messages_side_values CHECK (side IN ('CLAIM', 'ANSWER'));

-- What a bill is disputed for is the first word of its thread, by who rejected it.
INSERT INTO bill_messages (tenant_id, bill_id, seq, side, text, author_id, author_name, created_at)
SELECT b.tenant_id, b.id, 1, 'CLAIM', coalesce(b.dispute_reason, a.decision_reason, '有异议'), a.checker_id,
  coalesce(a.checker_name, b.updated_by, '系统'), coalesce(a.decided_at, b.updated_at)
FROM bills b LEFT JOIN LATERAL (
  SELECT * FROM approvals a WHERE a.tenant_id = b.tenant_id AND a.subject_type = 'billConfirmation' AND a.subject_id = b.id AND a.state = 'REJECTED'
  ORDER BY a.created_at DESC, a.id DESC LIMIT 1) a ON TRUE
WHERE b.state = 'DISPUTED';

-- AlterTable
ALTER TABLE "bills" DROP COLUMN "dispute_reason";

-- What still waits for somebody is little of what there is.
CREATE INDEX bills_unsettled ON bills (tenant_id, period DESC) WHERE state <> 'SETTLED';

-- What was said stays; the words of a thread are numbered, and nobody writes for both sides.
ALTER TABLE bill_messages ADD CONSTRAINT bill_messages_said CHECK (seq >= 1 AND text <> '');
CREATE TRIGGER bill_messages_append_only BEFORE UPDATE OR DELETE ON bill_messages FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bill_messages_no_truncate BEFORE TRUNCATE ON bill_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE ON bill_messages FROM xyxlx_app;
CREATE FUNCTION refuse_both_sides() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE said int; crosses boolean;
BEGIN
  EXECUTE format('SELECT coalesce(max(seq), 0), coalesce(bool_or(author_id = $3 AND side <> $4), false) FROM %s WHERE tenant_id = $1 AND bill_id = $2',
    TG_RELID::regclass)
    INTO said, crosses USING NEW.tenant_id, NEW.bill_id, NEW.author_id, NEW.side;
  IF NEW.seq <> said + 1 THEN
    RAISE EXCEPTION 'refuse_both_sides: word % of a thread follows word %', NEW.seq, said USING ERRCODE = 'check_violation';
  END IF;
  IF crosses THEN
    RAISE EXCEPTION 'refuse_both_sides: nobody writes for both sides of a dispute' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bill_messages_one_side BEFORE INSERT ON bill_messages FOR EACH ROW EXECUTE FUNCTION refuse_both_sides();

-- A bill is disputed exactly while the other side had the last word: it is issued again only once that is answered.
CREATE FUNCTION refuse_unanswered_bill() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE bills regclass; messages regclass; bill uuid; said text; stands record;
BEGIN
  IF TG_ARGV[0] = 'message' THEN
    bills := referred_by(TG_RELID, 'bill_id');
    messages := TG_RELID;
    bill := NEW.bill_id;
  ELSE
    bills := TG_RELID;
    SELECT k.conrelid INTO messages FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'side'
      WHERE k.confrelid = TG_RELID AND k.contype = 'f';
    bill := NEW.id;
  END IF;
  EXECUTE format('SELECT bill_no, state FROM %s WHERE tenant_id = $1 AND id = $2', bills) INTO stands USING NEW.tenant_id, bill;
  EXECUTE format('SELECT side FROM %s WHERE tenant_id = $1 AND bill_id = $2 ORDER BY seq DESC LIMIT 1', messages)
    INTO said USING NEW.tenant_id, bill;
  IF (stands.state = 'DISPUTED') <> (said IS NOT DISTINCT FROM 'CLAIM') OR stands.state = 'ANSWERED' AND said IS DISTINCT FROM 'ANSWER' THEN
    RAISE EXCEPTION 'refuse_unanswered_bill: % is % and the last word is %', stands.bill_no, stands.state, coalesce(said, 'nobody''s')
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER bills_heard AFTER INSERT ON bills DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state IN ('DISPUTED', 'ANSWERED')) EXECUTE FUNCTION refuse_unanswered_bill('bill');
CREATE CONSTRAINT TRIGGER bills_answered AFTER UPDATE OF state ON bills DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION refuse_unanswered_bill('bill');
CREATE CONSTRAINT TRIGGER bill_messages_stand AFTER INSERT ON bill_messages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION refuse_unanswered_bill('message');
