-- CreateTable
CREATE TABLE "fund_day_closes" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "company_id" UUID NOT NULL,
    "consumed" BIGINT NOT NULL,
    "refunded_live" BIGINT NOT NULL,
    "refunded_dead" BIGINT NOT NULL,
    "cards" BIGINT NOT NULL DEFAULT 0,
    "fee" BIGINT NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "fee_paid_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "fund_day_closes_pkey" PRIMARY KEY ("tenant_id","day","company_id")
);

-- CreateIndex
CREATE INDEX "fund_day_closes_tenant_id_company_id_day_idx" ON "fund_day_closes"("tenant_id", "company_id", "day");

-- AddForeignKey
ALTER TABLE "fund_day_closes" ADD CONSTRAINT "fund_day_closes_tenant_id_company_id_fkey" FOREIGN KEY ("tenant_id", "company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

CREATE INDEX fund_day_closes_waiting ON fund_day_closes (tenant_id, company_id, day) WHERE closed_at IS NULL OR fee > 0 AND fee_paid_at IS NULL;
ALTER TABLE fund_day_closes
  ADD CONSTRAINT fund_day_closes_figures CHECK (consumed >= 0 AND refunded_live >= 0 AND refunded_dead >= 0 AND fee >= 0),
  ADD CONSTRAINT fund_day_closes_fee CHECK (fee_paid_at IS NULL OR fee > 0 AND closed_at IS NOT NULL);
-- What a day came to stays as it was; its money moves once, and its fee is taken once.
CREATE FUNCTION refuse_other_close() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.day, NEW.company_id, NEW.consumed, NEW.refunded_live, NEW.refunded_dead, NEW.cards, NEW.fee, NEW.created_at)
      IS DISTINCT FROM (OLD.day, OLD.company_id, OLD.consumed, OLD.refunded_live, OLD.refunded_dead, OLD.cards, OLD.fee, OLD.created_at)
    OR OLD.closed_at IS NOT NULL AND NEW.closed_at IS DISTINCT FROM OLD.closed_at
    OR OLD.fee_paid_at IS NOT NULL AND NEW.fee_paid_at IS DISTINCT FROM OLD.fee_paid_at THEN
    RAISE EXCEPTION 'refuse_other_close: a day is closed once, as it was added up' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER fund_day_closes_once BEFORE UPDATE ON fund_day_closes FOR EACH ROW EXECUTE FUNCTION refuse_other_close();
CREATE TRIGGER fund_day_closes_kept BEFORE DELETE ON fund_day_closes FOR EACH ROW EXECUTE FUNCTION refuse_change();
REVOKE DELETE ON fund_day_closes FROM xyxlx_app;

-- What is closed and what is taken as a fee moves in pairs, too.
DROP TRIGGER fund_flows_paired ON fund_flows;
CREATE CONSTRAINT TRIGGER fund_flows_paired AFTER INSERT ON fund_flows DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.kind IN ('LIMIT_ISSUE', 'LIMIT_RECOVER', 'TRANSFER_IN', 'TRANSFER_OUT', 'CONSUME_CLOSE', 'FEE'))
  EXECUTE FUNCTION refuse_half_pair();
