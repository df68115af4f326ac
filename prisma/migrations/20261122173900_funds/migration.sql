-- AlterTable
ALTER TABLE "consumption_records" ADD COLUMN     "company_id" UUID;

-- AlterTable
ALTER TABLE "fund_flows" ADD COLUMN     "external_no" TEXT,
ADD COLUMN     "pair_id" UUID;

-- AlterTable
ALTER TABLE "limit_accounts" ADD COLUMN     "company_id" UUID;

-- Until now the fund was that of the merchant's company, or the topmost one.
CREATE TEMP TABLE merchant_funds AS
SELECT m.tenant_id, m.id AS merchant_id, coalesce(m.company_id, (SELECT c.id FROM companies c
  WHERE c.tenant_id = m.tenant_id AND c.parent_id IS NULL ORDER BY c.created_at, c.id LIMIT 1)) AS company_id
FROM merchants m;
UPDATE limit_accounts l SET company_id = f.company_id FROM merchant_funds f WHERE f.tenant_id = l.tenant_id AND f.merchant_id = l.merchant_id;
UPDATE consumption_records c SET company_id = f.company_id FROM merchant_funds f WHERE f.tenant_id = c.tenant_id AND f.merchant_id = c.merchant_id;
DROP TABLE merchant_funds;
ALTER TABLE limit_accounts ALTER COLUMN company_id SET NOT NULL;
ALTER TABLE consumption_records ALTER COLUMN company_id SET NOT NULL;

