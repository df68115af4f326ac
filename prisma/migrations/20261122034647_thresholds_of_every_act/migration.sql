ALTER TABLE "approval_thresholds" ADD COLUMN     "day_amount" BIGINT,
ADD COLUMN     "day_count" INTEGER,
ADD COLUMN     "proposed_day_amount" BIGINT,
ADD COLUMN     "proposed_day_count" INTEGER,
ALTER COLUMN "count" DROP NOT NULL;
-- What tenants have set so far was meant for one batch, however it is split.
UPDATE approval_thresholds SET day_amount = amount, day_count = count,
  proposed_day_amount = proposed_amount, proposed_day_count = proposed_count;
ALTER TABLE approval_thresholds ALTER COLUMN day_amount SET NOT NULL,
  DROP CONSTRAINT approval_thresholds_not_negative,
  DROP CONSTRAINT approval_thresholds_proposed_together,
  ADD CONSTRAINT approval_thresholds_not_negative CHECK (
    least(amount, count, day_amount, day_count, proposed_amount, proposed_count, proposed_day_amount, proposed_day_count) >= 0),
  ADD CONSTRAINT approval_thresholds_day_holds_an_act CHECK (
    day_amount >= amount AND day_count >= count AND proposed_day_amount >= proposed_amount AND proposed_day_count >= proposed_count),
  ADD CONSTRAINT approval_thresholds_together CHECK (
    (count IS NULL) = (day_count IS NULL) AND (proposed_amount IS NULL) = (proposed_day_amount IS NULL)
    AND (proposed_count IS NULL) = (proposed_day_count IS NULL) AND (proposed_count IS NULL OR proposed_amount IS NOT NULL));

ALTER TABLE "approvals" ADD COLUMN     "act" JSONB;

ALTER TABLE "limit_adjustments" ADD COLUMN     "approval_id" UUID,
ADD COLUMN     "within_amount" BIGINT;
ALTER TABLE "limit_adjustments" ADD CONSTRAINT "limit_adjustments_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
-- What one person adjusts has been approved, or is within a threshold. A freeze moves no money and waits for nobody.
-- Rows from before there were thresholds stay as they are.
ALTER TABLE limit_adjustments ADD CONSTRAINT limit_adjustments_approved_or_within CHECK (
  source <> 'SINGLE' OR type = 'FREEZE' OR created_by_id IS NULL OR approval_id IS NOT NULL
  OR (within_amount IS NOT NULL AND abs(delta) <= within_amount)) NOT VALID;

CREATE TABLE "maker_days" (
    "tenant_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "maker_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "amount" BIGINT NOT NULL,
    "count" INTEGER NOT NULL,
    "alone_amount" BIGINT NOT NULL DEFAULT 0,
    "alone_count" INTEGER NOT NULL DEFAULT 0,
    "allowed_amount" BIGINT NOT NULL DEFAULT 0,
    "allowed_count" INTEGER,

    CONSTRAINT "maker_days_pkey" PRIMARY KEY ("tenant_id","kind","maker_id","day"),
    CONSTRAINT maker_days_not_negative CHECK (least(amount, count, alone_amount, alone_count) >= 0),
    CONSTRAINT maker_days_alone_is_part CHECK (alone_amount <= amount AND alone_count <= count),
    CONSTRAINT maker_days_alone_is_allowed CHECK (alone_amount <= allowed_amount AND alone_count <= allowed_count)
);
REVOKE DELETE ON maker_days FROM xyxlx_app;
CREATE FUNCTION refuse_less() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% only grows', TG_TABLE_NAME;
END $$;
CREATE TRIGGER maker_days_only_grow BEFORE UPDATE ON maker_days FOR EACH ROW
  WHEN (NEW.amount < OLD.amount OR NEW.count < OLD.count OR NEW.alone_amount < OLD.alone_amount OR NEW.alone_count < OLD.alone_count)
  EXECUTE FUNCTION refuse_less();
