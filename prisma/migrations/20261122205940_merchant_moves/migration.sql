-- CreateTable
CREATE TABLE "merchant_moves" (
    "tenant_id" UUID NOT NULL,
    "approval_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "from_company_id" UUID NOT NULL,
    "to_company_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "people" INTEGER NOT NULL,
    "moved_people" INTEGER NOT NULL DEFAULT 0,
    "moved_amount" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_by_id" UUID NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "merchant_moves_pkey" PRIMARY KEY ("tenant_id","approval_id")
);

-- CreateIndex
CREATE INDEX "merchant_moves_tenant_id_merchant_id_idx" ON "merchant_moves"("tenant_id", "merchant_id");

-- AddForeignKey
ALTER TABLE "merchant_moves" ADD CONSTRAINT "merchant_moves_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "merchant_moves" ADD CONSTRAINT "merchant_moves_tenant_id_merchant_id_fkey" FOREIGN KEY ("tenant_id", "merchant_id") REFERENCES "merchants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "merchant_moves" ADD CONSTRAINT "merchant_moves_tenant_id_from_company_id_fkey" FOREIGN KEY ("tenant_id", "from_company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "merchant_moves" ADD CONSTRAINT "merchant_moves_tenant_id_to_company_id_fkey" FOREIGN KEY ("tenant_id", "to_company_id") REFERENCES "companies"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- One move of a merchant at a time; what is finished stays so, and nothing of a move is taken back.
CREATE UNIQUE INDEX merchant_moves_one_running ON merchant_moves (tenant_id, merchant_id) WHERE finished_at IS NULL;
ALTER TABLE merchant_moves ADD CONSTRAINT merchant_moves_elsewhere CHECK (from_company_id <> to_company_id),
  ADD CONSTRAINT merchant_moves_counts CHECK (people > 0 AND moved_people BETWEEN 0 AND people AND moved_amount >= 0);
CREATE FUNCTION refuse_other_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.finished_at IS NOT NULL OR NEW.moved_people < OLD.moved_people OR NEW.moved_amount < OLD.moved_amount
    OR (NEW.merchant_id, NEW.from_company_id, NEW.to_company_id, NEW.people, NEW.created_at, NEW.created_by_id)
      IS DISTINCT FROM (OLD.merchant_id, OLD.from_company_id, OLD.to_company_id, OLD.people, OLD.created_at, OLD.created_by_id) THEN
    RAISE EXCEPTION 'refuse_other_move: a move goes on to its end, once' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER merchant_moves_go_on BEFORE UPDATE ON merchant_moves FOR EACH ROW EXECUTE FUNCTION refuse_other_move();
REVOKE DELETE ON merchant_moves FROM xyxlx_app;

-- The company of a live merchant has a kind of approval of its own. What waits as another kind and changes nothing else becomes one of these.
DROP TRIGGER merchants_approved_change ON merchants;
CREATE TRIGGER merchants_approved_change BEFORE UPDATE ON merchants FOR EACH ROW WHEN (OLD.state IN ('ACTIVE', 'DISABLED'))
  EXECUTE FUNCTION refuse_unapproved_change('merchantChange', 'credit_code', 'settlement_bank', 'settlement_account');
CREATE TRIGGER merchants_approved_move BEFORE UPDATE ON merchants FOR EACH ROW WHEN (OLD.state IN ('ACTIVE', 'DISABLED'))
  EXECUTE FUNCTION refuse_unapproved_change('merchantMove', 'company_id');
UPDATE approvals a SET subject_type = 'merchantMove' FROM record_changes c
WHERE c.tenant_id = a.tenant_id AND c.approval_id = a.id AND a.subject_type = 'merchantChange' AND a.state = 'PENDING'
  AND c.after ? 'company_id' AND c.after - 'company_id' = '{}';
