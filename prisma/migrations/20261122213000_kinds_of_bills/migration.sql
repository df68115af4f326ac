-- What was issued and recovered says whose fund it moved: that of its flow, that of the payment which was refunded, or that which the
-- limit is of.
ALTER TABLE "limit_adjustments" ADD COLUMN     "company_id" UUID;
ALTER TABLE limit_adjustments DISABLE TRIGGER limit_adjustments_append_only;
UPDATE limit_adjustments a SET company_id = coalesce(
  (SELECT f.company_id FROM fund_flows w JOIN fund_accounts f ON f.tenant_id = w.tenant_id AND f.id = w.account_id
   WHERE w.tenant_id = a.tenant_id AND w.source_id = coalesce(a.batch_id, a.id) AND w.kind IN ('LIMIT_ISSUE', 'LIMIT_RECOVER')
   ORDER BY w.created_at = a.created_at DESC LIMIT 1),
  (SELECT r.company_id FROM consumption_records r
   WHERE r.tenant_id = a.tenant_id AND r.payment_no = a.reason AND r.employee_id = a.employee_id AND r.type = 'REFUND' AND a.type = 'RECOVER'),
  l.company_id)
FROM limit_accounts l WHERE l.tenant_id = a.tenant_id AND l.id = a.account_id;
ALTER TABLE limit_adjustments ENABLE TRIGGER limit_adjustments_append_only;
ALTER TABLE limit_adjustments ALTER COLUMN company_id SET NOT NULL;

-- AlterTable
ALTER TABLE "bills" ADD COLUMN     "card_in" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "card_out" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "company_id" UUID,
ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'MERCHANT',
ADD COLUMN     "transfer_in" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "transfer_out" BIGINT NOT NULL DEFAULT 0,
ALTER COLUMN "merchant_id" DROP NOT NULL,
ALTER COLUMN "opening" SET DEFAULT 0,
ALTER COLUMN "top_up" SET DEFAULT 0,
ALTER COLUMN "issued" SET DEFAULT 0,
ALTER COLUMN "consumed" SET DEFAULT 0,
ALTER COLUMN "refunded" SET DEFAULT 0,
ALTER COLUMN "recovered" SET DEFAULT 0,
ALTER COLUMN "fee" SET DEFAULT 0,
ALTER COLUMN "closing" SET DEFAULT 0;
ALTER TABLE bills ALTER COLUMN kind DROP DEFAULT;

-- Top-ups and fees leave the bills of merchants; what waits for its confirmation waits with what is left.
ALTER TABLE bills DROP CONSTRAINT bills_add_up;
UPDATE bills b SET top_up = 0, fee = 0, opening = b.opening - f.before, closing = b.closing - f.until
FROM (
  SELECT b.tenant_id, b.id,
    coalesce(sum(w.amount) FILTER (WHERE w.at < (b.period || '-01')::timestamp AT TIME ZONE 'Asia/Shanghai'), 0) AS before,
    coalesce(sum(w.amount), 0) AS until
  FROM bills b
  LEFT JOIN (SELECT tenant_id, merchant_id, CASE kind WHEN 'FEE' THEN -amount ELSE amount END AS amount, occurred_at AS at FROM merchant_flows) w
    ON w.tenant_id = b.tenant_id AND w.merchant_id = b.merchant_id
    AND w.at < ((b.period || '-01')::timestamp + interval '1 month') AT TIME ZONE 'Asia/Shanghai'
  WHERE b.state <> 'OPEN' GROUP BY b.tenant_id, b.id) f
WHERE f.tenant_id = b.tenant_id AND f.id = b.id;
UPDATE approvals a SET amount = abs(b.closing) FROM bills b
WHERE b.tenant_id = a.tenant_id AND b.id = a.subject_id AND a.subject_type = 'billConfirmation' AND a.state = 'PENDING';
DROP VIEW merchant_ledger;