-- CreateTable
CREATE TABLE "fund_holds" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "account_id" UUID NOT NULL,
    "amount" BIGINT NOT NULL,
    "used" BIGINT NOT NULL DEFAULT 0,
    "source_type" TEXT NOT NULL,
    "source_id" UUID NOT NULL,
    "source_no" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'HELD',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "fund_holds_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "fund_transfers" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "transfer_no" TEXT NOT NULL,
    "from_id" UUID NOT NULL,
    "to_id" UUID,
    "platform_account_id" UUID,
    "amount" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT,
    "created_by_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" TEXT,

    CONSTRAINT "fund_transfers_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "fund_holds_tenant_id_account_id_created_at_id_idx" ON "fund_holds"("tenant_id", "account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "fund_holds_tenant_id_created_at_id_idx" ON "fund_holds"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "fund_transfers_tenant_id_created_at_id_idx" ON "fund_transfers"("tenant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "fund_transfers_created_at_id_idx" ON "fund_transfers"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "fund_transfers_tenant_id_from_id_created_at_idx" ON "fund_transfers"("tenant_id", "from_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "fund_transfers_tenant_id_to_id_created_at_idx" ON "fund_transfers"("tenant_id", "to_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "fund_transfers_tenant_id_transfer_no_key" ON "fund_transfers"("tenant_id", "transfer_no");

-- CreateIndex
CREATE INDEX "fund_flows_created_at_id_idx" ON "fund_flows"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "fund_flows_tenant_id_account_id_created_at_id_idx" ON "fund_flows"("tenant_id", "account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "fund_flows_tenant_id_pair_id_idx" ON "fund_flows"("tenant_id", "pair_id");

-- AddForeignKey
ALTER TABLE "consumption_records" ADD CONSTRAINT "consumption_records_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "fund_holds" ADD CONSTRAINT "fund_holds_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "fund_accounts"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "fund_transfers" ADD CONSTRAINT "fund_transfers_tenant_id_from_id_fkey" FOREIGN KEY ("tenant_id", "from_id") REFERENCES "fund_accounts"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "fund_transfers" ADD CONSTRAINT "fund_transfers_tenant_id_to_id_fkey" FOREIGN KEY ("tenant_id", "to_id") REFERENCES "fund_accounts"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "limit_accounts" ADD CONSTRAINT "limit_accounts_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE fund_flows DROP CONSTRAINT fund_flows_kind_values, ADD CONSTRAINT fund_flows_kind_values CHECK (kind IN ('OPENING', 'TOP_UP', 'LIMIT_ISSUE', 'LIMIT_RECOVER', 'REFUND', 'CONSUME_CLOSE', 'TRANSFER_IN', 'TRANSFER_OUT', 'FEE', 'SETTLE', 'WITHDRAW', 'ADJUST'));
ALTER TABLE fund_holds ADD CONSTRAINT fund_holds_state_values CHECK (state IN ('HELD', 'USED', 'RELEASED'));
ALTER TABLE fund_transfers ADD CONSTRAINT fund_transfers_state_values CHECK (state IN ('SUBMITTED', 'DONE', 'REJECTED', 'WITHDRAWN'));

-- Every company has its 企业资金 from its first day.
INSERT INTO fund_accounts (tenant_id, company_id, kind) SELECT tenant_id, id, 'ENTERPRISE' FROM companies
ON CONFLICT (tenant_id, company_id, kind) DO NOTHING;

-- What is refunded today to a limit that was funded on an earlier day is in 备付金 when its day is closed, and may be given back before: then 备付金 is below
-- zero until that night.
ALTER TABLE fund_accounts DROP CONSTRAINT fund_accounts_not_negative,
  ADD CONSTRAINT fund_accounts_not_negative CHECK (frozen >= 0 AND (balance >= frozen OR kind = 'RESERVE' AND frozen = 0));

-- 备付金 begins with what limits hold, and with what was paid from them today: the days before are settled.
WITH held AS (
  SELECT tenant_id, company_id, sum(available + locked) AS amount FROM limit_accounts GROUP BY 1, 2),
today AS (
  SELECT tenant_id, company_id, sum(CASE WHEN type = 'REFUND' THEN -enterprise ELSE enterprise END) AS amount
  FROM consumption_records
  WHERE state NOT IN ('PROCESSING', 'FAILED')
    AND (paid_at AT TIME ZONE 'Asia/Shanghai')::date = (now() AT TIME ZONE 'Asia/Shanghai')::date
  GROUP BY 1, 2),
to_ended AS (
  SELECT a.tenant_id, a.company_id, sum(w.delta) AS amount
  FROM fund_flows w JOIN fund_accounts a ON a.tenant_id = w.tenant_id AND a.id = w.account_id
  WHERE w.kind = 'REFUND' AND (w.created_at AT TIME ZONE 'Asia/Shanghai')::date = (now() AT TIME ZONE 'Asia/Shanghai')::date
  GROUP BY 1, 2),
opened AS (
  INSERT INTO fund_accounts (tenant_id, company_id, kind, balance, flow_seq)
  SELECT c.tenant_id, c.id, 'RESERVE', coalesce(h.amount, 0) + coalesce(t.amount, 0) + coalesce(e.amount, 0), 1
  FROM companies c
  LEFT JOIN held h ON h.tenant_id = c.tenant_id AND h.company_id = c.id
  LEFT JOIN today t ON t.tenant_id = c.tenant_id AND t.company_id = c.id
  LEFT JOIN to_ended e ON e.tenant_id = c.tenant_id AND e.company_id = c.id
  RETURNING *)
INSERT INTO fund_flows (tenant_id, account_id, seq, kind, delta, balance_after, source_type, source_id, remark)
SELECT tenant_id, id, 1, 'OPENING', balance, balance, 'opening', id, '备付金期初' FROM opened;

-- What was refunded today to limits that had ended is half of the pair that the day's close completes.
ALTER TABLE fund_flows DISABLE TRIGGER fund_flows_append_only;
UPDATE fund_flows w SET pair_id = md5(a.company_id || ' ' || (w.created_at AT TIME ZONE 'Asia/Shanghai')::date)::uuid
FROM fund_accounts a
WHERE a.tenant_id = w.tenant_id AND a.id = w.account_id AND w.kind = 'REFUND'
  AND (w.created_at AT TIME ZONE 'Asia/Shanghai')::date = (now() AT TIME ZONE 'Asia/Shanghai')::date;
ALTER TABLE fund_flows ENABLE TRIGGER fund_flows_append_only;

-- What moves between funds moves on both at once: the movements of a pair come to nothing when the transaction ends.
CREATE FUNCTION refuse_half_pair() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE total numeric;
BEGIN
  EXECUTE format('SELECT sum(delta) FROM %s WHERE tenant_id = $1 AND pair_id = $2', TG_RELID::regclass)
    INTO total USING NEW.tenant_id, NEW.pair_id;
  IF total IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'refuse_half_pair: the pair of flow % of account % comes to %', NEW.seq, NEW.account_id, total
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER fund_flows_paired AFTER INSERT ON fund_flows DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.kind IN ('LIMIT_ISSUE', 'LIMIT_RECOVER', 'TRANSFER_IN', 'TRANSFER_OUT'))
  EXECUTE FUNCTION refuse_half_pair();

-- Holds.
ALTER TABLE fund_holds ADD CONSTRAINT fund_holds_amount CHECK (amount > 0),
  ADD CONSTRAINT fund_holds_used CHECK (used BETWEEN 0 AND amount AND (state <> 'USED' OR used = amount));
CREATE UNIQUE INDEX fund_holds_one_held ON fund_holds (tenant_id, source_type, source_id) WHERE state = 'HELD';
CREATE FUNCTION refuse_other_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'HELD' OR NEW.used < OLD.used
    OR (NEW.account_id, NEW.amount, NEW.source_type, NEW.source_id, NEW.source_no, NEW.created_at)
      IS DISTINCT FROM (OLD.account_id, OLD.amount, OLD.source_type, OLD.source_id, OLD.source_no, OLD.created_at) THEN
    RAISE EXCEPTION 'refuse_other_hold: a hold is used or released, once' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER fund_holds_end_once BEFORE UPDATE ON fund_holds FOR EACH ROW EXECUTE FUNCTION refuse_other_hold();

-- Transfers.
ALTER TABLE fund_accounts ADD CONSTRAINT fund_accounts_threshold CHECK (threshold > 0);
ALTER TABLE fund_transfers ADD CONSTRAINT fund_transfers_amount CHECK (amount > 0),
  ADD CONSTRAINT fund_transfers_elsewhere CHECK (from_id <> to_id),
  ADD CONSTRAINT fund_transfers_one_end CHECK (num_nonnulls(to_id, platform_account_id) = 1);
-- 企业资金 goes to another company's, 手续费 to 企业资金; 结算 and 提现 leave for an account of a platform. Nothing else.
CREATE FUNCTION refuse_disallowed_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE source text; target text;
BEGIN
  EXECUTE format('SELECT kind FROM %s WHERE tenant_id = $1 AND id = $2', referred_by(TG_RELID, 'from_id'))
    INTO source USING NEW.tenant_id, NEW.from_id;
  EXECUTE format('SELECT kind FROM %s WHERE tenant_id = $1 AND id = $2', referred_by(TG_RELID, 'to_id'))
    INTO target USING NEW.tenant_id, NEW.to_id;
  IF NOT (CASE WHEN NEW.to_id IS NULL THEN source IN ('ENTERPRISE', 'SETTLEMENT')
      ELSE source IN ('ENTERPRISE', 'FEE') AND target = 'ENTERPRISE' END) THEN
    RAISE EXCEPTION 'refuse_disallowed_transfer: % does not go to %', source, target USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER fund_transfers_allowed BEFORE INSERT ON fund_transfers FOR EACH ROW EXECUTE FUNCTION refuse_disallowed_transfer();
CREATE FUNCTION refuse_other_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'SUBMITTED' OR NEW.state = 'SUBMITTED'
    OR (NEW.transfer_no, NEW.from_id, NEW.to_id, NEW.platform_account_id, NEW.amount, NEW.reason, NEW.created_by_id)
      IS DISTINCT FROM (OLD.transfer_no, OLD.from_id, OLD.to_id, OLD.platform_account_id, OLD.amount, OLD.reason, OLD.created_by_id) THEN
    RAISE EXCEPTION 'refuse_other_transfer: a transfer is decided once, as it was handed in' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER fund_transfers_decided_once BEFORE UPDATE ON fund_transfers FOR EACH ROW EXECUTE FUNCTION refuse_other_transfer();
CREATE CONSTRAINT TRIGGER fund_transfers_approved AFTER INSERT OR UPDATE ON fund_transfers FOR EACH ROW WHEN (NEW.state = 'DONE')
  EXECUTE FUNCTION refuse_unapproved_money('fundTransfer', 'id', 'amount');
REVOKE DELETE ON fund_holds, fund_transfers FROM xyxlx_app;
ALTER TABLE fund_holds SET (fillfactor = 80);

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
    ('fundTransfer', 0, 0, NULL, NULL)) k(kind, amount, day_amount, count, day_count)
  LEFT JOIN approval_thresholds t ON t.tenant_id = tenant AND t.subject_type = k.kind
  WHERE k.kind = act_kind
$$;
