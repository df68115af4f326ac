-- AlterTable
ALTER TABLE "card_flows" ADD COLUMN     "company_id" UUID;
-- What moved until now was of the company that the card is of today. The owner alone can do this to a table that is only added to.
ALTER TABLE card_flows DISABLE TRIGGER card_flows_append_only;
UPDATE card_flows f SET company_id = c.company_id FROM cards c WHERE c.tenant_id = f.tenant_id AND c.id = f.card_id;
ALTER TABLE card_flows ENABLE TRIGGER card_flows_append_only;
ALTER TABLE "card_flows" ALTER COLUMN "company_id" SET NOT NULL;

-- AlterTable
ALTER TABLE "import_rows" ADD COLUMN     "secret" TEXT[];

ALTER TABLE fund_flows DROP CONSTRAINT fund_flows_kind_values, ADD CONSTRAINT fund_flows_kind_values CHECK (kind IN ('OPENING', 'TOP_UP', 'LIMIT_ISSUE', 'LIMIT_RECOVER', 'REFUND', 'CONSUME_CLOSE', 'TRANSFER_IN', 'TRANSFER_OUT', 'FEE', 'CARD_PAY', 'CARD_BACK', 'SETTLE', 'WITHDRAW', 'ADJUST'));

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
    ('limitIssueVoid', 5000000, 5000000, 500, 500),
    ('cardImport', 5000000, 5000000, NULL, NULL)) k(kind, amount, day_amount, count, day_count)
  LEFT JOIN approval_thresholds t ON t.tenant_id = tenant AND t.subject_type = k.kind
  WHERE k.kind = act_kind
$$;

CREATE INDEX cards_of_import ON cards (tenant_id, import_job_id) WHERE import_job_id IS NOT NULL;
-- What the cards of an import are to be loaded with is no more than its act: within its maker's day, or as somebody else approved.
CREATE FUNCTION refuse_unapproved_faces() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE imported record;
BEGIN
  FOR imported IN
    SELECT c.tenant_id, c.import_job_id, sum(c.face_amount) AS faces,
      (SELECT sum(m.amount) FROM money_acts m WHERE m.tenant_id = c.tenant_id AND m.subject_id = c.import_job_id AND m.kind = 'cardImport') AS allowed
    FROM cards c JOIN (SELECT DISTINCT tenant_id, import_job_id FROM added WHERE face_amount > 0 AND import_job_id IS NOT NULL) a
      ON a.tenant_id = c.tenant_id AND a.import_job_id = c.import_job_id
    GROUP BY c.tenant_id, c.import_job_id
  LOOP
    IF imported.faces > coalesce(imported.allowed, 0) THEN
      RAISE EXCEPTION 'refuse_unapproved_faces: the import % was let through for % fen, not for %', imported.import_job_id,
        coalesce(imported.allowed, 0), imported.faces USING ERRCODE = 'AT001';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER cards_as_imported AFTER INSERT ON cards REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_unapproved_faces();