-- DropTable
DROP TABLE "merchant_flows";

-- CreateTable
CREATE TABLE "bill_lines" (
    "tenant_id" UUID NOT NULL,
    "bill_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "issued" BIGINT NOT NULL,
    "back" BIGINT NOT NULL,

    CONSTRAINT "bill_lines_pkey" PRIMARY KEY ("tenant_id","bill_id","merchant_id")
);

-- CreateIndex
CREATE INDEX "bill_lines_tenant_id_merchant_id_idx" ON "bill_lines"("tenant_id", "merchant_id");

-- CreateIndex
CREATE UNIQUE INDEX "bills_tenant_id_company_id_period_key" ON "bills"("tenant_id", "company_id", "period");

-- AddForeignKey
ALTER TABLE "bills" ADD CONSTRAINT "bills_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "bill_lines" ADD CONSTRAINT "bill_lines_tenant_id_bill_id_fkey" FOREIGN KEY ("tenant_id", "bill_id") REFERENCES "bills"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "bill_lines" ADD CONSTRAINT "bill_lines_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE bills ADD CONSTRAINT bills_kind_values CHECK (kind IN ('MERCHANT', 'COMPANY'));

-- A bill is of a merchant or of a company, by its kind, and each kind adds up in its own way.
ALTER TABLE bills
  ADD CONSTRAINT bills_owner CHECK (CASE kind WHEN 'MERCHANT' THEN merchant_id IS NOT NULL AND company_id IS NULL
    ELSE company_id IS NOT NULL AND merchant_id IS NULL END),
  ADD CONSTRAINT bills_add_up CHECK (CASE kind
    WHEN 'MERCHANT' THEN closing = opening + issued + refunded - consumed - recovered
      AND (top_up, transfer_in, transfer_out, card_in, card_out, fee) = (0, 0, 0, 0, 0, 0)
    ELSE closing = opening + top_up + recovered + transfer_in + card_in - issued - fee - transfer_out - card_out
      AND (consumed, refunded) = (0, 0) END);
ALTER TABLE bill_lines ADD CONSTRAINT bill_lines_not_negative CHECK (issued >= 0 AND back >= 0 AND issued + back > 0);
-- A company's bill is issued with lines that come to what it says was issued and recovered. One flow may be of both.
CREATE FUNCTION refuse_untied_bill() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE lines regclass; total numeric;
BEGIN
  SELECT k.conrelid::regclass INTO lines FROM pg_constraint k
  JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[cardinality(k.conkey)]
  WHERE k.confrelid = TG_RELID AND k.contype = 'f' AND a.attname = 'bill_id';
  EXECUTE format('SELECT coalesce(sum(issued - back), 0) FROM %s WHERE tenant_id = $1 AND bill_id = $2', lines)
    INTO total USING NEW.tenant_id, NEW.id;
  IF total <> NEW.issued - NEW.recovered THEN
    RAISE EXCEPTION 'refuse_untied_bill: the lines of % come to %', NEW.bill_no, total USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER bills_tied AFTER INSERT OR UPDATE OF state, issued, recovered ON bills DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.kind = 'COMPANY' AND NEW.state = 'ISSUED') EXECUTE FUNCTION refuse_untied_bill();

-- What was issued to limits and came back of them, with its sign, and whose fund it moved.
CREATE VIEW limit_moves AS
  SELECT id, tenant_id, company_id, merchant_id, employee_id, seq, delta AS amount, created_at AS occurred_at
  FROM limit_adjustments WHERE type IN ('INCREASE', 'DECREASE', 'CLEAR', 'RECOVER');

-- What bills of merchants are made from: every movement of the limits of a merchant's employees, with its sign.
CREATE VIEW merchant_ledger AS
  SELECT id, tenant_id, merchant_id, employee_id, CASE WHEN amount > 0 THEN 'ISSUE' ELSE 'RECOVER' END AS kind,
         amount, occurred_at, seq::text AS source_no
  FROM limit_moves
UNION ALL
  SELECT id, tenant_id, merchant_id, employee_id,
         CASE WHEN type = 'REFUND' THEN 'REFUND' ELSE 'CONSUME' END,
         CASE WHEN type = 'REFUND' THEN enterprise ELSE -enterprise END, paid_at, payment_no
  FROM consumption_records WHERE state NOT IN ('PROCESSING', 'FAILED') AND enterprise > 0;

-- What bills of companies are made from: every movement of a company's 企业资金.
CREATE VIEW company_ledger AS
  SELECT w.id, w.tenant_id, f.company_id,
         CASE w.kind WHEN 'LIMIT_ISSUE' THEN 'ISSUE' WHEN 'LIMIT_RECOVER' THEN 'RECOVER' ELSE w.kind END AS kind,
         w.delta AS amount, w.created_at AS occurred_at, w.remark AS source_no
  FROM fund_flows w JOIN fund_accounts f ON f.tenant_id = w.tenant_id AND f.id = w.account_id AND f.kind = 'ENTERPRISE';

-- Both, by whose bill it stands in, with the column of the bill and what it adds to it.
CREATE VIEW bill_ledger AS
  SELECT id, tenant_id, merchant_id AS owner_id, merchant_id, NULL::uuid AS company_id, employee_id, kind, amount, occurred_at, source_no,
         CASE kind WHEN 'ISSUE' THEN 'issued' WHEN 'REFUND' THEN 'refunded' WHEN 'CONSUME' THEN 'consumed' ELSE 'recovered' END AS part,
         CASE WHEN kind IN ('ISSUE', 'REFUND') THEN amount ELSE -amount END AS part_amount
  FROM merchant_ledger
UNION ALL
  SELECT id, tenant_id, company_id, NULL::uuid, company_id, NULL::uuid, kind, amount, occurred_at, source_no, part,
         CASE WHEN part IN ('top_up', 'recovered', 'transfer_in', 'card_in') THEN amount ELSE -amount END
  FROM (
    SELECT *, CASE WHEN kind IN ('TOP_UP', 'TOP_UP_BACK') THEN 'top_up'
         WHEN kind IN ('RECOVER', 'REFUND') THEN 'recovered'
         WHEN kind = 'ISSUE' THEN 'issued'
         WHEN kind = 'FEE' THEN 'fee'
         WHEN kind = 'CARD_BACK' THEN 'card_in'
         WHEN kind = 'CARD_PAY' THEN 'card_out'
         WHEN kind = 'TRANSFER_IN' OR kind = 'ADJUST' AND amount > 0 THEN 'transfer_in'
         WHEN kind IN ('TRANSFER_OUT', 'WITHDRAW', 'ADJUST') THEN 'transfer_out' END AS part
    FROM company_ledger) l;

-- What a company's bill says of each merchant. Before limits followed their merchant one by one, what they held moved at once, by an
-- approval.
CREATE VIEW company_lines AS
  SELECT tenant_id, company_id, merchant_id, amount, occurred_at FROM limit_moves
UNION ALL
  SELECT w.tenant_id, f.company_id, a.merchant_id, -w.delta, w.created_at
  FROM fund_flows w JOIN fund_accounts f ON f.tenant_id = w.tenant_id AND f.id = w.account_id AND f.kind = 'ENTERPRISE'
  JOIN approvals a ON a.tenant_id = w.tenant_id AND a.id = w.source_id
  WHERE w.source_type = 'approval' AND w.kind IN ('LIMIT_ISSUE', 'LIMIT_RECOVER')
    AND NOT EXISTS (SELECT FROM merchant_moves v WHERE v.tenant_id = w.tenant_id AND v.approval_id = a.id);
GRANT SELECT ON limit_moves, merchant_ledger, company_ledger, bill_ledger, company_lines TO xyxlx_app;
